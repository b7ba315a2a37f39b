import { showRecipientData as endpoint } from '../../contract/empfaenger-konto.ts'
import { localDate } from '../../domain/dates.ts'
import { formatCents } from '../../domain/money.ts'
import { expectedOn } from '../../domain/payout.ts'
import { dueOn, providedUnclaimedOn } from '../../domain/reward.ts'
import { confirmBy } from '../../domain/recipient.ts'
import { recipientSteps, waitingFor } from '../../domain/referral.ts'
import type { Call } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { termsVersionOf } from '../gateways/content/terms-of.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { isOwner } from '../referral/own-recipient.ts'
import { listConsents, type KeptConsent } from '../referral/own-recipient-store.ts'
import {
  findOwnRecipient,
  type Recipient,
  type RecipientWithReferral,
} from '../referral/recipient-store.ts'
import { addressOf, recipientOf, recipientView, typedView } from '../referral/recipient-view.ts'
import { serve } from '../serve.ts'
import { keptOf } from './erase-recipient.ts'
import { expectedInAccount } from './expected-in-account.ts'
import {
  findReportedElsewhere,
  readRecipientAccount,
  type RecipientAccount,
  type RecipientReward,
} from './recipient-account-store.ts'
import { cappedCents } from './capped-reward.ts'
import { readOrderFacts } from './release-store.ts'
import { isCappedByYear, shareToday } from '../referral/used-cap.ts'
import { refusalView } from './refusal-view.ts'
import { isCollectable, isUnderReview, labelOf, type RewardView } from './reward-view.ts'

/**
 * The recipient's page. After confirmation of the address, a token from the form gets the progress only: no data, consent,
 * amount or account.
 */
export const showRecipientData = serve(endpoint, async (call) => {
  const { deps, tenant, caller } = call
  const termsVersion = await termsVersionOf(deps, tenant)
  return withTenant(deps.db, tenant.code, async (tx) => {
    const recipient = await findOwnRecipient(tx, tenant.code, recipientOf(caller))
    if (!recipient) throw fail('recipient-token-invalid')
    const [account, consents, reportedOn] = await together([
      () => readRecipientAccount(tx, tenant.code, recipient.number),
      () => listConsents(tx, tenant.code, recipient.number),
      () => findReportedElsewhere(tx, tenant.code, recipient.number),
    ])
    const reward = account.rewards.find(({ state }) => state !== 'cancelled') ?? account.rewards[0]
    const termsAgreed = agreedTo(consents, termsVersion)
    const { nextOn, waitsForName, ...way } = wayOf(call, recipient, account)
    if (!isOwner(caller, recipient))
      return { ...typedView(call, recipient), ...hidden, termsVersion, termsAgreed, ...way }
    return {
      ...recipientView(call, recipient),
      phone: recipient.phone,
      address: addressOf(recipient),
      advertising: recipient.advertising,
      owner: true,
      mailed: caller.kind === 'recipient' && caller.mailed,
      consents: consents.map(({ kind, given, at, version }) => ({
        kind,
        given,
        at: at.toString(),
        version,
      })),
      termsVersion,
      termsAgreed,
      ...way,
      ...(nextOn ? { nextOn } : {}),
      ...(reportedOn && way.waitsFor === 'conclude-contract' ? { reportedOn } : {}),
      ...refusedOf(call, account),
      ...(await cappedOf(tx, call, recipient, account)),
      ...(waitsForName ? { waitsForName } : {}),
      reward: reward ? rewardOf(call, reward) : null,
      keptFor: keptOf(account),
      eraseAskedOn: dayOf(recipient.erase_asked_at),
    }
  })
})

async function cappedOf(
  tx: Tx,
  call: Call,
  recipient: RecipientWithReferral,
  account: RecipientAccount,
) {
  const { tenant, locale } = call
  const cents = isCappedByYear(tenant) ? await leftOf(tx, call, recipient, account) : null
  if (cents === null) return {}
  const limit = formatCents(tenant.cap.cents ?? 0, locale)
  return { capped: { cents, amount: formatCents(cents, locale), limit } }
}

/** What the cap leaves of the contract, confirmed or to come, in cents; null if it is all that was promised. */
async function leftOf(
  tx: Tx,
  call: Call,
  recipient: RecipientWithReferral,
  account: RecipientAccount,
): Promise<number | null> {
  const { deps, tenant, caller } = call
  const order = account.orders.find(({ state }) => state !== 'cancelled')
  if (order?.state !== 'confirmed' && order?.state !== 'released') {
    // Said by the mail; whoever typed an address must not learn of its owner's contracts.
    if (caller.kind !== 'recipient' || !caller.mailed) return null
    const { promised, cents } = await shareToday(tx, call, recipient.email, recipient)
    return cents < promised ? cents : null
  }
  const own = account.rewards.find(({ order_number }) => order_number === order.number)
  const paid = order.state === 'released' ? (own?.cents ?? 0) : undefined
  return cappedCents(tx, deps, tenant, await readOrderFacts(tx, tenant.code, order.number), paid)
}

/** Of the newest contract or its own reward: one after a refused one counts. */
function refusedOf({ locale }: Call, { orders, rewards }: RecipientAccount) {
  const newest = orders[0]
  const own = rewards.find(({ order_number }) => order_number === newest?.number)
  return refusalView(locale, newest, own)
}

const hidden = {
  phone: null,
  address: null,
  advertising: false,
  owner: false,
  mailed: false,
  consents: [],
  reward: null,
  keptFor: [],
  eraseAskedOn: null,
}

function rewardOf({ tenant, locale, today }: Call, reward: RecipientReward) {
  const expected = isCollectable(reward, today)
    ? expectedOn(dueOn(today, tenant.payoutDays), today)
    : expectedInAccount(reward, today)
  return {
    cents: reward.cents,
    amount: formatCents(reward.cents, locale),
    status: labelOf(reward, today) as RewardView['status'],
    ...(reward.expires_on ? { expiresOn: reward.expires_on } : {}),
    ...(expected ? { expectedOn: expected.toString() } : {}),
    ...(reward.iban_mask ? { iban: reward.iban_mask } : {}),
  }
}

/** Texts sent by the caller are versioned by day; a new version needs new consent. */
const agreedTo = (consents: KeptConsent[], version: string) =>
  consents.find(({ kind }) => kind === 'terms')?.version === version

function wayOf({ tenant, today }: Call, recipient: Recipient, account: RecipientAccount) {
  const order = account.orders.find(({ state }) => state !== 'cancelled') ?? null
  const reward = account.rewards.find(({ order_number }) => order_number === order?.number) ?? null
  // A refused contract was concluded all the same.
  const concluded = order ?? account.orders.find(({ refusal_reason }) => refusal_reason !== null)
  const waiting = waitingFor({
    dataConfirmed: recipient.confirmed_at !== null,
    confirmBy: confirmBy(Temporal.PlainDate.from(recipient.created_on), tenant.unconfirmedWeeks),
    order: order && { state: order.state, releasableOn: dateOf(order.releasable_on) },
    reward: reward && {
      state: reward.state,
      expiresOn: dateOf(reward.expires_on),
      expectedOn: expectedInAccount(reward, today),
    },
  })
  const isHeld = reward !== null && isUnderReview(reward)
  const unclaimed = isHeld || reward?.state !== 'open' ? null : unclaimedUntil(tenant, order)
  return {
    steps: recipientSteps({
      contractOn: concluded?.contract_on ?? null,
      dataConfirmedOn: dayOf(recipient.confirmed_at),
      orderConfirmedOn: dayOf(concluded?.confirmed_at ?? null),
      rewardReceivedOn: dayOf(reward?.paid_at ?? null),
    }),
    step: waiting.step,
    // Recipients are not told why a reward is held: it may concern the referrer.
    waitsFor: isHeld ? 'review' : unclaimed ? 'referrer' : waiting.reason,
    ...unclaimed,
    ...(waiting.until && !isHeld ? { nextOn: waiting.until.toString() } : {}),
  }
}

/** The referrer who has not claimed the referral, and the day the contact's share stops waiting. */
function unclaimedUntil(
  { unclaimedDays }: Call['tenant'],
  order: RecipientAccount['orders'][number] | null,
) {
  if (!order?.released_at || order.owned) return null
  const until = providedUnclaimedOn(localDate(order.released_at), unclaimedDays)
  return { waitsForName: order.referrer, nextOn: until.toString() }
}

const dateOf = (text: string | null) => (text === null ? null : Temporal.PlainDate.from(text))
const dayOf = (instant: Temporal.Instant | null) => (instant ? localDate(instant).toString() : null)
