import * as contract from '../../contract/betrieb-auftraege.ts'
import { actorOf, type Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { fail } from '../errors.ts'
import { lockOrder } from '../order/store.ts'
import { lockOrderRewards } from '../reward/store.ts'
import { serve } from '../serve.ts'
import { personOf } from '../team/sign-in.ts'
import { cancelOrderAs, releaseOrderAs } from './decide-as.ts'
import { effectOf } from './order-record.ts'
import { readOrder } from './order-record-store.ts'

type Seen = Call<{ id: string }, unknown, { version: number; reason: string }>

/** The order as the caller saw it, locked. */
async function lockSeen(tx: Tx, call: Pick<Seen, 'tenant' | 'params' | 'body' | 'caller'>) {
  const { tenant, params, body } = call
  personOf(call)
  if (!(await lockOrder(tx, tenant.code, params.id))) throw fail('not-found')
  const order = await readOrder(tx, tenant.code, params.id)
  if (!order) throw fail('not-found')
  if (order.version !== body.version) throw fail('changed-meanwhile')
  return { number: order.number, actor: { ...actorOf(call.caller), reason: body.reason } }
}

export const releaseTenantOrder = serve(contract.releaseTenantOrder, async (call) => {
  const { deps, tenant } = call
  await retryConflict(() =>
    call.transaction(async (tx) => {
      const { number, actor } = await lockSeen(tx, call)
      const { kind } = await releaseOrderAs(tx, deps, tenant, number, actor)
      if (kind !== 'released') throw fail('changed-meanwhile')
    }),
  )
  return undefined
})

export const cancelTenantOrder = serve(contract.cancelTenantOrder, async (call) => {
  const { deps, tenant, body } = call
  await retryConflict(() =>
    call.transaction(async (tx) => {
      const { number, actor } = await lockSeen(tx, call)
      // A reward that was paid meanwhile would be claimed back unannounced.
      const effect = effectOf(await lockOrderRewards(tx, tenant.code, number))
      if (effect.cancelled !== body.cancelled || effect.clawedBack !== body.clawedBack)
        throw fail('changed-meanwhile')
      const { kind } = await cancelOrderAs(tx, deps, tenant, number, actor)
      if (kind !== 'cancelled') throw fail('changed-meanwhile')
    }),
  )
  return undefined
})
