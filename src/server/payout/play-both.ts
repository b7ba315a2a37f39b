import type { Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { readBatchFile } from './batch-file.ts'
import { approvePayout } from './approve-payout.ts'
import { proposePayout, type ProposalRun, type ProposalWish } from './propose-payout.ts'
import { findProposal } from './proposal-store.ts'
import { releasePayout } from './release-payout.ts'
import { listFilesOf } from './store.ts'

export type PlayedBatch = {
  batchId: string // of the first file
  file: string
  transfers: number
  totalCents: number
  full: boolean
}

/**
 * Plays everybody whom a payout needs, for the demo and for tests: proposes what is due, approves it as others, writes its files. Nothing
 * that an operator calls comes here (test/never-possible.test.ts).
 */
export async function playBoth(
  deps: Deps,
  code: string,
  actor: Actor,
  wish: ProposalWish = {},
): Promise<ProposalRun & { batch: PlayedBatch | null }> {
  const run = await proposePayout(deps, code, actor, { withFresh: true, ...wish })
  const { proposal } = run
  if (!proposal) return { ...run, batch: null }
  const tenant = await deps.tenants.get(code)
  const { proposalId } = proposal
  const isApproved = await withTenant(deps.db, code, async (tx) => {
    for (let turn = 1; turn <= proposal.approvalsNeeded; turn++) {
      const found = await findProposal(tx, code, proposalId)
      const seen = { proposalId, hash: found!.content_hash }
      const other: Actor = { ...actor, id: `${actor.id}-approver-${turn}` }
      const done = await approvePayout(tx, deps, tenant, seen, { actor: other, aloneReason: null })
      if (typeof done === 'object') throw new Error(`Not approved: ${done.refused}`)
      if (done !== 'waits') return done === 'released'
    }
    return false
  })
  // Something changed meanwhile.
  if (!isApproved) return { ...run, proposal: null, batch: null }
  await releasePayout(deps, code, proposalId)
  const files = await withTenant(deps.db, code, (tx) => listFilesOf(tx, code, proposalId))
  const [first] = files
  if (!first) return { ...run, batch: null }
  const sum = (of: 'transfers' | 'total_cents') => files.reduce((all, file) => all + file[of], 0)
  const batch = {
    batchId: first.batch_id,
    file: await readBatchFile(deps, code, first.batch_id),
    transfers: sum('transfers'),
    totalCents: sum('total_cents'),
    full: proposal.full,
  }
  return { ...run, batch }
}

/** The same, the files only. */
export const payDue = async (...input: Parameters<typeof playBoth>): Promise<PlayedBatch | null> =>
  (await playBoth(...input)).batch
