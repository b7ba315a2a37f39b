import type { RouteObject } from 'react-router'
import { ErrorPage } from './layout/error-page.tsx'
import { PageFrame } from './layout/page-frame.tsx'
import { frameFor } from './runtime/page-table.ts'

/** The route that pages are below; others can be added to it later. */
export const pageRouteId = 'page'

/** Pages in what is around every page, unless the console has its own. */
export function frameRoute(tenant: { code: string }, pages: RouteObject[]): RouteObject {
  const [Frame = PageFrame, Fault = ErrorPage] = frameFor(tenant)
  const page = { id: pageRouteId, ErrorBoundary: Fault, children: pages }
  return { id: 'frame', Component: Frame, ErrorBoundary: ErrorPage, children: [page] }
}
