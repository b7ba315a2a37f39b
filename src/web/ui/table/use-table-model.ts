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

/** The server sorts, filters and pages; of the headless table we use columns, visibility and selection. */
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
  // By content: the table sees every new object as a state change and would loop.
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
