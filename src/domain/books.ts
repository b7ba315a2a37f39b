import type { Cents } from './money.ts'

/** What of the books was compared with what. */
export const differenceKinds = [
  'reward', // the ledger holds it in another account, or not whole
  'set-off',
  'repayment',
  'ledger', // all postings together
  'voucher', // a reward and its codes
  'payout', // a payment and its postings
  'batch', // a batch and its payments
  'bank-line', // a line of the statement, its payments and what it was given to
  'closed-line', // the same of a closed day, where what it was given to was taken back since
  'bank-account', // what is booked of a line in the bank's account
  'invoice',
  'commission', // commissions and credit notes
] as const
export type DifferenceKind = (typeof differenceKinds)[number]

/** `id`: of the reward, payment or batch; empty where the sentence names several. The sentence is English. */
export type Difference = {
  kind: DifferenceKind
  id: string
  expected: Cents | null
  found: Cents | null
  text: string
}

/**
 * Whether a person may close a month in spite of what was found: a closed day does not change, so what was taken back since stays named until it
 * is booked anew, and the month that it was taken back in has both bookings.
 */
export const canBeClosed = (differences: readonly Pick<Difference, 'kind'>[]): boolean =>
  differences.every(({ kind }) => kind === 'closed-line')

/** Of one comparison so many are named; the rest is counted. */
export const mostNamed = 200

/** What a comparison found, with a last one for those that are not named. @param total of all that it found */
export function nameDifferences(
  kind: DifferenceKind,
  named: readonly Omit<Difference, 'kind'>[],
  total: number,
): Difference[] {
  const all = named.map((one) => ({ kind, ...one }))
  const left = total - named.length
  return left > 0
    ? [
        ...all,
        { kind, id: '', expected: null, found: null, text: `${left} more like those of ${kind}` },
      ]
    : all
}

export type MonthSum = { account: string; month: string; debit: Cents; credit: Cents }
export type MonthRow = {
  account: string
  opening: Cents
  debit: Cents
  credit: Cents
  closing: Cents
}

/** What each account held before a month, what came and went in it, and what it holds after it; those that never held anything are left out. */
export function rowsOfMonth(sums: readonly MonthSum[], month: string): MonthRow[] {
  const rows = new Map<string, MonthRow>()
  for (const sum of sums) {
    if (sum.month > month) continue
    const row = rows.get(sum.account) ?? {
      account: sum.account,
      opening: 0,
      debit: 0,
      credit: 0,
      closing: 0,
    }
    if (sum.month < month) row.opening += sum.debit - sum.credit
    else {
      row.debit += sum.debit
      row.credit += sum.credit
    }
    row.closing += sum.debit - sum.credit
    rows.set(sum.account, row)
  }
  return [...rows.values()]
}
