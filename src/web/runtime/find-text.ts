import type { Locale } from '../../domain/tenant.ts'

/** Texts of one area in one language, by key. */
export type TextList = ReadonlyMap<string, string>

export const textList = (texts: Record<string, string>): Map<string, string> =>
  new Map(Object.entries(texts))

const plurals = new Map<Locale, Intl.PluralRules>()

function pluralOf(locale: Locale, count: number): string {
  const rules = plurals.get(locale) ?? new Intl.PluralRules(locale)
  plurals.set(locale, rules)
  return `_${rules.select(count)}`
}

/**
 * A text with its values, from the first list that has it in any form: `key_du_one` before `key_du`, `key_one` and `key`. Values are filled
 * in once and as they are, so neither they nor a tenant's own text can name another text. Without a text, the key.
 */
export function findText(
  lists: readonly (TextList | undefined)[],
  locale: Locale,
  address: 'du' | 'Sie',
  key: string,
  values?: Record<string, string | number>,
): string {
  const byAddress = address === 'du' ? `${key}_du` : `${key}_sie`
  const count = values?.['count']
  const plural = typeof count === 'number' ? pluralOf(locale, count) : null
  const forms = plural ? [byAddress + plural, byAddress, key + plural, key] : [byAddress, key]
  let text: string | undefined
  for (const list of lists) for (const form of forms) text ??= list?.get(form)
  if (text === undefined) return key
  // Most texts are found hundreds of times for a page, and have no place.
  if (!text.includes('{{')) return text
  return text.replace(/\{\{(\w+)\}\}/g, (place, name: string) =>
    values && Object.hasOwn(values, name) ? String(values[name]) : place,
  )
}
