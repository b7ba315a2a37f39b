import type { ComponentType } from 'react'
import type { ActionFunction, LoaderFunction, ShouldRevalidateFunction } from 'react-router'
import type { PageName } from '../../contract/pages.ts'
import type { Locale } from '../../domain/tenant.ts'
import type { PageView } from './page-context.tsx'
import type { Texts } from './texts.ts'

/** A page's data for search engines, messengers and the browser tab. */
export type Meta = {
  title: string // without the tenant's name
  description?: string
  robots?: 'noindex' // recipient, reward and account pages
  picture?: string // path of a PNG, 1200 x 630; default the tenant's
}

export type MetaArgs<Loader = unknown> = {
  data: Loader extends (...args: never[]) => infer R ? Awaited<R> | undefined : unknown
  page: PageView
  texts: Texts
}

/** Exports of an x-page.tsx file, in this order. */
export type PageModule = {
  loader?: LoaderFunction
  action?: ActionFunction
  shouldRevalidate?: ShouldRevalidateFunction // where a query change needs nothing from the server
  meta: (args: MetaArgs<never>) => Meta
  Component: ComponentType
}

export type PageHandle = { page: PageName; locale: Locale; meta: PageModule['meta'] }
