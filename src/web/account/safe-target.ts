import type { PageContext } from '../../contract/page-context.ts'
import type { PageName } from '../../contract/pages.ts'
import { href } from '../href.ts'

const neverTargets: PageName[] = ['Login', 'Logout']

/** Where a login leads: a page of this host in one of the tenant's languages, else the personal area. */
export function safeTarget(
  page: Pick<PageContext, 'tenant' | 'locale' | 'origin'>,
  target: string | null,
): string {
  const personalArea = href(page.tenant, page.locale, 'Dashboard')
  if (!target?.startsWith('/') || !URL.canParse(target, page.origin)) return personalArea
  const url = new URL(target, page.origin)
  const [, language = ''] = url.pathname.split('/')
  const here = url.origin === new URL(page.origin).origin
  if (!here || !page.tenant.locales.some((locale) => locale === language)) return personalArea
  const path = url.pathname.replace(/\/$/, '').toLowerCase()
  const loop = page.tenant.locales.some((locale) =>
    neverTargets.some((name) => path === href(page.tenant, locale, name).toLowerCase()),
  )
  return loop ? personalArea : url.pathname + url.search + url.hash
}
