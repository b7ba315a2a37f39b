import type { Locale } from './tenant.ts'

const and = { de: ' und ', en: ' and ' } satisfies Record<Locale, string>

/** "a, b und c", as `Intl.ListFormat` writes it, whose first use holds up a phone for 80 ms. */
export function listWords(words: readonly string[], locale: Locale): string {
  const rest = words.slice(0, -1).join(', ')
  const comma = locale === 'en' && words.length > 2 ? ',' : ''
  return `${rest}${rest ? comma + and[locale] : ''}${words.at(-1) ?? ''}`
}
