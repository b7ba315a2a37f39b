import type { RawBuilder } from 'kysely'
import { sql } from 'kysely'
import { expect } from 'vitest'
import { withTenant } from '../../src/server/db/connection.ts'
import type { TestServer } from './server.ts'

/** The answer of `late` at tenant `standard` if it arrives while `first` waits for rows locked by `hold`, as `late` then does. */
export const whileHeld = async <T>(
  server: TestServer,
  hold: RawBuilder<unknown>,
  first: () => Promise<unknown>,
  late: () => Promise<T>,
): Promise<T> => (await bothHeld(server, 'standard', hold, first, late))[1]

/** The answers of both. */
export async function bothHeld<A, B>(
  server: TestServer,
  tenant: string,
  hold: RawBuilder<unknown>,
  first: () => Promise<A>,
  late: () => Promise<B>,
): Promise<[A, B]> {
  const begun = await withTenant(server.db, tenant, async (tx) => {
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
  return Promise.all([begun.earlier, begun.later])
}
