import { bankFileReason } from '../../domain/bank-file-reasons.ts'
import type { Booking, BookingBatch, BookingEntry } from '../gateways/bank-files/read-booking.ts'
import { contradiction, nothingRead, sum, type BankWord, type Reading } from './read-bank-file.ts'
import type { Payout } from './store.ts'

/** What a line says that is nothing of ours. */
export type Unplaced = { line: number } & Pick<Reading, 'unknown' | 'unidentified'>

export type BookedLine = { bookedOn: string | null; booking: Booking }

/** The ids that lines give of payments, and of our files: all are read before, as sets. */
export const paymentsIn = (lines: readonly BookedLine[]) => [
  ...new Set(lines.flatMap(({ booking }) => booking.entries.map(({ endToEndId }) => endToEndId))),
]
export const filesIn = (lines: readonly BookedLine[]) =>
  new Set(lines.flatMap(({ booking }) => booking.batches.flatMap(({ ids }) => ids)))

/** Payouts by EndToEndId, and those of a file by its message id. */
type Named = ReadonlyMap<string, Payout>
type Files = ReadonlyMap<string, Payout[]>

/** Movements of a statement's lines. */
export function readMovements(
  lines: readonly BookedLine[],
  named: Named,
  sent: Files,
): Reading & { unplaced: Unplaced[] } {
  const reading = nothingRead()
  const unplaced: Unplaced[] = []
  for (const [line, { bookedOn, booking }] of lines.entries()) {
    const own = readLine(booking, named, sent)
    reading.words.push(...own.words.map((word) => ({ ...word, line, bookedOn })))
    unplaced.push({ line, unknown: own.unknown, unidentified: own.unidentified })
    reading.refused.push(...own.refused)
  }
  return { ...debitsFirst(onceEach(reading)), unplaced }
}

function readLine(
  { entries, batches, unidentified, refused }: Booking,
  named: Named,
  sent: Files,
): Reading {
  const reading = nothingRead()
  for (const entry of entries) {
    const payout = named.get(entry.endToEndId)
    if (payout) readEntry(entry, payout, reading)
    else reading.unknown.push(entry.endToEndId)
  }
  for (const booking of batches) {
    const ours = findFiles(booking, sent)
    const [found] = ours
    const files = new Set([...(booking.files ?? []), ...ours.map(({ id }) => id)])
    if (!found) reading.unidentified.push(booking.label)
    else if (files.size > 1) {
      const reason = bankFileReason('other-files', [...files].join(', '))
      reading.refused.push({ id: found.id, reason })
    } else if (booking.problem !== undefined)
      reading.refused.push({ id: found.id, reason: booking.problem })
    else readBooking(booking, found.id, found.payouts, reading)
  }
  reading.unidentified.push(...unidentified)
  reading.refused.push(...refused)
  return reading
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
      const reason = bankFileReason(says === 'returned' ? 'comes-back-twice' : 'booked-twice')
      reading.refused.push({ id: payout.end_to_end_id, reason })
    }
    seen.add(key)
  }
  return { ...reading, words }
}

const findFiles = ({ ids }: BookingBatch, sent: Files) =>
  ids.flatMap((id) => {
    const payouts = sent.get(id) ?? []
    return payouts.length > 0 ? { id, payouts } : []
  })

function readEntry(entry: BookingEntry, payout: Payout, reading: Reading): void {
  const { cents, otherCents = cents, chargeCents = 0, currency, creditDebit, status } = entry
  const { returned, reasonCodes } = entry
  const refuse = (reason: string) => reading.refused.push({ id: payout.end_to_end_id, reason })
  // What comes back may be less by the charge that the bank names.
  const feeCents = returned && cents < payout.cents ? chargeCents : 0
  const whole = { cents: cents + feeCents, currency }
  const isNet = feeCents > 0 && otherCents === cents
  const wrong =
    contradiction(whole, payout.cents) ??
    (isNet ? null : contradiction({ cents: otherCents, currency }, payout.cents))
  if (wrong !== null) refuse(wrong)
  else if ((creditDebit === 'CRDT') !== returned)
    refuse(bankFileReason(returned ? 'marked-return' : 'no-return', creditDebit))
  else if (status !== 'BOOK')
    reading.words.push({ payout, says: 'pending', bankStatus: status, reasonCodes: [] })
  else {
    const says = returned ? 'returned' : 'settled'
    reading.words.push({
      payout,
      says,
      bankStatus: status,
      reasonCodes,
      ...(feeCents > 0 && { feeCents }),
    })
  }
}

/**
 * One booking for a whole file. It applies to all payments, to those not rejected, or to those neither rejected nor returned,
 * whichever has its sum; the sets are nested, so only one can. Any other sum is ambiguous and refused.
 */
function readBooking(booking: BookingBatch, id: string, payouts: Payout[], reading: Reading): void {
  const { cents, currency, creditDebit, status, reversal, count } = booking
  const refuse = (reason: string) => reading.refused.push({ id, reason })
  const sent = payouts.filter((payout) => payout.state !== 'rejected')
  const live = sent.filter((payout) => payout.state !== 'returned')
  const meant = [payouts, sent, live].find(
    (some) =>
      some.length > 0 && sum(some) === cents && (count === undefined || count === some.length),
  )
  if (currency !== 'EUR') refuse(bankFileReason('not-eur', currency))
  else if (!meant) refuse(bankFileReason('no-such-sum', cents))
  else if ((creditDebit === 'CRDT') !== reversal)
    refuse(bankFileReason(reversal ? 'marked-reversal' : 'no-reversal', creditDebit))
  else {
    const says = status !== 'BOOK' ? 'pending' : reversal ? 'returned' : 'settled'
    for (const payout of meant) {
      // If the whole file is booked at once, earlier rejections return in their own booking.
      if (says === 'settled' && payout.state === 'rejected') {
        const reason = bankFileReason('rejected-in-sum')
        reading.refused.push({ id: payout.end_to_end_id, reason })
        continue
      }
      if (says === 'returned' && cameBack(payout, meant)) {
        const reason = bankFileReason('back-in-sum')
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
