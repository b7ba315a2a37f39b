import { proposalStateAt, type ProposalState } from '../../domain/payout-proposal.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, system, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { closeProposal, type Proposal } from './proposal-store.ts'

/** Ends a locked proposal; nothing was claimed by it, so what it had is due as before. */
export async function endProposal(
  tx: Tx,
  { clock }: Pick<Deps, 'clock'>,
  tenant: string,
  proposal: Pick<Proposal, 'proposal_id' | 'state'>,
  end: { state: ProposalState; actor: Actor; reason: string | null },
): Promise<void> {
  const at = clock.now()
  const { state, actor, reason } = end
  await closeProposal(tx, tenant, proposal.proposal_id, { state, at, by: actor.id, reason })
  await audit(tx, tenant, {
    at,
    actor,
    action: 'payout-proposal-ended',
    subjectKind: 'payout-proposal',
    subjectId: proposal.proposal_id,
    change: { before: { state: proposal.state }, after: { state } },
  })
}

/** Ends a locked, ongoing proposal if its hours are over. */
export async function endOver(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: Tenant,
  proposal: Proposal,
): Promise<boolean> {
  const { state, expires_at: expiresAt } = proposal
  if (state !== 'open' || proposalStateAt({ state, expiresAt }, deps.clock.now()) !== 'expired')
    return false
  const end = { state: 'expired' as const, actor: system, reason: null }
  await endProposal(tx, deps, tenant.code, proposal, end)
  return true
}
