import {
  columnVisibilityFeature,
  rowSelectionFeature,
  tableFeatures,
  useTable,
  type ReactTable,
  type RowSelectionState,
} from '@tanstack/react-table'
import { useMemo, type Dispatch, type SetStateAction } from 'react'
import type { TableColumn } from './table-types.ts'

// Sorting, filtering and paging are the server's; of the headless table we need its columns, their visibility and the selection.
export const features = tableFeatures({ columnVisibilityFeature, rowSelectionFeature })

export type Model<Row> = ReactTable<typeof features, Row & object>

export function useTableModel<Row>({
  columns,
  rows,
  idOf,
  shown,
  canChoose,
  chosen,
  setChosen,
}: {
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  idOf: (row: Row) => string
  shown: ReadonlySet<string>
  canChoose: (row: Row) => boolean
  chosen: RowSelectionState
  setChosen: Dispatch<SetStateAction<RowSelectionState>>
}): Model<Row> {
  // By their content: the table tells React of every state that is another object, and would never come to rest.
  const heads = JSON.stringify(columns.map(({ id, title }) => [id, title, shown.has(id)]))
  const [defs, columnVisibility] = useMemo(() => {
    const all = JSON.parse(heads) as [id: string, title: string, isShown: boolean][]
    return [
      all.map(([id, header]) => ({ id, header })),
      Object.fromEntries(all.map(([id, , isShown]) => [id, isShown])),
    ] as const
  }, [heads])
  const state = useMemo(
    () => ({ columnVisibility, rowSelection: chosen }),
    [columnVisibility, chosen],
  )
  const data = rows as readonly (Row & object)[] as (Row & object)[]
  return useTable({
    features,
    columns: defs as { id: string; header: string }[],
    data,
    getRowId: idOf,
    enableRowSelection: ({ original }) => canChoose(original),
    state,
    onRowSelectionChange: setChosen,
  })
}
