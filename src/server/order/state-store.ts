import { sql } from 'kysely'
import type { Refusal } from '../../domain/refusal.ts'
import type { Doubt } from '../../domain/doubt.ts'
import { recordReport } from '../reports/rows-store.ts'
import type { Tx } from '../db/connection.ts'
import { lockNamed } from '../db/lock-named.ts'

/** Of orders that are locked and confirmed. @param cents of the rewards that the release makes, which are there */
export async function markReleased(
  tx: Tx,
  tenant: string,
  orders: readonly { number: string; cents: number }[],
  at: Temporal.Instant,
): Promise<void> {
  const numbers = orders.map(({ number }) => number)
  const { numAffectedRows } = await sql`
    update orders set state = 'released', released_at = ${at.toString()}, reward_cents = given.cents
    from unnest(${numbers}::text[], ${orders.map(({ cents }) => cents)}::bigint[]) as given (number, cents)
    where orders.tenant = ${tenant} and orders.number = given.number and orders.state = 'confirmed'`.execute(
    tx,
  )
  if (numAffectedRows !== BigInt(orders.length))
    throw new Error('An order was released that was not confirmed')
  await recordReport(tx, tenant, 'orders', numbers)
}

/** Those of locked orders that were not cancelled before. */
export async function markOrdersCancelled(
  tx: Tx,
  tenant: string,
  orders: readonly { number: string; refusal: Refusal | null }[],
  at: Temporal.Instant,
): Promise<void> {
  const { rows } = await sql<{ number: string }>`
    update orders set state = 'cancelled', cancelled_at = ${at.toString()}, releasable_on = null,
      refusal_reason = given.reason, refusal_note = given.note
    from unnest(${orders.map(({ number }) => number)}::text[], ${orders.map(({ refusal }) => refusal?.reason ?? null)}::text[],
      ${orders.map(({ refusal }) => refusal?.note ?? null)}::text[]) as given (number, reason, note)
    where orders.tenant = ${tenant} and orders.number = given.number and orders.state <> 'cancelled'
    returning orders.number`.execute(tx)
  const cancelled = rows.map(({ number }) => number)
  await recordReport(tx, tenant, 'orders', cancelled)
}

/** What speaks against a contract, who attached it all the same, and whose file it came by. The caller has made the order in this transaction. */
export async function markDoubted(
  tx: Tx,
  tenant: string,
  number: string,
  { doubts, by, bringer }: { doubts: readonly Doubt[]; by: string; bringer: string | null },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ doubts: [...doubts], doubted_by: by, doubted_bringer: bringer })
    .where('tenant', '=', tenant)
    .where('number', '=', number)
    .execute()
}

export async function findDoubts(
  tx: Tx,
  tenant: string,
  number: string,
): Promise<{ doubts: Doubt[]; by: string | null; bringer: string | null }> {
  const row = await tx
    .selectFrom('orders')
    .select(['doubts', 'doubted_by', 'doubted_bringer'])
    .where('tenant', '=', tenant)
    .where('number', '=', number)
    .executeTakeFirstOrThrow()
  return {
    doubts: (row.doubts ?? []) as Doubt[],
    by: row.doubted_by,
    bringer: row.doubted_bringer,
  }
}

/** Two that one operator attaches at once see each other. */
export const lockAttaching = (tx: Tx, tenant: string, by: string): Promise<void> =>
  lockNamed(tx, tenant, `attach ${tenant} ${by}`)

/** Who gave a contract to somebody whom the provider does not name, and what it was expected to earn. */
export async function markAttached(
  tx: Tx,
  tenant: string,
  number: string,
  { by, at, cents }: { by: string; at: Temporal.Instant; cents: number },
): Promise<void> {
  await tx
    .updateTable('orders')
    .set({ attached_by: by, attached_at: at.toString(), attached_cents: cents })
    .where('tenant', '=', tenant)
    .where('number', '=', number)
    .execute()
}

/** What an operator attached alone since then: what waits for somebody else's review is not counted. */
export async function sumAttached(
  tx: Tx,
  tenant: string,
  by: string,
  since: Temporal.Instant,
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(attached_cents), 0)::bigint as cents from orders
    where tenant = ${tenant} and attached_by = ${by} and attached_at > ${since.toString()} and doubts is null`.execute(
    tx,
  )
  return rows[0]?.cents ?? 0
}

/** Who attached this order's contract although something spoke against it, and whose file it came by; nobody if nothing did. */
export const listDoubters = async (tx: Tx, tenant: string, number: string): Promise<string[]> =>
  (await listDoubtersOf(tx, tenant, [number])).get(number) ?? []

/** The same of many, by order; without those that nobody doubted. */
export async function listDoubtersOf(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
): Promise<Map<string, string[]>> {
  const rows = await tx
    .selectFrom('orders')
    .select(['number', 'doubted_by', 'doubted_bringer'])
    .where('tenant', '=', tenant)
    .where('number', '=', sql<string>`any(${[...numbers]}::text[])`)
    .where((eb) => eb.or([eb('doubted_by', 'is not', null), eb('doubted_bringer', 'is not', null)]))
    .execute()
  return new Map(
    rows.map((row) => [
      row.number,
      [row.doubted_by, row.doubted_bringer].filter((one) => typeof one === 'string'),
    ]),
  )
}

/** Notes on a cancelled order whether a reward of it is claimed back, for the list. */
export async function noteClawback(tx: Tx, tenant: string, number: string): Promise<void> {
  await sql`
    update orders set clawed_back = true where tenant = ${tenant} and number = ${number} and exists (
      select from rewards where tenant = ${tenant} and order_number = ${number} and claimed_back_at is not null)`.execute(
    tx,
  )
}

/** Free text about a contract may name a person; the reason stays. */
export async function forgetRefusalNotesOfReferrer(
  tx: Tx,
  tenant: string,
  accountId: string,
): Promise<void> {
  await sql`
    update orders set refusal_note = null
    where tenant = ${tenant} and refusal_note is not null and referral_number = any (array(
      select number from referrals where tenant = ${tenant} and account_id = ${accountId}))`.execute(
    tx,
  )
}

/** The same of a recipient's contracts. */
export async function forgetRefusalNotesOfRecipient(
  tx: Tx,
  tenant: string,
  number: string,
): Promise<void> {
  await sql`
    update orders set refusal_note = null
    where tenant = ${tenant} and recipient_number = ${number} and refusal_note is not null`.execute(
    tx,
  )
}
