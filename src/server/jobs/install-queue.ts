import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { grantQueue } from './store.ts'

export const queueSchema = 'pgboss'

/**
 * Creates or updates the queue's own schema with the owner's login, and gives the app's role the
 * rights on its rows. Part of every migration; safe to run again and from several processes.
 */
export async function installQueue(ownerUrl: string, appRole = 'zuspruch_app'): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    schema: queueSchema,
    max: 1,
    supervise: false,
    schedule: false,
    migrate: true,
  })
  // Reported by the rejection of start() as well.
  boss.on('error', () => undefined)
  await boss.start()
  await boss.stop({ graceful: false })
  const owner = new Kysely<unknown>({
    dialect: new PostgresDialect({ pool: new pg.Pool({ connectionString: ownerUrl, max: 1 }) }),
  })
  try {
    await owner.transaction().execute((tx) => grantQueue(tx, queueSchema, appRole))
  } finally {
    await owner.destroy()
  }
}
