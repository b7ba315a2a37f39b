import type { ComponentType } from 'react'
import type { RouteObject } from 'react-router'
import type { PageName } from '../../contract/pages.ts'
import type { PageTenant } from '../../contract/page-context.ts'
import type { Locale } from '../../domain/tenant.ts'
import type { PageHandle, PageModule } from './page-module.ts'
import { entryOf, frameFor, loadPage, pagesOf, type PageEntry } from './page-table.ts'
import { loadTexts } from './texts.ts'
import { withinTime } from './within-time.ts'

/** What surrounds every page: frame, error page and access gate. */
type Surroundings = {
  PageFrame: ComponentType
  ErrorPage: ComponentType
  gatedLoader: (name: PageName, load: PageModule['loader']) => RouteObject['loader']
  gatedAction: (name: PageName, act: NonNullable<PageModule['action']>) => RouteObject['action']
}

/** The routes of a tenant in the given languages. Every page is a lazy chunk; ids read `de:Homepage`. */
export function makeRoutes({ PageFrame, ErrorPage, gatedLoader, gatedAction }: Surroundings) {
  const lazyPage = (name: PageName, entry: PageEntry, locale: Locale) => async () => {
    const [module] = await withinTime(() =>
      Promise.all([loadPage(entry), loadTexts(locale, ['common', ...entry.texts])]),
    )
    return {
      loader: gatedLoader(name, module.loader),
      ...(module.action ? { action: gatedAction(name, module.action) } : {}),
      ...(module.shouldRevalidate ? { shouldRevalidate: module.shouldRevalidate } : {}),
      Component: module.Component,
      handle: { page: name, locale, meta: module.meta } satisfies PageHandle,
    }
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
    const [Frame = PageFrame, Fault = ErrorPage] = frameFor(tenant)
    return [
      {
        id: 'frame',
        Component: Frame,
        ErrorBoundary: ErrorPage,
        children: [
          {
            id: 'page',
            ErrorBoundary: Fault,
            children: fallback ? [...pages, notFound('*', tenant, fallback)] : pages,
          },
        ],
      },
    ]
  }
}
