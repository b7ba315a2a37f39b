import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/** A visit lasts until nobody looked for half an hour, as a session does. */
const visitMinutes = 30

/** Notes a look at a tenant's page Today. @returns when the visit before this one ended; null: this is the first */
export async function visit(
  tx: Tx,
  tenant: string,
  operatorId: string,
  now: Temporal.Instant,
): Promise<Temporal.Instant | null> {
  const ended = now.subtract({ minutes: visitMinutes })
  const { rows } = await sql<{ before_at: Temporal.Instant | null }>`
    insert into operator_visits as known (tenant, operator_id, seen_at)
    values (${tenant}, ${operatorId}, ${now.toString()})
    on conflict (tenant, operator_id) do update set seen_at = excluded.seen_at,
      before_at = case when known.seen_at < ${ended.toString()} then known.seen_at else known.before_at end
    returning before_at`.execute(tx)
  return rows[0]!.before_at
}

/** Visits that nobody came back from. */
export async function forgetVisits(
  tx: Tx,
  tenant: string,
  before: Temporal.Instant,
): Promise<void> {
  await tx
    .deleteFrom('operator_visits')
    .where('tenant', '=', tenant)
    .where('seen_at', '<', before.toString() as never)
    .execute()
}
