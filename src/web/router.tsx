import type { RouteObject } from 'react-router'
import type { PageName } from '../contract/pages.ts'
import type { PageTenant } from '../contract/page-context.ts'
import type { Locale } from '../domain/tenant.ts'
import { ErrorPage } from './layout/error-page.tsx'
import { PageFrame } from './layout/page-frame.tsx'
import { gatedAction, gatedLoader } from './page-gate.ts'
import type { PageModule } from './page-module.ts'
import { entryOf, pageExists, pageModules, type PageEntry } from './pages.ts'
import { loadTexts } from './texts.ts'
import { withinTime } from './within-time.ts'

export type PageHandle = { page: PageName; locale: Locale; meta: PageModule['meta'] }

/** The routes of a tenant in the languages given. Every page is a lazy chunk; ids read `de:Homepage`. */
export function routesFor(tenant: PageTenant, locales: readonly Locale[]): RouteObject[] {
  const pages = locales.flatMap((locale) => pagesOf(tenant, locale))
  const fallback = locales.includes('de') ? 'de' : locales[0]
  return [
    {
      id: 'frame',
      Component: PageFrame,
      ErrorBoundary: ErrorPage,
      children: [
        {
          id: 'page',
          ErrorBoundary: ErrorPage,
          children: fallback ? [...pages, notFound('*', fallback)] : pages,
        },
      ],
    },
  ]
}

function pagesOf(tenant: PageTenant, locale: Locale): RouteObject[] {
  const routes = (Object.entries(pageModules) as [PageName, PageEntry][])
    .filter(([name]) => pageExists(name, tenant))
    .map(([name, entry]) => ({
      id: `${locale}:${name}`,
      path: `/${locale}${tenant.routes[name] ?? ''}`,
      lazy: lazyPage(name, entryOf(name, tenant) ?? entry, locale),
    }))
  return [...routes, notFound(`/${locale}/*`, locale)]
}

function notFound(path: string, locale: Locale): RouteObject {
  const entry = pageModules.FileNotFound
  if (!entry) throw new Error('no page for unknown paths')
  return { id: `${locale}:${path}`, path, lazy: lazyPage('FileNotFound', entry, locale) }
}

function lazyPage(name: PageName, entry: PageEntry, locale: Locale) {
  return async () => {
    const [module] = await withinTime(() =>
      Promise.all([entry.load(), loadTexts(locale, ['common', ...entry.texts])]),
    )
    return {
      loader: gatedLoader(name, module.loader),
      ...(module.action ? { action: gatedAction(name, module.action) } : {}),
      ...(module.shouldRevalidate ? { shouldRevalidate: module.shouldRevalidate } : {}),
      Component: module.Component,
      handle: { page: name, locale, meta: module.meta } satisfies PageHandle,
    }
  }
}
