import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { withTenant } from '../../src/server/db/connection.ts'
import type { TestServer } from './server.ts'

/** The answer of `late` at tenant `standard` if it arrives while `first` waits for rows locked by `hold`, as `late` then does. */
export async function whileHeld<T>(
  server: TestServer,
  hold: RawBuilder<unknown>,
  first: () => Promise<unknown>,
  late: () => Promise<T>,
): Promise<T> {
  const begun = await withTenant(server.db, 'standard', async (tx) => {
    await hold.execute(tx)
    const waiting = async () => {
      // Within a transaction the list of connections stays as first read.
      await sql`select pg_stat_clear_snapshot()`.execute(tx)
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        tx,
      )
      return rows.length
    }
    const earlier = first()
    await expect.poll(waiting).toBe(1)
    const later = late()
    await expect.poll(waiting).toBe(2)
    return { earlier, later }
  })
  await begun.earlier
  return begun.later
}
