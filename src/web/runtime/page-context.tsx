import { createContext, use, type ReactNode } from 'react'
import { createContext as createRouterContext, type RouterContextProvider } from 'react-router'
import type { PageContext } from '../../contract/page-context.ts'

export const pageKey = createRouterContext<PageContext>()

/** The page context in a loader or action. */
export function pageOf(context: Readonly<RouterContextProvider>): PageContext {
  return context.get(pageKey)
}

/** The part for components, without calls. This goes to the browser. */
export type PageView = Omit<
  PageContext,
  'send' | 'startSession' | 'endSession' | 'openLink' | 'endLinks'
>

export function viewOf(context: PageContext): PageView {
  const { send: _, startSession: _s, endSession: _e, openLink: _o, endLinks: _l, ...view } = context
  return view
}

const ViewContext = createContext<PageView | null>(null)

export function PageProvider({ view, children }: { view: PageView; children: ReactNode }) {
  return <ViewContext value={view}>{children}</ViewContext>
}

export function usePage(): PageView {
  const view = use(ViewContext)
  if (!view) throw new Error('usePage outside of PageProvider')
  return view
}
