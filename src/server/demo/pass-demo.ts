import { request as ask, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

// A server of several web processes has one inbox, one worker that the clock waits for, and one log-in provider, whose keys and codes
// are in memory. So one process answers all of the demo's own pages and calls, and the others pass them on.

/** Of one connection, not of the request. */
const hops = ['connection', 'keep-alive', 'transfer-encoding', 'upgrade']

/**
 * @param portOf of the process that answers them, on loopback
 * @param follow follows the clock, which an answer may have moved
 */
export async function passDemo(
  app: FastifyInstance,
  portOf: () => number | null,
  follow: () => Promise<void>,
): Promise<void> {
  await app.register(async (demo) => {
    demo.removeAllContentTypeParsers()
    demo.addContentTypeParser('*', (_request, _payload, done) => done(null))
    const handler = async (request: FastifyRequest, reply: FastifyReply) => {
      reply.hijack()
      pass(request, reply, portOf(), follow)
    }
    for (const url of ['/demo', '/demo/*'])
      demo.route({ method: ['GET', 'POST', 'OPTIONS'], url, handler })
  })
}

function pass(
  { raw }: FastifyRequest,
  { raw: response }: FastifyReply,
  port: number | null,
  follow: () => Promise<void>,
): void {
  const { method, url, headers } = raw
  const fail = () => {
    if (response.headersSent) return response.destroy()
    response.writeHead(503, { 'Retry-After': '2', 'Content-Length': '0' }).end()
  }
  // That process is starting anew.
  if (port === null) return void fail()
  const asked = ask({ host: '127.0.0.1', port, method, path: url, headers: withoutHops(headers) })
  asked.once('error', fail)
  asked.once('response', (answer: IncomingMessage) => {
    answer.once('error', fail)
    // Whoever moved the clock finds the new time on the next page.
    void follow()
      .catch(() => undefined)
      .then(() => {
        response.writeHead(answer.statusCode ?? 502, withoutHops(answer.headers))
        answer.pipe(response)
      })
  })
  response.once('close', () => asked.destroy())
  raw.pipe(asked)
}

const withoutHops = (headers: IncomingHttpHeaders): IncomingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => !hops.includes(name)))
