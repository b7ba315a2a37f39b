import { sql } from 'kysely'
import Fastify, { type FastifyInstance } from 'fastify'
import { checkKeys } from './base/check-keys.ts'
import { isLeaving } from './base/close-within.ts'
import { safetyHeaders } from './base/safety-headers.ts'
import type { Deps } from './context.ts'

/** Live: the process answers. Ready: it reaches its database and can decrypt it, and is not about to stop. */
export function registerHealth(app: FastifyInstance, deps: Pick<Deps, 'db' | 'keys'>): void {
  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async (_, reply) => {
    const unready = (status: string) => reply.code(503).header('Retry-After', '2').send({ status })
    if (isLeaving(deps)) return unready('stopping')
    try {
      await sql`select 1`.execute(deps.db.kysely)
      const problem = await checkKeys(deps)
      return problem === null ? { status: 'ready' } : unready(problem)
    } catch {
      return unready('database unavailable')
    }
  })
}

/** Health on a port of its own: a worker has no other, and a busy server's may be kept from the public one. */
export function buildHealth(deps: Pick<Deps, 'db' | 'keys' | 'publicOrigin'>): FastifyInstance {
  const app = Fastify({ logger: false, forceCloseConnections: true })
  const safety = safetyHeaders(deps.publicOrigin)
  app.addHook('onRequest', async (_, reply) => void reply.headers(safety))
  registerHealth(app, deps)
  return app
}
