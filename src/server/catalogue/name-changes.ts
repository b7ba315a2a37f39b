import { isDeepStrictEqual } from 'node:util'
import { fixedLineNames, mobileNames } from '../../contract/katalog-datei.ts'
import type { CatalogueRow } from './catalogue-store.ts'
import { fixedLineOf, mobileOf } from './export-catalogue.ts'

/** `field` as in catalogue files, which operators know. */
export type FieldChange = { field: string; from: unknown; to: unknown }

/** Changes between two versions of a row; empty if equal. */
export function changesOf(before: CatalogueRow, after: CatalogueRow): FieldChange[] {
  const own = differing(flat(before), flat(after))
  if (own.length === 0) return []
  const named = differing(inFile(before), inFile(after))
  // Columns derived from the file's (the description) are reported by those.
  return named.length > 0 ? named : own
}

function inFile(row: CatalogueRow): Record<string, unknown> {
  // A fixed-line tariff's position is its row in the file.
  const common = { Position: row.position, active: row.active }
  if (row.fixedLine)
    return { ...common, ...renamed(fixedLineOf(row, row.fixedLine), fixedLineNames) }
  return row.mobile ? { ...common, ...renamed(mobileOf(row, row.mobile), mobileNames) } : common
}

const renamed = (row: object, names: Readonly<Record<string, string>>) =>
  Object.fromEntries(Object.entries(row).map(([inner, value]) => [names[inner] ?? inner, value]))

const differing = (old: Record<string, unknown>, now: Record<string, unknown>): FieldChange[] =>
  Object.keys(now)
    .filter((field) => !isDeepStrictEqual(old[field] ?? null, now[field] ?? null))
    .map((field) => ({ field, from: old[field] ?? null, to: now[field] ?? null }))

const flat = ({ fixedLine, mobile, ...common }: CatalogueRow): Record<string, unknown> => ({
  ...common,
  ...fixedLine,
  ...mobile,
})
