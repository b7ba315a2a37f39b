import type { Locale } from '../../domain/tenant.ts'
import { recordConsents } from '../base/consent-store.ts'
import type { Campaign } from '../catalogue/campaign-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import type { Terms } from '../gateways/content/terms-of.ts'
import {
  advertisingKinds,
  advertisingText,
  eligibilityText,
  newsletterText,
} from './consent-texts.ts'

type Here = Pick<Call, 'tenant' | 'locale' | 'now'>

/**
 * Keeps what a referrer agreed to: the terms in the words that were shown, the statement of age and residence where the
 * tenant asks for it, and the wish for a newsletter, which is none before its own confirmation.
 */
export async function recordReferralConsents(
  tx: Tx,
  here: Here,
  number: string,
  said: {
    terms: string | undefined
    shown: Terms
    statesAge: boolean
    newsletter: boolean
    campaigns: Campaign[]
  },
): Promise<void> {
  const { tenant, locale, now } = here
  const { version } = said.shown
  const consents = [
    termsConsent(locale, said),
    ...(said.statesAge
      ? [{ kind: 'eligibility', version, text: eligibilityText(tenant, locale) }]
      : []),
    ...(said.newsletter
      ? [{ kind: 'newsletter-wish', version, text: newsletterText(tenant, locale) }]
      : []),
    ...said.campaigns.map((campaign) => campaignConsent(campaign, locale)),
  ]
  await recordConsents(tx, tenant.code, { kind: 'referral', id: number }, consents, now)
}

/** Taking part in a campaign, in the sentence and the conditions that stood beside the checkbox, by the campaign's own version. */
const campaignConsent = (campaign: Campaign, locale: Locale) => ({
  kind: `campaign-${campaign.campaign_id}`,
  version: campaign.version,
  text: `${campaign.consent[locale]}\n\n${campaign.legal_text[locale]}`,
})

/** Keeps what a recipient agreed to; consent to advertising is one of its own, apart from the terms. */
export async function recordRecipientConsents(
  tx: Tx,
  here: Here,
  number: string,
  said: { terms: string | undefined; shown: Terms; advertising: boolean },
): Promise<void> {
  const { tenant, locale, now } = here
  const text = advertisingText(tenant)[locale]
  const consents = [
    termsConsent(locale, said),
    ...(said.advertising
      ? advertisingKinds(tenant).map((kind) => ({ kind, version: said.shown.version, text }))
      : []),
  ]
  await recordConsents(tx, tenant.code, { kind: 'recipient', id: number }, consents, now)
}

/**
 * The terms agreed to. A caller may send the words it showed (AgbText); they count as the tenant's version only where they
 * are the tenant's words, and stand as the caller's own statement otherwise.
 */
function termsConsent(
  locale: Locale,
  { terms: sent, shown }: { terms: string | undefined; shown: Terms },
) {
  const known =
    sent === undefined || Object.values(shown.text).some((text) => sameWords(text, sent))
  return {
    kind: 'terms',
    version: known ? shown.version : 'as-sent',
    text: sent ?? shown.text[locale],
  }
}

const sameWords = (a: string, b: string) =>
  a.replace(/\s+/g, ' ').trim() === b.replace(/\s+/g, ' ').trim()
