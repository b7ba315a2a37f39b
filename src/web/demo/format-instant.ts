import type { Locale } from '../../domain/tenant.ts'

/** `21.11.2026, 14:05 Uhr` / `21 November 2026, 14:05`, in the programme's zone. */
export function formatInstant(iso: string, locale: Locale): { day: string; time: string } {
  const instant = new Date(iso)
  const language = locale === 'de' ? 'de-DE' : 'en-GB'
  const zone = { timeZone: 'Europe/Berlin' }
  const day = new Intl.DateTimeFormat(language, {
    ...zone,
    weekday: 'long',
    day: 'numeric',
    month: 'long',
    year: 'numeric',
  })
  const time = new Intl.DateTimeFormat(language, { ...zone, hour: '2-digit', minute: '2-digit' })
  return {
    day: day.format(instant),
    time: `${time.format(instant)}${locale === 'de' ? ' Uhr' : ''}`,
  }
}
