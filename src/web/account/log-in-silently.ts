import { redirect } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { ApiError } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'

/**
 * The provider's login redirects to an address with `anmelden` and a one-time token (issue-login.ts); this request uses it up, and its user
 * replaces the device's session. A token alone is support's and needs a press, never a GET. Elsewhere tokens mean
 * nothing. Any token is removed from the address.
 */
export async function logInSilently(page: PageContext, request: Request): Promise<void> {
  const url = new URL(request.url)
  const token = url.searchParams.get('token')
  if (token === null) return
  const { autoLogin } = page.tenant
  const byProvider = autoLogin && url.searchParams.has('anmelden')
  url.searchParams.delete('token')
  if (autoLogin) url.searchParams.delete('anmelden')
  // Two leading slashes would mean another host.
  const target = url.pathname.replace(/^\/+/, '/') + url.search
  if (token !== '' && byProvider) await tryToken(page, token)
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

async function tryToken(page: PageContext, token: string): Promise<void> {
  try {
    const user = await callApi(page, 'loginAsAdmin', { query: { token, kind: 'inhaber' } })
    if (user.token !== null) page.startSession('user', user.token, user.tokenValidUntil)
  } catch (error) {
    // Silently: a page that needs a login says so itself.
    if (!(error instanceof ApiError)) throw error
  }
}
