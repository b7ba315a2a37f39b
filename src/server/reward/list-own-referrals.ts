import { listOwnReferrals as endpoint } from '../../contract/empfehler.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { payoutReason } from '../../domain/bank-reasons.ts'
import { localDate } from '../../domain/dates.ts'
import { isExpired, referralLabels } from '../../domain/referral.ts'
import { referrerOf } from '../account/referrer-call.ts'
import { rewardAmounts } from '../catalogue/option-view.ts'
import type { Call } from '../context.ts'
import { together } from '../db/together.ts'
import { referralHex } from '../referral/hex.ts'
import { referralLink } from '../referral/links.ts'
import { serve } from '../serve.ts'
import { expectedInAccount } from './expected-in-account.ts'
import {
  readOwnGoodwill,
  readOwnReferrals,
  type OwnGoodwill,
  type OwnReferral,
  type OwnReferrals,
  type OwnReward,
} from './own-referrals-store.ts'
import { recipientProgress } from './recipient-progress.ts'
import { refusalView } from './refusal-view.ts'
import { isClaimedBack, isUnderReview, labelOf } from './reward-view.ts'

const most = 1000

type Line = AnswerOf<typeof endpoint>[number]
type OwnRewardLine = NonNullable<Line['rewards']>[number]
type Asked = Pick<Call, 'deps' | 'tenant' | 'today' | 'locale'>

/** The referrer's newest 1,000 referrals. Recipients show as initials only. */
export const listOwnReferrals = serve(endpoint, async (call) => {
  const { tenant } = call
  const { accountId } = referrerOf(call.caller)
  const [own, goodwill] = await call.transaction((tx) =>
    together([
      () => readOwnReferrals(tx, tenant.code, accountId, most),
      () => (call.query.goodwill ? readOwnGoodwill(tx, tenant.code, accountId, most) : []),
    ]),
  )
  return [
    ...own.referrals.map((referral) => lineOf(call, own, referral)),
    ...goodwill.map((reward) => goodwillLine(call, reward)),
  ]
})

function goodwillLine(call: Pick<Call, 'today' | 'locale'>, reward: OwnGoodwill): Line {
  const { today } = call
  const createdOn = localDate(reward.created_at).toString()
  return {
    number: '',
    hex: '',
    code: '',
    product: '',
    status: reward.state === 'paid' ? 'Gezahlt' : 'Freigegeben',
    createdOn,
    validUntil: createdOn,
    clicks: 0,
    link: '',
    recipients: [],
    reward: {
      cents: reward.cents,
      status: labelOf(reward, today),
      dueOn: reward.state === 'collected' ? reward.due_on : null,
      id: reward.reward_id,
      ...claimedBack(reward),
    },
    rewards: [rewardLine(call, reward)],
    goodwill: true,
  }
}

function rewardLine(
  { today, locale }: Pick<Call, 'today' | 'locale'>,
  reward: Omit<OwnGoodwill, 'created_at'>,
): OwnRewardLine {
  const expectedOn = expectedInAccount(reward, today)
  return {
    id: reward.reward_id,
    cents: reward.cents,
    status: labelOf(reward, today) as OwnRewardLine['status'],
    // A held reward has no due date.
    dueOn: reward.state === 'collected' && !isUnderReview(reward) ? reward.due_on : null,
    ...(expectedOn ? { expectedOn: expectedOn.toString() } : {}),
    ...claimedBack(reward),
    expiresOn: reward.expires_on,
    ...(reward.payout_problem
      ? { payoutProblem: payoutReason(reward.payout_problem, locale) }
      : {}),
    ...refusalView(locale, reward),
  }
}

const claimedBack = (reward: Parameters<typeof isClaimedBack>[0]) =>
  isClaimedBack(reward) ? { claimedBack: true } : {}

function lineOf(call: Asked, own: OwnReferrals, referral: OwnReferral): Line {
  const { deps, tenant, today, locale } = call
  const { number } = referral
  // The sweep may run later than midnight.
  const over =
    referral.state === 'open' && isExpired(Temporal.PlainDate.from(referral.valid_until), today)
  return {
    number,
    hex: referralHex(deps.keys, tenant.code, number),
    code: referral.code,
    product: referral.title[locale],
    status: referralLabels[over ? 'expired' : referral.state] as Line['status'],
    createdOn: referral.created_on,
    validUntil: referral.valid_until,
    clicks: own.clicks.get(number) ?? 0,
    link: referralLink(deps, tenant, number),
    recipients: own.recipients
      .filter((recipient) => recipient.referral_number === number)
      .flatMap((recipient) => recipientProgress(call, own, recipient)),
    reward: rewardOf(call, own, referral),
    rewards: own.rewards
      .filter((reward) => isMine(reward, referral))
      .map((reward) => {
        const order = own.orders.find(({ number: ordered }) => ordered === reward.order_number)
        return { ...rewardLine(call, reward), ...(order ? { product: order.title[locale] } : {}) }
      }),
    expectedCents: expectedOf(call, own, referral),
  }
}

const isMine = (reward: OwnReward, referral: OwnReferral) =>
  reward.referral_number === referral.number && reward.beneficiary === 'referrer'

/** Confirmed contracts at the promised rates; stages and caps are applied on release. */
function expectedOf({ tenant }: Pick<Call, 'tenant'>, own: OwnReferrals, referral: OwnReferral) {
  return own.orders
    .filter((order) => order.referral_number === referral.number && order.state === 'confirmed')
    .map((order) => rewardAmounts(tenant, order.commission_cents, referral.share).referrer)
    .reduce((sum, cents) => sum + cents, 0)
}

/** The most urgent state among the own rewards of a referral, and its sum. */
function rewardOf(
  { tenant, today }: Pick<Call, 'tenant' | 'today'>,
  own: OwnReferrals,
  referral: OwnReferral,
): Line['reward'] {
  const rewards = own.rewards.filter((reward) => isMine(reward, referral))
  const alive = rewards.filter(
    ({ state, claimed_back_at }) =>
      state !== 'cancelled' && state !== 'expired' && claimed_back_at === null,
  )
  const shown = soonest(alive) ?? rewards.find(isClaimedBack) ?? rewards[0]
  if (!shown) {
    const cents = rewardAmounts(tenant, referral.commission_cents, referral.share).referrer
    return { cents, status: null, dueOn: null, id: null }
  }
  const counted = alive.length > 0 ? alive.filter(({ state }) => state === shown.state) : [shown]
  return {
    cents: counted.reduce((sum, reward) => sum + reward.cents, 0),
    status: labelOf(shown, today),
    dueOn: shown.state === 'collected' ? shown.due_on : null,
    id: shown.reward_id,
    ...claimedBack(shown),
  }
}

const urgency = ['provided', 'open', 'collected', 'paid']

const soonest = (rewards: OwnReward[]): OwnReward | undefined =>
  rewards.toSorted((a, b) => urgency.indexOf(a.state) - urgency.indexOf(b.state))[0]
