import { setOffFrom, type ClawbackOutcome } from './clawback.ts'
import { localDate } from './dates.ts'
import type { CustomerDays, ReviewReason } from './eligibility.ts'
import { expectedOn } from './payout.ts'
import { objectUntil, type RefusalReason } from './refusal.ts'
import { expiresOn, providedUnclaimedOn, type RewardState } from './reward.ts'
import type { Localised } from './tenant.ts'
import {
  day,
  dayOf,
  isBefore,
  kind,
  late,
  type Kind,
  type ProposedRepayment,
  type Wait,
} from './wait.ts'

type Clawback = {
  leftCents: number
  remindedAt: Temporal.Instant | null
  proposed: 'write-off' | ProposedRepayment | null
  reference: Localised // of a transfer
}

export type OpenReward = {
  side: 'referrer' | 'recipient'
  cents: number
  setOffCents: number // of them, against what its person owed
  state: RewardState
  review: 'none' | 'held' | 'approved' | 'refused'
  reviewReasons: ReviewReason[]
  customerDays?: CustomerDays | null
  answerBy: string | null // of its open case
  askedUntil: string | null // the last day of a question about it that has no answer
  appealed: boolean // that case is about an objection to the refusal
  refusal: RefusalReason | null
  objection: 'possible' | 'granted' | 'rejected' | null // to the refusal; possible: nobody objected yet
  owned: boolean // its referral, if it has one, belongs to somebody
  releasedAt: Temporal.Instant | null // of its order
  expiresOn: string | null
  dueOn: string | null
  atBank: boolean
  executionOn: string | null // of its batch
  backAt?: Temporal.Instant | null // a person's file says that its payment failed or came back, and a second one has not decided
  problem: string | null
  claimedBackAt: Temporal.Instant | null
  claimSettledAt: Temporal.Instant | null
  claimOutcome: ClawbackOutcome | null // how it was settled
  repaidOn: string | null // the day of its last repayment
  contractCancelled: boolean
  clawback: Clawback | null // while something of it is owed
  takenAs: 'cash' | 'voucher' | 'set-off' | null
  shop: Localised | null // of a voucher
  reportedAt: Temporal.Instant | null // a code of it, as faulty, and a second person has not decided
  kept?: { at: Temporal.Instant; why: Localised } | null // the code that was reported last, and is not replaced
  endedAt: Temporal.Instant | null // paid or cancelled
}

/** What one reward's wait depends on besides itself. */
export type RewardRules = {
  today: Temporal.PlainDate
  blockedOn: string | null // of the account, or of all of the tenant
  unclaimedDays: number
  rewardMonths: number
  setsOffByItself: boolean
}

/** Why one reward waits, or how it ended. */
export const whyReward = (reward: OpenReward, at: RewardRules): Wait => ({
  ...ofReward(reward, at),
  count: 1,
  cents: centsOf(reward),
})

/** How much its wait is about: what is owed back, or what comes to its person. */
export const centsOf = ({ cents, setOffCents, clawback }: OpenReward): number =>
  clawback?.leftCents ?? (setOffCents < cents ? cents - setOffCents : cents)

export function ofReward(reward: OpenReward, at: RewardRules): Kind {
  const { state } = reward
  const today = at.today.toString()
  if (reward.claimSettledAt) return ofSettled(dayOf(reward.claimSettledAt), reward)
  if (reward.claimedBackAt && (state === 'paid' || state === 'collected'))
    return ofClawback(dayOf(reward.claimedBackAt), reward, at)
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
      ? kind('refused', 'nobody', {
          until: endedOn,
          refusal: reward.refusal,
          ...objectionTo(reward, at.today),
        })
      : kind(reward.contractCancelled ? 'contract-cancelled' : 'cancelled', 'nobody', {
          until: endedOn,
        })
  if (reward.backAt && (state === 'paid' || reward.atBank))
    return kind('bank-back', 'approver', { until: dayOf(reward.backAt) })
  if (state === 'paid')
    return kind('paid', reward.reportedAt ? 'approver' : 'nobody', {
      until: endedOn,
      takenAs: reward.takenAs,
      shop: reward.shop,
      reportedOn: reward.reportedAt && dayOf(reward.reportedAt),
      kept: reward.kept ? { on: dayOf(reward.kept.at), why: reward.kept.why } : null,
    })
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

/** How what was claimed back came back, or was given up. */
function ofSettled(settledOn: string, { claimOutcome, repaidOn }: OpenReward): Kind {
  if (claimOutcome !== 'recovered')
    return kind(claimOutcome ?? 'contract-cancelled', 'nobody', { until: settledOn })
  return repaidOn
    ? kind('paid-back', 'nobody', { until: repaidOn })
    : kind('returned', 'nobody', { until: settledOn })
}

function ofClawback(
  until: string,
  { state: rewardState, clawback }: OpenReward,
  at: RewardRules,
): Kind {
  const remindedOn = clawback?.remindedAt ? localDate(clawback.remindedAt) : null
  const proposed = clawback?.proposed ?? null
  const repayment = {
    repaid: proposed === 'write-off' ? null : proposed,
    toldOn: remindedOn?.toString() ?? null,
    setOffFrom: remindedOn && setOffFrom(remindedOn).toString(),
    byItself: at.setsOffByItself,
  }
  const [state, decides] =
    rewardState === 'collected'
      ? (['at-bank', 'bank'] as const)
      : proposed
        ? ([proposed === 'write-off' ? 'proposed' : 'repaid', 'approver'] as const)
        : ([remindedOn ? 'told' : 'untold', 'support'] as const)
  const reference = state === 'told' && clawback ? clawback.reference : null
  return kind('claimed-back', decides, { until, repayment: { state, ...repayment, reference } })
}

/** Whether its person can object to a refusal, and until when. */
function objectionTo(
  { objection, endedAt }: Pick<OpenReward, 'objection' | 'endedAt'>,
  today: Temporal.PlainDate,
): Pick<Kind, 'objection' | 'objectBy'> {
  if (objection !== 'possible') return { objection, objectBy: null }
  return endedAt ? objectionUntil(localDate(endedAt), today) : { objection: null, objectBy: null }
}

export function objectionUntil(
  refusedOn: Temporal.PlainDate,
  today: Temporal.PlainDate,
): Pick<Kind, 'objection' | 'objectBy'> {
  const until = objectUntil(refusedOn)
  const isOver = Temporal.PlainDate.compare(today, until) > 0
  return { objection: isOver ? 'over' : 'open', objectBy: until.toString() }
}

function ofOpenReward({ owned, side, releasedAt }: OpenReward, at: RewardRules): Kind {
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
