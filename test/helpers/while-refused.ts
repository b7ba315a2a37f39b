import { sql } from 'kysely'
import { asOwner } from './as-owner.ts'

/** Runs `work` while the database refuses to write any row of a table for which the condition holds. */
export async function whileRefused<T>(
  server: Parameters<typeof asOwner>[0],
  tenant: string,
  table: string,
  condition: string,
  work: () => Promise<T>,
): Promise<T> {
  const alter = (change: string) =>
    asOwner(server, tenant, (tx) => sql`${sql.raw(`alter table ${table} ${change}`)}`.execute(tx))
  await alter(`add constraint refused check (not (${condition})) not valid`)
  try {
    return await work()
  } finally {
    await alter('drop constraint refused')
  }
}
