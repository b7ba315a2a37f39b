import { approvalsNeeded } from '../../domain/payout-proposal.ts'
import { sumCents } from '../../domain/payout.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { endOver, endProposal } from './end-proposal.ts'
import { contentHash } from './payee.ts'
import {
  dropApprovals,
  listItems,
  lockProposal,
  restateProposal,
  takeOut,
} from './proposal-store.ts'

/** Null: nothing is open under that id. */
async function lockOpen(tx: Tx, deps: Deps, tenant: Tenant, proposalId: string) {
  const proposal = await lockProposal(tx, tenant.code, proposalId)
  if (proposal?.state !== 'open' || (await endOver(tx, deps, tenant, proposal))) return null
  return proposal
}

/** Takes it back, as whoever proposed it, or refuses it. Nothing was claimed. False: it is over. */
export async function stopProposal(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  proposalId: string,
  { actor, reason }: { actor: Actor; reason: string },
): Promise<boolean> {
  const proposal = await lockOpen(tx, deps, tenant, proposalId)
  if (!proposal) return false
  const state = proposal.proposed_by === actor.id ? 'withdrawn' : 'refused'
  await endProposal(tx, deps, tenant.code, proposal, { state, actor, reason })
  return true
}

/**
 * Takes a payment out of an open proposal; it is due as before. Approvals of what it was count no more. With the last payment the proposal
 * ends. False: it is over, or the payment is not in it.
 */
export async function takePaymentOut(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  { proposalId, itemId }: { proposalId: string; itemId: string },
  { actor, reason }: { actor: Actor; reason: string },
): Promise<boolean> {
  const proposal = await lockOpen(tx, deps, tenant, proposalId)
  if (!proposal) return false
  const at = deps.clock.now()
  const { code } = tenant
  const out = await takeOut(tx, code, proposalId, { items: [itemId], at, by: actor.id, reason })
  if (out.payments === 0) return false
  const left = await listItems(tx, code, proposalId)
  const cents = sumCents(left.map((item) => item.cents))
  await dropApprovals(tx, code, proposalId)
  await restateProposal(tx, code, proposalId, {
    payments: left.length,
    cents,
    contentHash: contentHash(tenant.payoutAccount, left),
    approvalsNeeded: approvalsNeeded(
      { cents, hasFreshAccounts: left.some((item) => item.is_fresh) },
      tenant.payouts,
    ),
  })
  await audit(tx, code, {
    at,
    actor: { ...actor, reason },
    action: 'payout-payment-taken-out',
    subjectKind: 'payout-proposal',
    subjectId: proposalId,
    details: { item: itemId, cents: out.cents },
    change: {
      before: { totalCents: proposal.total_cents, payments: proposal.payments },
      after: { totalCents: cents, payments: left.length },
    },
  })
  if (left.length === 0) {
    const end = { state: 'withdrawn' as const, actor, reason }
    await endProposal(tx, deps, code, proposal, end)
  }
  return true
}
