import type { Locale } from '../../domain/tenant.ts'

/** A count with the language's thousands separators. */
export const formatCount = (count: number, locale: Locale): string =>
  String(count).replace(/\B(?=(\d{3})+$)/g, locale === 'de' ? '.' : ',')
