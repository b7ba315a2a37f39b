import { redirect } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'
import { href, isAgencyPath, ownAddress } from '../runtime/href.ts'

/** Lets somebody of an agency in and leads on. On the server only: the token goes into a cookie and nowhere else. */
export function openAgencySession(
  page: PageContext,
  user: { token: string | null; tokenValidUntil: string },
  target: string,
): Response {
  if (user.token === null) return redirect(href(page.tenant, page.locale, 'AgencyLogin'))
  page.startSession('agency', user.token, user.tokenValidUntil)
  return redirect(target)
}

/** Where a login leads: a page of the agency area, else its first one. */
export function agencyTarget(
  page: Pick<PageContext, 'tenant' | 'locale' | 'origin'>,
  target: string | null,
): string {
  const home = href(page.tenant, page.locale, 'AgencyHome')
  const own = ownAddress(page, target)
  if (own === null) return home
  const { pathname } = new URL(own, page.origin)
  const wanted = pathname.replace(/\/$/, '').toLowerCase()
  const inArea = page.tenant.locales.some((locale) => isAgencyPath({ ...page, locale }, pathname))
  const loop = (['AgencyLogin', 'AgencyLogout'] as const).some((name) =>
    page.tenant.locales.some((locale) => href(page.tenant, locale, name).toLowerCase() === wanted),
  )
  return inArea && !loop ? own : home
}
