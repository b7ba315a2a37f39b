import type { NoteEvent } from './commission.ts'
import type { RewardEvent } from './ledger.ts'

// What of the ledger an accountant books, and where. The account numbers are a tenant's; those given here are customary, and the
// accountant has to confirm them.

export const accountRoles = [
  'expense', // of rewards
  'provision', // promised, not yet earned
  'liability', // owed to people
  'transit', // at the bank
  'bank',
  'vouchers', // bought, not yet given
  'claims', // to have back
  'release', // what expired
  'writtenOff',
  'commission',
  'inputTax', // on commissions
  'partners', // owed to sales partners
  'agencies', // owed by agencies
  'agencyRewards', // billed to them
  'agencyFees',
  'salesTax', // on fees
] as const
export type AccountRole = (typeof accountRoles)[number]

export const charts = ['SKR03', 'SKR04'] as const
export type Chart = (typeof charts)[number]

const numbers: Record<AccountRole, readonly [skr03: string, skr04: string]> = {
  expense: ['4600', '6600'],
  provision: ['0970', '3070'],
  liability: ['1700', '3500'],
  transit: ['1360', '1460'],
  bank: ['1200', '1800'],
  vouchers: ['1502', '1302'],
  claims: ['1500', '1300'],
  release: ['2735', '4930'],
  writtenOff: ['2400', '6930'],
  commission: ['4760', '6770'],
  inputTax: ['1576', '1406'],
  partners: ['1600', '3300'],
  agencies: ['1400', '1200'],
  agencyRewards: ['8200', '4000'],
  agencyFees: ['8400', '4400'],
  salesTax: ['1776', '3806'],
}

export type Accounting = {
  consultant: number // Beraternummer
  client: number // Mandantennummer
  yearStart: number // month in which the business year begins
  chart: Chart
  accountLength: number // digits of a general ledger account
  encoding: 'windows-1252' | 'utf-8'
  isLocked: boolean // whether a closed month's batch arrives as final
  accounts: Partial<Record<AccountRole, string>>
}

/** The number of an account, with zeros to the tenant's length. */
export function accountNumber(
  role: AccountRole,
  { chart, accountLength, accounts }: Pick<Accounting, 'chart' | 'accountLength' | 'accounts'>,
): string {
  const own = accounts[role]
  return own ?? numbers[role][chart === 'SKR03' ? 0 : 1].padEnd(accountLength, '0')
}

export type Booking = readonly [debit: AccountRole, credit: AccountRole]

/** Null: the other side of a set-off, which is booked once. */
const rewardBookings: Record<RewardEvent, Booking | null> = {
  created: ['expense', 'provision'],
  provided: ['provision', 'liability'],
  'collected-voucher-paid': ['liability', 'vouchers'],
  'claimed-for-payout': ['liability', 'transit'],
  settled: ['transit', 'bank'],
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

/** What a document's events book; what it bills is booked line by line. */
const noteBookings: Record<NoteEvent, Booking | null> = {
  written: null,
  'claimed-for-payout': ['partners', 'transit'],
  settled: ['transit', 'bank'],
  rejected: ['transit', 'partners'],
  returned: ['bank', 'partners'],
}

export const bookingOf = (event: string): Booking | null =>
  rewardBookings[event as RewardEvent] ?? null
export const noteBookingOf = (event: string): Booking | null =>
  noteBookings[event as NoteEvent] ?? null

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

/** The first day of the business year that a month is part of. */
export function yearStartOf(month: string, yearStart: number): string {
  const [year, of] = month.split('-').map(Number) as [number, number]
  return `${of >= yearStart ? year : year - 1}-${String(yearStart).padStart(2, '0')}-01`
}
