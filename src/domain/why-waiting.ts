import type { RefusalReason } from './refusal.ts'
import { day, endReasons, isBefore, kind, late, waitReasons, type Kind, type Wait } from './wait.ts'
import {
  centsOf,
  objectionUntil,
  ofReward,
  type OpenReward,
  type RewardRules,
} from './why-reward.ts'

// Why somebody has no money, until when, and who decides: the facts of one sentence that support reads aloud.

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

export type Situation = RewardRules & {
  claimMonths: number
  rewards: readonly OpenReward[]
  orders: readonly OpenOrder[]
  referrals: readonly OpenReferral[]
  empty: readonly EmptyOrder[]
  cancelled: readonly CancelledOrder[]
  claims: readonly OpenClaim[]
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
 * first, among alike ones the earliest day; of ends the newest, a recommendation that led to nothing after those about money.
 */
export function whyWaiting(at: Situation): { first: Wait; rest: Wait[] } {
  const found = [
    ...at.rewards.map((reward) => ({ ...ofReward(reward, at), cents: centsOf(reward) })),
    ...at.orders.map((one) => ({ ...ofOrder(one, at), cents: one.cents })),
    // What is over promises nothing any more.
    ...at.referrals.map((one) => ({
      ...ofReferral(one, at),
      cents: one.isOver ? null : one.cents,
    })),
    ...at.cancelled.map(({ cents, on, refusal }) => ({
      ...kind('order-cancelled', 'nobody', {
        until: on,
        refusal,
        ...(refusal === null ? {} : objectionUntil(day(on), at.today)),
      }),
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
    (a, b) =>
      Number(a.why === 'ended') - Number(b.why === 'ended') ||
      -compare(a.until, b.until) ||
      order.indexOf(a.why) - order.indexOf(b.why),
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
