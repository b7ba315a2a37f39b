import type { AnswerOf } from '../../contract/endpoint.ts'
import type { showOwnReferral, showReferral } from '../../contract/empfehlen.ts'
import { formatCents } from '../../domain/money.ts'
import { isNumber } from '../../domain/numbers.ts'
import type { BonusPlan } from '../../domain/tenant.ts'
import { isExpired, referralLabels, type ReferralState } from '../../domain/referral.ts'
import { together } from '../db/together.ts'
import { findAgentOf, type Agent } from '../catalogue/agent-store.ts'
import { agentView } from '../catalogue/agent-view.ts'
import { loadOffer, optionsOf, rewardAmounts, type Offer } from '../catalogue/option-view.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { referralLink, shortUrl } from './links.ts'
import { countClicksOf, findReferral, isEnded, type Referral } from './store.ts'

type Here = Pick<Call, 'deps' | 'tenant' | 'locale' | 'today'>
export type OpenReferral = AnswerOf<typeof showReferral>
export type OwnReferral = AnswerOf<typeof showOwnReferral>
type Status = OpenReferral['status']

/** A referral number as typed or linked, in any case; null if impossible. */
export function readNumber(text: string): string | null {
  const number = text.trim().toUpperCase()
  return isNumber(number) ? number : null
}

export type Loaded = { referral: Referral; offer: Offer; agent: Agent | undefined }

/** The data of a referral's views, in one round trip; throws `not-found` or that it has ended. */
export async function loadReferral(tx: Tx, { tenant, today }: Here, text: string): Promise<Loaded> {
  const number = readNumber(text)
  if (number === null) throw fail('not-found')
  const [referral, offer, agent] = await together([
    () => findReferral(tx, tenant.code, number),
    () => loadOffer(tx, tenant, today),
    () => (tenant.agentReferral ? findAgentOf(tx, tenant.code, number) : undefined),
  ])
  if (!referral)
    throw fail((await isEnded(tx, tenant.code, { number })) ? 'referral-expired' : 'not-found')
  return { referral, offer, agent }
}

/** Today's state: the expiry job may run hours after midnight. */
export function stateToday(
  referral: { state: ReferralState; valid_until: string },
  today: Temporal.PlainDate,
): ReferralState {
  const over = isExpired(Temporal.PlainDate.from(referral.valid_until), today)
  return referral.state === 'open' && over ? 'expired' : referral.state
}

/** Whether it accepts new recipients. */
export function isOpenToRecipients(
  referral: { state: ReferralState; valid_until: string },
  today: Temporal.PlainDate,
): boolean {
  return (
    referral.state !== 'cancelled' &&
    !isExpired(Temporal.PlainDate.from(referral.valid_until), today)
  )
}

/** The public view: who gets what, after split and cap. The referrer's earnings must be disclosed (section 5a UWG). */
export function openView(
  { deps, tenant, locale, today }: Here,
  { referral, offer, agent }: Loaded,
): OpenReferral {
  const { referrer, recipient } = rewardAmounts(tenant, referral.commission_cents, referral.share)
  return {
    number: referral.number,
    status: referralLabels[stateToday(referral, today)] as Status,
    validUntil: referral.valid_until,
    product: {
      id: referral.product_id,
      externalId: referral.external_id,
      title: referral.title[locale],
      inSentence: referral.in_sentence?.[locale] ?? null,
    },
    referrer: { firstName: referral.first_name },
    confirmed: referral.owned_at !== null,
    rewardOptions: optionsOf(offer, recipient, locale),
    recipientCents: recipient,
    recipientAmount: formatCents(recipient, locale),
    referrerCents: referrer,
    referrerAmount: formatCents(referrer, locale),
    referrerMayGetMore: referrer > 0 && hasStages(referral.agency_plan ?? tenant.bonus),
    picture: referral.picture,
    previewPicture: referral.preview_picture,
    description: referral.description[locale],
    shortUrl: shortUrl(deps, tenant, referral.code),
    link: referralLink(deps, tenant, referral.number),
    code: referral.code,
    channels: tenant.channels,
    ...(tenant.agentReferral && agent ? { agent: agentView(tenant, agent) } : {}),
  }
}

const hasStages = (plan: Pick<BonusPlan, 'stages'> | null) =>
  plan !== null && plan.stages.length > 0

export async function ownView(tx: Tx, call: Here, loaded: Loaded): Promise<OwnReferral> {
  const { referral } = loaded
  return {
    ...openView(call, loaded),
    share: referral.share,
    clicks: await countClicksOf(tx, call.tenant.code, referral.number),
    createdOn: referral.created_on,
  }
}
