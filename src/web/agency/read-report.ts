// A list's place in its address, so that it can be kept, shared and opened without script.

export const columns = ['Datum', 'Empfehler', 'Produkt', 'Status', 'Mitarbeiter', 'Wert'] as const
export type Column = (typeof columns)[number]
export const pageSizes = [25, 50, 100] as const

export type ReportQuery = {
  orderBy: Column
  descending: boolean
  page: number
  pageSize: number
  filter: Partial<Record<FilterName, string>>
}

const filterNames = ['status', 'productId', 'employee', 'from', 'to', 'search'] as const
export type FilterName = (typeof filterNames)[number]

/** The names in the address. */
export const inAddress: Record<FilterName, string> = {
  status: 'status',
  productId: 'produkt',
  employee: 'mitarbeiter',
  from: 'von',
  to: 'bis',
  search: 'suche',
}

export const startsDescending = (column: Column) => column === 'Datum' || column === 'Wert'

/** Reads an address; what is no good in it is left out. */
export function readReport(search: URLSearchParams, allowed: readonly Column[]): ReportQuery {
  const orderBy = allowed.find((column) => column === search.get('sortierung')) ?? 'Datum'
  const direction = search.get('richtung')
  const page = /^[1-9]\d{0,5}$/.test(search.get('seite') ?? '') ? Number(search.get('seite')) : 1
  const pageSize = pageSizes.find((size) => String(size) === search.get('zeilen')) ?? pageSizes[0]
  const filter: ReportQuery['filter'] = {}
  for (const name of filterNames) {
    const value = (search.get(inAddress[name]) ?? '').trim().slice(0, 80)
    const isDate = name === 'from' || name === 'to'
    if (value !== '' && (!isDate || isDay(value))) filter[name] = value
  }
  return {
    orderBy,
    descending: direction === null ? startsDescending(orderBy) : direction === 'ab',
    page,
    pageSize,
    filter,
  }
}

function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const date = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** The values of an address again; what is as it is anyway is left out. */
export function reportValues(query: ReportQuery): Record<string, string> {
  const values: Record<string, string> = {}
  for (const name of filterNames) {
    const value = query.filter[name]
    if (value) values[inAddress[name]] = value
  }
  if (query.orderBy !== 'Datum') values['sortierung'] = query.orderBy
  if (query.descending !== startsDescending(query.orderBy))
    values['richtung'] = query.descending ? 'ab' : 'auf'
  if (query.pageSize !== pageSizes[0]) values['zeilen'] = String(query.pageSize)
  if (query.page > 1) values['seite'] = String(query.page)
  return values
}

/** What a call of a list is asked with. */
export const bodyOf = ({ orderBy, descending, page, pageSize, filter }: ReportQuery) => ({
  orderBy,
  descending,
  page,
  pageSize,
  filter,
})

/** The address of the whole list as a file; its query is the call's, and so are its names. */
export function fileHref(
  tenant: string,
  list: string,
  { orderBy, descending, filter }: ReportQuery,
): string {
  const names: Record<FilterName, string> = {
    status: 'Status',
    productId: 'Produkt',
    employee: 'Mitarbeiter',
    from: 'Von',
    to: 'Bis',
    search: 'Suche',
  }
  const query = new URLSearchParams({ OrderBy: orderBy, Descending: String(descending) })
  for (const name of filterNames) {
    const value = filter[name]
    if (value) query.set(names[name], value)
  }
  return `/api/v1/${tenant}/agentur-konto/berichte/${list}/csv?${query}`
}
