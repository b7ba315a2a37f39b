import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { checkKeys } from './base/check-keys.ts'
import { isLeaving } from './base/close-within.ts'
import type { Deps } from './context.ts'

/** Live: the process answers. Ready: it reaches its database and can decrypt it, and is not about to stop. */
export function registerHealth(app: FastifyInstance, deps: Pick<Deps, 'db' | 'keys'>): void {
  app.get('/health/live', async () => ({ status: 'live' }))
  app.get('/health/ready', async (_, reply) => {
    const unready = (status: string) => reply.code(503).header('Retry-After', '2').send({ status })
    if (isLeaving(app)) return unready('stopping')
    try {
      await sql`select 1`.execute(deps.db.kysely)
      const problem = await checkKeys(deps)
      return problem === null ? { status: 'ready' } : unready(problem)
    } catch {
      return unready('database unavailable')
    }
  })
}
