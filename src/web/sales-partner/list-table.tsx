/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/prefer-tag-over-role --
   a table whose rows are laid out as blocks would lose its roles */
import type { ReactNode } from 'react'

export type ListColumn<Row> = {
  title: string
  cell: (row: Row) => ReactNode
  isAmount?: boolean
  keep?: boolean // on one line where there is room
}

/** Rows with their columns: a table where there is room, and cards with named lines on phones. Still a table for screen readers. */
export function ListTable<Row extends { number: string }>({
  label,
  rows,
  columns,
}: {
  label: string
  rows: Row[]
  columns: ListColumn<Row>[]
}) {
  const side = (column: ListColumn<Row>) => (column.isAmount ? 'md:text-right' : '')
  return (
    <table
      role="table"
      aria-label={label}
      className="block w-full overflow-hidden rounded-card border border-hairline bg-surface md:table"
    >
      <thead role="rowgroup" className="sr-only md:not-sr-only md:table-header-group">
        <tr role="row" className="md:table-row">
          {columns.map((column) => (
            <th
              key={column.title}
              role="columnheader"
              scope="col"
              className={`border-b border-hairline px-4 py-3 text-left text-base font-semibold text-muted ${side(column)}`}
            >
              {column.title}
            </th>
          ))}
        </tr>
      </thead>
      <tbody role="rowgroup" className="block md:table-row-group">
        {rows.map((row) => (
          <tr
            key={row.number}
            role="row"
            className="block border-b border-hairline p-4 last:border-b-0 md:table-row md:border-0 md:p-0 md:odd:bg-tint"
          >
            {columns.map((column) => (
              <td
                key={column.title}
                role="cell"
                className={`flex justify-between gap-4 py-0.5 md:table-cell md:px-4 md:py-3 ${side(column) || 'md:text-left'}`}
              >
                <span aria-hidden="true" className="shrink-0 text-muted md:hidden">
                  {column.title}
                </span>
                <span
                  className={`min-w-0 text-right wrap-anywhere md:[text-align:inherit] ${column.keep || column.isAmount ? 'md:whitespace-nowrap' : ''}`}
                >
                  {column.cell(row)}
                </span>
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  )
}
