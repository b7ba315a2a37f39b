import { accounts, type Account } from './ledger.ts'
import type { Cents } from './money.ts'
import { bankStatus } from './payout.ts'

// Where the money of one reward is, by its postings, and whether payments and the bank's lines say the same.

export type WayPosting = { id: string; at: string; account: string; cents: Cents }
export type WayPayment = {
  cents: Cents
  state: 'in-transit' | 'paid' | 'rejected' | 'returned'
  isBooked: boolean // a line of the statement says that it left
}

const sumOf = (all: readonly { cents: Cents }[]) =>
  all.reduce((total, { cents }) => total + cents, 0)

export type Place = Exclude<Account, 'programme'>
export type Rest = { account: Place; cents: Cents; since: string }

/**
 * Where it is now, since what came there last: what was undone at the same moment never came. `programme` is where it came from.
 */
export function restsOf(postings: readonly WayPosting[]): Rest[] {
  return accounts.flatMap((account): Rest[] => {
    if (account === 'programme') return []
    const own = postings.filter((one) => one.account === account)
    const cents = sumOf(own)
    if (cents === 0) return []
    const came = [...Map.groupBy(own, ({ at }) => at)].filter(([, both]) => sumOf(both) > 0)
    const since = came
      .map(([at]) => at)
      .toSorted()
      .at(-1)
    return [{ account, cents, since: since ?? own[0]!.at }]
  })
}

export const wayDifferences = ['ledger', 'transit', 'statement'] as const
export type WayDifference = { kind: (typeof wayDifferences)[number]; cents: Cents }

/**
 * What does not agree: postings that do not add up to zero, money on its way by the ledger alone or by the payments alone, and what
 * was paid without a line of the statement.
 */
export function differencesOf(
  postings: readonly WayPosting[],
  payments: readonly WayPayment[],
): WayDifference[] {
  const transit = sumOf(postings.filter(({ account }) => account === 'in-transit'))
  const found: WayDifference[] = [
    { kind: 'ledger', cents: sumOf(postings) },
    {
      kind: 'transit',
      cents: transit - sumOf(payments.filter(({ state }) => state === 'in-transit')),
    },
    {
      kind: 'statement',
      cents: sumOf(payments.filter(({ state, isBooked }) => state === 'paid' && !isBooked)),
    },
  ]
  return found.filter(({ cents }) => cents !== 0)
}

export const bankAnswers = [
  'none',
  'pending',
  'settled',
  'confirmed', // by an operator alone
  'returned',
  'rejected',
  'cancelled', // the order at the bank, as a whole
  'not-sent', // the file never went there
] as const
export type BankAnswer = (typeof bankAnswers)[number]

/**
 * What became of a payment at the bank, by its state: statuses alone do not say it, as some are of a statement's line and some our own.
 * @param isChecked the bank said something of the payee, so it had the file
 */
export function bankAnswerOf(payment: {
  state: WayPayment['state']
  status: string | null
  isChecked: boolean
}): BankAnswer {
  const { state, status, isChecked } = payment
  if (state === 'paid') return status === 'confirmed' ? 'confirmed' : 'settled'
  if (state === 'in-transit') return status === null ? 'none' : 'pending'
  if (state === 'returned') return 'returned'
  if (status === 'CANC') return 'cancelled'
  if (status === 'not-sent') return isChecked ? 'cancelled' : 'not-sent'
  // Money that was booked back before it was booked.
  return status === null || bankStatus(status) === 'rejected' ? 'rejected' : 'returned'
}

/** Whether the order was taken back as a whole: no word of the bank about the payment. */
export const isTakenBack = (answer: BankAnswer): answer is 'cancelled' | 'not-sent' =>
  answer === 'cancelled' || answer === 'not-sent'

export type ClosedUntil = { month: string; until: string }

/**
 * The closed month that took a posting: its own, or a later one if it came after that was closed; null: none yet, or from before the
 * first one. @param closed in the order of their months @param month of the posting
 */
export function takenBy(
  closed: readonly ClosedUntil[],
  { id, month }: { id: string; month: string },
): string | null {
  const at = closed.findIndex((one) => one.month >= month && id <= one.until)
  const found = closed[at]
  if (!found || (at === 0 && found.month !== month)) return null
  return found.month
}
