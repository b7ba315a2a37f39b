import { redirect } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { ApiError } from '../runtime/api-error.ts'
import { callApi } from '../runtime/api.ts'
import { href } from '../runtime/href.ts'

/**
 * Where the provider logs people in, its login sends them on to an address with `anmelden` and a token (issue-login.ts): the request that
 * brings the token uses it up, and what the provider says about who is there takes the place of whoever was logged in on this device.
 * A token by itself is one of support's, which no GET uses up: it goes to the page that asks for a press. Elsewhere it means nothing. In
 * each case it leaves the address, before a page can hand it on.
 */
export async function logInSilently(page: PageContext, request: Request): Promise<void> {
  const url = new URL(request.url)
  const token = url.searchParams.get('token')
  if (token === null) return
  const { autoLogin } = page.tenant
  const byProvider = autoLogin && url.searchParams.has('anmelden')
  url.searchParams.delete('token')
  if (autoLogin) url.searchParams.delete('anmelden')
  // Two slashes in front would be another host.
  const target = url.pathname.replace(/^\/+/, '/') + url.search
  if (token !== '' && byProvider) await tryToken(page, token)
  const isSupport = autoLogin && token !== '' && !byProvider && !page.user
  throw isSupport ? askSupport(page, token, target) : leave(target)
}

/** To the page with the button, the token behind the #, which no server or proxy between sees. */
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
    // Silently: whoever has to be logged in is told so by the page that follows.
    if (!(error instanceof ApiError)) throw error
  }
}
