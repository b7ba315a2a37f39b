import type { PageContext } from '../../contract/page-context.ts'
import type { PageName } from '../../contract/pages.ts'
import { href, ownAddress } from '../runtime/href.ts'

const neverTargets: PageName[] = ['Login', 'Logout']

/** Where a login leads: a page of this host in one of the tenant's languages, else the personal area. */
export function safeTarget(
  page: Pick<PageContext, 'tenant' | 'locale' | 'origin'>,
  target: string | null,
): string {
  const personalArea = href(page.tenant, page.locale, 'Dashboard')
  const own = ownAddress(page, target)
  if (own === null) return personalArea
  const url = new URL(own, page.origin)
  const path = url.pathname.replace(/\/$/, '').toLowerCase()
  const loop = page.tenant.locales.some((locale) =>
    neverTargets.some((name) => path === href(page.tenant, locale, name).toLowerCase()),
  )
  return loop ? personalArea : own
}
