import type { RouteObject } from 'react-router'
import type { PageName } from '../../contract/pages.ts'
import type { PageTenant } from '../../contract/page-context.ts'
import type { Locale } from '../../domain/tenant.ts'
import { routeOf, type Gate } from './page-route.ts'
import { entryOf, loadPage, pagesOf, type PageEntry } from './page-table.ts'
import { loadTexts } from './texts.ts'
import { withinTime } from './within-time.ts'

/** The pages of a tenant in the given languages, below `frameRoute`. Every page is a lazy chunk; ids read `de:Homepage`. */
export function makeRoutes(gate: Gate) {
  const lazyPage = (name: PageName, entry: PageEntry, locale: Locale) => async () => {
    const [module] = await withinTime(() =>
      Promise.all([loadPage(entry), loadTexts(locale, ['common', ...entry.texts])]),
    )
    return routeOf(name, locale, module, gate)
  }

  const notFound = (path: string, tenant: PageTenant, locale: Locale): RouteObject => {
    const entry = entryOf('FileNotFound', tenant)
    if (!entry) throw new Error('no page for unknown paths')
    return { id: `${locale}:${path}`, path, lazy: lazyPage('FileNotFound', entry, locale) }
  }

  const routesIn = (tenant: PageTenant, locale: Locale): RouteObject[] => [
    ...pagesOf(tenant).map(([name, entry]) => ({
      id: `${locale}:${name}`,
      path: `/${locale}${tenant.routes[name] ?? ''}`,
      lazy: lazyPage(name, entry, locale),
    })),
    notFound(`/${locale}/*`, tenant, locale),
  ]

  return (tenant: PageTenant, locales: readonly Locale[]): RouteObject[] => {
    const pages = locales.flatMap((locale) => routesIn(tenant, locale))
    const fallback = locales.includes('de') ? 'de' : locales[0]
    return fallback ? [...pages, notFound('*', tenant, fallback)] : pages
  }
}
