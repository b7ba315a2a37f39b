import { sql, type Selectable } from 'kysely'
import type { CommissionPlan } from '../../domain/commission.ts'
import { postingsFor, type RewardEvent } from '../../domain/ledger.ts'
import type { Tx } from '../db/connection.ts'
import { forMany } from '../db/in-step.ts'
import type { PartnerOrders } from '../db/tables.ts'

export type PartnerOrderState = 'confirmed' | 'released' | 'cancelled'
export type PartnerOrder = Omit<Selectable<PartnerOrders>, 'state'> & { state: PartnerOrderState }

/** By our numbers, in their order; locked for the transaction. */
export async function lockPartnerOrders(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
): Promise<PartnerOrder[]> {
  const rows = await tx
    .selectFrom('partner_orders')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('number', '=', sql<string>`any(${[...numbers]}::text[])`)
    .orderBy('number')
    .forNoKeyUpdate()
    .execute()
  return rows as PartnerOrder[]
}

export const findPartnerOrder = forMany(
  async (tx, tenant, externals: readonly string[]): Promise<(PartnerOrder | undefined)[]> => {
    const rows = await tx
      .selectFrom('partner_orders')
      .selectAll()
      .where('tenant', '=', tenant)
      .where('external_number', '=', sql<string>`any(${[...externals]}::text[])`)
      .execute()
    const found = new Map((rows as PartnerOrder[]).map((row) => [row.external_number, row]))
    return externals.map((external) => found.get(external))
  },
)

/** The partner by number, with state; locked for the transaction. */
export const keepPartnerByNumber = forMany(async (tx, tenant, numbers: readonly string[]) => {
  const rows = await tx
    .selectFrom('sales_partners')
    .select(['partner_id', 'number', 'state'])
    .where('tenant', '=', tenant)
    .where('number', '=', sql<string>`any(${[...numbers]}::text[])`)
    .orderBy('number')
    .forShare()
    .execute()
  return numbers.map((number) => rows.find((row) => row.number === number))
})

/** A product's group, to which commission plans apply. */
export const findProductGroup = forMany(async (tx, tenant, productIds: readonly string[]) => {
  const rows = await tx
    .selectFrom('products')
    .select(['product_id', 'category'])
    .where('tenant', '=', tenant)
    .where('product_id', '=', sql<string>`any(${[...productIds]}::text[])`)
    .execute()
  return productIds.map((id) => rows.find((row) => row.product_id === id))
})

export async function listPlans(tx: Tx, tenant: string): Promise<CommissionPlan[]> {
  const rows = await tx
    .selectFrom('commission_plans')
    .select(['plan_id', 'product_group', 'cents', 'valid_from'])
    .where('tenant', '=', tenant)
    .orderBy('product_group')
    .orderBy('valid_from')
    .execute()
  return rows.map((row) => ({
    planId: row.plan_id,
    group: row.product_group,
    cents: row.cents,
    validFrom: row.valid_from,
  }))
}

/** The same, once for all who ask. */
export const readPlans = forMany(async (tx, tenant, asked: readonly null[]) => {
  const plans = await listPlans(tx, tenant)
  return asked.map(() => plans)
})

/** False if the group already has a plan from that day. */
export async function insertPlan(
  tx: Tx,
  tenant: string,
  plan: CommissionPlan & { at: Temporal.Instant; by: string },
): Promise<boolean> {
  const result = await tx
    .insertInto('commission_plans')
    .values({
      tenant,
      plan_id: plan.planId,
      product_group: plan.group,
      cents: plan.cents,
      valid_from: plan.validFrom,
      created_at: plan.at.toString(),
      created_by: plan.by,
    })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export type NewPartnerOrder = {
  number: string
  external: string
  partnerId: string
  productId: string
  contractOn: string
  state: 'confirmed' | 'cancelled'
  source: string
  cents: number
  planId: string | null
  releasableOn: string
  at: Temporal.Instant
}

/** Throws a unique violation if the provider's number is taken: retryConflict(). */
export const insertPartnerOrder = forMany(
  async (tx, tenant, orders: readonly NewPartnerOrder[]): Promise<undefined[]> => {
    await tx
      .insertInto('partner_orders')
      .values(
        orders.map((order) => ({
          tenant,
          number: order.number,
          external_number: order.external,
          partner_id: order.partnerId,
          product_id: order.productId,
          contract_on: order.contractOn,
          state: order.state,
          source: order.source,
          commission_cents: order.cents,
          plan_id: order.planId,
          confirmed_at: order.at.toString(),
          releasable_on: order.releasableOn,
          cancelled_at: order.state === 'cancelled' ? order.at.toString() : null,
        })),
      )
      .execute()
    return orders.map(() => undefined)
  },
)

export async function markPartnerOrders(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
  change: { state: 'released' | 'cancelled'; at: Temporal.Instant },
): Promise<void> {
  const at = change.at.toString()
  await tx
    .updateTable('partner_orders')
    .set({
      state: change.state,
      ...(change.state === 'released' ? { released_at: at } : { cancelled_at: at }),
    })
    .where('tenant', '=', tenant)
    .where('number', '=', sql<string>`any(${[...numbers]}::text[])`)
    .execute()
}

/** Stores the commissions' credit note with their orders, since lists read only these. */
export async function billPartnerOrders(
  tx: Tx,
  tenant: string,
  numbers: string[],
  noteId: string,
): Promise<void> {
  await tx
    .updateTable('partner_orders')
    .set({ billed_in: noteId })
    .where('tenant', '=', tenant)
    .where('number', '=', sql<string>`any(${numbers}::text[])`)
    .execute()
}

type Commission = { number: string; cents: number; event: RewardEvent; at: Temporal.Instant }

/** Posts an event of a commission (domain/ledger.ts), once; nothing for zero. */
export const postCommission = forMany(
  async (tx, tenant, asked: readonly Commission[]): Promise<undefined[]> => {
    await postCommissions(tx, tenant, asked)
    return asked.map(() => undefined)
  },
)

/** The same of many. */
export async function postCommissions(
  tx: Tx,
  tenant: string,
  commissions: readonly Commission[],
): Promise<void> {
  const postings = commissions.flatMap(({ event, at, ...order }) =>
    order.cents === 0
      ? []
      : postingsFor(event, order.cents).map(({ account, cents }) => ({
          tenant,
          order_number: order.number,
          event,
          event_key: event,
          account,
          cents,
          at: at.toString(),
        })),
  )
  if (postings.length === 0) return
  await tx
    .insertInto('commission_postings')
    .values(postings)
    .onConflict((conflict) =>
      conflict.columns(['tenant', 'order_number', 'event_key', 'account']).doNothing(),
    )
    .execute()
}
