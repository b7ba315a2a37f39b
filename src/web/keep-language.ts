import type { PageTenant } from '../contract/page-context.ts'
import type { CookieConsent } from '../domain/cookie-consent.ts'

type Said = Pick<CookieConsent, 'choices'>

/**
 * Keeps the language for addresses without one; the server reads it. Set at the reader's own wish, so it asks for no consent, but
 * where a tenant asks for one to comfort it outlives the visit only with it.
 */
export function keepLanguage(
  { cookieCategories }: Pick<PageTenant, 'cookieCategories'>,
  { choices }: Said,
  code: string,
): void {
  const lasts = !cookieCategories.includes('functional') || choices.functional === 'given'
  document.cookie = `zs_language=${code}; path=/; samesite=lax${lasts ? '; max-age=31536000' : ''}`
}

/** After a choice: what is kept already is kept for as long as that choice allows. */
export function keepLanguageAsChosen(tenant: Pick<PageTenant, 'cookieCategories'>, said: Said) {
  const [, code] = /(?:^|; )zs_language=([a-z]{2})(?:;|$)/.exec(document.cookie) ?? []
  if (code) keepLanguage(tenant, said, code)
}
