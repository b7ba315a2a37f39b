import { randomBytes } from 'node:crypto'
import { chooseCookies as endpoint } from '../../contract/cookies.ts'
import type { BodyOf } from '../../contract/endpoint.ts'
import {
  chooseCategories,
  isAnyGiven,
  optionalCategories,
  type CookieConsent,
} from '../../domain/cookie-consent.ts'
import { hour, secondsLeft, tooManyRequests } from '../base/limits.ts'
import { cookieOptions } from '../access/cookies.ts'
import { recordConsents } from '../base/consent-store.ts'
import { countHit } from '../base/limit-store.ts'
import type { Call } from '../context.ts'
import { serve } from '../serve.ts'
import { cookieTexts, cookieTextVersion } from './cookie-texts.ts'
import {
  channelCookie,
  consentCookie,
  consentOf,
  languageCookie,
  storedLanguage,
} from './visitor-cookies.ts'

type ChooseCall = Call<unknown, unknown, BodyOf<typeof endpoint>>

/** A house shares one address; a proof costs a row. */
export const proofsPerHour = 120

/**
 * Stores cookie choices in the cookie, and consent as proof under a random id. Declining visitors get no id, which would
 * identify them; withdrawing deletes it, and the proof gets an end.
 */
export const chooseCookies = serve(endpoint, async (call) => {
  const { deps, tenant, body, request, reply } = call
  const before = consentOf(tenant, request.cookies)
  const given = optionalCategories.filter((category) => body[category] === true)
  const choices = chooseCategories(tenant.cookieCategories, given)
  const isYes = isAnyGiven({ choices })
  const subject = before.id ?? (isYes ? randomBytes(16).toString('base64url') : null)
  if (subject !== null) await keepProof(call, subject, choices)
  const consent: CookieConsent = { id: isYes ? subject : null, remembered: body.remember, choices }
  const language = storedLanguage(tenant, request.cookies)
  const options = cookieOptions(deps.publicOrigin)
  for (const cookie of [
    consentCookie(consent),
    channelCookie(consent, body.campaign ?? null, request.cookies),
    language && languageCookie(tenant, consent, language),
  ]) {
    if (cookie?.value === null) reply.clearCookie(cookie.name, options)
    else if (cookie) {
      const { name, value, maxAge } = cookie
      reply.setCookie(name, value, { ...options, ...(maxAge ? { maxAge } : {}) })
    }
  }
  return consent
})

function keepProof(
  call: ChooseCall,
  subject: string,
  choices: CookieConsent['choices'],
): Promise<void> {
  const { tenant, locale, now, realNow, visitor } = call
  const consents = optionalCategories
    .filter((category) => choices[category] !== undefined)
    .map((category) => ({
      kind: `cookies-${category}`,
      version: cookieTextVersion,
      text: cookieTexts[category][locale],
      given: choices[category] === 'given',
    }))
  return call.transaction(async (tx) => {
    const bucket = `cookie-proof|visitor|${visitor}`
    if ((await countHit(tx, tenant.code, bucket, realNow, hour)) > proofsPerHour)
      throw tooManyRequests(secondsLeft(hour, realNow))
    await recordConsents(tx, tenant.code, { kind: 'visitor', id: subject }, consents, now)
  })
}
