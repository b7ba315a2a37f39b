import * as contract from '../../contract/betrieb-auszahlungen.ts'
import { isUuid } from '../base/uuid.ts'
import { actorOf } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { stopProposal, takePaymentOut as takeOut } from '../payout/change-proposal.ts'
import { findProposal } from '../payout/proposal-store.ts'
import { findBatch } from '../payout/store.ts'
import { serve } from '../serve.ts'
import { personOf } from '../team/sign-in.ts'
import { approvePayoutAs, cancelFileAs, proposePayoutAs, tellBankAs } from './pay-as.ts'

export const proposePayout = serve(contract.proposePayout, async (call) => {
  const { deps, tenant, body } = call
  personOf(call)
  const run = await proposePayoutAs(deps, tenant.code, actorOf(call.caller), {
    withFresh: body.withFresh ?? false,
  })
  return {
    id: run.proposal?.proposalId ?? null,
    ongoing: run.ongoing,
    own: run.own,
    fresh: run.fresh,
    above: run.above,
    sentBack: run.sentBack.length,
  }
})

async function checkVersion(tx: Tx, tenant: string, id: string, version: number): Promise<void> {
  const found = await findProposal(tx, tenant, id)
  if (!found) throw fail('not-found')
  if (found.version !== version) throw fail('changed-meanwhile')
}

export const approvePayout = serve(contract.approvePayout, (call) =>
  call.transaction(async (tx) => {
    const { deps, tenant, params, body } = call
    personOf(call)
    await checkVersion(tx, tenant.code, params.id, body.version)
    const seen = { proposalId: params.id, hash: body.hash }
    const outcome = await approvePayoutAs(tx, deps, tenant, seen, actorOf(call.caller))
    return { outcome }
  }),
)

export const stopPayout = serve(contract.stopPayout, async (call) => {
  const { deps, tenant, params, body } = call
  personOf(call)
  const actor = actorOf(call.caller)
  await call.transaction(async (tx) => {
    await checkVersion(tx, tenant.code, params.id, body.version)
    const { reason } = body
    const done = await stopProposal(tx, deps, tenant, params.id, {
      actor: { ...actor, reason },
      reason,
    })
    if (!done) throw fail('changed-meanwhile')
  })
  return undefined
})

export const takePaymentOut = serve(contract.takePaymentOut, async (call) => {
  const { deps, tenant, params, body } = call
  personOf(call)
  const actor = actorOf(call.caller)
  await call.transaction(async (tx) => {
    await checkVersion(tx, tenant.code, params.id, body.version)
    if (!isUuid(params.payment)) throw fail('not-found')
    const what = { proposalId: params.id, itemId: params.payment }
    const done = await takeOut(tx, deps, tenant, what, { actor, reason: body.reason })
    if (!done) throw fail('changed-meanwhile')
  })
  return undefined
})

export const cancelPayoutFile = serve(contract.cancelPayoutFile, (call) =>
  call.transaction(async (tx) => {
    const { deps, tenant, params, body } = call
    personOf(call)
    if (!(await findBatch(tx, tenant.code, params.id))) throw fail('not-found')
    const what = { batchId: params.id, reason: body.reason }
    return { outcome: await cancelFileAs(tx, deps, tenant, what, actorOf(call.caller)) }
  }),
)

export const tellBank = serve(contract.tellBank, (call) =>
  call.transaction(async (tx) => {
    const { deps, tenant, params, body } = call
    personOf(call)
    if (!(await findBatch(tx, tenant.code, params.id))) throw fail('not-found')
    const actor = { ...actorOf(call.caller), reason: body.reason }
    await tellBankAs(tx, deps, tenant, { batchId: params.id, isBack: false }, actor)
    return undefined
  }),
)

export const untellBank = serve(contract.untellBank, (call) =>
  call.transaction(async (tx) => {
    const { deps, tenant, params, body } = call
    personOf(call)
    if (!(await findBatch(tx, tenant.code, params.id))) throw fail('not-found')
    const actor = { ...actorOf(call.caller), reason: body.reason }
    await tellBankAs(tx, deps, tenant, { batchId: params.id, isBack: true }, actor)
    return undefined
  }),
)
