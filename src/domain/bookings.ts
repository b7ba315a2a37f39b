import { accountNumber, type Accounting, type AccountRole } from './accounting.ts'
import type { NoteEvent } from './commission.ts'
import type { RewardEvent } from './ledger.ts'

// What of the ledger an accountant books.

export type Booking = readonly [debit: AccountRole, credit: AccountRole]

/** Null: the other side of a set-off, which is booked once. */
const rewardBookings: Record<RewardEvent, Booking | null> = {
  created: ['expense', 'provision'],
  provided: ['provision', 'liability'],
  'collected-voucher-paid': ['liability', 'vouchers'],
  'claimed-for-payout': ['liability', 'transit'],
  settled: ['transit', 'bank'],
  'settled-undone': ['bank', 'transit'],
  rejected: ['transit', 'liability'],
  returned: ['bank', 'liability'],
  expired: ['liability', 'release'],
  'expired-open': ['provision', 'release'],
  'cancelled-open': ['provision', 'expense'],
  'cancelled-provided': ['liability', 'expense'],
  'cancelled-collected': ['liability', 'expense'],
  'claim-bank': ['claims', 'expense'],
  'claim-voucher': ['claims', 'expense'],
  'claim-recovered': ['bank', 'claims'],
  'claim-repaid': ['bank', 'claims'],
  'repayment-undone': ['claims', 'bank'],
  'claim-written-off': ['writtenOff', 'claims'],
  'set-off': ['liability', 'claims'],
  'claim-set-off': null,
  'set-off-undone': ['claims', 'expense'],
  'claim-again': null,
}

/** Of what the bank returned before it was owed again, which lies in the clearing account since (`claim-recovered` of another event). */
export const recoveredLater: Booking = ['clearing', 'claims']

/** What a document's events book; what it bills is booked line by line. */
const noteBookings: Record<NoteEvent, Booking | null> = {
  written: null,
  'claimed-for-payout': ['partners', 'transit'],
  settled: ['transit', 'bank'],
  'settled-undone': ['bank', 'transit'],
  rejected: ['transit', 'partners'],
  returned: ['bank', 'partners'],
}

/** Letters, digits and signs that a document's number may have in DATEV, and that run in no spreadsheet; may be empty. */
export const documentNumber = (number: string): string =>
  number
    .replaceAll(/[^a-zA-Z0-9$%&*+\-/]/g, '')
    .replace(/^[+\-*]+/, '')
    .slice(0, 36)

export const lineBookingKinds = ['charge', 'invoice', 'reversal', 'other', 'excess'] as const
export type LineBookingKind = (typeof lineBookingKinds)[number]

/** What lines of the statement move beside the ledgers' events; `excess`: came back beyond what a person owed. */
const lineBookings: Record<LineBookingKind, Booking> = {
  charge: ['bank', 'bankCharges'],
  invoice: ['bank', 'agencies'],
  reversal: ['bank', 'agencies'],
  other: ['bank', 'clearing'],
  excess: ['bank', 'clearing'],
}

/** Events of rewards by which the bank's account gets, or gives; `claim-recovered` only of a payment that came back. */
export const bankEvents = (side: 'debit' | 'credit'): RewardEvent[] =>
  (Object.keys(rewardBookings) as RewardEvent[]).filter(
    (event) => rewardBookings[event]?.[side === 'debit' ? 0 : 1] === 'bank',
  )

/** What documents bill. */
const billed: readonly Booking[] = [
  ['commission', 'partners'],
  ['inputTax', 'partners'],
  ['agencies', 'agencyRewards'],
  ['agencies', 'agencyFees'],
  ['agencies', 'salesTax'],
]

/** Accounts of one number that are booked against each other, which no bookkeeping takes. */
export function bookedAgainstItself(
  accounting: Pick<Accounting, 'chart' | 'accountLength' | 'accounts'>,
): AccountRole[] {
  const all = [
    ...Object.values(rewardBookings),
    ...Object.values(noteBookings),
    ...Object.values(lineBookings),
    recoveredLater,
    ...billed,
  ]
  const number = (role: AccountRole) => accountNumber(role, accounting)
  const same = all.flatMap((one) => (one && number(one[0]) === number(one[1]) ? one : []))
  return [...new Set(same)]
}

export const bookingOf = (event: string): Booking | null =>
  rewardBookings[event as RewardEvent] ?? null
export const noteBookingOf = (event: string): Booking | null =>
  noteBookings[event as NoteEvent] ?? null
/** Of euros that came in; of what left, the sides are changed. */
export const lineBookingOf = (kind: LineBookingKind): Booking => lineBookings[kind]

/** One line of the accountant's file: always a positive amount. */
export type BookingLine = {
  cents: number
  debit: AccountRole
  credit: AccountRole
  day: string // ISO date
  number: string // of the reward or document
  text: string
}

/** With the sides changed if the amount is negative; null: nothing to book. */
export function lineOf(
  cents: number,
  [debit, credit]: Booking,
  rest: Pick<BookingLine, 'day' | 'number' | 'text'>,
): BookingLine | null {
  if (cents === 0) return null
  return cents > 0
    ? { cents, debit, credit, ...rest }
    : { cents: -cents, debit: credit, credit: debit, ...rest }
}
