import {
  brotliCompress,
  brotliCompressSync,
  constants,
  gzip,
  gzipSync,
  zstdCompressSync,
  type BrotliOptions,
} from 'node:zlib'
import { promisify } from 'node:util'
import type { FastifyReply, FastifyRequest } from 'fastify'

// Pages are whole before they are sent, so they are compressed at once: a stream would cost as much as the page.

export type Encoding = 'br' | 'gzip' | 'identity'

const brotliOptions = (page: Buffer, quality: number): BrotliOptions => ({
  params: {
    [constants.BROTLI_PARAM_QUALITY]: quality,
    [constants.BROTLI_PARAM_SIZE_HINT]: page.length,
    // No page is much larger; a usual window costs more memory, and so time, than the work.
    [constants.BROTLI_PARAM_LGWIN]: 17,
  },
  chunkSize: 64 * 1024,
})

/** For a page that is kept: so small that most come with the first packets (decision 1003), by another thread. */
export const compressed = {
  br: (page: Buffer): Promise<Buffer> => promisify(brotliCompress)(page, brotliOptions(page, 10)),
  gzip: (page: Buffer): Promise<Buffer> => promisify(gzip)(page, { level: 9 }),
}

/** For one visitor's page: less than the way to another thread and back. */
const compressedOnce = {
  zstd: (page: Buffer): Buffer =>
    zstdCompressSync(page, {
      // A fourth faster than 3, and hardly larger; told the size, it takes no tables for more.
      params: { [constants.ZSTD_c_compressionLevel]: 2 },
      pledgedSrcSize: page.length,
      chunkSize: 64 * 1024,
    }),
  br: (page: Buffer): Buffer => brotliCompressSync(page, brotliOptions(page, 4)),
  gzip: (page: Buffer): Buffer => gzipSync(page, { level: 4, chunkSize: 64 * 1024 }),
}

/** The best that the visitor takes. */
export function encodingOf(request: Accepting): Encoding {
  return takes(request, 'br') ? 'br' : takes(request, 'gzip') ? 'gzip' : 'identity'
}

type Accepting = Pick<FastifyRequest, 'headers'>

const takes = ({ headers }: Accepting, name: string): boolean =>
  String(headers['accept-encoding'] ?? '')
    .slice(0, longestHeader)
    .split(',')
    .some((part) => {
      const [encoding = '', ...parameters] = part.split(';')
      return (
        encoding.trim().toLowerCase() === name &&
        !parameters.some((one) => /^\s*q\s*=\s*0(?:\.0*)?\s*$/i.test(one))
      )
    })

/** More is no browser's. */
const longestHeader = 500

/** Smaller ones are sent as they are, as all answers (app.ts). */
export const worthCompressing = 1_024

/** Sends a page that is its visitor's alone. */
export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  pieces: readonly string[],
): FastifyReply {
  const body = asBytes(pieces)
  const encoding = takes(request, 'zstd') ? 'zstd' : encodingOf(request)
  if (encoding === 'identity' || body.length < worthCompressing)
    return reply.send(Buffer.from(body))
  reply.headers({ 'Content-Encoding': encoding, Vary: varying(reply) })
  return reply.send(compressedOnce[encoding](body))
}

let scratch = Buffer.allocUnsafeSlow(256 * 1024)

/** Good until the next page: most are compressed at once, and need no memory of their own. */
function asBytes(pieces: readonly string[]): Buffer {
  const longest = pieces.reduce((sum, { length }) => sum + 3 * length, 0)
  if (longest > scratch.length) scratch = Buffer.allocUnsafeSlow(2 * longest)
  let end = 0
  for (const piece of pieces) end += scratch.write(piece, end)
  return scratch.subarray(0, end)
}

const varying = (reply: FastifyReply) =>
  [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', ')
