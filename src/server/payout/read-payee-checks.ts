import { bankFileReason } from '../../domain/bank-file-reasons.ts'
import {
  isPayeeCheck,
  payeeResult,
  tellsOfNone,
  type PayeeResult,
} from '../../domain/payee-check.ts'
import { isLatinName } from '../../domain/latin-name.ts'
import { BankFileError } from '../gateways/bank-files/bank-file-error.ts'
import type { StatusReport } from '../gateways/bank-files/read-status-report.ts'
import { contradiction, otherTotals } from './read-bank-file.ts'
import type { Payout } from './store.ts'

/** A name to show as the bank's: no address of anything, as the file may be made up. */
const isSpelling = (name: string) =>
  isLatinName(name) && !/[<>@]|:\/\/|www\.|\p{L}\.\p{L}{2,}\//u.test(name)

export type PayeeCheck = { payout: Payout; result: PayeeResult; bankSpells: string | null }

export type CheckReading = {
  checks: PayeeCheck[]
  unknown: string[]
  refused: { id: string; reason: string }[]
}

/**
 * Whether a status report is of the check of payees. Throws BankFileError for one that is of both: a bank checks before it executes, so
 * such a report is not what it says it is.
 */
export function isCheckReport(report: StatusReport): boolean {
  const codes = [
    report.groupStatus ?? [],
    ...report.paymentStatuses.map(({ status }) => status ?? []),
    ...report.transactions.map(({ status }) => status),
    ...[report, ...report.paymentStatuses].flatMap(({ perStatus = [] }) =>
      perStatus.map(({ status }) => status),
    ),
  ].flat()
  const check = codes.find(isPayeeCheck)
  if (check === undefined) return false
  const other = codes.find((code) => !isPayeeCheck(code) && code !== 'PART')
  if (other === undefined) return true
  throw new BankFileError(
    `the report says ${check}, of the check of payees, and ${other}, of the order, so nothing of it was applied`,
    `der Bericht nennt ${check} der Empfängerüberprüfung und ${other} des Auftrags zugleich`,
  )
}

/**
 * The results of a file's payments, each of the payment itself, else of its block or the file where that speaks of all. Banks name only
 * those that do not match: the rest matched, if the file is said to match or the number of those that did is theirs. Whatever
 * contradicts itself or our file is refused as a whole: nothing waits for it but the person who looks.
 */
export function readPayeeChecks(
  report: StatusReport,
  messageId: string,
  payouts: readonly Payout[],
): CheckReading {
  const byId = new Map(payouts.map((payout) => [payout.end_to_end_id, payout]))
  const unknown = [
    ...report.transactions.flatMap(({ endToEndId: id }) => (byId.has(id) ? [] : id)),
    ...report.paymentStatuses.flatMap(({ paymentId: id }) => (id === messageId ? [] : id)),
  ]
  const refuse = (reason: string) => ({
    checks: [],
    unknown,
    refused: [{ id: messageId, reason }],
  })
  const blocks = report.paymentStatuses.filter(({ paymentId }) => paymentId === messageId)
  const { originalMessageName: name = 'pain.001' } = report
  if (!/\bpain\.?001/i.test(name)) return refuse(bankFileReason('other-message', name))
  const totals = otherTotals([...blocks, report], payouts)
  if (totals !== null) return refuse(totals)
  const words = [
    ...new Set([report.groupStatus ?? [], ...blocks.map(({ status }) => status ?? [])].flat()),
  ].filter((word) => word !== 'PART' && !tellsOfNone(word))
  if (words.length > 1) return refuse(bankFileReason('two-wholes', words.join(' and ')))
  const [whole] = words
  const checks = new Map<string, PayeeCheck>()
  for (const { endToEndId: id, paymentId, status, amounts = [], payee } of report.transactions) {
    const payout = byId.get(id)
    if (!payout) continue
    if (paymentId !== messageId) return refuse(bankFileReason('foreign-block-of', id, paymentId))
    const result = payeeResult(status)
    if (!result) return refuse(bankFileReason('status-of', status, id))
    if (whole !== undefined && whole !== status)
      return refuse(bankFileReason('whole-and-one', whole, status, id))
    const wrong = amounts.flatMap((each) => contradiction(each, payout.cents) ?? [])[0]
    if (wrong !== undefined) return refuse(bankFileReason('wrong-of', id, wrong))
    const before = checks.get(id)
    const spelled = result === 'close' && payee?.name && isSpelling(payee.name) ? payee.name : null
    if (before && (before.result !== result || before.bankSpells !== spelled))
      return refuse(bankFileReason('two-checks', id))
    checks.set(id, { payout, result, bankSpells: spelled })
  }
  const rest = payouts.filter(({ end_to_end_id: id }) => !checks.has(id))
  const counts = [report, ...blocks].flatMap(({ perStatus = [] }) => perStatus)
  const wrong = otherCount(counts, [...checks.values()], rest.length)
  if (wrong !== null) return refuse(wrong)
  const said = { checks: [...checks.values()], unknown, refused: [] }
  if (rest.length === 0) return said
  const result = whole === undefined ? undefined : payeeResult(whole)
  const matches = [...checks.values()].filter((one) => one.result === 'match').length
  const isCounted = counts.some(
    ({ status, count }) => status === 'RCVC' && count === matches + rest.length,
  )
  const ofRest = result ?? (isCounted ? 'match' : undefined)
  if (ofRest === undefined || unknown.length > 0) {
    const reason = bankFileReason('says-nothing-of', rest.length, payouts.length)
    return { ...said, refused: [{ id: messageId, reason }] }
  }
  const matched = rest.map((payout) => ({ payout, result: ofRest, bankSpells: null }))
  return { ...said, checks: [...said.checks, ...matched] }
}

/** Why numbers by status contradict what is named, or null: those of matches may be of payments that are not named. */
function otherCount(
  counts: readonly { status: string; count: number }[],
  named: readonly PayeeCheck[],
  unnamed: number,
): string | null {
  for (const { status, count } of counts) {
    const result = payeeResult(status)
    if (!result) continue
    const found = named.filter((one) => one.result === result).length
    if (count !== found && count !== found + unnamed)
      return bankFileReason('other-counts', count, status, found)
  }
  return null
}
