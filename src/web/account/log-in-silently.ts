import { redirect } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { ApiError } from '../api-error.ts'
import { callApi } from '../api.ts'

/**
 * Where the provider logs people in, an address may bring a token: it is tried once when nobody is logged in, and the address is
 * left without it either way. Whether it worked, the page shows (spec section 2.3).
 */
export async function logInSilently(page: PageContext, request: Request): Promise<void> {
  const url = new URL(request.url)
  const token = url.searchParams.get('token')
  if (token === null || typeof document !== 'undefined') return
  if (!page.user && token !== '') await tryToken(page, token)
  url.searchParams.delete('token')
  // Two slashes in front would be another host.
  throw redirect(url.pathname.replace(/^\/+/, '/') + url.search, {
    headers: { 'Referrer-Policy': 'no-referrer' },
  })
}

async function tryToken(page: PageContext, token: string): Promise<void> {
  try {
    const user = await callApi(page, 'loginAsAdmin', { query: { token } })
    if (user.token !== null) page.startSession('user', user.token, user.tokenValidUntil)
  } catch (error) {
    // Silently: whoever has to be logged in is told so by the page that follows.
    if (!(error instanceof ApiError)) throw error
  }
}
