import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

export type Seat = { kind: string; id: string; operatorId: string }

/** Takes or keeps a seat at a record. Who was gone longer than `before` comes anew. */
export async function keepSeat(
  tx: Tx,
  tenant: string,
  { kind, id, operatorId }: Seat,
  { now, before }: { now: Temporal.Instant; before: Temporal.Instant },
): Promise<void> {
  await sql`
    insert into presences (tenant, kind, record_id, operator_id, since, seen_at)
    values (${tenant}, ${kind}, ${id}, ${operatorId}, ${now.toString()}, ${now.toString()})
    on conflict (tenant, kind, record_id, operator_id) do update set seen_at = excluded.seen_at,
      since = case when presences.seen_at < ${before.toString()} then excluded.since else presences.since end`.execute(
    tx,
  )
}

export async function leaveSeat(
  tx: Tx,
  tenant: string,
  { kind, id, operatorId }: Seat,
): Promise<void> {
  await tx
    .deleteFrom('presences')
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('record_id', '=', id)
    .where('operator_id', '=', operatorId)
    .execute()
}

/** Who else is at a record, the first to come first. */
export const listOthers = (
  tx: Tx,
  tenant: string,
  { kind, id, operatorId }: Seat,
  since: Temporal.Instant,
): Promise<{ operator_id: string; since: Temporal.Instant }[]> =>
  tx
    .selectFrom('presences')
    .select(['operator_id', 'since'])
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('record_id', '=', id)
    .where('operator_id', '<>', operatorId)
    .where(sql<boolean>`seen_at > ${since.toString()}`)
    .orderBy('since')
    .orderBy('operator_id')
    .limit(20)
    .execute()

/** Clears seats that are empty. Those that somebody else clears or takes now are left to them, so nobody waits. */
export async function clearSeats(tx: Tx, tenant: string, before: Temporal.Instant): Promise<void> {
  const { rows } = await sql<{ kind: string; record_id: string; operator_id: string }>`
    select kind, record_id, operator_id from presences
    where tenant = ${tenant} and seen_at < ${before.toString()} order by seen_at limit 50 for update skip locked`.execute(
    tx,
  )
  if (rows.length === 0) return
  const of = (name: keyof (typeof rows)[number]) => rows.map((row) => row[name])
  await sql`
    delete from presences using unnest(${of('kind')}::text[], ${of('record_id')}::text[], ${of('operator_id')}::uuid[])
      as empty (kind, record_id, operator_id)
    where presences.tenant = ${tenant} and presences.kind = empty.kind and presences.record_id = empty.record_id
      and presences.operator_id = empty.operator_id`.execute(tx)
}
