import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import type { Deps } from './context.ts'

/** Live: the process answers. Ready: it can reach its database, so a load balancer may send people here. */
export function registerHealth(app: FastifyInstance, deps: Deps): void {
  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async (_, reply) => {
    try {
      await sql`select 1`.execute(deps.db.kysely)
      return { status: 'ready' }
    } catch {
      return reply.code(503).header('Retry-After', '2').send({ status: 'database unavailable' })
    }
  })
}
