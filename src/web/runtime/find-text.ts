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
  const byAddress = `${key}_${address.toLowerCase()}`
  const count = values?.['count']
  const plural = typeof count === 'number' ? pluralOf(locale, count) : null
  const keys = plural ? [byAddress + plural, byAddress, key + plural, key] : [byAddress, key]
  const text = lists.reduce<string | undefined>(
    (found, list) => found ?? inList(list, keys),
    undefined,
  )
  return (text ?? key).replace(/\{\{(\w+)\}\}/g, (place, name: string) =>
    values && Object.hasOwn(values, name) ? String(values[name]) : place,
  )
}

function inList(list: TextList | undefined, keys: readonly string[]): string | undefined {
  for (const key of keys) {
    const text = list?.get(key)
    if (text !== undefined) return text
  }
  return undefined
}
