import { createHash, type Hash } from 'node:crypto'
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
  listNotYet,
  lockProposal,
  markInFile,
  notePlanned,
  restateProposal,
  takeOut,
  type Item,
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
  let plan: Plan | null = { hash: null, files: [] }
  while (plan) {
    signal?.throwIfAborted()
    const known: Plan = plan
    // Cancellations and set-offs lock rewards in another order.
    plan = await retryConflict(() =>
      withTenant(deps.db, code, (tx) => releaseFile(tx, deps, tenant, proposalId, known)),
    )
  }
}

/** The files to come, of payments that were compared with the hash that was approved: read once, not once for each file. */
type Plan = { hash: string | null; files: Item[][] }

/** Plans the files, or writes the next one. @returns those that are left; null: there is none */
async function releaseFile(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  proposalId: string,
  known: Plan,
): Promise<Plan | null> {
  const proposal = await lockProposal(tx, tenant.code, proposalId)
  if (proposal?.state !== 'approved') return null
  const { content_hash: hash } = proposal
  const isKnown = known.hash === hash && known.files.length > 0
  const plan = isKnown ? known : await planFiles(tx, tenant, proposal)
  if (!plan) {
    // The account that pays was changed since the approval.
    const end = { state: 'changed' as const, actor: system, reason: null }
    await endProposal(tx, deps, tenant.code, proposal, end)
    return null
  }
  if (!isKnown && plan.files.length > 0) {
    // By itself, so that whoever watches knows it before the first one is written.
    const written = await countFiles(tx, tenant.code, proposalId)
    await notePlanned(tx, tenant.code, proposalId, written + plan.files.length)
    return plan
  }
  const [next, ...files] = plan.files
  if (!next) {
    await endProposal(tx, deps, tenant.code, proposal, {
      state: 'released',
      actor: system,
      reason: null,
    })
    return null
  }
  // Another run may have written it.
  const left = await listNotYet(
    tx,
    tenant.code,
    proposalId,
    next.map((item) => item.item_id),
  )
  const items = next.filter((item) => left.has(item.item_id))
  if (items.length === 0) return { hash, files }
  const part = (await countFiles(tx, tenant.code, proposalId)) + 1
  const batchId = part === 1 ? proposalId : `${proposalId}-${part}`
  const { transfers, changed } = await claimPayments(tx, deps, tenant, items, uuidv7())
  if (changed.length > 0) await leaveOut(tx, deps, tenant, proposal, changed)
  if (transfers.length > 0)
    await writeFile(tx, deps, tenant, { proposal, batchId, part, transfers })
  return { hash, files }
}

async function planFiles(tx: Tx, tenant: Tenant, proposal: Proposal): Promise<Plan | null> {
  const { proposal_id: id, content_hash: hash } = proposal
  const all = await listItems(tx, tenant.code, id)
  if (contentHash(tenant.payoutAccount, all) !== hash) return null
  const left = await listNotYet(tx, tenant.code, id)
  return {
    hash,
    files: splitIntoFiles(
      all.filter((item) => left.has(item.item_id)),
      tenant.payouts,
    ),
  }
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
  const written = createHash('sha256')
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
  // Part by part: neither the text nor its bytes are ever there as a whole beside what is stored.
  const fileEncrypted = deps.keys.encryptParts(
    hashing(file, written),
    batchFilePlace(code, batchId),
  )
  const fileHash = written.digest('hex')
  const approvals = await listApprovals(tx, code, proposal.proposal_id)
  await insertBatch(tx, code, {
    batchId,
    messageId,
    executionOn,
    totalCents,
    transfers: transfers.length,
    fileEncrypted,
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

function* hashing(parts: Iterable<string>, hash: Hash): Iterable<string> {
  for (const part of parts) {
    hash.update(part)
    yield part
  }
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
