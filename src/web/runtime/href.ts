import { isAgencyPage, isSalesPartnerPage } from '../../contract/page-kinds.ts'
import type { PageName } from '../../contract/pages.ts'
import type { PageTenant } from '../../contract/page-context.ts'
import { campaignParameters } from '../../domain/campaign.ts'
import type { Locale } from '../../domain/tenant.ts'

/** Query parameters carried from page to page (spec section 2.3). */
export const carriedParameters = ['widget', ...campaignParameters] as const

type Values = Record<string, string | number | readonly string[] | undefined>

/**
 * A page's path on the tenant's route: `href(tenant, 'de', 'Recommendation', { produktId: '101' })`. Values without a place in the route
 * become the query, repeated for several.
 */
export function href(
  tenant: Pick<PageTenant, 'routes'>,
  locale: Locale,
  page: PageName,
  values: Values = {},
): string {
  const query = new URLSearchParams()
  let path = tenant.routes[page] ?? '/404'
  for (const [name, value] of Object.entries(values)) {
    if (value === undefined) continue
    const place = new RegExp(`:${name}\\b\\??`)
    if (typeof value === 'object') for (const one of value) query.append(name, one)
    else if (place.test(path)) path = path.replace(place, encodeURIComponent(value))
    else query.set(name, String(value))
  }
  path = path.replace(/\/:\w+\?/g, '')
  const search = query.toString()
  return `/${locale}${path === '/' ? '' : path}${search ? `?${search}` : ''}`
}

export const valuesIn = (query: URLSearchParams): Record<string, readonly string[]> =>
  Object.fromEntries([...new Set(query.keys())].map((name) => [name, query.getAll(name)]))

/** Whether a query has what goes along. */
export const carries = (search: string): boolean => {
  const query = new URLSearchParams(search)
  return carriedParameters.some((name) => query.has(name))
}

/** Adds the carried parameters of the current query; the target's own win. */
export function carryAlong(target: string, currentSearch: string): string {
  const current = new URLSearchParams(currentSearch)
  const kept = carriedParameters.filter((name) => current.has(name))
  if (kept.length === 0) return target
  const [path = '', query = ''] = target.split('?')
  const search = new URLSearchParams(query)
  for (const name of kept) if (!search.has(name)) search.set(name, current.get(name) ?? '')
  return `${path}?${search}`
}

/** The login page that returns to `target` (path and query of this host); agencies and sales partners have their own. */
export function loginHref(
  page: { tenant: Pick<PageTenant, 'routes'>; locale: Locale },
  target: string,
): string {
  const [path = ''] = target.split('?')
  const login = page.tenant.routes['ConsoleSignIn']
    ? 'ConsoleSignIn'
    : isAgencyPath(page, path)
      ? 'AgencyLogin'
      : isSalesPartnerPath(page, path)
        ? 'SalesPartnerEntry'
        : 'Login'
  return href(page.tenant, page.locale, login, { redirect: target })
}

type Place = { tenant: Pick<PageTenant, 'routes'>; locale: Locale }

export const isAgencyPath = (place: Place, path: string) => isPathOf(place, path, isAgencyPage)

export const isSalesPartnerPath = (place: Place, path: string) =>
  isPathOf(place, path, isSalesPartnerPage)

function isPathOf(
  { tenant, locale }: Place,
  path: string,
  isOne: (name: string) => boolean,
): boolean {
  const wanted = path.replace(/\/$/, '').toLowerCase().split('/')
  if (wanted[0] !== '' || wanted[1] !== locale) return false
  return partsOf(tenant.routes).some(
    ([name, parts]) => isOne(name) && isPath(parts, wanted.slice(2)),
  )
}

const known = new WeakMap<object, [name: string, parts: string[]][]>()

/** In their parts: every page asks several times. */
function partsOf(routes: PageTenant['routes']) {
  const made =
    known.get(routes) ??
    Object.entries(routes).map(([name, route]): [string, string[]] => [
      name,
      route.toLowerCase().split('/').slice(1),
    ])
  known.set(routes, made)
  return made
}

/** Whether a path matches a route, with any parameters. */
const isPath = (route: readonly string[], path: readonly string[]): boolean =>
  route.length === path.length &&
  route.every((place, index) => place.startsWith(':') || place === path[index])

export function otherLanguage(pathname: string, search: string, locale: Locale): string {
  return pathname.replace(/^\/[^/]*/, `/${locale}`) + search
}

/** In an address: the language was chosen, so store it before showing the page (choose-language.ts). */
export const languageChoice = 'sprachwahl'

/** The link that switches the current page's language. */
export function chooseLanguageHref(pathname: string, search: string, locale: Locale): string {
  const query = new URLSearchParams(search)
  query.set(languageChoice, '1')
  return otherLanguage(pathname, `?${query}`, locale)
}

/** A request's address, if it is a page of this host in one of the tenant's languages; else null. */
export function ownAddress(
  { tenant, origin }: { tenant: Pick<PageTenant, 'locales'>; origin: string },
  target: string | null,
): string | null {
  if (!target?.startsWith('/') || !URL.canParse(target, origin)) return null
  const url = new URL(target, origin)
  const [, language = ''] = url.pathname.split('/')
  const here = url.origin === new URL(origin).origin
  if (!here || !tenant.locales.some((locale) => locale === language)) return null
  return url.pathname + url.search + url.hash
}
