import { reasonsFor } from '../../domain/bank-reasons.ts'
import { bankStatus } from '../../domain/payout.ts'
import type {
  Notification,
  NotificationBatch,
  NotificationEntry,
} from '../gateways/bank-files/read-notification.ts'
import type { StatusReport } from '../gateways/bank-files/read-status-report.ts'
import { otherCounts } from './other-counts.ts'
import type { Payout } from './store.ts'

/** A bank's status for one payout, with all reasons. */
export type BankWord = {
  payout: Payout
  says: 'settled' | 'rejected' | 'returned' | 'pending'
  bankStatus: string
  reasonCodes: readonly string[]
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
function contradiction(
  { cents, currency }: { cents: number; currency: string },
  expected: number,
): string | null {
  if (currency !== 'EUR') return `the currency is ${currency}, not EUR`
  return cents === expected ? null : `the amount is ${cents} cents, not ${expected}`
}

/** Why a repeated sum or number differs from the batch's, or null. */
function otherTotals(
  levels: readonly { sumCents?: number; count?: number }[],
  payouts: readonly Payout[],
): string | null {
  const total = sum(payouts)
  for (const { sumCents = total, count = payouts.length } of levels) {
    if (sumCents !== total) return `${sumCents} cents are not the sum of the batch, ${total}`
    if (count !== payouts.length)
      return `${count} is not the number of payments in the batch, ${payouts.length}`
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
        reason: `the status ${status} is not known`,
      })
    else reading.words.push({ payout, says, bankStatus: status, reasonCodes })
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
      const reason = `it stands in block ${transaction.paymentId}, which is none of the file`
      reading.refused.push({ id: endToEndId, reason })
    } else if (conflict) {
      // Reported once, by the first line.
      if (!reading.refused.some(({ id }) => id === endToEndId))
        reading.refused.push({ id: endToEndId, reason: conflict })
    } else if (payout && inherited && mismatch !== null)
      reading.refused.push({
        id: endToEndId,
        reason: `it has no status of its own, only an inherited ${status}, and ${mismatch}`,
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
  if (!/\bpain\.?001/i.test(name)) return `the report answers a ${name}, and our file is a pain.001`
  const isUnknown = (status: string | undefined) =>
    status !== undefined && bankStatus(status) === 'unknown'
  const block = blocks.find(({ status }) => isUnknown(status))?.status
  const [status, where] = isUnknown(groupStatus)
    ? [groupStatus, 'the file']
    : [block, 'its payment block']
  if (status === undefined) return null
  return `the status ${status} of ${where} is not known, so nothing below it was applied`
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
    if (report.transactions.length === 0)
      refuse(mismatch ?? 'the report says nothing about any payment')
    return
  }
  const words = new Set(blocks.flatMap((one) => one.status ?? []))
  if (words.size > 1) refuse(`its payment block is given as ${[...words].join(' and as ')}`)
  // A report that names foreign payments is mixed up, so its status for the rest is ignored.
  else if (reading.unknown.length > 0)
    refuse(`${status} for the whole file was not applied: the report names what is not in the file`)
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
    otherBlock === undefined
      ? null
      : `the report says ${group} for the file and ${otherBlock} for its payment block`
  const split = disproof
  for (const { endToEndId, status, reasonCodes = [] } of transactions) {
    const whole = [group, ...blocks].find((above) => excludes(above, status))
    if (whole !== undefined) {
      conflicts.set(endToEndId, `the report says ${whole} for the whole and ${status} for it`)
      disproof ??= `the report says ${whole} for the whole and ${status} for ${endToEndId}`
    } else if (split !== null) conflicts.set(endToEndId, split)
    if (bankStatus(status) === 'pending') continue
    const final =
      bankStatus(status) === 'settled'
        ? 'settled'
        : `${status} ${reasonCodes.toSorted().join(', ')}`.trim()
    said.set(endToEndId, (said.get(endToEndId) ?? new Set()).add(final))
  }
  for (const [id, words] of said) {
    if (words.size > 1) conflicts.set(id, `the report says ${[...words].join(' and ')} for it`)
  }
  return { conflicts, disproof }
}

/** Movements of a camt.054. `find`: payout by EndToEndId, `payoutsOf`: those of a batch by message id. */
export async function readMovements(
  notification: Notification,
  find: (endToEndId: string) => Promise<Payout | undefined>,
  payoutsOf: (messageId: string) => Promise<Payout[]>,
): Promise<Reading> {
  const reading = nothingRead()
  for (const entry of notification.entries) {
    const payout = await find(entry.endToEndId)
    if (payout) readEntry(entry, payout, reading)
    else reading.unknown.push(entry.endToEndId)
  }
  for (const booking of notification.batches) {
    const ours = await findFiles(booking, payoutsOf)
    const [found] = ours
    const files = new Set([...(booking.files ?? []), ...ours.map(({ id }) => id)])
    if (!found) reading.unidentified.push(booking.label)
    else if (files.size > 1) {
      const reason = `it is in one booking with other files (${[...files].join(', ')})`
      reading.refused.push({ id: found.id, reason })
    } else if (booking.problem !== undefined)
      reading.refused.push({ id: found.id, reason: booking.problem })
    else readBooking(booking, found.id, found.payouts, reading)
  }
  reading.unidentified.push(...notification.unidentified)
  reading.refused.push(...notification.refused)
  return debitsFirst(onceEach(reading))
}

/** Debits before credits, whatever the file's order. */
const debitsFirst = (reading: Reading): Reading => ({
  ...reading,
  words: [
    ...reading.words.filter(({ says }) => says !== 'returned'),
    ...reading.words.filter(({ says }) => says === 'returned'),
  ],
})

/** A payment moves once, so a second booking in one file is reported: it may have been paid twice. */
function onceEach(reading: Reading): Reading {
  const seen = new Set<string>()
  const words: BankWord[] = []
  for (const word of reading.words) {
    const { payout, says } = word
    const key = `${says} ${payout.payout_id}`
    if (says === 'pending' || !seen.has(key)) words.push(word)
    else {
      const what = says === 'returned' ? 'comes back' : 'is booked'
      const reason = `its money ${what} more than once in this file: ask the bank`
      reading.refused.push({ id: payout.end_to_end_id, reason })
    }
    seen.add(key)
  }
  return { ...reading, words }
}

async function findFiles(
  { ids }: NotificationBatch,
  payoutsOf: (messageId: string) => Promise<Payout[]>,
): Promise<{ id: string; payouts: Payout[] }[]> {
  const found: { id: string; payouts: Payout[] }[] = []
  for (const id of ids) {
    const payouts = await payoutsOf(id)
    if (payouts.length > 0) found.push({ id, payouts })
  }
  return found
}

function readEntry(entry: NotificationEntry, payout: Payout, reading: Reading): void {
  const { cents, otherCents = cents, currency, creditDebit, status, returned, reasonCodes } = entry
  const refuse = (reason: string) => reading.refused.push({ id: payout.end_to_end_id, reason })
  const wrong =
    contradiction({ cents, currency }, payout.cents) ??
    contradiction({ cents: otherCents, currency }, payout.cents)
  if (wrong !== null) refuse(wrong)
  else if ((creditDebit === 'CRDT') !== returned)
    refuse(`a ${creditDebit} ${returned ? 'marked' : 'not marked'} as a return`)
  else if (status !== 'BOOK')
    reading.words.push({ payout, says: 'pending', bankStatus: status, reasonCodes: [] })
  else {
    const says = returned ? 'returned' : 'settled'
    reading.words.push({
      payout,
      says,
      bankStatus: status,
      reasonCodes,
    })
  }
}

/**
 * One booking for a whole file. It applies to all payments, to those not rejected, or to those neither rejected nor returned,
 * whichever has its sum; the sets are nested, so only one can. Any other sum is ambiguous and refused.
 */
function readBooking(
  booking: NotificationBatch,
  id: string,
  payouts: Payout[],
  reading: Reading,
): void {
  const { cents, currency, creditDebit, status, reversal, count } = booking
  const refuse = (reason: string) => reading.refused.push({ id, reason })
  const sent = payouts.filter((payout) => payout.state !== 'rejected')
  const live = sent.filter((payout) => payout.state !== 'returned')
  const meant = [payouts, sent, live].find(
    (some) =>
      some.length > 0 && sum(some) === cents && (count === undefined || count === some.length),
  )
  if (currency !== 'EUR') refuse(`the currency is ${currency}, not EUR`)
  else if (!meant) refuse(`${cents} cents are not the sum of the batch or of what is left of it`)
  else if ((creditDebit === 'CRDT') !== reversal)
    refuse(`a ${creditDebit} ${reversal ? 'marked' : 'not marked'} as a reversal`)
  else {
    const says = status !== 'BOOK' ? 'pending' : reversal ? 'returned' : 'settled'
    for (const payout of meant) {
      // If the whole file is booked at once, earlier rejections return in their own booking.
      if (says === 'settled' && payout.state === 'rejected') {
        const reason =
          'it was rejected before, but is in the sum that the bank booked for the file: its money must come back by an entry of its own'
        reading.refused.push({ id: payout.end_to_end_id, reason })
        continue
      }
      if (says === 'returned' && cameBack(payout, meant)) {
        const reason =
          'it came back before, and is in the sum that came back for the file: its money may have come back twice, ask the bank'
        reading.refused.push({ id: payout.end_to_end_id, reason })
        continue
      }
      reading.words.push({
        payout,
        says,
        bankStatus: status,
        reasonCodes: [],
      })
    }
  }
}

/**
 * Whether a payment was returned by its own entry, rather than with its file read again: a file gives no reason and returns all.
 */
const cameBack = ({ state, reason }: Payout, meant: readonly Payout[]) =>
  state === 'returned' && (reason !== null || meant.some((other) => other.state === 'paid'))

const sum = (payouts: readonly Payout[]) =>
  payouts.reduce((total, payout) => total + payout.cents, 0)
