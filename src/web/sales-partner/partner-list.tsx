import { Download, Info } from 'lucide-react'
import type { PageName } from '../../contract/pages.ts'
import { usePage } from '../runtime/page-context.tsx'
import { useTexts } from '../runtime/texts.ts'
import { controlClass } from '../ui/table/control-class.ts'
import { DataTable } from '../ui/table/data-table.tsx'
import {
  knownOf,
  readTable,
  tableValues,
  type TableQuery,
  type TableSpec,
} from '../ui/table/table-address.ts'
import { TablePopover } from '../ui/table/table-popover.tsx'
import type { Choice, TableColumn } from '../ui/table/table-types.ts'

export const readList = (request: Request, spec: TableSpec) =>
  readTable(new URL(request.url).searchParams, spec)

/** The body of a partner list's call; null if only unknown states are asked for, which match no row. */
export function bodyOf<Order extends string, State extends string>(
  query: TableQuery,
  states: readonly State[],
) {
  const { sort, descending, page, pageSize, search } = query
  const state = knownOf(query, 'status', states)
  if (state === null) return null
  return {
    orderBy: sort as Order,
    descending,
    page,
    pageSize,
    filter: { ...(search ? { search } : {}), ...(state.length > 0 ? { state } : {}) },
  }
}

export const noRows = { rows: [], hasNext: false, pageCount: 0, totalCount: 0 }

/** The partner's orders or commissions, in the agencies' table. */
export function PartnerList<Row extends { number: string; externalNumber: string }>({
  page,
  one,
  open,
  file,
  title,
  spec,
  list: { query, rows, totalCount, pageCount },
  columns,
  states,
  cents,
}: {
  page: PageName
  one: PageName // a row's page
  open: string | undefined // the open row
  file: 'auftraege' | 'provisionen'
  title: string
  spec: TableSpec
  list: { query: TableQuery; rows: Row[]; totalCount: number; pageCount: number }
  columns: readonly TableColumn<Row>[]
  states: readonly Choice[]
  cents: number
}) {
  const { tenant } = usePage()
  const t = useTexts('salesPartner')
  const asked = new URLSearchParams({
    OrderBy: query.sort,
    Descending: String(query.descending),
    ...(query.search && { Suche: query.search }),
  })
  for (const state of query.filters['status'] ?? []) asked.append('Status', state)
  return (
    <DataTable
      title={title}
      page={page}
      spec={spec}
      query={query}
      columns={columns}
      rows={rows}
      total={totalCount}
      pageCount={pageCount}
      sum={{ label: t('filter.sum'), cents }}
      idOf={(row) => row.number}
      nameOf={(row) => row.externalNumber}
      link={(row) => ({ page: one, values: { nummer: row.number } })}
      record={open ? { id: open, close: { page, values: tableValues(query, spec) } } : null}
      searchHint={t('filter.search')}
      filters={[{ kind: 'choice', name: 'status', title: t('column.state'), choices: states }]}
      none={{ title: t('area.none'), text: t('filter.noneText') }}
      tools={
        <a
          href={`/api/v1/${tenant.code}/verkaufspartner/${file}/csv?${asked}`}
          download
          aria-label={t('file.load')}
          className={controlClass()}
        >
          <Download aria-hidden="true" className="size-4" />
          CSV
        </a>
      }
    />
  )
}

/** Help for a list, beside its title. */
export function PartnerListHelp({ text }: { text: string }) {
  const t = useTexts('salesPartner')
  return (
    <TablePopover id="list-help" icon={Info} label={t('filter.about')} isIcon>
      <p>{text}</p>
    </TablePopover>
  )
}
