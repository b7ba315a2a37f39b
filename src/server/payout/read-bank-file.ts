import { bankFileReason } from '../../domain/bank-file-reasons.ts'
import { reasonsFor } from '../../domain/bank-reasons.ts'
import { bankStatus } from '../../domain/payout.ts'
import type { StatusReport } from '../gateways/bank-files/read-status-report.ts'
import { otherCounts } from './other-counts.ts'
import type { Payout } from './store.ts'

/** A bank's status for one payout, with all reasons. */
export type BankWord = {
  payout: Payout
  says: 'settled' | 'rejected' | 'returned' | 'pending'
  bankStatus: string
  reasonCodes: readonly string[]
  /** Of the bank's statement: which of its lines says so, the booking day, and what was taken of a return. */
  line?: number
  bookedOn?: string | null
  feeCents?: number
}

export type Reading = {
  words: BankWord[]
  /** Ids of payments, blocks and files of other tenants. */
  unknown: string[]
  /** Descriptions of lines without a usable id. */
  unidentified: string[]
  refused: { id: string; reason: string }[]
}

export const nothingRead = (): Reading => ({
  words: [],
  unknown: [],
  unidentified: [],
  refused: [],
})

/** Why a bank's amount differs from the books, or null. */
export function contradiction(
  { cents, currency }: { cents: number; currency: string },
  expected: number,
): string | null {
  if (currency !== 'EUR') return bankFileReason('not-eur', currency)
  return cents === expected ? null : bankFileReason('other-amount', cents, expected)
}

/** Why a repeated sum or number differs from the batch's, or null. */
export function otherTotals(
  levels: readonly { sumCents?: number; count?: number }[],
  payouts: readonly Payout[],
): string | null {
  const total = sum(payouts)
  for (const { sumCents = total, count = payouts.length } of levels) {
    if (sumCents !== total) return bankFileReason('other-sum', sumCents, total)
    if (count !== payouts.length) return bankFileReason('other-count', count, payouts.length)
  }
  return null
}

/**
 * Statuses of a pain.002 for each payout of its batch: a payment's own, else its block's, else the file's; PART says nothing.
 * Refused are contradictions: wrong amounts, sums or counts (of the file: all without own status), an id both rejected and
 * settled or with two rejection reasons, a status impossible beside its block's or file's, and blocks or files contradicted
 * elsewhere. A block with a foreign id concerns other payments, even if it names ours; ids of other batches are unknown. Nothing
 * is applied below an unknown status, from a report on another kind of message, or with wrong counts by status.
 */
export function readReport(
  report: StatusReport,
  messageId: string,
  payouts: readonly Payout[],
): Reading {
  const reading = nothingRead()
  const byId = new Map(payouts.map((payout) => [payout.end_to_end_id, payout]))
  const named = new Set<string>()
  const say = (payout: Payout, status: string, reasonCodes: readonly string[]) => {
    const says = bankStatus(status)
    if (says === 'unknown')
      reading.refused.push({
        id: payout.end_to_end_id,
        reason: bankFileReason('status-unknown', status),
      })
    else {
      // Why somebody cancelled it changes nothing for its payees.
      const reasons = status === 'CANC' ? ['cancelled-at-bank'] : reasonCodes
      reading.words.push({ payout, says, bankStatus: status, reasonCodes: reasons })
    }
  }
  const isOurs = ({ paymentId }: { paymentId: string }) => paymentId === messageId
  const blocks = report.paymentStatuses.filter(isOurs)
  const own = report.transactions.filter(isOurs)
  const unusable =
    whyUnusable(report, blocks) ??
    otherCounts([...blocks, report], own, wholeOf(report, blocks), payouts)
  if (unusable !== null) {
    const strange = report.transactions.filter(({ endToEndId }) => !byId.has(endToEndId))
    const foreign = report.paymentStatuses.filter((block) => !isOurs(block))
    return {
      ...reading,
      refused: [{ id: messageId, reason: unusable }],
      unknown: [
        ...strange.map(({ endToEndId }) => endToEndId),
        ...foreign.map(({ paymentId }) => paymentId),
      ],
    }
  }
  const { conflicts, disproof } = conflictsOf(
    own,
    report.groupStatus,
    blocks.flatMap(({ status }) => status ?? []),
  )
  for (const { endToEndId: id, amounts = [] } of own) {
    const payout = byId.get(id)
    const wrong = payout && amounts.flatMap((each) => contradiction(each, payout.cents) ?? [])[0]
    if (wrong !== undefined && !conflicts.has(id)) conflicts.set(id, wrong)
  }
  const totals = otherTotals([...blocks, report], payouts)
  const mismatch = totals ?? disproof
  for (const transaction of report.transactions) {
    const { endToEndId, status, inherited, reasonCodes = [] } = transaction
    const payout = byId.get(endToEndId)
    named.add(endToEndId)
    const conflict = payout && conflicts.get(endToEndId)
    if (payout && !isOurs(transaction)) {
      const reason = bankFileReason('foreign-block', transaction.paymentId)
      reading.refused.push({ id: endToEndId, reason })
    } else if (conflict) {
      // Reported once, by the first line.
      if (!reading.refused.some(({ id }) => id === endToEndId))
        reading.refused.push({ id: endToEndId, reason: conflict })
    } else if (payout && inherited && mismatch !== null)
      reading.refused.push({
        id: endToEndId,
        reason: bankFileReason('only-inherited', status, mismatch),
      })
    else if (payout) say(payout, status, reasonCodes)
    else reading.unknown.push(endToEndId)
  }
  for (const block of report.paymentStatuses) {
    if (!isOurs(block)) reading.unknown.push(block.paymentId)
  }
  const rest = payouts.filter((payout) => !named.has(payout.end_to_end_id))
  // If all are named, a status untrue of all was reported with each.
  const against = rest.length > 0 ? mismatch : totals
  readRest(report, blocks, messageId, against, reading, (status, reasons) => {
    for (const payout of rest) say(payout, status, reasons)
  })
  return reading
}

/** Why nothing of a report can be applied to our file, or null. */
function whyUnusable(
  { originalMessageName: name = 'pain.001', groupStatus }: StatusReport,
  blocks: StatusReport['paymentStatuses'],
): string | null {
  if (!/\bpain\.?001/i.test(name)) return bankFileReason('other-message', name)
  const isUnknown = (status: string | undefined) =>
    status !== undefined && bankStatus(status) === 'unknown'
  const block = blocks.find(({ status }) => isUnknown(status))?.status
  const [status, where] = isUnknown(groupStatus)
    ? [groupStatus, 'the file']
    : [block, 'its payment block']
  if (status === undefined) return null
  return bankFileReason('status-below', status, where)
}

/** The status of payments the report does not name. */
const wholeOf = ({ groupStatus }: StatusReport, blocks: StatusReport['paymentStatuses']) =>
  blocks.find((block) => block.status !== undefined)?.status ?? groupStatus

/** The block's, else the file's status for unnamed payments. */
function readRest(
  report: StatusReport,
  blocks: StatusReport['paymentStatuses'],
  messageId: string,
  mismatch: string | null,
  reading: Reading,
  say: (status: string, reasonCodes: readonly string[]) => void,
): void {
  const refuse = (reason: string) => reading.refused.push({ id: messageId, reason })
  const status = wholeOf(report, blocks)
  if (status === undefined || status === 'PART') {
    if (report.transactions.length === 0) refuse(mismatch ?? bankFileReason('says-nothing'))
    return
  }
  const words = new Set(blocks.flatMap((one) => one.status ?? []))
  if (words.size > 1) refuse(bankFileReason('two-blocks', [...words].join(' and as ')))
  // A report that names foreign payments is mixed up, so its status for the rest is ignored.
  else if (reading.unknown.length > 0) refuse(bankFileReason('names-others', status))
  else if (mismatch !== null) refuse(mismatch)
  else {
    const levels = [...blocks, { status: report.groupStatus, ...report.groupReason }]
    say(status, reasonsFor(status, levels))
  }
}

/** Whether a part's status contradicts the whole's: rejected has only rejected parts, settled no rejected ones. */
function excludes(whole: string | undefined, part: string): boolean {
  if (whole === undefined) return false
  const below = bankStatus(part)
  if (bankStatus(whole) === 'rejected') return below !== 'rejected'
  return bankStatus(whole) === 'settled' && below === 'rejected'
}

/**
 * Ids with contradictory statuses in one report, of their own or against block or file. Accepted, then settled or rejected, is
 * the normal sequence. `disproof`: why the block's or file's status is void.
 */
function conflictsOf(
  transactions: StatusReport['transactions'],
  group: string | undefined,
  blocks: string[],
): { conflicts: Map<string, string>; disproof: string | null } {
  const conflicts = new Map<string, string>()
  const said = new Map<string, Set<string>>()
  const otherBlock = blocks.find((status) => excludes(group, status))
  let disproof =
    otherBlock === undefined ? null : bankFileReason('file-and-block', group, otherBlock)
  const split = disproof
  for (const { endToEndId, status, reasonCodes = [] } of transactions) {
    const whole = [group, ...blocks].find((above) => excludes(above, status))
    if (whole !== undefined) {
      conflicts.set(endToEndId, bankFileReason('whole-and-it', whole, status))
      disproof ??= bankFileReason('whole-and-one', whole, status, endToEndId)
    } else if (split !== null) conflicts.set(endToEndId, split)
    if (bankStatus(status) === 'pending') continue
    const final =
      bankStatus(status) === 'settled'
        ? 'settled'
        : `${status} ${reasonCodes.toSorted().join(', ')}`.trim()
    said.set(endToEndId, (said.get(endToEndId) ?? new Set()).add(final))
  }
  for (const [id, words] of said) {
    if (words.size > 1) conflicts.set(id, bankFileReason('two-words', [...words].join(' and ')))
  }
  return { conflicts, disproof }
}

export const sum = (payouts: readonly Payout[]) =>
  payouts.reduce((total, payout) => total + payout.cents, 0)
