// A list's state is its address: reload, Back and a colleague's copy show the same. Defaults are left out.

const mostValues = 50
export const pageSizes = [50, 25, 100] as const

/** What every list's address says; no filter and no open record is called so. */
export const ownNames = [
  'suche',
  'sortierung',
  'richtung',
  'seite',
  'zeilen',
  'spalten',
  'dichte',
] as const

/** What a list's address may contain besides page, page size, columns and density. */
export type TableSpec = {
  sorts: readonly string[] // the first is the default
  fallsFirst: readonly string[] // sorts that start descending
  filters: readonly string[]
  days?: readonly string[] // filters that are ISO days
}

export type TableQuery = {
  search: string
  sort: string
  descending: boolean
  page: number
  pageSize: number
  filters: Record<string, string[]> // a row matches any of a filter's values
  columns: readonly string[] | null // null: the list's default
  isWide: boolean // comfortable row height
}

/** Reads an address. Invalid parts are dropped, except filters, so that the page can name them. */
export function readTable(search: URLSearchParams, spec: TableSpec): TableQuery {
  const sort = spec.sorts.find((one) => one === search.get('sortierung')) ?? spec.sorts[0] ?? ''
  const direction = search.get('richtung')
  const page = /^[1-9]\d{0,5}$/.test(search.get('seite') ?? '') ? Number(search.get('seite')) : 1
  const pageSize = pageSizes.find((size) => String(size) === search.get('zeilen')) ?? pageSizes[0]
  const filters: TableQuery['filters'] = {}
  for (const name of spec.filters) {
    const said = search.getAll(name).map((value) => value.trim().slice(0, 80))
    const values = [...new Set(said)].filter((value) => value !== '').slice(0, mostValues)
    // A range of days has one start and one end.
    if (values.length > 0) filters[name] = spec.days?.includes(name) ? values.slice(0, 1) : values
  }
  const columns = search.getAll('spalten').flatMap((names) => names.split(','))
  return {
    search: (search.get('suche') ?? '').trim().slice(0, 80),
    sort,
    descending: direction === null ? spec.fallsFirst.includes(sort) : direction === 'ab',
    page,
    pageSize,
    filters,
    columns: columns.length > 0 ? columns : null,
    isWide: search.get('dichte') === 'weit',
  }
}

/** Invalid values of day filters. */
export const noDaysOf = ({ filters }: TableQuery, { days = [] }: TableSpec): string[] =>
  days.flatMap((name) => filters[name] ?? []).filter((value) => !isDay(value))

/** The known values of a filter; null if all are unknown, so that no row can match. */
export function knownOf<Value extends string>(
  { filters }: TableQuery,
  name: string,
  values: readonly Value[],
): Value[] | null {
  const asked = filters[name]
  const known = values.filter((value) => asked?.includes(value))
  return asked && known.length === 0 ? null : known
}

/** A non-existent day as people write days; anything else as typed. */
export const sayDay = (text: string) => text.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3.$2.$1')

export function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The inverse of readTable. */
export function tableValues(
  query: TableQuery,
  spec: TableSpec,
): Record<string, string | readonly string[]> {
  const { search, sort, descending, page, pageSize, filters, columns, isWide } = query
  const values: Record<string, string | readonly string[]> = {}
  if (search) values['suche'] = search
  for (const name of spec.filters) if (filters[name]) values[name] = filters[name]
  if (sort !== (spec.sorts[0] ?? '')) values['sortierung'] = sort
  if (descending !== spec.fallsFirst.includes(sort)) values['richtung'] = descending ? 'ab' : 'auf'
  if (pageSize !== pageSizes[0]) values['zeilen'] = String(pageSize)
  if (columns) values['spalten'] = columns.join(',')
  if (isWide) values['dichte'] = 'weit'
  if (page > 1) values['seite'] = String(page)
  return values
}

/** Number of active filters, the search included. */
export const countNarrowed = ({ search, filters }: TableQuery): number =>
  Object.values(filters).flat().length + (search ? 1 : 0)
