import Fastify, { type FastifyInstance } from 'fastify'
import type { Deps } from './context.ts'
import type { Env } from './env/env.ts'
import { registerHealth } from './health.ts'
import { StartError } from './env/start-error.ts'

/**
 * What a server with a wrong SECRET_KEY is: alive, not ready, and with nothing to say to anybody, since what it wrote nobody else could
 * read. A worker, who is asked by nobody, ends instead.
 */
export async function buildUnready(
  deps: Deps,
  problem: string,
  env: Pick<Env, 'role'>,
  closers: (() => Promise<unknown>)[],
): Promise<FastifyInstance> {
  if (env.role === 'worker') throw new StartError(problem)
  const app = Fastify({ logger: false })
  registerHealth(app, deps)
  app.setNotFoundHandler((_, reply) =>
    reply.code(503).header('Retry-After', '60').type('text/plain').send('503 Service Unavailable'),
  )
  closers.push(() => app.close())
  deps.log.error(problem)
  process.stderr.write(`${problem}\n`)
  return app
}
