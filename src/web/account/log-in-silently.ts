import { redirect } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { ApiError } from '../api-error.ts'
import { callApi } from '../api.ts'

/**
 * Where the provider logs people in, an address may bring a token: it is tried once when nobody is logged in, and the address is
 * left without it either way. Whether it worked, the page shows (spec section 2.3). With `anmelden` it comes from the provider's login,
 * whose word about who is there takes the place of whoever was logged in on this device.
 */
export async function logInSilently(page: PageContext, request: Request): Promise<void> {
  const url = new URL(request.url)
  const token = url.searchParams.get('token')
  if (token === null || typeof document !== 'undefined') return
  const byProvider = url.searchParams.has('anmelden')
  if (token !== '' && (!page.user || byProvider)) await tryToken(page, token)
  url.searchParams.delete('token')
  url.searchParams.delete('anmelden')
  // Two slashes in front would be another host.
  throw redirect(url.pathname.replace(/^\/+/, '/') + url.search, {
    headers: { 'Referrer-Policy': 'no-referrer' },
  })
}

async function tryToken(page: PageContext, token: string): Promise<void> {
  try {
    const user = await callApi(page, 'loginAsAdmin', { query: { token } })
    // Support takes nobody's place.
    const isPlaceTaken = user.supportAccess && page.user !== null
    if (user.token !== null && !isPlaceTaken)
      page.startSession('user', user.token, user.tokenValidUntil)
  } catch (error) {
    // Silently: whoever has to be logged in is told so by the page that follows.
    if (!(error instanceof ApiError)) throw error
  }
}
