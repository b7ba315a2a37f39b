/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions --
   a table whose rows are laid out as cards would lose its roles, and the box that scrolls must be in reach of the keyboard */
import type { Row as TableRow } from '@tanstack/react-table'
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useId, type KeyboardEvent, type MouseEvent } from 'react'
import { useSearchParams } from 'react-router'
import { valuesIn } from '../../runtime/href.ts'
import { PageLink } from '../../runtime/page-link.tsx'
import { useTexts } from '../../runtime/texts.ts'
import type { features, Model } from './use-table-model.ts'
import type { ColumnKind, RowLink, TableColumn, TableSelection } from './table-types.ts'
import type { TablePlace } from './use-table-place.ts'

const isRight = (kind: ColumnKind | undefined) => kind === 'money' || kind === 'number'

type GridProps<Row> = {
  title: string
  place: TablePlace
  model: Model<Row>
  columns: readonly TableColumn<Row>[]
  link: RowLink<Row>
  nameOf: (row: Row) => string
  openId: string | null
  activeId: string | null // the row in the tab order; null before script: all
  setActive: (id: string) => void
  selection: TableSelection<Row> | null
  isAll: boolean
  isPageChosen: boolean
  choosePage: (() => void) | null // null: nothing to select
  isBusy: boolean
  onKeyDown: (event: KeyboardEvent<HTMLElement>) => void
}

/** A click anywhere in a row opens it, except on its own controls and while selecting text. */
function openRow(event: MouseEvent<HTMLTableRowElement>): void {
  const { target, currentTarget, ctrlKey, metaKey, shiftKey } = event
  if (event.defaultPrevented || !(target instanceof Element)) return
  if (target.closest('a, button, input, label, select, textarea, summary')) return
  if (String(getSelection()) !== '') return
  const link = currentTarget.querySelector<HTMLAnchorElement>('a[data-handle]')
  link?.dispatchEvent(
    new globalThis.MouseEvent('click', {
      bubbles: true,
      cancelable: true,
      ctrlKey,
      metaKey,
      shiftKey,
    }),
  )
  event.preventDefault() // handled: not for the script that serves until hydration
}

/** The rows: a native table, cards on phones. All text can be selected and copied. */
export function TableGrid<Row>(props: GridProps<Row>) {
  const { title, place, model, openId, selection, isAll, isBusy } = props
  const t = useTexts('table')
  const hint = useId()
  const [group] = model.getHeaderGroups()
  return (
    <div
      className="dt-box"
      role="region"
      aria-label={title}
      aria-describedby={hint}
      aria-busy={isBusy}
      tabIndex={0}
      onKeyDown={props.onKeyDown}
    >
      <p id={hint} hidden>
        {t('rowsHint')}
      </p>
      <table role="table" className={`dt-table ${place.query.isWide ? 'dt-wide' : ''}`}>
        <caption className="sr-only">{title}</caption>
        <thead role="rowgroup">
          <tr role="row">
            {selection ? (
              <th scope="col" role="columnheader" className="dt-check">
                {props.activeId !== null && props.choosePage ? (
                  <label>
                    <input
                      type="checkbox"
                      checked={isAll || props.isPageChosen}
                      disabled={isAll}
                      onChange={props.choosePage}
                      aria-label={t('choosePage')}
                    />
                  </label>
                ) : (
                  <span className="sr-only">{t('choice')}</span>
                )}
              </th>
            ) : null}
            {group?.headers.map((header) => (
              <Head key={header.id} column={columnOf(props.columns, header.id)} place={place} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {model.getRowModel().rows.map((row) => (
            <Line
              key={row.id}
              {...props}
              row={row}
              isOpen={row.id === openId}
              isChosen={isAll ? selection!.can(row.original) : row.getIsSelected()}
            />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function columnOf<Row>(columns: readonly TableColumn<Row>[], id: string): TableColumn<Row> {
  const column = columns.find((one) => one.id === id)
  if (!column) throw new Error(`no column ${id}`)
  return column
}

const priorityOf = <Row,>({ priority = 1 }: TableColumn<Row>, chosen: unknown) =>
  chosen ? 1 : priority

function Head<Row>({
  column,
  place: { page, query, spec, to },
}: {
  column: TableColumn<Row>
  place: TablePlace
}) {
  const { title, sort, kind } = column
  const priority = priorityOf(column, query.columns)
  const side = isRight(kind) ? 'dt-right' : ''
  if (!sort) {
    return (
      <th
        scope="col"
        role="columnheader"
        className={side}
        data-priority={priority}
        data-card={column.card}
      >
        {title}
      </th>
    )
  }
  const isSorted = query.sort === sort
  const descending = isSorted ? !query.descending : spec.fallsFirst.includes(sort)
  const Arrow = !isSorted ? ArrowUpDown : query.descending ? ArrowDown : ArrowUp
  return (
    <th
      scope="col"
      role="columnheader"
      className={side}
      data-priority={priority}
      data-card={column.card}
      aria-sort={isSorted ? (query.descending ? 'descending' : 'ascending') : 'none'}
    >
      <PageLink
        page={page}
        values={to({ sort, descending, page: 1 })}
        preventScrollReset
        className="dt-sort"
      >
        {title}
        <Arrow aria-hidden="true" className={`size-3.5 shrink-0 ${isSorted ? '' : 'opacity-50'}`} />
      </PageLink>
    </th>
  )
}

function Line<Row>({
  row,
  place,
  columns,
  link,
  nameOf,
  isOpen,
  isChosen,
  isAll,
  activeId,
  setActive,
  selection,
}: GridProps<Row> & {
  row: TableRow<typeof features, Row & object>
  isOpen: boolean
  isChosen: boolean
}) {
  const t = useTexts('table')
  const [search] = useSearchParams()
  const target = link(row.original)
  const tabIndex = activeId === null || activeId === row.id ? undefined : -1
  return (
    <tr
      role="row"
      data-row={row.id}
      aria-selected={selection ? isChosen : undefined}
      className={`${isOpen ? 'dt-open' : ''} ${isChosen ? 'dt-chosen' : ''}`}
      onFocus={() => setActive(row.id)}
      onClick={openRow}
    >
      {selection ? (
        <td role="cell" className="dt-check">
          {selection.can(row.original) ? (
            <label>
              <input
                type="checkbox"
                form={selection.form}
                name={selection.field}
                value={row.id}
                checked={isChosen}
                disabled={isAll}
                onChange={row.getToggleSelectedHandler()}
                tabIndex={tabIndex}
                aria-label={t('choose', { name: selection.nameOf(row.original) })}
              />
            </label>
          ) : null}
        </td>
      ) : null}
      {row.getVisibleCells().map((cell, index) => {
        const column = columnOf(columns, cell.column.id)
        const content = column.cell(row.original)
        const shared = {
          'data-priority': priorityOf(column, place.query.columns),
          'data-card': index === 0 ? 'title' : column.card,
          'data-name': column.isNamed ? column.title : undefined,
          className: isRight(column.kind) ? 'dt-right' : '',
        }
        if (index > 0) {
          return (
            <td key={cell.id} role="cell" {...shared}>
              {content}
            </td>
          )
        }
        return (
          <th key={cell.id} scope="row" role="rowheader" {...shared}>
            {target ? (
              <PageLink
                {...target}
                values={{ ...valuesIn(search), ...target.values }}
                preventScrollReset
                data-handle
                tabIndex={tabIndex}
                aria-current={isOpen ? 'true' : undefined}
                aria-label={nameOf(row.original)}
                className="dt-link"
              >
                {content}
              </PageLink>
            ) : (
              <span data-handle tabIndex={activeId === row.id ? 0 : -1}>
                {content}
              </span>
            )}
          </th>
        )
      })}
    </tr>
  )
}
