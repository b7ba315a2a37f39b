import type { RouteObject } from 'react-router'
import type { PageName } from '../../contract/pages.ts'
import type { Locale } from '../../domain/tenant.ts'
import type { PageHandle, PageModule } from './page-module.ts'

/** Who may see which page (page-gate.ts). */
export type Gate = {
  gatedLoader: (name: PageName, load: PageModule['loader']) => RouteObject['loader']
  gatedAction: (name: PageName, act: NonNullable<PageModule['action']>) => RouteObject['action']
}

/** What a page's file gives its route. */
export const routeOf = (
  name: PageName,
  locale: Locale,
  module: PageModule,
  { gatedLoader, gatedAction }: Gate,
) => ({
  loader: gatedLoader(name, module.loader),
  ...(module.action ? { action: gatedAction(name, module.action) } : {}),
  ...(module.shouldRevalidate ? { shouldRevalidate: module.shouldRevalidate } : {}),
  Component: module.Component,
  handle: { page: name, locale, meta: module.meta } satisfies PageHandle,
})
