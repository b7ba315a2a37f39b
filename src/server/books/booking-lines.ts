import { eventWord } from '../../contract/ledger-words.ts'
import {
  bookingOf,
  lineBookingOf,
  lineOf,
  noteBookingOf,
  recoveredLater,
  type BookingLine,
  type LineBookingKind,
} from '../../domain/bookings.ts'
import { isBookedByWords } from '../../domain/bank-line.ts'
import { formatGermanDate, localDate } from '../../domain/dates.ts'
import type { Keys } from '../base/keys.ts'
import type { Tx } from '../db/connection.ts'
import { openLineWords } from '../payout/line-words.ts'
import {
  listInvoiceBookings,
  listLineBookings,
  listNoteBookings,
  listRewardBookings,
  type RewardRow,
  type Span,
} from './month-store.ts'

const atOnce = 20_000

/** A month's lines: rewards in the order of their postings, then credit notes, invoices, and what only the bank's statement says. */
export async function* readLines(
  tx: Tx,
  keys: Keys,
  tenant: string,
  span: Span,
): AsyncGenerator<BookingLine> {
  let after: RewardRow | null = null
  do {
    const rows: RewardRow[] = await listRewardBookings(tx, tenant, span, after, atOnce)
    for (const row of rows) {
      const isLater = row.event === 'claim-recovered' && !row.event_key.startsWith('payout:')
      const booking = isLater ? recoveredLater : bookingOf(row.event)
      const words = [eventWord(row.event, 'de'), row.order_number ?? 'Kulanz', row.batch_id]
      const line =
        booking &&
        lineOf(row.cents, booking, { ...dayOf(localDate(row.at), words, span), number: row.number })
      if (line) yield line
    }
    after = rows.length < atOnce ? null : rows.at(-1)!
  } while (after)
  yield* noteLines(tx, tenant, span)
  yield* invoiceLines(tx, tenant, span)
  yield* bankLines(tx, keys, tenant, span)
}

/** What is late has the month's first day, as a batch takes no other month’s, and says its own. */
function dayOf(day: Temporal.PlainDate, words: (string | null)[], { first }: Span) {
  const isLate = day.toString() < first
  const all = isLate ? [`zu ${formatGermanDate(day)}`, ...words] : words
  return { day: isLate ? first : day.toString(), text: all.filter(Boolean).join(' ') }
}

async function* noteLines(tx: Tx, tenant: string, span: Span): AsyncGenerator<BookingLine> {
  for (const note of await listNoteBookings(tx, tenant, span)) {
    const { number, cents } = note
    const of = (word: string) => ({ ...dayOf(localDate(note.at), [word, number], span), number })
    const booking = noteBookingOf(note.event)
    const sign = cents < 0 ? -1 : 1
    const lines = booking
      ? [lineOf(cents, booking, of(eventWord(note.event, 'de')))]
      : [
          lineOf(sign * note.net_cents, ['commission', 'partners'], of('Provision')),
          lineOf(sign * note.vat_cents, ['inputTax', 'partners'], of('Vorsteuer Provision')),
        ]
    for (const line of lines) if (line) yield line
  }
}

async function* invoiceLines(tx: Tx, tenant: string, span: Span): AsyncGenerator<BookingLine> {
  for (const invoice of await listInvoiceBookings(tx, tenant, span)) {
    const { number } = invoice
    const sign = invoice.kind === 'credit' ? -1 : 1
    const day = Temporal.PlainDate.from(invoice.issued_on)
    const of = (word: string) => ({ ...dayOf(day, [word, number], span), number })
    const lines = [
      lineOf(
        sign * (invoice.reward_cents - invoice.taxed_reward_cents),
        ['agencies', 'agencyRewards'],
        of('Weiterberechnung'),
      ),
      lineOf(sign * invoice.taxed_reward_cents, ['agencies', 'agencyFees'], of('Leistung Agentur')),
      lineOf(sign * invoice.fee_cents, ['agencies', 'agencyFees'], of('Gebühr Agentur')),
      lineOf(sign * invoice.vat_cents, ['agencies', 'salesTax'], of('Umsatzsteuer Agentur')),
    ]
    for (const line of lines) if (line) yield line
  }
}

/** As much as DATEV takes. */
const mostText = 60

const bankWords: Record<LineBookingKind, string> = {
  charge: 'Entgelt der Bank',
  invoice: 'Zahlung Agentur',
  reversal: 'Zahlung Agentur zurückgegeben',
  other: 'Sonstige Bankbuchung',
  excess: 'Rückgabe über die Forderung hinaus',
}

async function* bankLines(
  tx: Tx,
  keys: Keys,
  tenant: string,
  span: Span,
): AsyncGenerator<BookingLine> {
  for (const row of await listLineBookings(tx, tenant, span)) {
    const { kind, cents } = row
    // A charge has no document of ours, and is no person's: the bank's words say what it was (839).
    const isBanks = kind === 'charge' && isBookedByWords({ kind, likelyKind: row.likely_kind })
    const text = isBanks ? openLineWords({ keys }, tenant, row).text.trim() : ''
    const words = [
      row.takes_back ? 'Aufgehoben:' : null,
      isBanks ? row.reference : null,
      text.slice(0, mostText) || bankWords[kind],
    ]
    const day = dayOf(Temporal.PlainDate.from(row.day), words, span)
    const line = lineOf(cents, lineBookingOf(kind), { ...day, number: row.number })
    if (line) yield line
  }
}
