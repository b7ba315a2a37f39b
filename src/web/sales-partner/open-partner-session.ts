import { redirect } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { href, isSalesPartnerPath, ownAddress } from '../runtime/href.ts'

/** Lets a sales partner in and leads on. On the server only: the token goes into a cookie and nowhere else. */
export function openPartnerSession(
  page: PageContext,
  user: { token: string | null; tokenValidUntil: string },
  target: string,
): Response {
  if (user.token === null) return redirect(href(page.tenant, page.locale, 'SalesPartnerEntry'))
  page.startSession('sales-partner', user.token, user.tokenValidUntil)
  return redirect(target)
}

/** Where a login leads: a page of the area, else its first one. */
export function partnerTarget(
  page: Pick<PageContext, 'tenant' | 'locale' | 'origin'>,
  target: string | null,
): string {
  const home = href(page.tenant, page.locale, 'SalesPartnerArea')
  const own = ownAddress(page, target)
  if (own === null) return home
  const { pathname } = new URL(own, page.origin)
  const wanted = pathname.replace(/\/$/, '').toLowerCase()
  const inArea = page.tenant.locales.some((locale) =>
    isSalesPartnerPath({ ...page, locale }, pathname),
  )
  const loop = page.tenant.locales.some(
    (locale) => href(page.tenant, locale, 'SalesPartnerEntry').toLowerCase() === wanted,
  )
  return inArea && !loop ? own : home
}
