import type { Locale } from '../../domain/tenant.ts'
import { recordConsents, type Consented } from '../base/consent-store.ts'
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
 * A referrer's consents: the terms as shown, the declaration of age and residence if required, and the newsletter wish,
 * which needs its own confirmation.
 */
export function referralConsents(
  here: Here,
  number: string,
  said: {
    terms: string | undefined
    shown: Terms
    statesAge: boolean
    newsletter: boolean
    campaigns: Campaign[]
  },
): Consented {
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
  return { subject: { kind: 'referral', id: number }, consents, at: now }
}

/** Consent to a campaign, with the sentence and conditions shown and the campaign's version. */
const campaignConsent = (campaign: Campaign, locale: Locale) => ({
  kind: `campaign-${campaign.campaign_id}`,
  version: campaign.version,
  text: `${campaign.consent[locale]}\n\n${campaign.legal_text[locale]}`,
})

/** Stores a recipient's consents; advertising is separate from the terms. */
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
 * Consent to the terms. A caller may send the shown text (AgbText); it counts as the tenant's version only if it is the tenant's
 * text, else as the caller's statement.
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
