import { isRouteErrorResponse, type ErrorResponse } from 'react-router'
import type { HydrationState, StaticHandlerContext } from 'react-router'
import type { PageName } from '../../contract/pages.ts'
import type { Locale } from '../../domain/tenant.ts'
import type { PageView } from './page-context.tsx'
import type { Area } from './texts.ts'

/** The page that is open: its route, and its files as the browser loads them. */
export type FirstPage = {
  id: string
  path: string
  name: PageName
  locale: Locale
  module: string
  texts: Partial<Record<Area, string>>
  styles: string[] // that other pages need as well
}

/** Page data for the browser, as JSON in `<script id="page-data">`. */
export type HydrationData = {
  view: PageView
  page: FirstPage | null // null: where it needs the table of all pages
  loaderData: StaticHandlerContext['loaderData']
  actionData: StaticHandlerContext['actionData']
  errors: Record<string, { status: number; data: unknown }> | null
}

export const hydrationId = 'page-data'

/** What the router takes for an answer with a status (isRouteErrorResponse), as from a loader that throws `data()`. */
export const routeError = (
  status: number,
  data: unknown,
): ErrorResponse & { internal: boolean } => ({ status, statusText: '', internal: false, data })

export function packHydration(
  view: PageView,
  page: FirstPage | null,
  result: StaticHandlerContext,
): HydrationData {
  const errors = Object.entries(result.errors ?? {}).map(([route, error]) => [
    route,
    // Error details stay on the server.
    isRouteErrorResponse(error)
      ? { status: error.status, data: error.data }
      : { status: 500, data: null },
  ])
  return {
    view,
    page,
    loaderData: result.loaderData,
    actionData: result.actionData,
    errors: errors.length > 0 ? Object.fromEntries(errors) : null,
  }
}

export function unpackHydration(hydration: HydrationData): HydrationState {
  const errors = Object.entries(hydration.errors ?? {}).map(([route, { status, data }]) => [
    route,
    routeError(status, data),
  ])
  return {
    loaderData: hydration.loaderData,
    actionData: hydration.actionData,
    errors: errors.length > 0 ? Object.fromEntries(errors) : null,
  }
}

/** JSON that cannot close its script element. */
export function safeJson(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll('<', '\\u003c')
    .replaceAll('\u2028', '\\u2028')
    .replaceAll('\u2029', '\\u2029')
}
