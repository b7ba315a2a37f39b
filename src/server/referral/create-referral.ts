import { z } from 'zod'
import { createReferral as endpoint } from '../../contract/empfehlen.ts'
import { checkReferral, matchesPattern, whitelistFieldText } from '../../domain/eligibility.ts'
import { normaliseEmail } from '../../domain/email.ts'
import { say } from '../../domain/say.ts'
import { makeChallenge } from '../access/captcha.ts'
import { rememberDevice } from '../account/same-device.ts'
import { findAccount } from '../account/store.ts'
import { withTenant } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { termsOf } from '../gateways/content/terms-of.ts'
import { productApiOf } from '../gateways/product-feeds/product-api.ts'
import { serve } from '../serve.ts'
import { createAlone, createTogether, mayShare } from './create-together.ts'
import { isCaptchaDue } from './creation-limits.ts'
import { askedOf, unknownAgent, type CreateCall, type Wish } from './write-referrals.ts'

/**
 * Creates a referral: the same answer whether or not the e-mail has an account. The account owns it at once in its own session,
 * else after the mailed link (domain.md section 4).
 */
export const createReferral = serve(endpoint, async (call) => {
  const { body } = call
  if (body === null) return answerQuestion(call)
  checkWish(call, body, await whitelistFor(call, body))
  const asked = askedOf(call, body, await termsOf(call.deps, call.tenant))
  const created = mayShare(asked) ? await createTogether(asked) : await createAlone(asked)
  if (call.caller.kind !== 'referrer') rememberDevice(call, body.referrer.email)
  return created
})

// A question creates nothing, so 200 instead of 201.
async function answerQuestion(call: CreateCall) {
  const { deps, tenant, reply, realNow } = call
  const captchaDue = await call.transaction((tx) => isCaptchaDue(tx, call))
  const answer = captchaDue
    ? { captchaRequired: true, challenge: await makeChallenge(deps.keys, tenant.code, realNow) }
    : { captchaRequired: false }
  reply.code(200).header('Cache-Control', 'no-store').send(z.encode(endpoint.answer!, answer))
  return answer
}

/** The tenant's whitelist of referrers; null for those invited by an agency. */
async function whitelistFor({ deps, tenant, caller }: CreateCall, { referrer }: Wish) {
  const list = tenant.emailWhitelist
  if (!list || !tenant.agencies || caller.kind !== 'referrer') return list
  if (list.some((pattern) => matchesPattern(pattern, referrer.email))) return list
  const account = await withTenant(deps.db, tenant.code, (tx) =>
    findAccount(tx, tenant.code, caller.accountId),
  )
  const isBrought = account?.agency_id && account.email === normaliseEmail(referrer.email)
  return isBrought ? null : list
}

/** Checks that need no database. */
function checkWish(
  { tenant, caller, locale }: CreateCall,
  { referral, referrer, recipient }: Wish,
  emailWhitelist: string[] | null,
): void {
  productApiOf(tenant)
  if (tenant.accountsBlockedOn !== null) throw fail('blocked-general')
  if (tenant.forcedLogin && caller.kind !== 'referrer') throw fail('login-first')
  const decision = checkReferral({
    selfReferralAllowed: tenant.selfReferralAllowed,
    emailWhitelist,
    referrerEmail: referrer.email,
    recipientEmail: recipient?.email ?? null,
    blockedPatterns: tenant.blockedEmails,
  })
  if (decision.kind === 'refused') {
    const field = decision.who === 'referrer' ? 'Empfehler.Email' : 'Empfaenger.Email'
    const fields = [{ field, message: say(whitelistFieldText, { locale, tenant }) }]
    const atField = decision.error === 'email-not-allowed' || decision.error === 'email-invalid'
    throw fail(decision.error, atField ? { fields } : {})
  }
  if (!referrer.termsAgreed) throw fail('terms-required')
  if (referral.agentId && !tenant.agentReferral) throw unknownAgent(locale)
  if (referral.share !== undefined && !tenant.shares.includes(referral.share)) {
    const message =
      locale === 'de'
        ? `möglich: ${tenant.shares.join(', ')}`
        : `possible: ${tenant.shares.join(', ')}`
    throw fail('validation', { fields: [{ field: 'Empfehlung.Anteil', message }] })
  }
}
