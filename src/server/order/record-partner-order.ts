import { randomBytes } from 'node:crypto'
import { planOn } from '../../domain/commission.ts'
import { localDate } from '../../domain/dates.ts'
import { cancelEvent } from '../../domain/ledger.ts'
import { numberFrom } from '../../domain/numbers.ts'
import { changeOrder, releasableOn } from '../../domain/order.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Tx } from '../db/connection.ts'
import { broughtBy } from './brought-by.ts'
import {
  findPartnerOrder,
  findProductGroup,
  insertPartnerOrder,
  keepPartnerByNumber,
  lockPartnerOrders,
  markPartnerOrders,
  postCommission,
  postCommissions,
  readPlans,
  type PartnerOrder,
} from './partner-order-store.ts'
import type { FeedOrder, Recorded } from './record-order.ts'
import { findOrderByExternal, findProductsByExternal } from './store.ts'

type Context = { source: string; actor: Actor; now: Temporal.Instant }
export type PartnerRecorded =
  | { kind: 'new' | 'unchanged' | 'stays-cancelled'; number: string }
  | { kind: 'cancelled'; number: string; lostCents: number }
  | Extract<Recorded, { kind: 'failed' }>

const mostYears = 150

/**
 * Imports a line of the provider's feed with a partner's number, or for a partner's order; null for others. The commission is
 * fixed by the plan on the contract date. Once per the provider's order number; run through retryConflict().
 */
export async function recordPartnerOrder(
  tx: Tx,
  tenant: Tenant,
  line: FeedOrder,
  context: Context,
): Promise<PartnerRecorded | null> {
  if (!tenant.salesPartners) return line.salesPartnerNumber ? refuse('Verkaufspartnernummer') : null
  const known = await findPartnerOrder(tx, tenant.code, line.externalNumber)
  if (!known && !line.salesPartnerNumber) return null
  if (line.referralNumber || line.recipientNumber)
    return { kind: 'failed', error: 'validation', fields: ['Verkaufspartnernummer'] }
  const products = await findProductsByExternal(tx, tenant.code, line.productExternalId)
  if (products.length === 0) return refuse('ProduktExterneId')
  const number = line.salesPartnerNumber?.toUpperCase()
  if (known) return compare(tx, tenant.code, known, line, products, context)
  // A provider's number is one order, a partner's or a referral's.
  if (await findOrderByExternal(tx, tenant.code, line.externalNumber))
    return { kind: 'failed', error: 'idempotency-mismatch', fields: ['Verkaufspartnernummer'] }
  const today = localDate(context.now)
  const contractOn = Temporal.PlainDate.from(line.contractOn)
  if (
    Temporal.PlainDate.compare(contractOn, today.add({ days: 1 })) > 0 ||
    Temporal.PlainDate.compare(contractOn, today.subtract({ years: mostYears })) < 0
  )
    return { kind: 'failed', error: 'validation', fields: ['Vertragsdatum'] }
  const partner = await keepPartnerByNumber(tx, tenant.code, number!)
  if (partner?.state !== 'active') return refuse('Verkaufspartnernummer')
  return create(tx, tenant, { line, partner, productId: products[0]!, contractOn }, context)
}

const refuse = (field: string): PartnerRecorded => ({
  kind: 'failed',
  error: 'not-found',
  fields: [field],
})

async function create(
  tx: Tx,
  tenant: Tenant,
  made: {
    line: FeedOrder
    partner: { partner_id: string }
    productId: string
    contractOn: Temporal.PlainDate
  },
  { source, actor, now }: Context,
): Promise<PartnerRecorded> {
  const { line, partner, productId, contractOn } = made
  const product = await findProductGroup(tx, tenant.code, productId)
  const plan = planOn(
    await readPlans(tx, tenant.code, null),
    product?.category ?? '',
    line.contractOn,
  )
  const order = { number: numberFrom(randomBytes(10)), cents: plan?.cents ?? 0 }
  const state = line.status === 'storniert' ? ('cancelled' as const) : ('confirmed' as const)
  await insertPartnerOrder(tx, tenant.code, {
    ...order,
    external: line.externalNumber,
    partnerId: partner.partner_id,
    productId,
    contractOn: line.contractOn,
    state,
    source,
    planId: plan?.planId ?? null,
    releasableOn: releasableOn(contractOn, tenant.complaintDays).toString(),
    at: now,
  })
  // Cancelled before known: nothing was promised.
  if (state === 'confirmed')
    await postCommission(tx, tenant.code, { ...order, event: 'created', at: now })
  await audit(tx, tenant.code, {
    at: now,
    actor,
    action: `order-${state}`,
    subjectKind: 'partner-order',
    subjectId: order.number,
    details: { source, plan: plan?.planId ?? null, ...broughtBy(actor) },
    change: { before: null, after: { state, cents: order.cents } },
  })
  const { number } = order
  return state === 'confirmed'
    ? { kind: 'new', number }
    : { kind: 'cancelled', number, lostCents: 0 }
}

async function compare(
  tx: Tx,
  tenant: string,
  order: PartnerOrder,
  line: FeedOrder,
  products: readonly string[],
  { actor, now }: Context,
): Promise<PartnerRecorded> {
  const number = line.salesPartnerNumber?.toUpperCase()
  const partner = number ? await keepPartnerByNumber(tx, tenant, number) : undefined
  const contradicting = [
    ...(number && partner?.partner_id !== order.partner_id ? ['Verkaufspartnernummer'] : []),
    ...(products.includes(order.product_id) ? [] : ['ProduktExterneId']),
    ...(line.contractOn === order.contract_on ? [] : ['Vertragsdatum']),
  ]
  if (contradicting.length > 0)
    return { kind: 'failed', error: 'idempotency-mismatch', fields: contradicting }
  if (line.status === 'storniert') {
    const { number } = order
    const lostCents = await cancelPartnerOrder(tx, tenant, number, { actor, now })
    return lostCents === null
      ? { kind: 'unchanged', number }
      : { kind: 'cancelled', number, lostCents }
  }
  return {
    kind: order.state === 'cancelled' ? 'stays-cancelled' : 'unchanged',
    number: order.number,
  }
}

/**
 * Cancels a partner's order in any state; if on a credit note, the next one takes it back. Returns the released commission; null: it was
 * cancelled before.
 */
export async function cancelPartnerOrder(
  tx: Tx,
  tenant: string,
  number: string,
  { actor, now }: Pick<Context, 'actor' | 'now'>,
): Promise<number | null> {
  const [order] = await lockPartnerOrders(tx, tenant, [number])
  if (!order || changeOrder(order.state, 'cancelled').kind !== 'changed') return null
  const state = order.state === 'released' ? ('provided' as const) : ('open' as const)
  const event = cancelEvent({ state, inTransit: false, paidBy: null })
  if (!event) throw new Error('An unpaid commission cannot be cancelled')
  await markPartnerOrders(tx, tenant, [number], { state: 'cancelled', at: now })
  const { commission_cents: cents } = order
  await postCommission(tx, tenant, { number, cents, event, at: now })
  await audit(tx, tenant, {
    at: now,
    actor,
    action: 'order-cancelled',
    subjectKind: 'partner-order',
    subjectId: number,
    change: { before: { state: order.state }, after: { state: 'cancelled' } },
  })
  return order.state === 'released' ? order.commission_cents : 0
}

/** Releases those of partners' orders that are confirmed, once: their commissions become payable. */
export async function releaseCommissions(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
  { actor, now }: Pick<Context, 'actor' | 'now'>,
): Promise<void> {
  const locked = await lockPartnerOrders(tx, tenant, numbers)
  const orders = new Map(locked.map((order) => [order.number, order]))
  const released = numbers.flatMap((number) => {
    const order = orders.get(number)
    return order && changeOrder(order.state, 'released').kind === 'changed' ? order : []
  })
  if (released.length === 0) return
  const of = released.map(({ number }) => number)
  await markPartnerOrders(tx, tenant, of, { state: 'released', at: now })
  await postCommissions(
    tx,
    tenant,
    released.map(({ number, commission_cents: cents }) => ({
      number,
      cents,
      event: 'provided',
      at: now,
    })),
  )
  for (const { number, state } of released)
    await audit(tx, tenant, {
      at: now,
      actor,
      action: 'order-released',
      subjectKind: 'partner-order',
      subjectId: number,
      change: { before: { state }, after: { state: 'released' } },
    })
}
