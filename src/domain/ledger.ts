import { assertCents } from './money.ts'
import type { Cents } from './money.ts'
import type { RewardState } from './reward.ts'

/**
 * Append-only double entry per tenant. Every cent of a reward comes from `programme` (which goes negative) and lies in exactly one
 * other account, which says where the money is.
 */
export const accounts = [
  'programme',
  'committed',
  'payable',
  'in-transit',
  'paid-bank',
  'paid-voucher',
  'cancelled',
  'expired',
  'claims',
  'set-off', // against a claim, instead of being paid
  'written-off',
] as const

export type Account = (typeof accounts)[number]
export type Posting = { account: Account; cents: Cents }

const moves = {
  created: ['programme', 'committed'],
  provided: ['committed', 'payable'],
  'collected-voucher-paid': ['payable', 'paid-voucher'],
  'claimed-for-payout': ['payable', 'in-transit'],
  settled: ['in-transit', 'paid-bank'],
  // The bank told another day later: undone on its day, and settled anew on the bank's (domain/settled-day.ts).
  'settled-undone': ['paid-bank', 'in-transit'],
  rejected: ['in-transit', 'payable'],
  returned: ['paid-bank', 'payable'],
  expired: ['payable', 'expired'],
  // Nobody took over the referral in time.
  'expired-open': ['committed', 'expired'],
  'cancelled-open': ['committed', 'cancelled'],
  'cancelled-provided': ['payable', 'cancelled'],
  'cancelled-collected': ['payable', 'cancelled'],
  'claim-bank': ['paid-bank', 'claims'],
  'claim-voucher': ['paid-voucher', 'claims'],
  // The person, or the bank by a return, gave the reward back.
  'claim-recovered': ['claims', 'cancelled'],
  // A transfer booked by hand; and back, if it was booked wrongly.
  'claim-repaid': ['claims', 'cancelled'],
  'repayment-undone': ['cancelled', 'claims'],
  'claim-written-off': ['claims', 'written-off'],
  // Of two rewards of one person: what the one is not paid, the other no longer owes; and back, if the one's order is cancelled.
  'set-off': ['payable', 'set-off'],
  'claim-set-off': ['claims', 'cancelled'],
  'set-off-undone': ['set-off', 'cancelled'],
  'claim-again': ['cancelled', 'claims'],
} as const satisfies Record<string, readonly [Account, Account]>

export type RewardEvent = keyof typeof moves
export const rewardEvents = Object.keys(moves) as RewardEvent[]

/** Two postings with sum zero. `cents`: the full, positive amount of the reward. */
export function postingsFor(event: RewardEvent, cents: Cents): Posting[] {
  assertCents(cents)
  if (cents <= 0) throw new RangeError(`nothing to post: ${cents}`)
  const [from, to] = moves[event]
  return [
    { account: from, cents: -cents },
    { account: to, cents },
  ]
}

/**
 * The event that takes a cancelled order's reward back: an unpaid one is cancelled, a paid one becomes a claim; null: nothing to
 * do, or its payment is in transit (`inTransit`), to be asked again once settled or rejected.
 */
export function cancelEvent(reward: {
  state: RewardState
  inTransit: boolean
  paidBy: 'bank' | 'voucher' | 'set-off' | null
}): RewardEvent | null {
  if (reward.state === 'open') return 'cancelled-open'
  if (reward.state === 'provided') return 'cancelled-provided'
  if (reward.state === 'collected') return reward.inTransit ? null : 'cancelled-collected'
  // Nothing was paid: what it was set off against is owed again (reward/set-off-reward.ts).
  if (reward.state === 'paid' && reward.paidBy === 'set-off') return null
  if (reward.state === 'paid') return reward.paidBy === 'voucher' ? 'claim-voucher' : 'claim-bank'
  return null
}

/** Cents per account; zero without postings. */
export function balance(postings: readonly Posting[]): Record<Account, Cents> {
  const sums = Object.fromEntries(accounts.map((account) => [account, 0])) as Record<Account, Cents>
  for (const { account, cents } of postings) sums[account] += cents
  return sums
}

/** Invariant: the postings of each reward, and of all, sum up to zero. */
export function addsUpToZero(postings: readonly Posting[]): boolean {
  return postings.reduce((sum, { cents }) => sum + cents, 0) === 0
}
