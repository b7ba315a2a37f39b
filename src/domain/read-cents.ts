import { parseGermanDecimal } from './csv.ts'

/** Whole cents, else null. */
export function readCents(text: string): number | null {
  return /^\d{1,9}$/.test(text.trim()) ? Number(text.trim()) : null
}

/** Typed euros, 12, 12,50 or 12.50, in cents. A point before exactly three digits is ambiguous, so null. */
export function readAmount(text: string): number | null {
  const point = /^(\d{1,7})\.(\d{1,2})$/.exec(text.trim())
  if (point) return Number(point[1]) * 100 + Number((point[2] ?? '').padEnd(2, '0'))
  return /^\d{1,7}(,\d{1,2})?$/.test(text.trim()) ? parseGermanDecimal(text) : null
}
