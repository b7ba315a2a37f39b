import type { i18n as I18n } from 'i18next'
import type { ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { PageProvider, type PageView } from './page-context.tsx'

/** Providers around the router, the same on server and in browser. */
export function App({ view, i18n, children }: { view: PageView; i18n: I18n; children: ReactNode }) {
  return (
    <I18nextProvider i18n={i18n}>
      <PageProvider view={view}>{children}</PageProvider>
    </I18nextProvider>
  )
}
