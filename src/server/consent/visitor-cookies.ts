import { readCampaign, writeCampaign, type Campaign } from '../../domain/campaign.ts'
import {
  channelCookieDays,
  consentCookieDays,
  readConsent,
  writeConsent,
  type CookieConsent,
} from '../../domain/cookie-consent.ts'
import type { Locale, Tenant } from '../../domain/tenant.ts'
import { cookieTextVersion } from './cookie-texts.ts'

/** Cookies of the visitor's choice, and what it allows. */
export const visitorCookies = {
  consent: 'zs_consent',
  channel: 'zs_channel',
  language: 'zs_language',
} as const

type Cookies = Record<string, string | undefined>
export type VisitorCookie = { name: string; value: string | null; maxAge?: number }

// Encodes campaign text, so that nothing in it is cookie syntax.
const toCookie = (text: string) => Buffer.from(text).toString('base64url')
const fromCookie = (text: string) => Buffer.from(text, 'base64url').toString()

const seconds = (days: number) => days * 24 * 60 * 60

export function consentOf(
  tenant: Pick<Tenant, 'cookieCategories'>,
  cookies: Cookies,
): CookieConsent {
  return readConsent(cookies[visitorCookies.consent], tenant.cookieCategories, cookieTextVersion)
}

/** An earlier campaign; the cookie exists only with consent. */
export const rememberedCampaign = (cookies: Cookies): Campaign | null =>
  readCampaign(fromCookie(cookies[visitorCookies.channel] ?? ''))

/** 60 days, or the browser session (spec section 9). */
export function consentCookie(consent: CookieConsent): VisitorCookie {
  const value = writeConsent(consent, cookieTextVersion)
  return {
    name: visitorCookies.consent,
    value,
    ...(consent.remembered ? { maxAge: seconds(consentCookieDays) } : {}),
  }
}

/**
 * The change of the channel cookie (spec section 2.3), or null: set only with consent to marketing, deleted without; a session's
 * consent gives a session cookie.
 */
export function channelCookie(
  consent: CookieConsent,
  campaign: Campaign | null,
  cookies: Cookies,
): VisitorCookie | null {
  const name = visitorCookies.channel
  const stored = cookies[name]
  if (consent.choices.marketing === 'declined')
    return stored === undefined ? null : { name, value: null }
  if (consent.choices.marketing !== 'given' || !campaign) return null
  const value = toCookie(writeCampaign(campaign))
  if (value === '' || value === stored) return null
  return {
    name,
    value,
    ...(consent.remembered ? { maxAge: seconds(channelCookieDays) } : {}),
  }
}

const languageDays = 365

/** The stored language if the tenant has it, or null. */
export const storedLanguage = (
  { locales }: Pick<Tenant, 'locales'>,
  cookies: Cookies,
): Locale | null => locales.find((locale) => locale === cookies[visitorCookies.language]) ?? null

/**
 * Stores a chosen language, which needs no consent; but if the tenant asks for one to comfort, it outlives the visit only with
 * that.
 */
export function languageCookie(
  { cookieCategories }: Pick<Tenant, 'cookieCategories'>,
  { choices }: Pick<CookieConsent, 'choices'>,
  language: Locale,
): VisitorCookie {
  const lasts = !cookieCategories.includes('functional') || choices.functional === 'given'
  return {
    name: visitorCookies.language,
    value: language,
    ...(lasts ? { maxAge: seconds(languageDays) } : {}),
  }
}
