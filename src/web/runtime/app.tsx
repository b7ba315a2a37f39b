import { useEffect, type ReactNode } from 'react'
import { pressAgain } from './early-presses.ts'
import { PageProvider, type PageView } from './page-context.tsx'
import { StoreProvider, type TextStore } from './texts.ts'
import { HearState } from './title-parts.ts'

/**
 * Providers around the router, the same on server and in browser.
 * @param hearState on the server: hears the page's state, for its title
 */
export function App({
  view,
  store,
  hearState = null,
  children,
}: {
  view: PageView
  store: TextStore
  hearState?: ((words: string) => void) | null
  children: ReactNode
}) {
  useEffect(pressAgain, [])
  return (
    <StoreProvider value={store}>
      <HearState value={hearState}>
        <PageProvider view={view}>{children}</PageProvider>
      </HearState>
    </StoreProvider>
  )
}
