import { createHash } from 'node:crypto'
import { reasonText } from '../../domain/bank-reasons.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { applyWord } from './apply-word.ts'
import { nobodys, ownCase, type IsOwn } from './own-payment.ts'
import { nothingRead, readMovements, readReport, type Reading } from './read-bank-file.ts'
import { findBatchByMessage, findPayout, listPayoutsOf } from './store.ts'

export type BankFileReport = {
  kind: 'pain.002' | 'camt.054'
  settled: number
  rejected: number
  returned: number
  // `reasonCode`: all of the bank's, as stored.
  /** Failed through our file, our account or a bank in between: in the next batch unchanged, without mail. */
  dueAgain: { id: string; reasonCode: string | null }[]
  /** Failed for an unclear reason, or one that a retry could make worse: `payout decide`. */
  held: { id: string; reasonCode: string | null }[]
  /** Failed, of erased people: nobody can be asked for another account. */
  ownerless: { id: string; reasonCode: string | null }[]
  /** Failed and no longer owed, as their orders were cancelled. */
  ended: number
  /** Accepted, in progress or booked for later: unchanged. */
  pending: number
  /** Reported before. */
  alreadyDone: number
  /** Ids of payments, blocks and files of other tenants. */
  unknown: string[]
  /** Descriptions of lines without a usable id; not applied. */
  unidentified: string[]
  /** Contradictions to the books, and what is one's own, not applied; for an operator. */
  refused: { id: string; reason: string }[]
}

/**
 * Applies a bank's status file (pain.002) or notification (camt.054), each payout in its own transaction: after a crash, or
 * handed in twice, it can be applied again. Throws BankFileError for other files, before any change.
 */
export async function applyBankFile(
  deps: Deps,
  code: string,
  bytes: Uint8Array,
  actor: Actor,
  isOwn = nobodys,
): Promise<BankFileReport> {
  const tenant = await deps.tenants.get(code)
  const kind = kindOf(bytes)
  const reading =
    kind === 'camt.054' ? await readNotice(deps, code, bytes) : await readStatus(deps, code, bytes)
  const report: BankFileReport = {
    kind,
    settled: 0,
    rejected: 0,
    returned: 0,
    dueAgain: [],
    held: [],
    ownerless: [],
    ended: 0,
    pending: 0,
    alreadyDone: 0,
    unknown: reading.unknown,
    unidentified: reading.unidentified,
    refused: [...reading.refused],
  }
  await applyReading(deps, tenant, reading, report, { actor, isOwn })
  await withTenant(deps.db, code, (tx) =>
    audit(tx, code, {
      at: deps.clock.now(),
      actor,
      action: 'bank-file-applied',
      subjectKind: 'bank-file',
      subjectId: createHash('sha256').update(bytes).digest('hex'),
      details: {
        ...report,
        dueAgain: report.dueAgain.length,
        held: report.held.length,
        ownerless: report.ownerless.length,
        unknown: report.unknown.length,
        unidentified: report.unidentified.length,
        refused: report.refused.length,
      },
    }),
  )
  return report
}

async function applyReading(
  deps: Deps,
  tenant: Tenant,
  reading: Reading,
  report: BankFileReport,
  { actor, isOwn }: { actor: Actor; isOwn: IsOwn },
): Promise<void> {
  for (const word of reading.words) {
    const done = await retryConflict(() =>
      withTenant(deps.db, tenant.code, async (tx) =>
        (await isOwn(tx, word.payout)) ? ownCase : applyWord(tx, deps, tenant, word, actor),
      ),
    )
    const { end_to_end_id: id } = word.payout
    if (typeof done === 'object') report.refused.push({ id, reason: done.refused })
    else if (done === 'dueAgain' || done === 'held' || done === 'ownerless')
      report[done].push({ id, reasonCode: reasonText(word.reasonCodes) })
    else report[done] += 1
  }
}

// Loaded on demand: the readers bring an XML parser of half a megabyte.
async function readStatus(deps: Deps, tenant: string, bytes: Uint8Array): Promise<Reading> {
  const { readStatusReport } = await import('../gateways/bank-files/read-status-report.ts')
  const status = readStatusReport(bytes)
  return withTenant(deps.db, tenant, async (tx) => {
    const batch = await findBatchByMessage(tx, tenant, status.originalMessageId)
    if (batch)
      return readReport(status, batch.message_id, await listPayoutsOf(tx, tenant, batch.batch_id))
    const ids = status.transactions.map((transaction) => transaction.endToEndId)
    return { ...nothingRead(), unknown: ids.length > 0 ? ids : [status.originalMessageId] }
  })
}

async function readNotice(deps: Deps, tenant: string, bytes: Uint8Array): Promise<Reading> {
  const { readNotification } = await import('../gateways/bank-files/read-notification.ts')
  const notification = readNotification(bytes)
  return withTenant(deps.db, tenant, (tx) =>
    readMovements(
      notification,
      (endToEndId) => findPayout(tx, tenant, endToEndId),
      async (messageId) => {
        const batch = await findBatchByMessage(tx, tenant, messageId)
        return batch ? listPayoutsOf(tx, tenant, batch.batch_id) : []
      },
    ),
  )
}

// By the namespace near the beginning; a wrong reader throws. UTF-16 has a zero byte in every letter.
function kindOf(bytes: Uint8Array): BankFileReport['kind'] {
  const head = new TextDecoder('latin1').decode(bytes.subarray(0, 4000)).replaceAll('\u0000', '')
  return /:camt\.054\./.test(head) ? 'camt.054' : 'pain.002'
}
