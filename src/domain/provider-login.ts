import { siteUrl } from './frame.ts'

// The provider's login (IsAutologin): it gets the requested page and leads back to it.

const place = '{ziel}'

/** URL of the provider's login: https, or http on localhost, with {ziel} in its query; else null. */
export function readProviderLogin(text: string): string | null {
  const url = siteUrl(text.replaceAll(place, 'ziel'))
  const query = text.split('#')[0]!.split('?').slice(1).join('?')
  return url && query.includes(place) ? text.trim() : null
}

/** @param target own path and query */
export const providerLoginHref = (login: string, target: string) =>
  login.replaceAll(place, encodeURIComponent(target))

/** A safe page of ours to return to, as path and query; null for open redirects and login pages. */
export function ownTarget(target: string, locales: readonly string[]): string | null {
  // Some browsers treat backslashes as slashes and drop control characters.
  if (!/^\/[a-z]{2}(?=[/?]|$)/.test(target) || /[\\\p{Cc}\s]/u.test(target)) return null
  const url = URL.parse(target, 'https://own.invalid')
  if (url?.origin !== 'https://own.invalid') return null
  if (!locales.includes(url.pathname.slice(1, 3)) || !/^\/[a-z]{2}(\/|$)/.test(url.pathname))
    return null
  for (const ours of ['token', 'anmelden']) url.searchParams.delete(ours)
  return url.pathname + url.search
}
