import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { PgBoss } from 'pg-boss'
import { processRoles } from '../db/process-rights.ts'
import { grantQueue, listRoles } from './store.ts'

export const queueSchema = 'pgboss'

// On a distributed database the queue stays on the node that is asked, as plain tables; elsewhere nobody reads the setting.
const settings = '-c citus.enable_ddl_propagation=off'

/**
 * Creates or updates the queue's schema with the owner's login, and grants the app's role its rows. Part of every migration;
 * idempotent and safe in parallel.
 */
export async function installQueue(ownerUrl: string, appRole = 'zuspruch_app'): Promise<void> {
  const boss = new PgBoss({
    connectionString: ownerUrl,
    options: settings,
    schema: queueSchema,
    max: 1,
    supervise: false,
    schedule: false,
    migrate: true,
  })
  // Also reported by start()'s rejection.
  boss.on('error', () => undefined)
  await boss.start()
  await boss.stop({ graceful: false })
  const owner = new Kysely<unknown>({
    dialect: new PostgresDialect({
      pool: new pg.Pool({ connectionString: ownerUrl, options: settings, max: 1 }),
    }),
  })
  try {
    await owner.transaction().execute(async (tx) => {
      for (const role of [appRole, ...(await listRoles(tx, Object.keys(processRoles)))])
        await grantQueue(tx, queueSchema, role)
    })
  } finally {
    await owner.destroy()
  }
}
