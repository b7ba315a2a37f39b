import type { ComponentType } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { pages } from '../../contract/pages.ts'
import { PageProvider, type PageView } from './page-context.tsx'
import { StoreProvider, loadTexts, textsOf } from './texts.ts'

const locales = ['de', 'en'] as const
type Where = { address: 'du' | 'Sie'; locale: (typeof locales)[number] }

/** Both forms of address, in both languages. */
export const everywhere: Where[] = (['du', 'Sie'] as const).flatMap((address) =>
  locales.map((locale) => ({ address, locale })),
)

/** What a component writes on the server, in a page that has loaded `loaded`; neither built nor served. */
export async function render(
  { address, locale }: Where,
  Component: ComponentType,
  loaded: unknown = null,
) {
  const store = await loadTexts(locale, [
    'account',
    'common',
    'dashboard',
    'table',
    'own',
    'recipient',
    'referral',
    'reward',
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
    contact: { email: 'hallo@post.example', phone: '+49 30 1' },
  }
  const view = { tenant, locale, formToken: 'x', user: null } as unknown as PageView
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
