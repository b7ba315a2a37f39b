import { checkReferral, whitelistFieldText } from '../../domain/eligibility.ts'
import { say } from '../../domain/say.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { fail } from '../errors.ts'

/** Throws if an address may not be a referrer's; `field`: wire name. */
export function checkReferrerEmail(
  tenant: Pick<
    Tenant,
    'address' | 'rewardWord' | 'emailWhitelist' | 'blockedEmails' | 'accountsBlockedOn'
  >,
  email: string,
  field: string,
  locale: Locale,
): void {
  if (tenant.accountsBlockedOn !== null) throw fail('blocked-general')
  const decision = checkReferral({
    selfReferralAllowed: true,
    emailWhitelist: tenant.emailWhitelist,
    referrerEmail: email,
    recipientEmail: null,
    blockedPatterns: tenant.blockedEmails,
  })
  if (decision.kind === 'ok') return
  if (decision.error !== 'email-not-allowed') throw fail(decision.error)
  throw fail(decision.error, {
    fields: [{ field, message: say(whitelistFieldText, { locale, tenant }) }],
  })
}
