import type { i18n as I18n } from 'i18next'
import type { ReactNode } from 'react'
import { I18nextProvider } from 'react-i18next'
import { PageProvider, type PageView } from './page-context.tsx'
import { HearState } from './title-parts.ts'

/**
 * Providers around the router, the same on server and in browser.
 * @param hearState on the server: hears the page's state, for its title
 */
export function App({
  view,
  i18n,
  hearState = null,
  children,
}: {
  view: PageView
  i18n: I18n
  hearState?: ((words: string) => void) | null
  children: ReactNode
}) {
  return (
    <I18nextProvider i18n={i18n}>
      <HearState value={hearState}>
        <PageProvider view={view}>{children}</PageProvider>
      </HearState>
    </I18nextProvider>
  )
}
