import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { limitOutgoing } from '../../src/server/gateways/http/where-to-ask.ts'

export type Answering = (request: IncomingMessage, response: ServerResponse) => void

/** A third-party server on this machine over real HTTP; each test sets how it answers, however badly. */
export async function startOutsideServer() {
  limitOutgoing(null)
  let answering: Answering = (_, response) => response.writeHead(404).end()
  const requests: { url: string; headers: IncomingMessage['headers'] }[] = []
  const server = createServer((request, response) => {
    requests.push({ url: request.url ?? '', headers: request.headers })
    // The client may have gone away in the middle of the answer.
    response.on('error', () => undefined)
    answering(request, response)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    requests,
    /** Sets the answer and clears the recorded requests. */
    answer(how: Answering) {
      answering = how
      requests.length = 0
    },
    stop: () =>
      new Promise<void>((done) => {
        server.closeAllConnections()
        server.close(() => done())
      }),
  }
}

export type OutsideServer = Awaited<ReturnType<typeof startOutsideServer>>

/** Sends so many bytes without holding them in memory; stops when the reader is gone. */
export function pour(
  response: ServerResponse,
  bytes: number,
  piece = Buffer.alloc(64 * 1024, ' '),
) {
  let left = bytes
  const more = () => {
    while (left > 0 && !response.destroyed) {
      left -= piece.length
      if (!response.write(piece)) return void response.once('drain', more)
    }
    response.end()
  }
  more()
}
