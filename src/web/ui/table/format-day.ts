import { formatGermanDate } from '../../../domain/dates.ts'
import { formatEnglishDate } from '../../../domain/english-date.ts'
import type { Locale } from '../../../domain/tenant.ts'

/** An ISO date for a table: 24.05.2027 or 24 May 2027. */
export const formatDay = (isoDate: string, locale: Locale): string =>
  locale === 'de' ? formatGermanDate(isoDate) : formatEnglishDate(isoDate)
