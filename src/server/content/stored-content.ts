import type { Tenant } from '../../domain/tenant.ts'
import type { ContentSource } from './content-source.ts'

/** The content that is stored with the tenant itself. */
export const storedContent = (tenant: Pick<Tenant, 'legal' | 'content'>): ContentSource => ({
  textPage: async (name, locale) => {
    const text = name === 'accessibility' ? tenant.content.accessibility : tenant.legal[name]
    return text?.[locale] ?? null
  },
  faq: async (locale) =>
    tenant.content.faq.map(({ id, group, question, answer }) => ({
      id,
      group: group[locale],
      question: question[locale],
      answer: answer[locale],
    })),
})
