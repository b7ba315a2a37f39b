import { createHash } from 'node:crypto'
import { splitIntoFiles } from '../../domain/payout-proposal.ts'
import { executionDay, sumCents } from '../../domain/payout.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { postNotes, type PaidNote } from '../billing/note-payment-store.ts'
import { audit, system } from '../base/audit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { writeCreditTransfer } from '../gateways/bank-files/write-credit-transfer.ts'
import { postMany } from '../reward/ledger-store.ts'
import { messageIdOf } from './batch-ids.ts'
import { claimPayments, type Transfer } from './claim-payments.ts'
import { endProposal } from './end-proposal.ts'
import { batchFilePlace } from './places.ts'
import {
  countFiles,
  findProposal,
  listApprovals,
  listItems,
  lockProposal,
  markInFile,
  restateProposal,
  takeOut,
  type Proposal,
} from './proposal-store.ts'
import { insertBatch, insertPayouts } from './store.ts'
import { contentHash } from './payee.ts'

export const changedReason = 'changed'

/**
 * Writes the files of an approved proposal, each in a transaction of its own with claims, postings and payouts, until none is left: after a
 * crash, or at twice, it goes on where it was. What changed since the approval is left out and due as before.
 */
export async function releasePayout(
  deps: Deps,
  code: string,
  proposalId: string,
  signal?: AbortSignal,
): Promise<void> {
  const tenant = await deps.tenants.get(code)
  for (;;) {
    signal?.throwIfAborted()
    // Cancellations and set-offs lock rewards in another order.
    const goesOn = await retryConflict(() =>
      withTenant(deps.db, code, (tx) => releaseFile(tx, deps, tenant, proposalId)),
    )
    if (!goesOn) return
  }
}

/** The next file. False: there is none. */
async function releaseFile(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  proposalId: string,
): Promise<boolean> {
  const proposal = await lockProposal(tx, tenant.code, proposalId)
  if (proposal?.state !== 'approved') return false
  const all = await listItems(tx, tenant.code, proposalId)
  if (contentHash(tenant.payoutAccount, all) !== proposal.content_hash) {
    // The account that pays was changed since the approval.
    const end = { state: 'changed' as const, actor: system, reason: null }
    await endProposal(tx, deps, tenant.code, proposal, end)
    return false
  }
  const items = await listItems(tx, tenant.code, proposalId, { notYet: true })
  const [next] = splitIntoFiles(items, tenant.payouts)
  if (!next) {
    await endProposal(tx, deps, tenant.code, proposal, {
      state: 'released',
      actor: system,
      reason: null,
    })
    return false
  }
  const part = (await countFiles(tx, tenant.code, proposalId)) + 1
  const batchId = part === 1 ? proposalId : `${proposalId}-${part}`
  const { transfers, changed } = await claimPayments(tx, deps, tenant, next, uuidv7())
  if (changed.length > 0) await leaveOut(tx, deps, tenant, proposal, changed)
  if (transfers.length > 0)
    await writeFile(tx, deps, tenant, { proposal, batchId, part, transfers })
  return true
}

/** They are not what was approved any more, and due as before if they are due. */
async function leaveOut(
  tx: Tx,
  { clock }: Deps,
  tenant: Tenant,
  proposal: Proposal,
  items: readonly string[],
): Promise<void> {
  const { proposal_id: id } = proposal
  const at = clock.now()
  const out = await takeOut(tx, tenant.code, id, {
    items,
    at,
    by: system.id,
    reason: changedReason,
  })
  const left = await listItems(tx, tenant.code, id)
  const now = await findProposal(tx, tenant.code, id)
  await restateProposal(tx, tenant.code, id, {
    payments: (now?.payments ?? 0) - out.payments,
    cents: (now?.total_cents ?? 0) - out.cents,
    contentHash: contentHash(tenant.payoutAccount, left),
    approvalsNeeded: proposal.approvals_needed,
  })
  await audit(tx, tenant.code, {
    at,
    actor: system,
    action: 'payout-payments-left-out',
    subjectKind: 'payout-proposal',
    subjectId: id,
    details: { payments: out.payments },
    change: {
      before: { totalCents: now?.total_cents ?? 0 },
      after: { totalCents: (now?.total_cents ?? 0) - out.cents },
    },
  })
}

type File = { proposal: Proposal; batchId: string; part: number; transfers: Transfer[] }

async function writeFile(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  { proposal, batchId, part, transfers }: File,
): Promise<void> {
  const { code } = tenant
  const now = deps.clock.now()
  const messageId = messageIdOf(batchId)
  const executionOn = executionDay(deps.clock.today())
  const totalCents = sumCents(transfers.map(({ payout }) => payout.cents))
  const { instant, latinNames } = tenant.payouts
  const file = writeCreditTransfer({
    messageId,
    createdAt: now,
    executionDate: executionOn,
    debtor: tenant.payoutAccount,
    instant,
    latinNames,
    transfers: transfers.map(({ payout, iban, purpose }) => ({
      endToEndId: payout.endToEndId,
      cents: payout.cents,
      name: payout.holder,
      iban,
      ...(payout.bic !== null && { bic: payout.bic }),
      purpose,
      ...(payout.ultimateDebtor !== null && { ultimateDebtor: payout.ultimateDebtor }),
    })),
  })
  const approvals = await listApprovals(tx, code, proposal.proposal_id)
  const fileHash = createHash('sha256').update(file).digest('hex')
  await insertBatch(tx, code, {
    batchId,
    messageId,
    executionOn,
    totalCents,
    transfers: transfers.length,
    fileEncrypted: deps.keys.encrypt(file, batchFilePlace(code, batchId)),
    fileHash,
    now,
    createdBy: proposal.proposed_by,
    proposalId: proposal.proposal_id,
    approvedBy: approvals.at(-1)!.approved_by,
    part,
  })
  const payouts = transfers.map(({ payout }) => payout)
  await insertPayouts(tx, code, batchId, payouts, now)
  await markInFile(
    tx,
    code,
    proposal.proposal_id,
    batchId,
    payouts.map(({ rewardId, partnerId }) => rewardId ?? partnerId!),
  )
  const rewards = payouts.flatMap(({ rewardId, payoutId, cents }) =>
    rewardId ? [{ rewardId, cents, eventKey: `payout:${payoutId}:claimed` }] : [],
  )
  const posted = await postMany(tx, code, rewards, 'claimed-for-payout', now)
  if (posted !== rewards.length) throw new Error('A payment was posted that was not claimed')
  for (const { payout, notes } of transfers)
    await postPartner(tx, code, payout.payoutId, notes, now)
  await audit(tx, code, {
    at: now,
    actor: system,
    action: 'payout-batch-created',
    subjectKind: 'payout-batch',
    subjectId: batchId,
    details: {
      partners: payouts.length - rewards.length,
      proposal: proposal.proposal_id,
      proposedBy: proposal.proposed_by,
      approvedBy: approvals.map(({ approved_by: by }) => by),
      fileHash,
    },
    change: { before: null, after: { transfers: transfers.length, totalCents } },
  })
}

async function postPartner(
  tx: Tx,
  tenant: string,
  payoutId: string,
  notes: readonly PaidNote[],
  now: Temporal.Instant,
): Promise<void> {
  if (notes.length === 0) return
  await postNotes(tx, tenant, notes, 'claimed-for-payout', `payout:${payoutId}:claimed`, now)
}
