import { fieldWord, valueWord } from '../../contract/audit-field-words.ts'
import { formatCents } from '../../domain/money.ts'
import type { Locale } from '../../domain/tenant.ts'
import { formatDate, formatDateTime } from '../ui/format-date.ts'

export type Change = { field: string; before: unknown; after: unknown }

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isEmpty = (value: unknown) => value === null || (Array.isArray(value) && value.length === 0)

/** An older row says a state alone; null is no fields. */
const sideOf = (value: unknown): Record<string, unknown> =>
  isRecord(value) ? value : value === null || value === undefined ? {} : { state: value }

type OldChange = { setting: string; old?: unknown; new?: unknown }

/** What a row's details say of a change, and the rest. Rows of before the shape was one have `from` and `to`, or a list of settings. */
export function readChange(details: Record<string, unknown>): {
  changes: Change[]
  rest: Record<string, unknown>
} {
  const { before, after, from, to, changes, ...more } = details
  const named = Array.isArray(changes) ? (changes as OldChange[]) : []
  const isNew = before !== undefined || after !== undefined
  const isOld = !isNew && to !== undefined
  const [old, next] = isNew ? [sideOf(before), sideOf(after)] : [sideOf(from), sideOf(to)]
  const fields = isNew || isOld ? [...new Set([...Object.keys(old), ...Object.keys(next)])] : []
  return {
    changes: [
      ...fields
        .map((field) => ({ field, before: old[field], after: next[field] }))
        // What stayed as it was says nothing.
        .filter(({ before, after }) => JSON.stringify(before) !== JSON.stringify(after)),
      ...named.map((one) => ({ field: one.setting, before: one.old, after: one.new })),
    ],
    rest: {
      ...(from !== undefined && !isOld ? { from } : {}),
      ...(to !== undefined && !isOld ? { to } : {}),
      ...Object.fromEntries(Object.entries(more).filter(([, value]) => !isEmpty(value))),
    },
  }
}

const yesNo = { true: { de: 'ja', en: 'yes' }, false: { de: 'nein', en: 'no' } }

/** What a row's own fields and values are called by. */
export type RowWords = {
  names: Record<string, string> // of team members, by id
  named?: (field: string, code: string, locale: Locale) => string | undefined
  setting?: {
    field: (path: string, locale: Locale) => string
    value: (path: string, value: unknown, locale: Locale) => string | null
  }
}

export const sayField = (field: string, locale: Locale, { setting }: RowWords): string =>
  (setting?.field ?? fieldWord)(field, locale)

/** A value in words; a sum, a day or a time as it is written elsewhere, a team member by name. */
export function sayValue(field: string, value: unknown, locale: Locale, words: RowWords): string {
  const { names, setting } = words
  const own = setting?.value(field, value, locale) ?? null
  if (own !== null) return own
  if (value === null || value === undefined) return '–'
  if (typeof value === 'boolean') return yesNo[`${value}`][locale]
  if (typeof value === 'number')
    return /cents$/i.test(field)
      ? formatCents(value, locale)
      : new Intl.NumberFormat(locale).format(value)
  if (Array.isArray(value))
    return value.length === 0
      ? '–'
      : value
          .map((one) => sayValue(field, one, locale, words))
          .join(isRecord(value[0]) ? '; ' : ', ')
  if (isRecord(value))
    return Object.entries(value)
      .map(([key, one]) => `${fieldWord(key, locale)}: ${sayValue(key, one, locale, words)}`)
      .join(', ')
  const text = String(value)
  if (/^\d{4}-\d\d-\d\d$/.test(text)) return formatDate(text, locale)
  if (/^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text)) return formatDateTime(text, locale)
  if (Object.hasOwn(names, text)) return names[text]!
  const named = words.named?.(field, text, locale)
  if (named) return named
  return setting ? text : valueWord(text, locale)
}
