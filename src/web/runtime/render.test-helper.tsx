import type { ComponentType } from 'react'
import { renderToStaticMarkup, renderToString } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { pages } from '../../contract/pages.ts'
import { App } from './app.tsx'
import { PageProvider, type PageView } from './page-context.tsx'
import { RowsProvider, type DrawRow } from '../ui/row.tsx'
import { rowsOf } from '../ui/row-shapes.tsx'
import { StoreProvider, loadTexts, textsOf, type Area } from './texts.ts'

const locales = ['de', 'en'] as const
type Where = { address: 'du' | 'Sie'; locale: (typeof locales)[number] }

/** Both forms of address, in both languages. */
export const everywhere: Where[] = (['du', 'Sie'] as const).flatMap((address) =>
  locales.map((locale) => ({ address, locale })),
)

/** A page in a language that has its texts: its view, for nobody, and its texts. */
export async function pageIn({ address, locale }: Where, areas: readonly Area[] = []) {
  const store = await loadTexts(locale, [
    'account',
    'common',
    'dashboard',
    'table',
    'own',
    'recipient',
    'referral',
    'reward',
    ...areas,
  ])
  const tenant = {
    code: 'standard',
    name: 'Sonnseite',
    legalName: 'Sonnseite GmbH',
    locales,
    address,
    routes: Object.fromEntries(Object.entries(pages).map(([page, { path }]) => [page, path])),
    theme: { logo: '/logo.svg' },
    recipientFields: { birthDate: false, address: false, phone: false },
    recipientTerms: 'checkbox',
    unclaimedDays: 60,
    contact: { email: 'hallo@post.example', phone: '+49 30 1', hours: '9–17' },
  }
  const now = '2026-11-30T10:00:00Z'
  const view = { tenant, locale, now, formToken: 'x', user: null } as unknown as PageView
  return { view, store }
}

/** What a component writes on the server, in a page that has loaded `loaded`; neither built nor served. */
export async function render(where: Where, Component: ComponentType, loaded: unknown = null) {
  const { view, store } = await pageIn(where)
  const Stub = createRoutesStub([{ id: 'page', path: '/', Component }])
  const html = renderToStaticMarkup(
    <StoreProvider value={store}>
      <PageProvider view={view}>
        <Stub hydrationData={{ loaderData: { page: loaded } }} />
      </PageProvider>
    </StoreProvider>,
  )
  return { html, text: html.replace(/<[^>]+>/g, ' '), texts: textsOf(store, view) }
}

/** A page as it is sent, drawn without shapes, and how many of its rows came by theirs. */
export function drawBothWays(
  { view, store }: Awaited<ReturnType<typeof pageIn>>,
  Component: ComponentType,
  loaded: unknown = null,
  search = '',
) {
  const Stub = createRoutesStub([{ id: 'page', path: '/', Component }])
  const draw = (drawRow: DrawRow | null) =>
    renderToString(
      <RowsProvider value={drawRow}>
        <App view={view} store={store}>
          <Stub hydrationData={{ loaderData: { page: loaded } }} initialEntries={[`/${search}`]} />
        </App>
      </RowsProvider>,
    )
  const rows = rowsOf(view, null, store)
  let byShape = 0
  const html = draw((...row) => {
    const place = rows.draw(...row)
    if (place !== null) byShape += 1
    return place
  })
  return { html: rows.fillIn(html), plain: draw(null), byShape }
}
