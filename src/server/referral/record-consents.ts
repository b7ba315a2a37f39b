import { together } from '../db/together.ts'
import { recordConsent } from '../base/consent-store.ts'
import type { Call } from '../context.ts'
import type { Tx } from '../db/connection.ts'
import { advertisingText, eligibilityText, newsletterText } from './consent-texts.ts'

type Here = Pick<Call, 'tenant' | 'locale' | 'now'>

/**
 * Keeps what a referrer agreed to: the terms in the words that were shown, the statement of age and residence where the
 * tenant asks for it, and the wish for a newsletter, which is none before its own confirmation.
 */
export async function recordReferralConsents(
  tx: Tx,
  { tenant, locale, now }: Here,
  number: string,
  said: { terms: string | undefined; newsletter: boolean },
): Promise<void> {
  const version = tenant.legal.termsVersion
  const consent = {
    subjectKind: 'referral',
    subjectId: number,
    version,
    given: true,
    at: now,
  } as const
  // Asked of everybody but where a whitelist says who may take part (domain.md section 8).
  const asksAge = tenant.emailWhitelist === null && !tenant.companyReferral
  await together([
    recordConsent(tx, tenant.code, {
      ...consent,
      kind: 'terms',
      text: said.terms ?? tenant.legal.terms[locale],
    }),
    asksAge &&
      recordConsent(tx, tenant.code, {
        ...consent,
        kind: 'eligibility',
        text: eligibilityText[locale],
      }),
    said.newsletter &&
      recordConsent(tx, tenant.code, {
        ...consent,
        kind: 'newsletter-wish',
        text: newsletterText(tenant)[locale],
      }),
  ])
}

/** Keeps what a recipient agreed to; consent to advertising is one of its own, apart from the terms. */
export async function recordRecipientConsents(
  tx: Tx,
  { tenant, locale, now }: Here,
  number: string,
  said: { terms: string | undefined; advertising: boolean },
): Promise<void> {
  const version = tenant.legal.termsVersion
  const consent = {
    subjectKind: 'recipient',
    subjectId: number,
    version,
    given: true,
    at: now,
  } as const
  await together([
    recordConsent(tx, tenant.code, {
      ...consent,
      kind: 'terms',
      text: said.terms ?? tenant.legal.terms[locale],
    }),
    said.advertising &&
      recordConsent(tx, tenant.code, {
        ...consent,
        kind: 'advertising',
        text: advertisingText(tenant)[locale],
      }),
  ])
}
