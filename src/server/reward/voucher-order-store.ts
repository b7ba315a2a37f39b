import { sql } from 'kysely'
import type { VoucherOrderState, VoucherRefusal } from '../../domain/voucher-order.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Tx } from '../db/connection.ts'

export type VoucherOrder = {
  reward_id: string
  order_id: string
  option_id: string
  products: string[]
  cents: number
  state: VoucherOrderState
  reason: VoucherRefusal | null
  reference: string | null
  leased_until: Temporal.Instant | null
  made_at: Temporal.Instant
  changed_at: Temporal.Instant
  version: number
}

const columns = [
  'reward_id',
  'order_id',
  'option_id',
  'products',
  'cents',
  'state',
  'reason',
  'reference',
  'leased_until',
  'made_at',
  'changed_at',
  'version',
] as const

export async function reserveOrder(
  tx: Tx,
  tenant: string,
  order: Pick<VoucherOrder, 'reward_id' | 'option_id' | 'products' | 'cents'>,
  now: Temporal.Instant,
): Promise<void> {
  const at = now.toString()
  await tx
    .insertInto('voucher_orders')
    .values({
      tenant,
      ...order,
      products: JSON.stringify(order.products),
      order_id: uuidv7(),
      state: 'reserved',
      queued_at: at,
      made_at: at,
      changed_at: at,
    })
    .execute()
}

export async function lockVoucherOrder(
  tx: Tx,
  tenant: string,
  rewardId: string,
): Promise<VoucherOrder | undefined> {
  const row = await tx
    .selectFrom('voucher_orders')
    .select(columns)
    .where('tenant', '=', tenant)
    .where('reward_id', '=', rewardId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row as VoucherOrder | undefined
}

type Changed = {
  state: VoucherOrderState
  reason?: VoucherRefusal | null
  reference?: string
  products?: string[]
  leasedUntil: Temporal.Instant | null
}

/** The caller has locked it. */
export async function changeVoucherOrder(
  tx: Tx,
  tenant: string,
  rewardId: string,
  { state, reason = null, reference, products, leasedUntil }: Changed,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('voucher_orders')
    .set((eb) => ({
      state,
      reason,
      ...(reference === undefined ? {} : { reference }),
      ...(products === undefined ? {} : { products: JSON.stringify(products) }),
      leased_until: leasedUntil?.toString() ?? null,
      changed_at: now.toString(),
      version: eb('version', '+', 1),
    }))
    .where('tenant', '=', tenant)
    .where('reward_id', '=', rewardId)
    .execute()
}

type Since = Record<'unsent' | 'waiting', Temporal.Instant>
export const openOrders = (tenant: string, { unsent, waiting }: Since) => sql`
      select reward_id from voucher_orders
      where tenant = ${tenant} and state in ('reserved', 'unknown', 'ordered')
        and queued_at < case when state = 'ordered' then ${waiting.toString()}::timestamptz else ${unsent.toString()}::timestamptz end`

/** Open orders that nobody was sent for since; marked as queued, for one caller. */
export async function takeOpenOrders(
  tx: Tx,
  tenant: string,
  { now, ...since }: Since & { now: Temporal.Instant },
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ reward_id: string }>`
    update voucher_orders set queued_at = ${now.toString()}
    where tenant = ${tenant} and reward_id = any (array(
      ${openOrders(tenant, since)}
      order by queued_at limit ${limit} for no key update skip locked))
    returning reward_id`.execute(tx)
  return rows.map(({ reward_id }) => reward_id)
}

/** What is not delivered, what failed first. */
export async function listOpenOrders(
  tx: Tx,
  tenant: string,
  limit: number,
): Promise<VoucherOrder[]> {
  const rows = await tx
    .selectFrom('voucher_orders')
    .select(columns)
    .where('tenant', '=', tenant)
    .where('state', '<>', 'delivered')
    .orderBy((eb) => eb('state', '=', 'failed'), 'desc')
    .orderBy('changed_at')
    .orderBy('reward_id')
    .limit(limit)
    .execute()
  return rows as VoucherOrder[]
}

export const failedOrders = (tenant: string) => sql`
  select 1 from voucher_orders where tenant = ${tenant} and state = 'failed'`

/** Since when the latest of the failed orders is one. */
export async function newestFailedOrder(
  tx: Tx,
  tenant: string,
): Promise<{ newest: Temporal.Instant | null; count: number }> {
  const { rows } = await sql<{ newest: Temporal.Instant | null; count: number }>`
    select max(changed_at) as newest, count(*)::int as count from voucher_orders
    where tenant = ${tenant} and state = 'failed'`.execute(tx)
  return rows[0]!
}
