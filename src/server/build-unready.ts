import Fastify, { type FastifyInstance } from 'fastify'
import type { Deps } from './context.ts'
import type { Env } from './env/env.ts'
import { registerHealth } from './health.ts'
import { StartError } from './env/start-error.ts'

/**
 * A server with a wrong SECRET_KEY: alive, not ready, and answering nothing, since its data would be unreadable to others. A
 * worker exits instead.
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
