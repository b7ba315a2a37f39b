import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'

// Pages are whole before they are sent: compressed at once and by another thread, where a stream would cost as much as the page.

export type Encoding = 'br' | 'gzip' | 'identity'

/** How dear compression may be: for a page that is kept, or for one visitor's. */
type Effort = 'kept' | 'once'
const qualities = { kept: { br: 9, gzip: 9 }, once: { br: 4, gzip: 6 } } as const

const byBrotli = promisify(brotliCompress)
const byGzip = promisify(gzip)

export const compressed = {
  br: (page: Buffer, effort: Effort): Promise<Buffer> =>
    byBrotli(page, {
      params: {
        [constants.BROTLI_PARAM_QUALITY]: qualities[effort].br,
        [constants.BROTLI_PARAM_SIZE_HINT]: page.length,
        // No page is much larger; a usual window costs more memory, and so time, than the work.
        [constants.BROTLI_PARAM_LGWIN]: 17,
      },
      chunkSize: 64 * 1024,
    }),
  gzip: (page: Buffer, effort: Effort): Promise<Buffer> =>
    byGzip(page, { level: qualities[effort].gzip, chunkSize: 64 * 1024 }),
}

/** The best that the visitor takes. */
export function encodingOf({ headers }: Pick<FastifyRequest, 'headers'>): Encoding {
  const accepted = headers['accept-encoding'] ?? ''
  const takes = (name: string) =>
    new RegExp(`(?:^|[,\\s])${name}(?![^,]*;\\s*q=0(?:\\.0*)?(?:\\s|,|$))(?:\\s|;|,|$)`, 'i').test(
      String(accepted),
    )
  return takes('br') ? 'br' : takes('gzip') ? 'gzip' : 'identity'
}

/** Smaller ones are sent as they are, as all answers (app.ts). */
export const worthCompressing = 1_024

/** Sends a page that is its visitor's alone. */
export async function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: string,
): Promise<FastifyReply> {
  const body = Buffer.from(page)
  const encoding = encodingOf(request)
  if (encoding === 'identity' || body.length < worthCompressing) return reply.send(body)
  reply.headers({ 'Content-Encoding': encoding, Vary: varying(reply) })
  return reply.send(await compressed[encoding](body, 'once'))
}

const varying = (reply: FastifyReply) =>
  [reply.getHeader('vary') ?? [], 'accept-encoding'].flat().join(', ')
