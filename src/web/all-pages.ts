import { matchRoutes, type RouteObject } from 'react-router'
import { isAgencyPath, isSalesPartnerPath } from './runtime/href.ts'
import type { PageView } from './runtime/page-context.tsx'
import { isConsole } from './runtime/page-table.ts'
import { routesFor } from './routes.ts'

/** Every page that can be opened from here without loading the document anew. */
export async function allPages(view: PageView): Promise<RouteObject[]> {
  if (isAgencyPath(view, location.pathname)) (await import('./agency/add-agency.ts')).addAgency()
  if (isConsole(view.tenant)) (await import('./console/add-console.ts')).addConsole()
  if (isSalesPartnerPath(view, location.pathname))
    (await import('./sales-partner/add-sales-partner.ts')).addSalesPartner()
  const pages = routesFor(view.tenant, [view.locale])
  // Load lazy routes first: one met during hydration would blank the rendered page.
  const matches = matchRoutes(pages, location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      Object.assign(route, await route.lazy(), { lazy: undefined })
    }),
  )
  return pages
}
