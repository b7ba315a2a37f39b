import { renderToString } from 'react-dom/server'
import {
  RouterContextProvider,
  StaticRouterProvider,
  createStaticHandler,
  createStaticRouter,
  type DataRouteObject,
  type StaticHandler,
  type StaticHandlerContext,
} from 'react-router'
import type { PageContext, PageTenant, WebBundle } from '../contract/page-context.ts'
import { addAgency } from './agency/add-agency.ts'
import { addSalesPartner } from './sales-partner/add-sales-partner.ts'
import { addConsole } from './console/add-console.ts'
import { placeView } from './console/place-view.ts'
import { App } from './runtime/app.tsx'
import { chooseLanguage } from './runtime/choose-language.ts'
import { renderDocument } from './runtime/document.ts'
import { carries } from './runtime/href.ts'
import { pageKey, viewOf } from './runtime/page-context.tsx'
import { RowsProvider } from './ui/row.tsx'
import { rowsOf } from './ui/row-shapes.tsx'
import { drawByShape } from './runtime/page-shapes.ts'
import { ownTextsOfPage, storeOwnTexts } from './runtime/own-texts-of-page.ts'
import { routeError } from './runtime/hydration.ts'
import type { PageHandle } from './runtime/page-module.ts'
import { entryOf, pagesOf } from './runtime/page-table.ts'
import { frameRoute } from './frame-route.ts'
import { routesFor } from './routes.ts'
import { loadTexts } from './runtime/texts.ts'
import { keepEarlyPresses } from './ui/table/early-presses.ts'

export { renderMail } from './mails/render-mail.tsx'

addAgency()
addSalesPartner()
addConsole()

/** See WebBundle in contract/page-context.ts. Loader errors become an error page and are not thrown. */
export const handlePage: WebBundle['handlePage'] = async (request, context, options) => {
  const chosen = await chooseLanguage(request, context)
  if (chosen) return { status: 303, headers: new Headers({ Location: chosen.to }), body: [] }
  const handler = handlerFor(context.tenant)
  const requestContext = new RouterContextProvider()
  requestContext.set(pageKey, context)
  const result = await handler.query(request, { requestContext })
  if (result instanceof Response)
    return { status: result.status, headers: result.headers, body: [await result.text()] }

  const store = await loadTexts(context.locale, ['common'])
  storeOwnTexts(store, context)
  const shown = withTextsOfPage(context, result)
  const draw = (shown: PageContext, result: StaticHandlerContext) => {
    let state: string | undefined
    const render = () => {
      state = undefined
      const router = createStaticRouter(branchOf(result), result)
      const view = viewOf(shown)
      // What goes along in links is in no row's shape.
      const isPlain = carries(result.location.search) || result.actionData !== null
      const rows = isPlain ? null : rowsOf(view, context.own?.texts, store)
      const html = renderToString(
        <RowsProvider value={rows?.draw ?? null}>
          <App view={view} store={store} hearState={(words) => (state = words)}>
            <StaticRouterProvider router={router} context={result} hydrate={false} />
          </App>
        </RowsProvider>,
      )
      return rows ? rows.fillIn(html) : html
    }
    const content = renderOrExcuse(render, result)
    return renderDocument({
      context: shown,
      view: placeView(viewOf(shown), result.matches.at(-1)?.params['mandant']),
      store,
      result,
      content,
      state,
      deskScript: keepEarlyPresses,
      ...options,
    })
  }
  const { body, inline } = await drawByShape(shown, result, request, { ...options, draw })
  return { status: result.statusCode, headers: headersOf(request, context, result), body, inline }
}

function withTextsOfPage(context: PageContext, result: StaticHandlerContext): PageContext {
  if (!context.own) return context
  const handle = result.matches.at(-1)?.route.handle as PageHandle | undefined
  const areas = handle ? (entryOf(handle.page, context.tenant)?.texts ?? []) : []
  return { ...context, own: ownTextsOfPage(context.own, ['common', ...areas]) }
}

/** The routes that a page is rendered by, each alone below its parent: to go through all of them for every page takes longer. */
const branchOf = ({ matches }: StaticHandlerContext): DataRouteObject[] =>
  matches.reduceRight<DataRouteObject[]>(
    (below, { route }) => [
      route.index ? route : { ...route, children: below.length > 0 ? below : undefined },
    ],
    [],
  )

// A page that fails to render becomes the error page; the error still reaches the log.
function renderOrExcuse(render: () => string, result: StaticHandlerContext): string {
  for (const error of Object.values(result.errors ?? {})) if (error instanceof Error) report(error)
  try {
    return render()
  } catch (error) {
    report(error)
    result.errors = { page: routeError(500, null) }
    result.statusCode = 500
    return render()
  }
}

function report(fault: unknown): void {
  // oxlint-disable-next-line no-console -- pages are handed no logger; stderr is where a fault must not get lost
  console.error(fault)
}

function headersOf(request: Request, context: PageContext, result: StaticHandlerContext): Headers {
  const headers = new Headers({
    'Content-Type': 'text/html; charset=utf-8',
    'Content-Language': context.locale,
    // Private pages are not cached, not even for the next user's Back button.
    'Cache-Control':
      context.user ||
      context.agencyUser ||
      context.salesPartner ||
      context.operator ||
      context.hasRewardToken
        ? 'no-store'
        : 'private, no-cache',
  })
  const query = new URL(request.url).searchParams
  // A token in the address must not leak as a referrer, to other hosts or to this one's logs.
  if (query.has('t') || query.has('token')) headers.set('Referrer-Policy', 'no-referrer')
  for (const extra of [
    ...Object.values(result.loaderHeaders),
    ...Object.values(result.actionHeaders),
  ]) {
    for (const [name, value] of extra) headers.append(name, value)
  }
  return headers
}

const handlers = new Map<string, { key: string; handler: StaticHandler }>()

const handlersOf = new WeakMap<PageTenant, StaticHandler>()

function handlerFor(tenant: PageTenant): StaticHandler {
  const known = handlersOf.get(tenant) ?? findHandler(tenant)
  handlersOf.set(tenant, known)
  return known
}

/** Routes are built once per tenant, and again when its paths or pages change. */
function findHandler(tenant: PageTenant): StaticHandler {
  const { routes, locales } = tenant
  const key = JSON.stringify([routes, locales, pagesOf(tenant)])
  const known = handlers.get(tenant.code)
  if (known?.key === key) return known.handler
  const handler = createStaticHandler([frameRoute(tenant, routesFor(tenant, tenant.locales))])
  handlers.set(tenant.code, { key, handler })
  return handler
}

export { renderDemoPage } from './demo/render-demo-page.tsx'
