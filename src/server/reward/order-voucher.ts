import type { Tenant } from '../../domain/tenant.ts'
import { mayOrderAfterAsking, nextStep, type VoucherRefusal } from '../../domain/voucher-order.ts'
import { audit, system } from '../base/audit-store.ts'
import { findSecret } from '../base/secret-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import { voucherPlace, voucherText } from '../base/voucher-places.ts'
import { listRewardOptions } from '../catalogue/store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { makeVoucherProvider } from '../gateways/vouchers/make-voucher-provider.ts'
import type { ProviderAnswer, VoucherProvider } from '../gateways/vouchers/voucher-provider.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { mailVoucher } from './reward-mails.ts'
import { planReminder } from './shown-code-store.ts'
import { findContact, lockReward } from './store.ts'
import {
  changeVoucherOrder,
  lockVoucherOrder,
  takeOpenOrders,
  type VoucherOrder,
} from './voucher-order-store.ts'
import { insertVouchers, takeVouchers } from './voucher-store.ts'

// Longer than all requests of a run together.
const leaseSeconds = 120

export async function providerOf(
  tx: Tx,
  deps: Pick<Deps, 'keys' | 'voucherProviderAt'>,
  { code, voucherProvider }: Pick<Tenant, 'code' | 'voucherProvider'>,
): Promise<VoucherProvider | null> {
  const key = voucherProvider && (await findSecret(tx, deps.keys, code, 'vouchers'))
  return key ? makeVoucherProvider(voucherProvider, key, deps.voucherProviderAt) : null
}

/**
 * The job 'order-voucher': orders a reward's voucher at the provider and mails its code. Requests run outside of transactions; before each that
 * orders, 'unknown' is committed, and what is unknown is asked for first. So after any crash the same order is found, never made anew.
 */
export async function orderVoucher(deps: Deps, tenant: Tenant, rewardId: string): Promise<void> {
  const begun = await withTenant(deps.db, tenant.code, (tx) => begin(tx, deps, tenant, rewardId))
  if (!begun) return
  const { order, provider } = begun
  try {
    const answer = await settle(provider, order)
    if (answer.kind === 'refused') await fail(deps, tenant, rewardId, answer.reason)
    else if (answer.kind === 'waits') await keep(deps, tenant, rewardId, answer.reference, null)
    else {
      const until = lease(deps)
      await keep(deps, tenant, rewardId, answer.reference, until)
      await deliver(deps, tenant, rewardId, await provider.fetchCode(answer.item))
    }
  } catch (error) {
    // The next run need not wait.
    await withTenant(deps.db, tenant.code, async (tx) => {
      const left = await lockVoucherOrder(tx, tenant.code, rewardId)
      if (left && nextStep(left.state) !== 'none')
        await change(tx, deps, tenant, rewardId, { state: left.state, leasedUntil: null })
    })
    throw error
  }
}

async function settle(
  provider: VoucherProvider,
  order: VoucherOrder,
): Promise<Exclude<ProviderAnswer, { kind: 'absent' }>> {
  const { order_id: id, products, cents, state } = order
  if (nextStep(state) === 'ask') {
    const known = await provider.ask(id)
    if (known.kind !== 'absent') return known
    if (!mayOrderAfterAsking(state)) throw new Error('The provider forgot an order it acknowledged')
  }
  return provider.order({ id, products, cents })
}

const lease = (deps: Pick<Deps, 'clock'>) => deps.clock.realNow().add({ seconds: leaseSeconds })

/** The order as it was, leased to this run; null: there is nothing to do. */
async function begin(tx: Tx, deps: Deps, tenant: Tenant, rewardId: string) {
  const reward = await lockReward(tx, tenant.code, rewardId)
  const order = await lockVoucherOrder(tx, tenant.code, rewardId)
  if (!reward || !order || nextStep(order.state) === 'none') return null
  if (order.leased_until && Temporal.Instant.compare(order.leased_until, deps.clock.realNow()) > 0)
    throw new Error('Another process is ordering this voucher')
  if (order.state === 'reserved' && reward.claimed_back_at !== null) {
    await failIn(tx, deps, tenant, rewardId, 'claimed-back')
    return null
  }
  const provider = await providerOf(tx, deps, tenant)
  if (!provider) {
    // One that may have been sent waits for its provider.
    if (order.state !== 'reserved') throw new Error('The voucher provider is not configured')
    await failIn(tx, deps, tenant, rewardId, 'no-provider')
    return null
  }
  const state = order.state === 'reserved' ? 'unknown' : order.state
  await change(tx, deps, tenant, rewardId, { state, leasedUntil: lease(deps) })
  return { order, provider }
}

type Change = Parameters<typeof changeVoucherOrder>[3]
const change = (tx: Tx, deps: Deps, { code }: Tenant, rewardId: string, changed: Change) =>
  changeVoucherOrder(tx, code, rewardId, changed, deps.clock.now())

/** The provider has the order. */
const keep = (
  deps: Deps,
  tenant: Tenant,
  rewardId: string,
  reference: string,
  leasedUntil: Temporal.Instant | null,
) =>
  withTenant(deps.db, tenant.code, async (tx) => {
    const order = await lockVoucherOrder(tx, tenant.code, rewardId)
    if (!order || nextStep(order.state) === 'none') return
    await change(tx, deps, tenant, rewardId, { state: 'ordered', reference, leasedUntil })
  })

const fail = (deps: Deps, tenant: Tenant, rewardId: string, reason: VoucherRefusal) =>
  withTenant(deps.db, tenant.code, async (tx) => {
    const order = await lockVoucherOrder(tx, tenant.code, rewardId)
    if (order && nextStep(order.state) !== 'none') await failIn(tx, deps, tenant, rewardId, reason)
  })

async function failIn(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  rewardId: string,
  reason: VoucherRefusal,
): Promise<void> {
  await change(tx, deps, tenant, rewardId, { state: 'failed', reason, leasedUntil: null })
  await note(tx, deps, tenant, rewardId, 'voucher-order-failed', { why: reason })
}

const note = (
  tx: Tx,
  deps: Deps,
  { code }: Tenant,
  rewardId: string,
  action: 'voucher-order-failed' | 'voucher-delivered',
  details: Record<string, unknown>,
) =>
  audit(tx, code, {
    at: deps.clock.now(),
    actor: system,
    action,
    subjectKind: 'reward',
    subjectId: rewardId,
    details,
  })

/** The code is kept and mailed in one transaction, once. Nobody is left to write to: it is kept alone. */
const deliver = (deps: Deps, tenant: Tenant, rewardId: string, code: string) =>
  withTenant(deps.db, tenant.code, async (tx) => {
    const reward = await lockReward(tx, tenant.code, rewardId)
    const order = await lockVoucherOrder(tx, tenant.code, rewardId)
    if (!reward || !order || nextStep(order.state) === 'none') return
    const now = deps.clock.now()
    const id = uuidv7()
    const { option_id: optionId, cents } = order
    const voucher = {
      id,
      cents,
      expiresOn: null,
      codeEncrypted: deps.keys.encrypt(code, voucherPlace(tenant.code, id)),
      codeHash: deps.keys.lookups(voucherText(optionId, code))[0]!,
    }
    await insertVouchers(tx, tenant.code, optionId, [voucher], now)
    if ((await takeVouchers(tx, tenant.code, [id], rewardId, now)) !== 1)
      throw new Error('The provider gave a code that is another reward’s')
    await change(tx, deps, tenant, rewardId, { state: 'delivered', leasedUntil: null })
    await note(tx, deps, tenant, rewardId, 'voucher-delivered', {})
    const option = (await listRewardOptions(tx, tenant.code)).find(
      (one) => one.option_id === optionId,
    )
    const contact = await findContact(tx, tenant.code, rewardId)
    if (!option || !contact?.email) return
    await planReminder(tx, tenant, rewardId, deps.clock.today())
    await mailVoucher(tx, deps, tenant, reward, { option }, `voucher|${rewardId}`)
  })

const atOnce = 200

/** Since when nobody was sent for an order, or one waits, for it to be queued. */
export const voucherOrdersSince = (now: Temporal.Instant) => ({
  unsent: now.subtract({ minutes: 15 }),
  waiting: now.subtract({ hours: 1 }),
})

/** Queues orders that were left open by a crash or an outage, and asks for those that wait at the provider, once an hour. */
export async function resumeVoucherOrders(deps: Deps, code: string): Promise<void> {
  const now = deps.clock.realNow()
  await withTenant(deps.db, code, async (tx) => {
    const left = await takeOpenOrders(tx, code, { now, ...voucherOrdersSince(now) }, atOnce)
    for (const rewardId of left) await enqueue(tx, code, 'order-voucher', { rewardId })
  })
}
