import { sql } from 'kysely'
import type { Tx } from './connection.ts'

/**
 * Whoever locks the same name waits until the transaction ends; `shared`: only for those who do not share. Locked on the tenant's node, as
 * callers may be connected to any, which a lock does not leave.
 */
export async function lockNamed(
  tx: Tx,
  tenant: string,
  name: string,
  { shared }: { shared: boolean } = { shared: false },
): Promise<void> {
  const lock = sql.raw(shared ? 'pg_advisory_xact_lock_shared' : 'pg_advisory_xact_lock')
  const { rows } = await sql`
    select ${lock}(hashtextextended(${name}, 0)) from tenants where tenant = ${tenant}`.execute(tx)
  if (rows.length !== 1) throw new Error(`Nothing was locked at ${tenant}`)
}
