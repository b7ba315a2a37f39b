import { request as requestPlain, type IncomingMessage } from 'node:http'
import { request as requestSafe } from 'node:https'
import type { Transform } from 'node:stream'
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib'
import { OutsideError } from './outside-error.ts'
import { checkTarget, lookupFor, type Own } from './where-to-ask.ts'

export type LimitedRequest = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | URLSearchParams
  timeoutMs: number // until the last byte
  maxBytes: number // of the body, after decompression; 0: the status alone counts, and no body is read
  own?: Own
  accept?: string // required media type of a 2xx with content, e.g. 'application/json' or 'image/'
}
export type LimitedAnswer = { status: number; headers: Headers; bytes: Uint8Array }

/**
 * Requests an untrusted server, which may hang, lie about length, or send without end: where that is allowed (where-to-ask.ts), at most
 * `maxBytes` and `timeoutMs`, and no redirects, which could lead into the internal network. Each request has a connection of its own, so each is
 * judged by its address. The caller judges statuses; throws OutsideError for incomplete answers. Messages name the origin only: paths
 * may hold secrets.
 */
export async function fetchLimited(
  url: string | URL,
  request: LimitedRequest,
): Promise<LimitedAnswer> {
  const { timeoutMs, maxBytes, accept, own = null } = request
  const address = new URL(url)
  const where = address.origin
  checkTarget(address, own)
  const signal = AbortSignal.timeout(timeoutMs)
  let answer: IncomingMessage | null = null
  try {
    answer = await send(address, request, signal)
    const status = answer.statusCode ?? 0
    if (status >= 300 && status < 400 && status !== 304)
      throw new OutsideError('broken', `${where} answered with a redirect (${status}).`)
    const headers = headersOf(answer)
    const type = headers.get('content-type') ?? ''
    const isGood = status >= 200 && status < 300 && status !== 204
    if (accept && isGood && !type.startsWith(accept))
      throw new OutsideError(
        'wrong-type',
        `${where} answered with ${typeName(type)}, not ${accept}.`,
      )
    const bytes =
      maxBytes === 0 ? Buffer.alloc(0) : await readUpTo(answer, headers, maxBytes, where)
    return { status, headers, bytes }
  } catch (error) {
    if (error instanceof OutsideError) throw error
    if (signal.aborted)
      throw new OutsideError('timeout', `${where} gave no answer in ${timeoutMs} ms.`, error)
    if (answer) throw new OutsideError('broken', `The answer of ${where} broke off.`, error)
    throw new OutsideError('unreachable', `${where} cannot be reached.`, error)
  } finally {
    answer?.destroy()
  }
}

function send(
  address: URL,
  { method = 'GET', accept, headers: given, body, own = null }: LimitedRequest,
  signal: AbortSignal,
): Promise<IncomingMessage> {
  const headers = new Headers({
    accept: accept ?? '*/*',
    'accept-encoding': 'gzip, deflate, br',
    'user-agent': 'zuspruch',
    ...(body instanceof URLSearchParams
      ? { 'content-type': 'application/x-www-form-urlencoded;charset=UTF-8' }
      : {}),
  })
  for (const [name, value] of Object.entries(given ?? {})) headers.set(name, value)
  const ask = address.protocol === 'https:' ? requestSafe : requestPlain
  return new Promise((done, failed) => {
    const asked = ask(address, {
      method,
      headers: Object.fromEntries(headers),
      signal,
      agent: false,
      lookup: lookupFor(own),
    })
    asked.once('response', done)
    // Later ones are the answer's, too.
    asked.on('error', failed)
    asked.end(body === undefined ? undefined : String(body))
  })
}

function headersOf({ headersDistinct }: IncomingMessage): Headers {
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value)
  return headers
}

const typeName = (type: string) => (type === '' ? 'no media type' : type.slice(0, 80))

const decoders: Record<string, () => Transform> = {
  gzip: createGunzip,
  'x-gzip': createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
}

async function readUpTo(
  answer: IncomingMessage,
  headers: Headers,
  maxBytes: number,
  where: string,
): Promise<Uint8Array> {
  const tooLarge = () =>
    new OutsideError('too-large', `The answer of ${where} is longer than ${maxBytes} bytes.`)
  if (Number(headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop by an error ends the stream; its connection ends with the answer.
  for await (const chunk of decoded(answer, headers)) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}

function decoded(answer: IncomingMessage, headers: Headers): AsyncIterable<Uint8Array> {
  const encoding = headers.get('content-encoding')?.trim().toLowerCase() ?? ''
  // Without a body there is nothing to decode, whatever the header says.
  const hasBody = answer.statusCode !== 204 && answer.statusCode !== 304
  const decoder = hasBody ? decoders[encoding]?.() : undefined
  if (!decoder) return answer
  answer.once('error', (error) => decoder.destroy(error))
  return answer.pipe(decoder)
}
