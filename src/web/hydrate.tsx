import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { RouterContextProvider, createBrowserRouter, matchRoutes } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { App } from './runtime/app.tsx'
import { isAgencyPath, isSalesPartnerPath } from './runtime/href.ts'
import { browserContext } from './runtime/browser-context.ts'
import { hydrationId, unpackHydration, type HydrationData } from './runtime/hydration.ts'
import { isConsole } from './runtime/page-table.ts'
import { pageKey } from './runtime/page-context.tsx'
import { routesFor } from './routes.ts'
import { followWith, loadTexts } from './runtime/texts.ts'
import { watchAnchors } from './runtime/scroll-to-anchor.ts'
import { watchSession } from './runtime/watch-session.ts'

/** Hydrates the server's page; without its data the page stays static. */
export async function hydrate(): Promise<void> {
  const root = document.getElementById('root')
  const json = document.getElementById(hydrationId)?.textContent
  if (!root || !json) return
  const hydration = JSON.parse(json) as HydrationData
  const { view } = hydration
  if (isAgencyPath(view, location.pathname)) {
    const { addAgency } = await import('./agency/add-agency.ts')
    addAgency()
  }
  if (isConsole(view.tenant)) {
    const { addConsole } = await import('./console/add-console.ts')
    addConsole()
  }
  if (isSalesPartnerPath(view, location.pathname)) {
    const { addSalesPartner } = await import('./sales-partner/add-sales-partner.ts')
    addSalesPartner()
  }
  const routes = routesFor(view.tenant, [view.locale])

  // Load lazy routes first: one met during hydration would blank the rendered page.
  const matches = matchRoutes(routes, location) ?? []
  await Promise.all(
    matches.map(async ({ route }) => {
      if (typeof route.lazy !== 'function') return
      const loaded = await route.lazy()
      Object.assign(route, loaded, { lazy: undefined })
    }),
  )
  const store = await loadTexts(view.locale, ['common'])
  const context = browserContext(view)
  if (view.own)
    (await import('./runtime/own-texts.ts')).followOwnTexts(store, context, view.own, followWith)
  const router = createBrowserRouter(routes, {
    hydrationData: unpackHydration(hydration),
    getContext: () => new RouterContextProvider(new Map([[pageKey, context]])),
  })
  startTransition(() => {
    hydrateRoot(
      root,
      <StrictMode>
        <App view={view} store={store}>
          <RouterProvider router={router} />
        </App>
      </StrictMode>,
    )
  })
  watchSession(view)
  // The server counts pages it renders; the browser reports those it navigates to itself.
  let seen = location.pathname
  router.subscribe(({ navigation, location: { pathname }, matches, errors }) => {
    if (navigation.state !== 'idle' || pathname === seen || errors) return
    seen = pathname
    void import('./tracking/tell-page.ts').then(({ tellPage }) => tellPage(matches))
  })
  watchAnchors()
  if (hasKeptToken()) (await import('./runtime/migrate-token.ts')).migrateToken(view)
  const { frame } = view.tenant
  if (frame && parent !== window) {
    const { sendHeight } = await import('./runtime/send-height.ts')
    sendHeight(frame, root)
  }
}

/** Of an earlier version, which few browsers still have. */
function hasKeptToken(): boolean {
  try {
    return localStorage.getItem('token') !== null
  } catch {
    return false // storage unavailable
  }
}
