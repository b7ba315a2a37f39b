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
  approvers: readonly Actor[] = [], // before made-up ones
): Promise<ProposalRun & { batch: PlayedBatch | null }> {
  let run = await proposePayout(deps, code, actor, { withFresh: true, ...wish })
  if (run.ongoing !== null) {
    await playOthers(deps, code, actor, run.ongoing, approvers)
    const again = await proposePayout(deps, code, actor, { withFresh: true, ...wish })
    if (!again.proposal) return { ...again, batch: await filesOf(deps, code, run.ongoing, false) }
    run = again
  }
  const { proposal } = run
  if (!proposal) return { ...run, batch: null }
  await playOthers(deps, code, actor, proposal.proposalId, approvers)
  const batch = await filesOf(deps, code, proposal.proposalId, proposal.full)
  // Something changed meanwhile.
  return batch ? { ...run, batch } : { ...run, proposal: null, batch }
}

/** Whoever has to approve it does, and its files are written. */
async function playOthers(
  deps: Deps,
  code: string,
  actor: Actor,
  proposalId: string,
  approvers: readonly Actor[],
): Promise<void> {
  const tenant = await deps.tenants.get(code)
  await withTenant(deps.db, code, async (tx) => {
    for (let turn = 1; ; turn++) {
      const found = await findProposal(tx, code, proposalId)
      if (found?.state !== 'open') return
      const seen = { proposalId, hash: found.content_hash }
      const named = approvers[turn - 1]
      const other = named ?? { ...actor, id: `${actor.id}-approver-${turn}` }
      const by = { actor: other, aloneReason: null, isReleasing: true }
      const done = await approvePayout(tx, deps, tenant, seen, by)
      // Whoever proposed it themselves is no other.
      if (done !== 'waits' && !(named && typeof done === 'object')) return
    }
  })
  await releasePayout(deps, code, proposalId)
}

async function filesOf(
  deps: Deps,
  code: string,
  proposalId: string,
  full: boolean,
): Promise<PlayedBatch | null> {
  const files = await withTenant(deps.db, code, (tx) => listFilesOf(tx, code, proposalId))
  const [first] = files
  if (!first) return null
  const sum = (of: 'transfers' | 'total_cents') => files.reduce((all, file) => all + file[of], 0)
  return {
    batchId: first.batch_id,
    file: await readBatchFile(deps, code, first.batch_id),
    transfers: sum('transfers'),
    totalCents: sum('total_cents'),
    full,
  }
}

/** The same, the files only. */
export const payDue = async (...input: Parameters<typeof playBoth>): Promise<PlayedBatch | null> =>
  (await playBoth(...input)).batch
