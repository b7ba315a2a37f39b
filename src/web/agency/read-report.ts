import type { reportColumns } from '../../contract/agentur-berichte.ts'
import { noDaysOf, readTable, type TableQuery, type TableSpec } from '../ui/table/table-address.ts'

export type Column = (typeof reportColumns)[number]

/** The address parameters of a list; filters and sorts are named as in the calls. */
export const reportSpec = (sorts: readonly Column[]): TableSpec => ({
  sorts,
  fallsFirst: ['Datum', 'Wert'],
  filters: ['status', 'produkt', 'mitarbeiter', 'von', 'bis'],
  days: ['von', 'bis'],
})

export const readReport = (request: Request, spec: TableSpec) =>
  readTable(new URL(request.url).searchParams, spec)

export function bodyOf({ sort, descending, page, pageSize, search, filters }: TableQuery) {
  const { status, produkt, mitarbeiter, von, bis } = filters
  return {
    orderBy: sort as Column,
    descending,
    page,
    pageSize,
    filter: {
      ...(search ? { search } : {}),
      ...(status ? { status } : {}),
      ...(produkt ? { productId: produkt } : {}),
      ...(mitarbeiter ? { employee: mitarbeiter } : {}),
      ...(von ? { from: von[0] } : {}),
      ...(bis ? { to: bis[0] } : {}),
    },
  }
}

/** Fetches a page of a list; none between days that do not exist, as no row can match. */
export const askReport = async <Page>(
  query: TableQuery,
  spec: TableSpec,
  ask: () => Promise<Page>,
): Promise<Page | typeof nothing> => (noDaysOf(query, spec).length > 0 ? nothing : ask())

const nothing = { rows: [], hasNext: false, pageCount: 0, totalCount: 0, sums: { cents: 0 } }

const wireNames = {
  status: 'Status',
  produkt: 'Produkt',
  mitarbeiter: 'Mitarbeiter',
  von: 'Von',
  bis: 'Bis',
} as const

/** The address of the whole list as a file; its query is that of the call. */
export function fileHref(
  tenant: string,
  list: string,
  { sort, descending, search, filters }: TableQuery,
): string {
  const query = new URLSearchParams({ OrderBy: sort, Descending: String(descending) })
  if (search) query.set('Suche', search)
  for (const [name, wire] of Object.entries(wireNames)) {
    for (const value of filters[name] ?? []) query.append(wire, value)
  }
  return `/api/v1/${tenant}/agentur-konto/berichte/${list}/csv?${query}`
}
