import { DataTable, type DataTableProps } from './data-table.tsx'
import { readTable, type TableSpec } from './table-address.ts'

const spec: TableSpec = { sorts: [], fallsFirst: [], filters: [] }
const query = readTable(new URLSearchParams(), spec)

/** The table of a few rows, all of them shown: no search, filters or pages. */
export function ShortTable<Row>(
  props: Pick<
    DataTableProps<Row>,
    'title' | 'page' | 'columns' | 'rows' | 'idOf' | 'nameOf' | 'link' | 'none'
  >,
) {
  return (
    <DataTable
      {...props}
      isPlain
      spec={spec}
      query={query}
      total={props.rows.length}
      pageCount={1}
      searchHint=""
    />
  )
}
