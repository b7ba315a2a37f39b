import { checkReferral } from '../../domain/eligibility.ts'
import type { ErrorName } from '../../domain/errors.ts'
import type { Call } from '../context.ts'
import type { ReferralOffer } from './recipient-store.ts'

/** Why a person may not become a recipient of a referral, or null. */
export function refusalOf(
  { tenant, caller }: Pick<Call, 'tenant' | 'caller'>,
  referral: ReferralOffer,
  email: string,
): ErrorName | null {
  const decision = checkReferral({
    selfReferralAllowed: tenant.selfReferralAllowed,
    emailWhitelist: null, // applies to referrers, checked on creation
    referrerEmail: referral.referrer_email,
    recipientEmail: email,
    blockedPatterns: tenant.blockedEmails,
    sameAccount: caller.kind === 'referrer' && caller.accountId === referral.account_id,
  })
  if (decision.kind === 'ok') return null
  // A block of the referrer is none of the recipient's business.
  return decision.who === 'referrer' ? 'referral-expired' : decision.error
}
