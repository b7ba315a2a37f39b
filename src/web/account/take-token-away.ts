import { redirect } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { href } from '../runtime/href.ts'

/** In an address with the token of the provider's login. */
export const ownerParam = 'anmelden'

/**
 * A token in any page's address: of the provider's login with `anmelden` (issue-login.ts), alone it is support's. Either goes to the page with the
 * button, as no GET logs in. Elsewhere tokens mean nothing. Any token is removed from the address.
 */
export function takeTokenAway(page: PageContext, request: Request): void {
  const url = new URL(request.url)
  const token = url.searchParams.get('token')
  if (token === null) return
  const { autoLogin } = page.tenant
  const byProvider = autoLogin && url.searchParams.has(ownerParam)
  url.searchParams.delete('token')
  if (autoLogin) url.searchParams.delete(ownerParam)
  // Two leading slashes would mean another host.
  const target = url.pathname.replace(/^\/+/, '/') + url.search
  if (token !== '' && byProvider)
    throw leave(
      href(page.tenant, page.locale, 'Admin', { [ownerParam]: 1, token, redirect: target }),
    )
  const isSupport = autoLogin && token !== '' && !byProvider && !page.user
  throw isSupport ? askSupport(page, token, target) : leave(target)
}

/** To the page with the button, the token behind the #, unseen by servers and proxies. */
export const askSupport = (page: PageContext, token: string, target?: string) =>
  leave(
    `${href(page.tenant, page.locale, 'Admin', target === undefined ? {} : { redirect: target })}#${encodeURIComponent(token)}`,
  )

const leave = (to: string) =>
  redirect(to, { headers: { 'Referrer-Policy': 'no-referrer', 'Cache-Control': 'no-store' } })
