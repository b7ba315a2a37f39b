import { StrictMode, startTransition } from 'react'
import { hydrateRoot } from 'react-dom/client'
import {
  RouterContextProvider,
  createBrowserRouter,
  type PatchRoutesOnNavigationFunction,
  type RouteObject,
} from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { firstRoute } from './first-page.ts'
import { frameRoute, pageRouteId } from './frame-route.ts'
import { loadCalls } from './runtime/api.ts'
import { App } from './runtime/app.tsx'
import { browserContext } from './runtime/browser-context.ts'
import { hydrationId, unpackHydration, type HydrationData } from './runtime/hydration.ts'
import { pageKey, type PageView } from './runtime/page-context.tsx'
import { followWith, loadTexts } from './runtime/texts.ts'
import { watchAnchors } from './runtime/scroll-to-anchor.ts'
import { withinTime } from './runtime/within-time.ts'

/** Hydrates the server's page; without its data the page stays static. */
export async function hydrate(): Promise<void> {
  const root = document.getElementById('root')
  const json = document.getElementById(hydrationId)?.textContent
  if (!root || !json) return
  const hydration = JSON.parse(json) as HydrationData
  const { view, page } = hydration
  const first = page && (await firstRoute(page))
  const routes = [frameRoute(view.tenant, first ? [first] : await openAll(view))]
  const store = await loadTexts(view.locale, ['common'])
  const context = browserContext(view)
  if (view.own)
    (await import('./runtime/own-texts.ts')).followOwnTexts(store, context, view.own, followWith)
  const router = createBrowserRouter(routes, {
    hydrationData: unpackHydration(hydration),
    ...(first ? { patchRoutesOnNavigation: addOtherPages(view, first, page.styles) } : {}),
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
  // The server counts pages it renders; the browser reports those it navigates to itself.
  let seen = location.pathname
  router.subscribe(({ navigation, location: { pathname }, matches, errors }) => {
    if (navigation.state !== 'idle' || pathname === seen || errors) return
    seen = pathname
    void import('./tracking/tell-page.ts').then(({ tellPage }) => tellPage(matches))
  })
  if (page) loadRestAtTouch(page.styles)
  watchAnchors()
  const { user, agencyUser, salesPartner, operator } = view
  if (user || agencyUser || salesPartner || operator)
    await import('./runtime/watch-session.ts').then((its) => its.watchSession(view), whenLeft)
  if (hasKeptToken())
    await import('./runtime/migrate-token.ts').then((its) => its.migrateToken(view), whenLeft)
  const { frame } = view.tenant
  if (frame && parent !== window) {
    const { sendHeight } = await import('./runtime/send-height.ts')
    sendHeight(frame, root)
  }
}

/** A part that does not come: the visitor is on the way to another page, as a rule. */
const whenLeft = () => undefined

// A desk's page, or one that failed before it was found.
const openAll = async (view: PageView) => (await import('./all-pages.ts')).allPages(view)

/** The table of all pages comes before the first navigation; the router leaves out the page that it has. */
function addOtherPages(
  view: PageView,
  first: RouteObject,
  styles: string[],
): PatchRoutesOnNavigationFunction {
  let added = false
  const chosen = first.shouldRevalidate ? location.pathname : null
  return async ({ path, patch, signal }) => {
    // Where choices are in the address, none of them waits.
    if (added || path === chosen) return
    const { routesFor, addStyles } = await withinTime(() => import('./routes.ts'))
    await withinTime(() => addStyles(styles))
    // Of a navigation that another has replaced, the router takes nothing.
    if (signal.aborted) return
    patch(pageRouteId, routesFor(view.tenant, [view.locale]))
    added = true
  }
}

/** What a page needs only once its visitor does something: pages to go to, and calls. */
function loadRestAtTouch(styles: string[]): void {
  const touched = new AbortController()
  const load = () => {
    touched.abort()
    // Whoever needs them asks again.
    Promise.all([
      import('./routes.ts').then((its) => its.addStyles(styles)),
      import('./page-gate.ts'),
      loadCalls(),
      import('./runtime/send-in-browser.ts'),
    ]).catch(() => undefined)
  }
  for (const type of ['pointermove', 'pointerdown', 'keydown', 'focusin'])
    addEventListener(type, load, { capture: true, passive: true, signal: touched.signal })
}

/** Of an earlier version, which few browsers still have. */
function hasKeptToken(): boolean {
  try {
    return localStorage.getItem('token') !== null
  } catch {
    return false // storage unavailable
  }
}
