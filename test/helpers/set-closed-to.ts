import { sql } from 'kysely'
import { asOwner } from './as-owner.ts'

/** Sets the day up to which days of the statement are closed, also back, which the product cannot; null: none is closed. */
export const setClosedTo = (
  server: Parameters<typeof asOwner>[0],
  tenant: string,
  day: string | null,
): Promise<void> =>
  asOwner(server, tenant, async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`insert into bank_books (tenant, closed_to, closed_at, closed_by) values (${tenant}, ${day}, ${day}, ${day && 'test'})
      on conflict (tenant) do update set closed_to = excluded.closed_to, closed_at = excluded.closed_at, closed_by = excluded.closed_by`.execute(
      tx,
    )
  })
