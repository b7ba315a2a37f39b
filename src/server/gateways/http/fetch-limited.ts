import { OutsideError } from './outside-error.ts'

export type LimitedRequest = {
  method?: 'GET' | 'POST'
  headers?: Record<string, string>
  body?: string | URLSearchParams
  timeoutMs: number // until the last byte
  maxBytes: number // of the body, after decompression
  accept?: string // required media type of a 2xx with content, e.g. 'application/json' or 'image/'
}
export type LimitedAnswer = { status: number; headers: Headers; bytes: Uint8Array }

/**
 * Requests an untrusted server, which may hang, lie about length, or send without end: at most `maxBytes` and `timeoutMs`, and
 * no redirects, which could lead into the internal network. The caller judges statuses; throws OutsideError for incomplete
 * answers. Messages name the origin only: paths may hold secrets.
 */
export async function fetchLimited(
  url: string | URL,
  request: LimitedRequest,
): Promise<LimitedAnswer> {
  const { timeoutMs, maxBytes, accept } = request
  const where = new URL(url).origin
  const signal = AbortSignal.timeout(timeoutMs)
  let answer: Response | null = null
  try {
    answer = await fetch(url, {
      method: request.method ?? 'GET',
      signal,
      redirect: 'manual',
      headers: { ...(accept ? { Accept: accept } : {}), ...request.headers },
      ...(request.body === undefined ? {} : { body: request.body }),
    })
    if (answer.status >= 300 && answer.status < 400 && answer.status !== 304)
      throw new OutsideError('broken', `${where} answered with a redirect (${answer.status}).`)
    const type = answer.headers.get('content-type') ?? ''
    if (accept && answer.ok && answer.status !== 204 && !type.startsWith(accept))
      throw new OutsideError(
        'wrong-type',
        `${where} answered with ${typeName(type)}, not ${accept}.`,
      )
    return {
      status: answer.status,
      headers: answer.headers,
      bytes: await readUpTo(answer, maxBytes, where),
    }
  } catch (error) {
    // An unread body would keep the connection alive.
    if (answer && !answer.bodyUsed) await answer.body?.cancel().catch(() => undefined)
    if (error instanceof OutsideError) throw error
    if (signal.aborted)
      throw new OutsideError('timeout', `${where} gave no answer in ${timeoutMs} ms.`, error)
    if (answer) throw new OutsideError('broken', `The answer of ${where} broke off.`, error)
    throw new OutsideError('unreachable', `${where} cannot be reached.`, error)
  }
}

const typeName = (type: string) => (type === '' ? 'no media type' : type.slice(0, 80))

async function readUpTo(answer: Response, maxBytes: number, where: string): Promise<Uint8Array> {
  const tooLarge = () =>
    new OutsideError('too-large', `The answer of ${where} is longer than ${maxBytes} bytes.`)
  if (Number(answer.headers.get('content-length') ?? 0) > maxBytes) throw tooLarge()
  const chunks: Uint8Array[] = []
  let length = 0
  // Leaving the loop by an error cancels the stream and its connection.
  for await (const chunk of answer.body ?? []) {
    length += chunk.length
    if (length > maxBytes) throw tooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks, length)
}
