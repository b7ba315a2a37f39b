import { cannotApprove, type CannotApprove } from '../../domain/payout-proposal.ts'
import { isAboveOwn, ownLimitHours } from '../../domain/payout-limits.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, system, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { enqueue } from '../jobs/enqueue.ts'
import { endOver, endProposal } from './end-proposal.ts'
import { contentHash } from './payee.ts'
import { insertApproval } from './payment-flags-store.ts'
import {
  listApprovals,
  listItems,
  lockProposal,
  markApproved,
  needTwo,
  sumApprovedAlone,
  type Proposal,
} from './proposal-store.ts'
import { differences } from './proposed-now.ts'
import { readOwnLimit } from './role-limit.ts'

export type Approved =
  | 'released' // its files are being written
  | 'waits' // for a second approval
  | 'changed' // what it would pay is not what was proposed any more: propose anew
  | 'expired'
  | { refused: Exclude<CannotApprove, 'expired'> | 'other-content' }

/**
 * Approves a proposal as it was seen (`hash`), in the caller's transaction. With the last approval its files are written by the job
 * 'release-payout'. Whether it concerns whoever approves is asked before. @param aloneReason of a tenant where nobody else could approve
 * @param isReleasing the caller writes the files itself, with its own clock
 */
export async function approvePayout(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  { proposalId, hash }: { proposalId: string; hash: string },
  {
    actor,
    aloneReason,
    isReleasing = false,
  }: { actor: Actor; aloneReason: string | null; isReleasing?: boolean },
): Promise<Approved> {
  const proposal = await lockProposal(tx, tenant.code, proposalId)
  if (!proposal) return { refused: 'over' }
  const given = await listApprovals(tx, tenant.code, proposalId)
  const now = deps.clock.now()
  const why = cannotApprove(
    {
      state: proposal.state,
      expiresAt: proposal.expires_at,
      proposedBy: proposal.proposed_by,
      approvedBy: given.map(({ approved_by: by }) => by),
    },
    { operatorId: actor.id, isAlone: aloneReason !== null },
    now,
  )
  if (why === 'expired') {
    await endOver(tx, deps, tenant, proposal)
    return 'expired'
  }
  if (why) return { refused: why }
  if (proposal.content_hash !== hash) return { refused: 'other-content' }
  if (await isOther(tx, deps, tenant, proposal)) return 'changed'
  const limit = await readOwnLimit(tx, deps, tenant, actor, 'approve')
  const lately = now.subtract({ hours: ownLimitHours })
  const aloneCents = await sumApprovedAlone(tx, tenant.code, { by: actor.id, since: lately })
  const isAbove = isAboveOwn(limit, proposal.total_cents, aloneCents)
  const needed = isAbove ? 2 : proposal.approvals_needed
  const isMissing = given.length + 1 < needed
  await insertApproval(tx, tenant.code, {
    proposalId,
    proposedBy: proposal.proposed_by,
    approvedBy: actor.id,
    at: now,
    contentHash: hash,
    aloneReason: isMissing || proposal.proposed_by === actor.id ? aloneReason : null,
    limitCents: limit,
  })
  // Where nobody else could approve, one approval has to be enough.
  const isEnough = aloneReason !== null || !isMissing
  await audit(tx, tenant.code, {
    at: now,
    actor,
    action: 'payout-approved',
    subjectKind: 'payout-proposal',
    subjectId: proposalId,
    details: {
      payments: proposal.payments,
      totalCents: proposal.total_cents,
      contentHash: hash,
      proposedBy: proposal.proposed_by,
      ...(aloneReason === null ? {} : { aloneReason }),
      ...(limit === null ? {} : { ownLimitCents: limit }),
    },
    change: {
      before: { state: 'open', approvals: given.length },
      after: { state: isEnough ? 'approved' : 'open', approvals: given.length + 1 },
    },
  })
  if (!isEnough) {
    if (needed !== proposal.approvals_needed) await needTwo(tx, tenant.code, proposalId)
    return 'waits'
  }
  await markApproved(tx, tenant.code, proposalId)
  if (!isReleasing) await enqueue(tx, tenant.code, 'release-payout', { proposalId })
  return 'released'
}

/** Ends a proposal whose payments are not what was proposed. */
async function isOther(tx: Tx, deps: Deps, tenant: Tenant, proposal: Proposal): Promise<boolean> {
  const items = await listItems(tx, tenant.code, proposal.proposal_id)
  const hash = contentHash(tenant.payoutAccount, items)
  const other = await differences(tx, deps, tenant, items)
  if (hash === proposal.content_hash && other.size === 0) return false
  const end = { state: 'changed' as const, actor: system, reason: null }
  await endProposal(tx, deps, tenant.code, proposal, end)
  return true
}
