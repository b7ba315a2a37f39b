import { localDate } from './dates.ts'
import type { CustomerDays, ReviewReason } from './eligibility.ts'
import { expectedOn } from './payout.ts'
import type { RefusalReason } from './refusal.ts'
import { expiresOn, providedUnclaimedOn, type RewardState } from './reward.ts'

// Why somebody has no money, until when, and who decides: the facts of one sentence that support reads aloud.

/** Why something waits, the most urgent first. */
export const waitReasons = [
  'payment-held', // only the bank can explain a failed payment
  'blocked',
  'review-late', // no answer by the promised day
  'review',
  'appeal-late', // an objection to a refusal, no answer by the promised day
  'appeal',
  'question', // the review waits for the person's answer
  'missing-late', // a contract said to be missing, no answer by the promised day
  'missing',
  'due-late', // its day is over, and it is in no batch
  'bank-data', // the bank refused the account that was given
  'collect',
  'claim', // made without log-in, and not taken over yet
  'claimed-back',
  'bank-late', // at the bank for longer than planned, without an answer
  'at-bank',
  'due',
  'unclaimed', // a contact's, whose referrer has not taken over
  'providing',
  'order-confirmed',
  'order-reported',
  'confirm', // the own entry as a contact
  'contact-confirm',
  'no-contract',
  'own-contract', // the person is the confirmed contact
  'no-contact',
] as const
export type WaitReason = (typeof waitReasons)[number]

/** How something ended. */
export const endReasons = [
  'refused',
  'capped',
  'kept', // released, and all of it went to the referrer
  'given', // released, and all of it went to the contact
  'no-share-kept', // nothing to wait for: all of it will go to the referrer
  'no-share-given',
  'cancelled',
  'order-cancelled', // before anything was earned
  'expired',
  'paid',
  'ended',
] as const
export type EndReason = (typeof endReasons)[number]

export type Decider =
  | 'person'
  | 'contact'
  | 'provider'
  | 'review'
  | 'second' // who did not decide before
  | 'payouts'
  | 'bank'
  | 'support'
  | 'nobody' // it goes on by itself

/** What support can do about it. */
export type NextBest = 'unblock' | 'reward-mail' | 'access-mail' | 'confirm-mail'

export type Wait = {
  why: WaitReason | EndReason | 'nothing'
  count: number // promises of this kind
  cents: number | null // null: no amount yet
  until: string | null // ISO day; of an end, of what is late and of what is asked back: when it was
  daysLate: number | null // of what was promised for a day
  collectBy: string | null // ISO day; of what is reviewed and can be collected meanwhile
  decides: Decider
  claimMonths: number | null // after its contract, to say that it is missing
  next: NextBest | null
  reasons: ReviewReason[]
  days: CustomerDays | null // of a review because of an earlier contract
  problem: string | null // the bank's code
  refusal: RefusalReason | null
}

export type OpenReward = {
  side: 'referrer' | 'recipient'
  cents: number
  state: RewardState
  review: 'none' | 'held' | 'approved' | 'refused'
  reviewReasons: ReviewReason[]
  customerDays?: CustomerDays | null
  answerBy: string | null // of its open case
  askedUntil: string | null // the last day of a question about it that has no answer
  appealed: boolean // that case is about an objection to the refusal
  refusal: RefusalReason | null
  owned: boolean // its referral, if it has one, belongs to somebody
  releasedAt: Temporal.Instant | null // of its order
  expiresOn: string | null
  dueOn: string | null
  atBank: boolean
  executionOn: string | null // of its batch
  problem: string | null
  claimedBackAt: Temporal.Instant | null
  claimSettledAt: Temporal.Instant | null
  endedAt: Temporal.Instant | null // paid or cancelled
}

export type OpenOrder = {
  side: 'referrer' | 'recipient'
  cents: number | null // this person's share, at the promised rates
  hasShare: boolean
  state: 'reported' | 'confirmed'
  releasableOn: string | null
}

/** A recommendation made, or accepted as a contact, without any order so far. */
export type OpenReferral = {
  side: 'referrer' | 'recipient'
  cents: number | null
  hasShare: boolean
  isOver: boolean
  contacts: number // who accepted, confirmed or not
  confirmed: number // of them
  until: string | null // the day until which it is valid, or the entry kept
}

/** A released order that left this person nothing: by the yearly cap, or as all of it is the other side's. */
export type EmptyOrder = { side: 'referrer' | 'recipient'; on: string; hasShare: boolean }

/** A cancelled contract that earned this person nothing. */
export type CancelledOrder = { cents: number | null; on: string; refusal: RefusalReason | null }

/** A contract that somebody says is missing, while it is looked for. */
export type OpenClaim = { answerBy: string }

export type Situation = {
  today: Temporal.PlainDate
  blockedOn: string | null // of the account, or of all of the tenant
  unclaimedDays: number
  rewardMonths: number
  claimMonths: number
  rewards: readonly OpenReward[]
  orders: readonly OpenOrder[]
  referrals: readonly OpenReferral[]
  empty: readonly EmptyOrder[]
  cancelled: readonly CancelledOrder[]
  claims: readonly OpenClaim[]
}

/** What one reward's wait depends on besides itself. */
type Rules = Pick<Situation, 'today' | 'blockedOn' | 'unclaimedDays' | 'rewardMonths'>

type Kind = Omit<Wait, 'count' | 'cents'>

const kind = (
  why: Wait['why'],
  decides: Decider,
  more: Partial<Omit<Kind, 'why' | 'decides'>> = {},
): Kind => ({
  why,
  decides,
  until: null,
  daysLate: null,
  collectBy: null,
  claimMonths: null,
  next: null,
  reasons: [],
  days: null,
  problem: null,
  refusal: null,
  ...more,
})

const day = (text: string) => Temporal.PlainDate.from(text)
const dayOf = (at: Temporal.Instant) => localDate(at).toString()

/** What was promised for a day that is over. */
const late = (until: string, today: Temporal.PlainDate) => ({
  until,
  daysLate: day(until).until(today).days,
})
const isBefore = (one: string | null, today: Temporal.PlainDate): one is string =>
  one !== null && one < today.toString()

/** Why one reward waits, or how it ended. */
export const whyReward = (reward: OpenReward, at: Rules): Wait => ({
  ...ofReward(reward, at),
  count: 1,
  cents: reward.cents,
})

function ofReward(reward: OpenReward, at: Rules): Kind {
  const { state } = reward
  const today = at.today.toString()
  if (reward.claimSettledAt)
    return kind('cancelled', 'nobody', { until: dayOf(reward.claimSettledAt) })
  if (reward.claimedBackAt && (state === 'paid' || state === 'collected'))
    return kind('claimed-back', 'person', { until: dayOf(reward.claimedBackAt) })
  const endedOn = reward.endedAt && dayOf(reward.endedAt)
  const isAsked = reward.askedUntil !== null && reward.askedUntil > today
  const question = kind('question', 'person', { until: reward.askedUntil })
  if (state === 'cancelled' && reward.appealed)
    return isAsked
      ? question
      : isBefore(reward.answerBy, at.today)
        ? kind('appeal-late', 'second', late(reward.answerBy, at.today))
        : kind('appeal', 'second', { until: reward.answerBy })
  if (state === 'cancelled')
    return reward.review === 'refused'
      ? kind('refused', 'nobody', { until: endedOn, refusal: reward.refusal })
      : kind('cancelled', 'nobody', { until: endedOn })
  if (state === 'paid') return kind('paid', 'nobody', { until: endedOn })
  // The sweep may run later than midnight; of a blocked account nothing expires.
  const isOver = reward.expiresOn !== null && reward.expiresOn < today && at.blockedOn === null
  if (state === 'expired' || (state === 'provided' && isOver))
    return kind('expired', 'nobody', { until: reward.expiresOn })
  if (reward.atBank)
    return reward.executionOn !== null && reward.executionOn < today
      ? kind('bank-late', 'payouts', { until: reward.executionOn })
      : kind('at-bank', 'bank', { until: reward.executionOn })
  // Without a day it is in no batch: the bank refused it for a reason that only the bank can explain.
  if (state === 'collected' && reward.dueOn === null && reward.review !== 'held')
    return kind('payment-held', 'payouts')
  if (at.blockedOn !== null && reward.side === 'referrer')
    return kind('blocked', 'support', { next: 'unblock' })
  if (reward.review === 'held') {
    const found = {
      reasons: reward.reviewReasons.toSorted(),
      days: reward.customerDays ?? null,
      collectBy: state === 'provided' ? reward.expiresOn : null,
    }
    if (isAsked) return { ...question, ...found }
    return isBefore(reward.answerBy, at.today)
      ? kind('review-late', 'review', { ...late(reward.answerBy, at.today), ...found })
      : kind('review', 'review', { until: reward.answerBy, ...found })
  }
  if (state === 'provided') {
    const open = { until: reward.expiresOn, next: 'reward-mail' } as const
    return reward.problem !== null
      ? kind('bank-data', 'person', { ...open, problem: reward.problem })
      : kind('collect', 'person', open)
  }
  // A day that slides on with each look would be a promise that nobody keeps.
  if (state === 'collected' && isBefore(reward.dueOn, at.today))
    return kind('due-late', 'payouts', late(reward.dueOn, at.today))
  if (state === 'collected' && reward.dueOn !== null)
    return kind('due', 'nobody', { until: expectedOn(day(reward.dueOn), at.today).toString() })
  return ofOpenReward(reward, at)
}

function ofOpenReward({ owned, side, releasedAt }: OpenReward, at: Rules): Kind {
  if (owned) return kind('providing', 'nobody', { until: at.today.toString() })
  const released = releasedAt && localDate(releasedAt)
  if (side === 'referrer')
    return kind('claim', 'person', {
      until: released && expiresOn(released, at.rewardMonths).toString(),
      next: 'access-mail',
    })
  const from = released && providedUnclaimedOn(released, at.unclaimedDays)
  const until = from && Temporal.PlainDate.compare(from, at.today) < 0 ? at.today : from
  return kind('unclaimed', 'nobody', { until: until?.toString() ?? null })
}

const noShare = { recipient: 'no-share-kept', referrer: 'no-share-given' } as const
const released = { recipient: 'kept', referrer: 'given' } as const

const ofEmpty = ({ side, on, hasShare }: EmptyOrder): Kind =>
  kind(hasShare ? 'capped' : released[side], 'nobody', { until: on })

function ofOrder({ side, hasShare, state, releasableOn }: OpenOrder, { today }: Situation): Kind {
  if (!hasShare) return kind(noShare[side], 'nobody')
  if (state === 'reported') return kind('order-reported', 'provider')
  const on =
    releasableOn !== null && releasableOn < today.toString() ? today.toString() : releasableOn
  return kind('order-confirmed', 'provider', { until: on })
}

function ofReferral(referral: OpenReferral, { claimMonths }: Situation): Kind {
  const { until } = referral
  if (referral.isOver) return kind('ended', 'nobody', { until })
  if (referral.side === 'recipient')
    return referral.confirmed === 0
      ? kind('confirm', 'person', { until, next: 'confirm-mail' })
      : referral.hasShare
        ? kind('own-contract', 'provider', { claimMonths })
        : kind(noShare.recipient, 'nobody')
  if (referral.contacts === 0) return kind('no-contact', 'contact', { until })
  return referral.confirmed > 0
    ? kind('no-contract', 'provider', { claimMonths })
    : kind('contact-confirm', 'contact', { until })
}

const ofClaim = ({ answerBy }: OpenClaim, { today }: Situation): Kind =>
  isBefore(answerBy, today)
    ? kind('missing-late', 'review', late(answerBy, today))
    : kind('missing', 'review', { until: answerBy })

const order: readonly Wait['why'][] = [...waitReasons, ...endReasons, 'nothing']
const isWait = ({ why }: Pick<Wait, 'why'>) => (waitReasons as readonly string[]).includes(why)

/** Ends are told beside what waits for as long; later they are history. */
const toldDays = 60

/**
 * What to say first, and what to add. Alike promises are one; nothing waits if the first one is an end. The most urgent comes
 * first, among alike ones the earliest day; of ends the newest.
 */
export function whyWaiting(at: Situation): { first: Wait; rest: Wait[] } {
  const found = [
    ...at.rewards.map((reward) => ({ ...ofReward(reward, at), cents: reward.cents })),
    ...at.orders.map((one) => ({ ...ofOrder(one, at), cents: one.cents })),
    ...at.referrals.map((one) => ({ ...ofReferral(one, at), cents: one.cents })),
    ...at.cancelled.map(({ cents, on, refusal }) => ({
      ...kind('order-cancelled', 'nobody', { until: on, refusal }),
      cents,
    })),
    ...at.claims.map((one) => ({ ...ofClaim(one, at), cents: null })),
    ...at.empty.map((one) => ({ ...ofEmpty(one), cents: null })),
  ]
  const waits = grouped(found.filter(isWait)).toSorted(
    (a, b) => order.indexOf(a.why) - order.indexOf(b.why) || compare(a.until, b.until),
  )
  if (at.blockedOn !== null && !waits.some(({ why }) => why === 'blocked'))
    waits.unshift({ ...kind('blocked', 'support', { next: 'unblock' }), count: 0, cents: null })
  const ends = grouped(found.filter((one) => !isWait(one))).toSorted(
    (a, b) => -compare(a.until, b.until) || order.indexOf(a.why) - order.indexOf(b.why),
  )
  const [first, ...rest] = waits
  if (first) {
    const since = at.today.subtract({ days: toldDays }).toString()
    const told = ends.filter(
      ({ why, until }) => why !== 'ended' && until !== null && until >= since,
    )
    return { first, rest: [...rest, ...told] }
  }
  const [last, ...earlier] = ends
  return last
    ? { first: last, rest: earlier.filter(({ why }) => why !== 'ended').slice(0, 3) }
    : { first: { ...kind('nothing', 'nobody'), count: 0, cents: null }, rest: [] }
}

/** ISO days; none comes last. */
const compare = (a: string | null, b: string | null): number =>
  (a ?? '9999') < (b ?? '9999') ? -1 : a === b ? 0 : 1

function grouped(found: readonly (Kind & { cents: number | null })[]): Wait[] {
  const groups = Map.groupBy(found, (one) => JSON.stringify({ ...one, cents: null }))
  return [...groups.values()].map((group) => ({
    ...group[0]!,
    count: group.length,
    cents: group.reduce<number | null>(
      (sum, { cents }) => (cents === null ? sum : (sum ?? 0) + cents),
      null,
    ),
  }))
}
