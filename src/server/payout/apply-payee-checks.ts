import { bankFileReason } from '../../domain/bank-file-reasons.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import type { StatusReport } from '../gateways/bank-files/read-status-report.ts'
import { keepChecks } from '../reward/payee-check-store.ts'
import type { BankFileReport } from './bank-file-report.ts'
import { forgetAccepted, lockFile } from './cancel-file-store.ts'
import { ownCase, type OwnAmong } from './own-payment.ts'
import { readPayeeChecks } from './read-payee-checks.ts'
import { findBatchByMessage, listPayoutsOf } from './store.ts'

/**
 * Keeps what the bank found of a file's payees. It pays and refuses nothing: what follows is said when the order at the bank is released
 * or cancelled as a whole. Of payments that are over, and of a file that was taken back, nothing is kept.
 */
export async function applyPayeeChecks(
  deps: Deps,
  { code }: Tenant,
  status: StatusReport,
  report: BankFileReport,
  {
    actor,
    ownAmong,
    returnsWait,
    cameBy,
  }: {
    actor: Actor
    ownAmong: OwnAmong
    returnsWait: boolean
    cameBy: 'person' | 'folder'
  },
): Promise<void> {
  await withTenant(deps.db, code, async (tx) => {
    const { originalMessageId: id } = status
    const batch = await findBatchByMessage(tx, code, id)
    if (!batch) {
      const ids = status.transactions.map(({ endToEndId }) => endToEndId)
      report.unknown.push(...(ids.length > 0 ? ids : [id]))
      return
    }
    const file = await lockFile(tx, code, batch.batch_id)
    const read = readPayeeChecks(status, id, await listPayoutsOf(tx, code, batch.batch_id))
    report.unknown.push(...read.unknown)
    report.refused.push(...read.refused)
    if (file?.cancelled_at) {
      const reason = bankFileReason('check-of-taken-back')
      report.refused.push({ id, reason })
      return
    }
    const own = await ownAmong(
      tx,
      read.checks.map(({ payout }) => payout),
    )
    const checks = []
    for (const check of read.checks) {
      const { payout, result } = check
      if (own.has(payout))
        report.refused.push({ id: payout.end_to_end_id, reason: ownCase.refused })
      else checks.push({ payoutId: payout.payout_id, result, bankSpells: check.bankSpells })
    }
    if (checks.length === 0) return
    const at = deps.clock.now()
    const { open, news } = await keepChecks(tx, code, checks, {
      at,
      by: cameBy === 'folder' ? null : actor.id,
      onlyWorse: returnsWait,
    })
    if (open < checks.length) {
      const reason = bankFileReason('check-too-late', checks.length - open)
      report.refused.push({ id, reason })
    }
    report.alreadyDone += open - news.length
    const found = { match: 0, close: 0, none: 0, impossible: 0 }
    for (const result of news) found[result] += 1
    for (const result of news) report.payees[result] += 1
    if (news.length === 0) return
    await forgetAccepted(tx, code, batch.batch_id, deps.clock.today())
    await audit(tx, code, {
      at,
      actor,
      action: 'payees-checked',
      subjectKind: 'payout-batch',
      subjectId: batch.batch_id,
      details: found,
    })
  })
}
