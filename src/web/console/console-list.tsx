import type { ReactNode } from 'react'
import { redirect, useParams } from 'react-router'
import type { ActionFunctionArgs } from 'react-router'
import type { ConsolePage } from '../../contract/console-pages.ts'
import { href } from '../runtime/href.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { PageTarget } from '../runtime/page-link.tsx'
import { Notice } from '../ui/notice.tsx'
import { RecordSaid } from '../ui/record-panel.tsx'
import { DataTable, type DataTableProps } from '../ui/table/data-table.tsx'
import {
  readTable,
  tableValues,
  type TableQuery,
  type TableSpec,
} from '../ui/table/table-address.ts'
import { ConsoleFrame } from './console-frame.tsx'
import { ListFile } from './list-file.tsx'
import { ListViews, type Views } from './list-views.tsx'
import { useSearchElsewhere } from './search-elsewhere.tsx'

type Asked = Pick<ActionFunctionArgs, 'context' | 'request' | 'params'>

/** What the address of a list asks for. */
export function readList({ context, request, params }: Asked, spec: TableSpec) {
  const search = new URL(request.url).searchParams
  const query = readTable(search, spec)
  return { page: pageOf(context), tenant: params['mandant'] ?? '', search, query }
}

/** Page and order as the call wants them. @param sorts the wire's names by the address's */
export const pageAndOrder = <Sort extends string>(
  { page, pageSize, sort, descending }: TableQuery,
  sorts: Record<string, Sort>,
) => ({ page, pageSize, orderBy: sorts[sort]!, descending })

/** A list whose filter has unknown values only. */
export const nothing = { rows: [], hasNext: false, pageCount: 0, totalCount: 0, sums: undefined }

/** After a change: the list as it was. @param said the open record, and what was done */
export function backToList(
  asked: Asked,
  list: ConsolePage,
  spec: TableSpec,
  said: Record<string, string>,
) {
  const { page, tenant, query } = readList(asked, spec)
  const values = { mandant: tenant, ...tableValues(query, spec), ...said }
  return redirect(href(page.tenant, page.locale, list, values))
}

/** A page of the console that is a list, with its kept views, its file and the record open beside it. */
export function ConsoleList<Row extends { id: string }, Found extends { id: string }>({
  page,
  parameter = '',
  views,
  list,
  file,
  sumLabel = '',
  open = null,
  record,
  said = null,
  actions,
  children,
  ...table
}: {
  page: ConsolePage
  parameter?: string // names the open record in the address
  views: Views
  list: {
    rows: readonly Row[]
    totalCount: number
    pageCount: number
    sums?: { cents: number } | undefined
  }
  file: string | null
  sumLabel?: string
  open?: Found | null
  record?: (found: Found, close: PageTarget, toOther: (id: string) => PageTarget) => ReactNode
  said?: string | null // what was done: on the open record, else above the table
  actions?: ReactNode
  children?: ReactNode // above the table
} & Omit<
  DataTableProps<Row>,
  'page' | 'kept' | 'rows' | 'total' | 'pageCount' | 'sum' | 'idOf' | 'record' | 'tools'
>) {
  const { mandant = '' } = useParams()
  const { title, query, spec } = table
  const own = { mandant, ...tableValues(query, spec) }
  const close = { page, values: own }
  const searched = useSearchElsewhere(query.search)
  const toRecord = (id: string) => ({ page, values: { ...own, [parameter]: id } })
  const shown = open ? record?.(open, close, toRecord) : undefined
  const notice = said === null ? null : <Notice tone="success" live title={said} />
  return (
    <ConsoleFrame
      title={title}
      isList
      actions={actions}
      record={shown && <RecordSaid value={notice}>{shown}</RecordSaid>}
    >
      {shown ? null : notice}
      {children}
      <DataTable
        link={({ id }) => toRecord(id)}
        {...table}
        none={{ ...table.none, searched }}
        page={page}
        kept={{ mandant }}
        rows={list.rows}
        total={list.totalCount}
        pageCount={list.pageCount}
        sum={list.sums ? { label: sumLabel, cents: list.sums.cents } : null}
        idOf={({ id }) => id}
        record={open && { id: open.id, close }}
        tools={
          <>
            <ListViews page={page} views={views} query={query} spec={spec} />
            <ListFile href={file} />
          </>
        }
      />
    </ConsoleFrame>
  )
}
