import { siteUrl } from './frame.ts'

// Where the provider logs people in (IsAutologin): its login is led to with the page that somebody wanted, and leads back there.

const place = '{ziel}'

/** An address of the provider's login: https, or http on the machine itself, with {ziel} in its query. Null for anything else. */
export function readProviderLogin(text: string): string | null {
  const url = siteUrl(text.replaceAll(place, 'ziel'))
  const query = text.split('#')[0]!.split('?').slice(1).join('?')
  return url && query.includes(place) ? text.trim() : null
}

/** @param target path and query of ours */
export const providerLoginHref = (login: string, target: string) =>
  login.replaceAll(place, encodeURIComponent(target))

/** A page of ours that a login may lead to, as path and query; null for what could lead elsewhere, or log in again. */
export function ownTarget(target: string, locales: readonly string[]): string | null {
  // Backslashes and control characters are slashes, or nothing, to some browsers.
  if (!/^\/[a-z]{2}(?=[/?]|$)/.test(target) || /[\\\p{Cc}\s]/u.test(target)) return null
  const url = URL.parse(target, 'https://own.invalid')
  if (url?.origin !== 'https://own.invalid') return null
  if (!locales.includes(url.pathname.slice(1, 3)) || !/^\/[a-z]{2}(\/|$)/.test(url.pathname))
    return null
  for (const ours of ['token', 'anmelden']) url.searchParams.delete(ours)
  return url.pathname + url.search
}
