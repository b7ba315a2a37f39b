import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { applyInSets } from './apply-in-sets.ts'
import { findWaiting, undecided } from './apply-line-word.ts'
import { applyWord } from './apply-word.ts'
import { isCancelled } from './cancel-file-store.ts'
import { isOwnOf, nobodysAmong, ownCase } from './own-payment.ts'
import { findBatch, findPayouts } from './store.ts'

export type ConfirmReport = {
  settled: number
  alreadyDone: number
  /** Rejected by the bank, which operators cannot overrule, or one's own. */
  refused: { id: string; reason: string }[]
}

/**
 * An operator confirms the execution of a batch, or of the payment with that EndToEndId, if the bank stays silent (domain.md
 * section 3), not before its day. Rejected payments stay rejected. Throws `not-found`; `changed-meanwhile` if two people took the file back.
 */
export async function confirmBatch(
  deps: Deps,
  code: string,
  id: string,
  actor: Actor,
  ownAmong = nobodysAmong,
): Promise<ConfirmReport> {
  const tenant = await deps.tenants.get(code)
  const payouts = await withTenant(deps.db, code, (tx) => findPayouts(tx, code, id.toUpperCase()))
  if (payouts.length === 0) throw fail('not-found')
  const report: ConfirmReport = { settled: 0, alreadyDone: 0, refused: [] }
  const batch = await withTenant(deps.db, code, (tx) => findBatch(tx, code, payouts[0]!.batch_id))
  const executionOn = Temporal.PlainDate.from(batch!.execution_on)
  if (Temporal.PlainDate.compare(deps.clock.today(), executionOn) < 0) {
    const reason = `no bank carries it out before ${batch!.execution_on}`
    return { ...report, refused: payouts.map((one) => ({ id: one.end_to_end_id, reason })) }
  }
  const isOwn = isOwnOf(ownAmong)
  await applyInSets(
    deps,
    tenant,
    payouts.map((payout) => ({
      word: { payout, says: 'settled', bankStatus: 'confirmed', reasonCodes: [] },
      lineId: null,
    })),
    {
      actor,
      ownAmong,
      begin: async (tx) => {
        if (await isCancelled(tx, code, batch!.batch_id)) throw fail('changed-meanwhile')
      },
    },
    async (tx, { word }) =>
      (await isOwn(tx, word.payout))
        ? ownCase
        : (await findWaiting(tx, code, word.payout.payout_id))
          ? undecided
          : applyWord(tx, deps, tenant, word, actor),
    ({ word: { payout } }, done) => {
      if (typeof done === 'object')
        report.refused.push({ id: payout.end_to_end_id, reason: done.refused })
      else if (done === 'settled') report.settled += 1
      else report.alreadyDone += 1
    },
  )
  await withTenant(deps.db, code, (tx) =>
    audit(tx, code, {
      at: deps.clock.now(),
      actor,
      action: 'payout-confirmed',
      subjectKind: payouts.length === 1 ? 'payout' : 'payout-batch',
      subjectId: id.toUpperCase(),
      details: {
        settled: report.settled,
        alreadyDone: report.alreadyDone,
        refused: report.refused.length,
      },
    }),
  )
  return report
}
