import { sql } from 'kysely'
import type { Database, Tx } from './connection.ts'

/** Runs `work` read-only on a snapshot of one tenant's rows. */
export function readSnapshot<T>(
  db: Database,
  tenant: string,
  work: (tx: Tx) => Promise<T>,
): Promise<T> {
  return db.kysely
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      await sql`select set_tenant(${tenant})`.execute(tx)
      return work(tx)
    })
}
