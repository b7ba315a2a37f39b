import { checkReferral } from '../../domain/eligibility.ts'
import type { ErrorName } from '../../domain/errors.ts'
import type { Call } from '../context.ts'
import type { ReferralOffer } from './recipient-store.ts'

/** Why somebody may not become a recipient of a referral; null where they may. */
export function refusalOf(
  { tenant, caller }: Pick<Call, 'tenant' | 'caller'>,
  referral: ReferralOffer,
  email: string,
): ErrorName | null {
  const decision = checkReferral({
    selfReferralAllowed: tenant.selfReferralAllowed,
    emailWhitelist: null, // about referrers, who were checked when they created it
    referrerEmail: referral.referrer_email,
    recipientEmail: email,
    blockedPatterns: tenant.blockedEmails,
    sameAccount: caller.kind === 'referrer' && caller.accountId === referral.account_id,
  })
  if (decision.kind === 'ok') return null
  // A referrer who was blocked meanwhile: nothing about that is the recipient's business.
  return decision.who === 'referrer' ? 'referral-expired' : decision.error
}
