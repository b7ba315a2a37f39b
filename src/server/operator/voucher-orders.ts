import * as contract from '../../contract/betrieb-gutscheine.ts'
import { mayRetry } from '../../domain/voucher-order.ts'
import { audit } from '../base/audit-store.ts'
import { isUuid } from '../base/uuid.ts'
import { listRewardOptions } from '../catalogue/store.ts'
import { actorOf } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { OutsideError } from '../gateways/http/outside-error.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { providerOf } from '../reward/order-voucher.ts'
import { changeVoucherOrder, lockVoucherOrder } from '../reward/voucher-order-store.ts'
import { serve } from '../serve.ts'
import { personOf } from '../team/sign-in.ts'
import { isOwnReward } from './own-case.ts'

export const showVoucherBalance = serve(contract.showVoucherBalance, async (call) => {
  const { deps, tenant } = call
  const provider = await withTenant(deps.db, tenant.code, (tx) => providerOf(tx, deps, tenant))
  if (!provider) return { cents: null }
  try {
    return { cents: await provider.balance() }
  } catch (error) {
    if (!(error instanceof OutsideError)) throw error
    return { cents: null }
  }
})

/** A failed order is asked for first, as if nothing were known of it: what was refused may have been paid for at the provider since. */
export const retryVoucherOrder = serve(contract.retryVoucherOrder, (call) =>
  call.transaction(async (tx) => {
    const { deps, tenant, params, body, now: at } = call
    const { operatorId } = personOf(call)
    const order = isUuid(params.id) ? await lockVoucherOrder(tx, tenant.code, params.id) : undefined
    if (!order) throw fail('not-found')
    if (await isOwnReward(tx, deps, tenant.code, operatorId, params.id)) throw fail('own-case')
    if (order.version !== body.version || !mayRetry(order)) throw fail('changed-meanwhile')
    const options = await listRewardOptions(tx, tenant.code)
    const option = options.find((one) => one.option_id === order.option_id)
    const { products = order.products } = option?.voucher?.order ?? {}
    const changed = { state: 'unknown' as const, products, leasedUntil: null }
    await changeVoucherOrder(tx, tenant.code, params.id, changed, at)
    await enqueue(tx, tenant.code, 'order-voucher', { rewardId: params.id })
    await audit(tx, tenant.code, {
      at,
      actor: actorOf(call.caller),
      reason: body.reason,
      action: 'voucher-order-retried',
      subjectKind: 'reward',
      subjectId: params.id,
      details: { why: order.reason },
      change: { before: { state: order.state }, after: { state: 'unknown' } },
    })
    return undefined
  }),
)
