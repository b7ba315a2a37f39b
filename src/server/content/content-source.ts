import type { Locale, Tenant } from '../../domain/tenant.ts'
import { storedContent } from './stored-content.ts'

export type TextPageName = 'imprint' | 'privacy' | 'terms' | 'accessibility'
export type FaqEntry = { id: string; group: string; question: string; answer: string }

/** Where the texts of a tenant's pages come from. */
export type ContentSource = {
  /** The text in the plain markup of text pages; null where the tenant has no such page. */
  textPage: (name: TextPageName, locale: Locale) => Promise<string | null>
  /** Questions and answers in their order, those of a group one after the other. */
  faq: (locale: Locale) => Promise<FaqEntry[]>
}

/** The one place that decides where a tenant's content comes from. */
export const contentOf = (tenant: Tenant): ContentSource => storedContent(tenant)
