import { setNewsletterOptin as endpoint } from '../../contract/empfehler-newsletter.ts'
import { day, secondsLeft, tooManyRequests } from '../base/limits.ts'
import { referrerOf } from '../account/referrer-call.ts'
import { lockPerson } from '../account/store.ts'
import { audit } from '../base/audit-store.ts'
import { recordConsents } from '../base/consent-store.ts'
import { actorOf } from '../context.ts'
import { fail } from '../errors.ts'
import { newsletterText } from '../referral/consent-texts.ts'
import { serve } from '../serve.ts'
import { mailOptin } from './mail-optin.ts'
import { stateOf } from './state-of.ts'

/** The newsletter wish, confirmed by mailed link only; repeated while pending, it is mailed again. */
export const setNewsletterOptin = serve(endpoint, (call) => {
  const { deps, tenant, locale, now } = call
  const { accountId } = referrerOf(call.caller)
  if (!tenant.newsletter) throw fail('not-found')
  return call.transaction(async (tx) => {
    const account = await lockPerson(tx, tenant.code, accountId)
    if (!account) throw fail('session-missing')
    const before = stateOf(account)
    if (before === 'optedIn') return { mailSentBefore: false, optedInBefore: true }
    if (!(await mailOptin(tx, deps, tenant, account)))
      throw tooManyRequests(secondsLeft(day, call.realNow))
    const wish = {
      kind: 'newsletter-wish',
      version: tenant.legal.termsVersion,
      text: newsletterText(tenant, locale),
    }
    await recordConsents(tx, tenant.code, { kind: 'account', id: accountId }, [wish], now)
    await audit(tx, tenant.code, {
      at: now,
      actor: actorOf(call.caller),
      action: 'newsletter-wished',
      subjectKind: 'account',
      subjectId: accountId,
    })
    return { mailSentBefore: before === 'pending', optedInBefore: false }
  })
})
