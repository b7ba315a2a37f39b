import Fastify, { type FastifyInstance } from 'fastify'
import { answerClientError } from './answer-client-error.ts'
import type { Deps } from './context.ts'
import type { Env } from './env/env.ts'
import type { Closer } from './base/closer.ts'
import { registerHealth } from './health.ts'
import { StartError } from './env/start-error.ts'
import { safetyHeaders } from './base/safety-headers.ts'

/**
 * A server with a wrong SECRET_KEY: alive, not ready, and answering nothing, since its data would be unreadable to others. A
 * worker exits instead.
 */
export async function buildUnready(
  deps: Deps,
  problem: string,
  env: Pick<Env, 'role'>,
  closers: Closer[],
): Promise<FastifyInstance> {
  if (env.role === 'worker') throw new StartError(problem)
  const safety = safetyHeaders(deps.publicOrigin)
  const app = Fastify({
    logger: false,
    clientErrorHandler: (error, socket) => answerClientError(error, socket, safety),
    frameworkErrors: (_error, _request, { raw }) => {
      raw.writeHead(400, safety).end()
    },
  })
  app.addHook('onRequest', async (_, reply) => void reply.headers(safety))
  registerHealth(app, deps)
  app.setNotFoundHandler((_, reply) =>
    reply
      .code(503)
      .header('Retry-After', '60')
      .type('text/plain; charset=utf-8')
      .send('503 Service Unavailable'),
  )
  closers.push(() => app.close())
  deps.log.error(problem)
  process.stderr.write(`${problem}\n`)
  return app
}
