import type { PageContext } from '../../contract/page-context.ts'
import type { PageName } from '../../contract/pages.ts'
import { href, ownAddress } from '../runtime/href.ts'

type Place = Pick<PageContext, 'tenant' | 'locale' | 'origin'>
type Area = {
  home: PageName
  never: PageName[] // useless after a login
  isInside?: (place: Place, path: string) => boolean
}

const personalArea: Area = { home: 'Dashboard', never: ['Login', 'Logout'] }

/** Where a login leads: a page of this host in one of the tenant's languages and, if given, of this area; else the area's first page. */
export function safeTarget(
  page: Place,
  target: string | null,
  { home, never, isInside }: Area = personalArea,
): string {
  const first = href(page.tenant, page.locale, home)
  const own = ownAddress(page, target)
  if (own === null) return first
  const { locales } = page.tenant
  const path = new URL(own, page.origin).pathname
  if (isInside && !locales.some((locale) => isInside({ ...page, locale }, path))) return first
  const wanted = path.replace(/\/$/, '').toLowerCase()
  const loop = locales.some((locale) =>
    never.some((name) => wanted === href(page.tenant, locale, name).toLowerCase()),
  )
  return loop ? first : own
}
