/* oxlint-disable jsx-a11y/no-redundant-roles, jsx-a11y/no-noninteractive-element-to-interactive-role, jsx-a11y/no-interactive-element-to-noninteractive-role, jsx-a11y/prefer-tag-over-role, jsx-a11y/no-noninteractive-tabindex, jsx-a11y/no-noninteractive-element-interactions --
   a table whose rows are laid out as cards would lose its roles, and the box that scrolls must be in reach of the keyboard */
import { ArrowDown, ArrowUp, ArrowUpDown } from 'lucide-react'
import { useId, type KeyboardEvent, type MouseEvent } from 'react'
import { useLocation } from 'react-router'
import { valuesIn } from '../../runtime/href.ts'
import { PageLink, type PageTarget } from '../../runtime/page-link.tsx'
import { useTexts } from '../../runtime/texts.ts'
import { Row as ShapedRow, type Emptied, type Words } from '../row.tsx'
import type { Model } from './use-table-model.ts'
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
  emptied: Emptied<Row>
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
  const { title, place, model, openId, activeId, selection, isAll, isBusy } = props
  const t = useTexts('table')
  const hint = useId()
  const { search } = useLocation()
  const [group] = model.getHeaderGroups()
  const columns = (group?.headers ?? []).map(({ id }) => columnOf(props.columns, id))
  const list = [place.page, title, ...columns.map(({ id }) => id)].join()
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
                {activeId !== null && props.choosePage ? (
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
            {columns.map((column) => (
              <Head key={column.id} column={column} place={place} />
            ))}
          </tr>
        </thead>
        <tbody role="rowgroup">
          {model.getRowModel().rows.map((row) => (
            <ShapedRow<LineProps<Row>>
              key={row.id}
              as={Line}
              emptied={emptiedLine}
              of={{
                list,
                id: row.id,
                row: row.original,
                columns: () => columns,
                areColumnsChosen: place.query.columns !== null,
                search,
                link: props.link,
                nameOf: props.nameOf,
                emptied: props.emptied,
                isOpen: row.id === openId,
                isActive: activeId === null ? null : activeId === row.id,
                setActive: props.setActive,
                choice: selection && {
                  form: selection.form,
                  field: selection.field,
                  can: selection.can,
                  nameOf: selection.nameOf,
                  isAll,
                  isChosen: isAll ? selection.can(row.original) : row.getIsSelected(),
                  toggle: row.getToggleSelectedHandler(),
                },
              }}
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

const priorityOf = <Row,>({ priority = 1 }: TableColumn<Row>, areChosen: boolean) =>
  areChosen ? 1 : priority

function Head<Row>({
  column,
  place: { page, query, spec, to },
}: {
  column: TableColumn<Row>
  place: TablePlace
}) {
  const { title, sort, kind } = column
  const priority = priorityOf(column, query.columns !== null)
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

/** Its functions belong to the list, whose name says which, and with which columns. */
type LineProps<Row> = Pick<GridProps<Row>, 'link' | 'nameOf' | 'emptied' | 'setActive'> & {
  list: string
  columns: () => readonly TableColumn<Row>[]
  id: string
  row: Row
  areColumnsChosen: boolean
  search: string // of the page: a record opens beside the list as it is
  isOpen: boolean
  isActive: boolean | null // null before script: all are in the tab order
  choice:
    | (Pick<TableSelection<Row>, 'form' | 'field' | 'can' | 'nameOf'> & {
        isAll: boolean
        isChosen: boolean
        toggle: (event: unknown) => void
      })
    | null
}

function emptiedLine<Row>(line: LineProps<Row>, words: Words): LineProps<Row> | null {
  const { id, search, link } = line
  const row = line.emptied(line.row, words)
  return row === null || takesOver(search, link(line.row))
    ? null
    : { ...line, id: words.code(id), row, search: words.search(search) }
}

/** Whether a link has a parameter of its page's own address. */
function takesOver(search: string, link: PageTarget | null): boolean {
  if (search === '' || !link?.values) return false
  const query = new URLSearchParams(search)
  return Object.keys(link.values).some((name) => query.has(name))
}

function Line<Row>(line: LineProps<Row>) {
  const { id, row, columns, areColumnsChosen, search, link, isOpen, isActive, choice } = line
  const t = useTexts('table')
  const target = link(row)
  const tabIndex = isActive === false ? -1 : undefined
  const isChosen = choice?.isChosen === true
  return (
    <tr
      role="row"
      data-row={id}
      aria-selected={choice ? isChosen : undefined}
      className={`${isOpen ? 'dt-open' : ''} ${isChosen ? 'dt-chosen' : ''}`}
      onFocus={() => line.setActive(id)}
      onClick={openRow}
    >
      {choice ? (
        <td role="cell" className="dt-check">
          {choice.can(row) ? (
            <label>
              <input
                type="checkbox"
                form={choice.form}
                name={choice.field}
                value={id}
                checked={isChosen}
                disabled={choice.isAll}
                onChange={choice.toggle}
                tabIndex={tabIndex}
                aria-label={t('choose', { name: choice.nameOf(row) })}
              />
            </label>
          ) : null}
        </td>
      ) : null}
      {columns().map((column, index) => {
        const content = column.cell(row)
        const shared = {
          'data-priority': priorityOf(column, areColumnsChosen),
          'data-card': index === 0 ? 'title' : column.card,
          'data-name': column.isNamed ? column.title : undefined,
          className: isRight(column.kind) ? 'dt-right' : '',
        }
        if (index > 0) {
          return (
            <td key={column.id} role="cell" {...shared}>
              {content}
            </td>
          )
        }
        return (
          <th key={column.id} scope="row" role="rowheader" {...shared}>
            {target ? (
              <PageLink
                {...target}
                values={{ ...valuesIn(new URLSearchParams(search)), ...target.values }}
                preventScrollReset
                data-handle
                tabIndex={tabIndex}
                aria-current={isOpen ? 'true' : undefined}
                aria-label={line.nameOf(row)}
                className="dt-link"
              >
                {content}
              </PageLink>
            ) : (
              <span data-handle tabIndex={isActive ? 0 : -1}>
                {content}
              </span>
            )}
          </th>
        )
      })}
    </tr>
  )
}
