import { bankStatus } from '../../domain/payout.ts'
import type {
  Notification,
  NotificationBatch,
  NotificationEntry,
} from '../gateways/bank-files/read-notification.ts'
import type { StatusReport } from '../gateways/bank-files/read-status-report.ts'
import type { Payout } from './store.ts'

/** What the bank says about one payout. `reasonCode` is the bank's, or 'returned' where it gave none. */
export type BankWord = {
  payout: Payout
  says: 'settled' | 'rejected' | 'returned' | 'pending'
  bankStatus: string
  reasonCode: string | null
}

export type Reading = {
  words: BankWord[]
  /** Ids that are no payout of this tenant. */
  unknown: string[]
  refused: { id: string; reason: string }[]
}

/** Why a bank's amount is not that of the books; null where they agree. */
function contradiction(
  { cents, currency }: { cents: number; currency: string },
  expected: number,
): string | null {
  if (currency !== 'EUR') return `the currency is ${currency}, not EUR`
  return cents === expected ? null : `the amount is ${cents} cents, not ${expected}`
}

/** Why a sum or number that the bank repeats is not that of the batch; null where none is, or all agree. */
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
 * What a pain.002 says about each payout of the batch it answers. A payment that it names has its own status, the others have
 * that of their payment block, else of the whole file; PART says nothing about anybody. An id of another batch is unknown. An amount,
 * sum or number of transactions that the bank repeats must be ours: what speaks of another one is refused. A contradiction in the
 * sum or number of the file refuses whatever has its status from the file or block, named or not; a status of one's own still counts.
 */
export function readReport(
  report: StatusReport,
  messageId: string,
  payouts: readonly Payout[],
): Reading {
  const reading: Reading = { words: [], unknown: [], refused: [] }
  const byId = new Map(payouts.map((payout) => [payout.end_to_end_id, payout]))
  const named = new Set<string>()
  const say = (payout: Payout, status: string, reasonCode: string | null) => {
    const says = bankStatus(status)
    if (says === 'unknown')
      reading.refused.push({
        id: payout.end_to_end_id,
        reason: `the status ${status} is not known`,
      })
    else reading.words.push({ payout, says, bankStatus: status, reasonCode })
  }
  const blocks = report.paymentStatuses.filter((payment) => payment.paymentId === messageId)
  const mismatch = otherTotals([...blocks, report], payouts)
  for (const { endToEndId, status, inherited, reasonCode, amount } of report.transactions) {
    const payout = byId.get(endToEndId)
    named.add(endToEndId)
    const wrong = payout && amount ? contradiction(amount, payout.cents) : null
    if (wrong !== null) reading.refused.push({ id: endToEndId, reason: wrong })
    else if (payout && inherited && mismatch !== null)
      reading.refused.push({
        id: endToEndId,
        reason: `it has no status of its own, only an inherited ${status}, and ${mismatch}`,
      })
    else if (payout) say(payout, status, reasonCode ?? null)
    else reading.unknown.push(endToEndId)
  }
  const block = blocks[0]
  for (const { paymentId } of report.paymentStatuses) {
    if (paymentId !== messageId) reading.unknown.push(paymentId)
  }
  const status = block?.status ?? report.groupStatus
  // A report that names what is not in the file it answers is mixed up, so its word on the rest counts for nothing.
  if (status === undefined || status === 'PART' || reading.unknown.length > 0) return reading
  if (mismatch !== null) {
    reading.refused.push({ id: messageId, reason: mismatch })
    return reading
  }
  const reason = block?.reasonCode ?? report.groupReason.reasonCode ?? null
  for (const payout of payouts) {
    if (!named.has(payout.end_to_end_id)) say(payout, status, reason)
  }
  return reading
}

/** What a camt.054 says. `find` answers the payout of an EndToEndId, `payoutsOf` those of a batch by its message id. */
export async function readMovements(
  notification: Notification,
  find: (endToEndId: string) => Promise<Payout | undefined>,
  payoutsOf: (messageId: string) => Promise<Payout[]>,
): Promise<Reading> {
  const reading: Reading = { words: [], unknown: [], refused: [] }
  for (const entry of notification.entries) {
    const payout = await find(entry.endToEndId)
    if (payout) readEntry(entry, payout, reading)
    else reading.unknown.push(entry.endToEndId)
  }
  for (const booking of notification.batches) {
    const id = booking.messageId ?? booking.paymentId ?? ''
    const payouts = await payoutsOf(id)
    if (payouts.length > 0) readBooking(booking, id, payouts, reading)
    else reading.unknown.push(id)
  }
  return reading
}

function readEntry(entry: NotificationEntry, payout: Payout, reading: Reading): void {
  const { cents, currency, creditDebit, status, returned, reasonCode } = entry
  const refuse = (reason: string) => reading.refused.push({ id: payout.end_to_end_id, reason })
  const wrong = contradiction({ cents, currency }, payout.cents)
  if (wrong !== null) refuse(wrong)
  else if ((creditDebit === 'CRDT') !== returned)
    refuse(`a ${creditDebit} ${returned ? 'marked' : 'not marked'} as a return`)
  else if (status !== 'BOOK')
    reading.words.push({ payout, says: 'pending', bankStatus: status, reasonCode: null })
  else {
    const says = returned ? 'returned' : 'settled'
    reading.words.push({
      payout,
      says,
      bankStatus: status,
      reasonCode: reasonCode ?? (returned ? 'returned' : null),
    })
  }
}

/**
 * One booking for a whole file. It speaks for all payments when it has the sum of all, for those that were not rejected
 * when it has theirs, and for those still with us or with their owners when it has theirs; each is part of the one before, so
 * only one can have the sum. Any other sum could mean anybody and is refused.
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
    (some) => sum(some) === cents && (count === undefined || count === some.length),
  )
  if (currency !== 'EUR') refuse(`the currency is ${currency}, not EUR`)
  else if (!meant) refuse(`${cents} cents are not the sum of the batch or of what is left of it`)
  else if ((creditDebit === 'CRDT') !== reversal)
    refuse(`a ${creditDebit} ${reversal ? 'marked' : 'not marked'} as a reversal`)
  else {
    const says = status !== 'BOOK' ? 'pending' : reversal ? 'returned' : 'settled'
    for (const payout of meant) {
      // Of a whole file booked at once, what was rejected before comes back by a booking of its own.
      if (says === 'settled' && payout.state === 'rejected') continue
      reading.words.push({
        payout,
        says,
        bankStatus: status,
        reasonCode: says === 'returned' ? 'returned' : null,
      })
    }
  }
}

const sum = (payouts: readonly Payout[]) =>
  payouts.reduce((total, payout) => total + payout.cents, 0)
