import type { Locale } from '../../../domain/tenant.ts'
import type { Deps } from '../../context.ts'
import type { ContentUnavailable } from './content-unavailable.ts'

export type ContentDeps = Pick<Deps, 'db' | 'cache' | 'keys' | 'log' | 'clock'>

export type TextPageName = 'imprint' | 'privacy' | 'terms' | 'accessibility'
export type TextPage = { text: string; version: string }
export type FaqEntry = { id: string; group: string; question: string; answer: string }
export type CategoryText = {
  id: string // slug
  title: string
  description: string // one sentence
  intro: string // plain markup or safe HTML (web/content/rich-content.tsx)
  icon: string // name in the icon set
  position: number
}
export type Footnote = {
  id: string
  identifier: string // by which products name it
  group: string
  title: string
  content: string // safe HTML
}
export type Teaser = {
  id: string
  category: string | null // slug; null: categories without their own
  text: string
  cents: number
  upTo: boolean
}

/**
 * A tenant's content. If the service is down, the last good copy is used; without one, pages and questions are
 * `contentUnavailable`, decoration is empty.
 */
export type ContentSource = {
  /** Plain markup or safe HTML; null without such a page. */
  textPage: (name: TextPageName, locale: Locale) => Promise<TextPage | null | ContentUnavailable>
  /** Questions and answers in order, grouped. */
  faq: (locale: Locale) => Promise<FaqEntry[] | ContentUnavailable>
  categories: (locale: Locale) => Promise<CategoryText[]>
  footnotes: (locale: Locale) => Promise<Footnote[]>
  teasers: (locale: Locale) => Promise<Teaser[]>
  /** Overriding interface texts by area.key: the tenant's own, and those with its word for the reward. */
  texts: (locale: Locale) => Promise<Record<string, string>>
  /** The same for mails, by template.key. */
  mailTexts: (locale: Locale) => Promise<Record<string, string>>
}
