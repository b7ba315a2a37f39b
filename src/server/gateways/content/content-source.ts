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
  intro: string // plain markup or safe HTML (web/content/rich-content.tsx shows both)
  icon: string // name of the icon set
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
  category: string | null // slug; null: for categories that have none of their own
  text: string
  cents: number
  upTo: boolean
}

/**
 * What a tenant says on its pages. A content service that is away makes none of these fail: they answer the last good copy; without
 * one, pages and questions answer `contentUnavailable`, and what only decorates is empty.
 */
export type ContentSource = {
  /** The text in plain markup or safe HTML; null where the tenant has no such page. */
  textPage: (name: TextPageName, locale: Locale) => Promise<TextPage | null | ContentUnavailable>
  /** Questions and answers in their order, those of a group one after the other. */
  faq: (locale: Locale) => Promise<FaqEntry[] | ContentUnavailable>
  categories: (locale: Locale) => Promise<CategoryText[]>
  footnotes: (locale: Locale) => Promise<Footnote[]>
  teasers: (locale: Locale) => Promise<Teaser[]>
  /** Interface texts that override the defaults, by area.key: its own, and those that say its word for the reward. */
  texts: (locale: Locale) => Promise<Record<string, string>>
  /** The same for mails, by template.key. */
  mailTexts: (locale: Locale) => Promise<Record<string, string>>
}
