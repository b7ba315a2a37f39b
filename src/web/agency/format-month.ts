import type { Locale } from '../../domain/tenant.ts'

// Lazy, as in format-date.ts; made anew it took a twentieth of an agency's home.
const formats: Partial<Record<Locale, Intl.DateTimeFormat>> = {}

/** A month `yyyy-mm` as text: November 2026. */
export function formatMonth(month: string, locale: Locale): string {
  const format = (formats[locale] ??= new Intl.DateTimeFormat(locale === 'de' ? 'de-DE' : 'en-GB', {
    month: 'long',
    year: 'numeric',
    timeZone: 'UTC',
  }))
  return format.format(new Date(`${month}-01T00:00:00Z`))
}
