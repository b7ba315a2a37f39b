import { sql } from 'kysely'
import type { Refusal, RefusalReason } from '../../domain/refusal.ts'
import type { Actor } from '../base/audit-store.ts'
import { firstBy } from '../base/due-store.ts'
import type { Tx } from '../db/connection.ts'

/** A decision that can be undone until `dueAt`. `refusal` null: release. */
export type Decision = {
  orderNumber: string
  refusal: Refusal | null
  actor: Actor
  dueAt: Temporal.Instant
}

/** The caller locks the order. A newer decision replaces a waiting one. */
export async function keepDecision(
  tx: Tx,
  tenant: string,
  { orderNumber, refusal, actor, dueAt }: Decision,
  now: Temporal.Instant,
): Promise<void> {
  const decided = {
    action: refusal ? 'refuse' : 'release',
    refusal_reason: refusal?.reason ?? null,
    refusal_note: refusal?.note ?? null,
    actor_kind: actor.kind,
    actor_id: actor.id,
    actor_support: actor.support ?? false,
    decided_at: now.toString(),
    due_at: dueAt.toString(),
  }
  await tx
    .insertInto('order_decisions')
    .values({ tenant, order_number: orderNumber, ...decided })
    .onConflict((conflict) => conflict.columns(['tenant', 'order_number']).doUpdateSet(decided))
    .execute()
}

/** Waiting decisions, by order number. */
export async function listDecisions(
  tx: Tx,
  tenant: string,
  orders: readonly string[],
): Promise<Decision[]> {
  if (orders.length === 0) return []
  const rows = await tx
    .selectFrom('order_decisions')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('order_number', 'in', orders)
    .execute()
  return rows.map((row) => ({
    orderNumber: row.order_number,
    refusal:
      row.refusal_reason === null
        ? null
        : { reason: row.refusal_reason as RefusalReason, note: row.refusal_note },
    actor: {
      kind: row.actor_kind as Actor['kind'],
      id: row.actor_id,
      ...(row.actor_support ? { support: true } : {}),
    },
    dueAt: row.due_at,
  }))
}

export async function findDecision(
  tx: Tx,
  tenant: string,
  order: string,
): Promise<Decision | undefined> {
  return (await listDecisions(tx, tenant, [order]))[0]
}

/** False where none waited. */
export const dropDecision = (tx: Tx, tenant: string, order: string): Promise<boolean> =>
  dropDecisions(tx, tenant, [order])

export async function dropDecisions(
  tx: Tx,
  tenant: string,
  orders: readonly string[],
): Promise<boolean> {
  if (orders.length === 0) return false
  const result = await tx
    .deleteFrom('order_decisions')
    .where('tenant', '=', tenant)
    .where('order_number', '=', sql<string>`any(${[...orders]}::text[])`)
    .executeTakeFirst()
  return result.numDeletedRows > 0n
}

/** Decisions that can be undone no more. */
export const dueDecisions = (tenant: string, now: Temporal.Instant) =>
  firstBy(
    sql`select 1 from order_decisions where tenant = ${tenant} and due_at <= ${now.toString()}`,
    sql`due_at`,
  )

export type DueDecision = { number: string; isRefusal: boolean }

/** In the order in which they are applied. */
export async function listDueDecisions(
  tx: Tx,
  tenant: string,
  now: Temporal.Instant,
): Promise<DueDecision[]> {
  const rows = await tx
    .selectFrom('order_decisions as d')
    .innerJoin('orders as o', (join) =>
      join.onRef('o.tenant', '=', 'd.tenant').onRef('o.number', '=', 'd.order_number'),
    )
    .select(['d.order_number', 'd.action'])
    .where('d.tenant', '=', tenant)
    .where('o.tenant', '=', tenant)
    .where('d.due_at', '<=', now)
    .orderBy('d.due_at')
    .orderBy('o.contract_on')
    .orderBy(sql`o.number collate "C"`)
    .limit(1000)
    .execute()
  return rows.map((row) => ({ number: row.order_number, isRefusal: row.action === 'refuse' }))
}

/** Oldest contract first, as bonus stages count earlier releases; unknown orders last. */
export async function sortByContract(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    select typed.number from unnest(${[...numbers]}::text[]) as typed (number)
      left join orders o on o.tenant = ${tenant} and o.number = upper(trim(typed.number))
    order by o.contract_on nulls last, o.number collate "C"`.execute(tx)
  return rows.map(({ number }) => number)
}

/** Which of these agency users are active; locked for the transaction, in the order of their ids. */
export async function keepAtWork(
  tx: Tx,
  tenant: string,
  userIds: readonly string[],
): Promise<Set<string>> {
  if (userIds.length === 0) return new Set()
  const rows = await tx
    .selectFrom('agency_users as u')
    .innerJoin('agencies as a', (join) =>
      join.onRef('a.tenant', '=', 'u.tenant').onRef('a.agency_id', '=', 'u.agency_id'),
    )
    .select('u.user_id')
    .where('u.tenant', '=', tenant)
    .where('a.tenant', '=', tenant)
    .where('u.user_id', '=', sql<string>`any(${[...new Set(userIds)]}::uuid[])`)
    .where('u.left_at', 'is', null)
    .where('a.state', '=', 'active')
    .orderBy('u.user_id')
    .forShare()
    .execute()
  return new Set(rows.map((row) => row.user_id))
}
