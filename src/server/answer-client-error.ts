import { randomBytes } from 'node:crypto'
import type { Socket } from 'node:net'
import type { Failure } from '../domain/errors.ts'
import { errorBody } from './answer-error.ts'

const phrases: Record<number, string> = {
  400: 'Bad Request',
  408: 'Request Timeout',
  431: 'Request Header Fields Too Large',
}

/**
 * Answers what Node's HTTP parser refuses (no HTTP, endless headers, stalled senders) in the standard error shape, without
 * repeating input, in the default language.
 */
export function answerClientError(
  { code }: { code?: string },
  socket: Pick<Socket, 'writable' | 'destroyed' | 'destroy' | 'end'>,
  safety: Record<string, string>,
): void {
  // The client is gone.
  if (code === 'ECONNRESET' || socket.destroyed || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, failure]: [number, Failure] =
    code === 'HPE_HEADER_OVERFLOW'
      ? [431, { name: 'not-accepted' }]
      : code === 'ERR_HTTP_REQUEST_TIMEOUT'
        ? [408, { name: 'not-accepted' }]
        : [400, { name: 'validation' }]
  const requestId = randomBytes(9).toString('base64url')
  const body = JSON.stringify(errorBody(failure, { locale: 'de', tenant: null }, requestId))
  socket.end(
    [
      `HTTP/1.1 ${status} ${phrases[status]}`,
      'Content-Type: application/json; charset=utf-8',
      `Content-Length: ${Buffer.byteLength(body)}`,
      'Cache-Control: no-store',
      ...Object.entries(safety).map(([name, value]) => `${name}: ${value}`),
      `X-Request-Id: ${requestId}`,
      'Connection: close',
      '',
      body,
    ].join('\r\n'),
  )
}
