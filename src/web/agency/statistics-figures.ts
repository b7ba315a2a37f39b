import type { showStatistics } from '../../contract/agentur-statistik.ts'
import type { AnswerOf } from '../../contract/endpoint.ts'
import { formatGermanDate } from '../../domain/dates.ts'
import { formatCents } from '../../domain/money.ts'
import type { Locale } from '../../domain/tenant.ts'

export type Statistics = AnswerOf<typeof showStatistics>
export type Figures = Statistics['total']

/** 12.345 or 12,345; by hand, because server and browser must agree to the character. */
export const formatCount = (count: number, locale: Locale): string =>
  String(count).replace(/\B(?=(?:\d{3})+$)/g, locale === 'de' ? '.' : ',')

/** Euros without sign, and without zero cents: 1.250 or 1.250,50. */
export const formatEuros = (cents: number, locale: Locale): string =>
  formatCents(cents, locale)
    .replace(/[€\s]/g, '')
    .replace(/[.,]00$/, '')

const mostColumns = 36

/** A period's months with figures; beyond three years its years, since nobody reads a hundred bars. */
export function columnsOf(months: Statistics['months']): ({ time: string } & Figures)[] {
  const rows = months.map(({ month, ...figures }) => ({ time: month, ...figures }))
  if (rows.length <= mostColumns) return rows
  const years = Map.groupBy(rows, ({ time }) => time.slice(0, 4))
  return [...years].map(([time, ofYear]) =>
    ofYear.reduce((sum, one) => {
      const added = Object.entries(sum).map(([name, value]) => [
        name,
        typeof value === 'number' ? value + one[name as keyof Figures] : time,
      ])
      return Object.fromEntries(added) as typeof one
    }),
  )
}

/** Percent of the largest; 0 if all are 0. */
export const sizeOf = (value: number, most: number): number =>
  most === 0 ? 0 : Math.round((1000 * value) / most) / 10

const english = 'jan feb mar apr may jun jul aug sep oct nov dec'.split(' ')
const inWords = /^(\d{1,2})\.?\s+([a-z]{3,9})\.?,?\s+(\d{4})$/i
const inNumbers = /^(\d{1,2})\.(\d{1,2})\.(\d{4})$/

/** A typed day, 01.03.2026 or 1 March 2026, or an ISO one, as ISO; null if invalid. */
export function readDay(text: string): string | null {
  const typed = inNumbers.exec(text.trim()) ?? inWords.exec(text.trim())
  const month = typed?.[2] ?? ''
  const named = english.indexOf(month.slice(0, 3).toLowerCase()) + 1
  const iso = typed
    ? `${typed[3]}-${(named ? String(named) : month).padStart(2, '0')}-${typed[1]?.padStart(2, '0')}`
    : text.trim()
  if (!/^\d{4}-\d{2}-\d{2}$/.test(iso)) return null
  const date = new Date(`${iso}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(iso) ? iso : null
}

/** Whether a text looks like a day, valid or not. */
export const isWrittenAsDay = (text: string): boolean =>
  [inNumbers, inWords, /^\d{4}-\d{2}-\d{2}$/].some((written) => written.test(text.trim()))

/** Common periods in ISO days; `today` is an ISO date. */
export function shortcutsOf(today: string) {
  const year = Number(today.slice(0, 4))
  const month = Number(today.slice(5, 7))
  const two = (number: number) => String(number).padStart(2, '0')
  const [ofYear, before] = month === 1 ? [year - 1, 12] : [year, month - 1]
  const lastDay = new Date(Date.UTC(ofYear, before, 0)).getUTCDate()
  return [
    { name: 'year', period: {} },
    {
      name: 'thisMonth',
      period: { von: `01.${two(month)}.${year}`, bis: formatGermanDate(today) },
    },
    {
      name: 'lastMonth',
      period: { von: `01.${two(before)}.${ofYear}`, bis: `${lastDay}.${two(before)}.${ofYear}` },
    },
    { name: 'thisYear', period: { von: `01.01.${year}`, bis: formatGermanDate(today) } },
    { name: 'lastYear', period: { von: `01.01.${year - 1}`, bis: `31.12.${year - 1}` } },
  ] as const
}
