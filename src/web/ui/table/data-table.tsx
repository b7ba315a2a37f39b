import type { RowSelectionState } from '@tanstack/react-table'
import {
  useEffect,
  useMemo,
  useRef,
  useState,
  type Dispatch,
  type ReactNode,
  type SetStateAction,
} from 'react'
import { useLoaderData, useLocation, useNavigate, useNavigation } from 'react-router'
import type { PageName } from '../../../contract/pages.ts'
import { usePageHref, type PageTarget } from '../../runtime/page-link.tsx'
import type { Emptied } from '../row.tsx'
import { useHydrated } from '../use-hydrated.ts'
import { isKept, keepRows } from './kept-rows.ts'
import { TableFailure } from './table-failure.tsx'
import { SelectionBar } from './selection-bar.tsx'
import { countNarrowed, type TableQuery, type TableSpec } from './table-address.ts'
import { TableChips } from './table-chips.tsx'
import { TableFooter } from './table-footer.tsx'
import { TableGrid } from './table-grid.tsx'
import { TableHelp } from './table-help.tsx'
import { TableNone, type NoneTexts } from './table-none.tsx'
import { TableToolbar } from './table-toolbar.tsx'
import type { RowLink, Sums, TableColumn, TableFilter, TableSelection } from './table-types.ts'
import { closePopover, useTableKeys } from './use-table-keys.ts'
import { useTableModel } from './use-table-model.ts'
import { useTablePlace } from './use-table-place.ts'

export type DataTableProps<Row> = {
  title: string
  page: PageName
  kept?: Record<string, string> // other address parameters
  spec: TableSpec
  query: TableQuery
  columns: readonly TableColumn<Row>[]
  rows: readonly Row[]
  total: number // all filtered rows
  countsTo?: number // more are not counted
  pageCount: number
  sum?: { label: string; cents: number } | null
  idOf: (row: Row) => string
  nameOf: (row: Row) => string
  link?: RowLink<Row>
  emptied?: Emptied<Row> // if its cells show nothing but their row, the page's language and day
  record?: { id: string; close: PageTarget } | null // the row open beside the list
  searchHint: string | null // null: no search
  filters?: readonly TableFilter[]
  none: NoneTexts
  tools?: ReactNode
  selection?: TableSelection<Row> | null
  isPlain?: boolean // a few rows of a list that is elsewhere
}

const noLink = () => null
const drawnPlainly = () => null
const never = () => false

/**
 * The one table of all lists. Given columns, filters, actions and a page of rows, it owns toolbar, chips, selection, columns, density, keys
 * and phone layout. It holds no data: the address says what is shown, the server sorts, filters and counts.
 */
export function DataTable<Row>(props: DataTableProps<Row>) {
  const { rows, query, spec, idOf, selection = null, record = null } = props
  const { link = noLink, filters = [], kept = {} } = props
  const columns = useMemo(
    () => props.columns.filter(({ has }) => !has || rows.some(has)),
    [props.columns, rows],
  )
  const place = useTablePlace(props.page, kept, spec, query)
  const shown = useMemo(
    () => new Set((query.columns ?? columns.map(({ id }) => id)).concat(columns[0]?.id ?? '')),
    [query.columns, columns],
  )
  const { chosen, setChosen, isAll, sums, toggle, clear } = useChosen(props)
  const frame = useRef<HTMLDivElement>(null)
  useEarlyTicks(frame, setChosen)
  const model = useTableModel({
    columns,
    rows,
    idOf,
    shown,
    canChoose: selection?.can ?? never,
    chosen,
    setChosen,
  })
  const [activeId, setActive] = useActive(rows.map(idOf))
  const [helps, setHelps] = useState(false)
  const help = () => {
    // Its button is gone when the help closes: the focus returns to what opens it.
    closePopover(frame.current)
    setHelps(true)
  }
  const closeRecord = useCloseRecord(record, frame)
  const onKeyDown = useTableKeys({
    frame,
    help,
    toggle,
    close: () => (record ? closeRecord() : clear()),
  })
  const hasFailed = useKeptRows(spec)
  const isBusy = useNavigation().state === 'loading'
  const here = new Set(rows.map(idOf))
  const choosable = rows.filter((row) => selection?.can(row)).map(idOf)
  const isPageChosen = choosable.length > 0 && choosable.every((id) => chosen[id])
  const choosePage = () =>
    setChosen((before) => {
      const next = { ...before }
      for (const id of choosable) {
        if (isPageChosen) delete next[id]
        else next[id] = true
      }
      return next
    })
  const elsewhere = isAll ? [] : Object.keys(chosen).filter((id) => !here.has(id))
  return (
    <div ref={frame} className={`dt ${sums.count > 0 ? 'dt-choosing' : ''}`}>
      {props.isPlain ? null : (
        <>
          <h2 className="sr-only">{props.title}</h2>
          <TableToolbar
            place={place}
            searchHint={props.searchHint}
            filters={filters}
            columns={columns}
            shown={shown}
            tools={props.tools}
            help={help}
          />
        </>
      )}
      <TableChips place={place} filters={filters} />
      {hasFailed ? <TableFailure /> : null}
      {rows.length === 0 ? (
        <TableNone
          place={place}
          isNarrowed={countNarrowed(query) > 0}
          total={props.total}
          texts={props.none}
        />
      ) : (
        <TableGrid
          title={props.title}
          place={place}
          model={model}
          columns={columns}
          link={link}
          nameOf={props.nameOf}
          emptied={props.emptied ?? drawnPlainly}
          openId={record?.id ?? null}
          activeId={activeId}
          setActive={setActive}
          selection={selection}
          isAll={isAll}
          isPageChosen={isPageChosen}
          choosePage={choosable.length > 0 ? choosePage : null}
          isBusy={isBusy}
          onKeyDown={onKeyDown}
        />
      )}
      {selection ? (
        <SelectionBar
          chosen={sums}
          form={selection.form}
          isAll={isAll}
          offersAll={!isAll && selection.offersAll && isPageChosen}
          sumOf={{ intent: selection.sumIntent, field: selection.field, ids: Object.keys(chosen) }}
          most={selection.most ?? Infinity}
          differs={selection.differs}
          hasSum={selection.centsOf !== undefined}
          isAsked={selection.isAsked ?? false}
          clear={clear}
        >
          {elsewhere.map((id) => (
            <input key={id} type="hidden" form={selection.form} name={selection.field} value={id} />
          ))}
          {selection.verbs}
        </SelectionBar>
      ) : null}
      {props.isPlain ? null : (
        <TableFooter
          place={place}
          total={props.total}
          isMore={props.total >= (props.countsTo ?? Infinity)}
          rows={rows.length}
          pageCount={props.pageCount}
          sum={props.sum ?? null}
        />
      )}
      {helps ? <TableHelp canChoose={selection !== null} onClose={() => setHelps(false)} /> : null}
    </div>
  )
}

/** The selection survives paging and sorting; a new filter clears it, or it would hold invisible rows. */
function useChosen<Row>({
  rows,
  idOf,
  query: { search, filters },
  selection = null,
}: DataTableProps<Row>) {
  const [chosen, setChosen] = useState<RowSelectionState>({})
  const [dismissed, setDismissed] = useState<Sums | null>(null)
  const all = selection?.all ?? null
  const isAll = all !== null && all !== dismissed
  const [cents, setCents] = useState<Record<string, number>>({})
  const last = useRef<string | null>(null)
  const narrowed = JSON.stringify([search, filters])
  const [of, setOf] = useState(narrowed)
  const clear = () => {
    setChosen({})
    setDismissed(all)
  }
  if (of !== narrowed) {
    setOf(narrowed)
    clear()
  }
  // Rows decided meanwhile cannot be chosen any more.
  const gone = rows.filter((row) => chosen[idOf(row)] && !selection?.can(row)).map(idOf)
  if (gone.length > 0)
    setChosen(Object.fromEntries(Object.entries(chosen).filter(([id]) => !gone.includes(id))))
  const ids = Object.keys(chosen)
  const sums = isAll
    ? all
    : { count: ids.length, cents: ids.reduce((sum, id) => sum + (cents[id] ?? 0), 0) }
  // Rows of other pages are gone when the sum is requested.
  const change: typeof setChosen = (next) => {
    const seen = rows.map((row) => [idOf(row), selection?.centsOf?.(row) ?? 0])
    setCents((before) => ({ ...before, ...Object.fromEntries(seen) }))
    setChosen(next)
  }
  const toggle = (id: string, withRange: boolean) => {
    const order = rows.map(idOf)
    const [from, to] = [order.indexOf(last.current ?? id), order.indexOf(id)]
    const meant =
      withRange && from >= 0 ? order.slice(Math.min(from, to), Math.max(from, to) + 1) : [id]
    const can = rows.filter((row) => meant.includes(idOf(row)) && selection?.can(row)).map(idOf)
    last.current = id
    change((before) => {
      const next = { ...before }
      const on = withRange || !before[id]
      for (const one of can) {
        if (on) next[one] = true
        else delete next[one]
      }
      return next
    })
  }
  return { chosen, setChosen: change, isAll, sums, toggle, clear }
}

/** Remembers what is shown, for when the next load fails; returns whether this one did. */
function useKeptRows(spec: TableSpec): boolean {
  const data: unknown = useLoaderData()
  const { pathname } = useLocation()
  const hasFailed = isKept(data)
  useEffect(() => {
    if (typeof data === 'object' && data !== null && 'query' in data && !hasFailed)
      keepRows({ pathname, data, spec })
  }, [data, pathname, spec, hasFailed])
  return hasFailed
}

/** Adopts ticks set before script, or restored by the browser on reload. */
function useEarlyTicks(
  frame: React.RefObject<HTMLElement | null>,
  setChosen: Dispatch<SetStateAction<RowSelectionState>>,
) {
  const take = useRef(setChosen)
  useEffect(() => {
    const boxes = frame.current?.querySelectorAll<HTMLInputElement>(
      'tr[data-row] .dt-check input:checked:enabled',
    )
    const ticked = [...(boxes ?? [])].map(({ value }) => [value, true] as const)
    if (ticked.length > 0) take.current((before) => ({ ...before, ...Object.fromEntries(ticked) }))
  }, [frame])
}

/** Roving tabindex: one row in the tab order, once script can move it. */
function useActive(ids: readonly string[]) {
  const isHydrated = useHydrated()
  const [active, setActive] = useState<string | null>(null)
  const here = active !== null && ids.includes(active) ? active : (ids[0] ?? null)
  return [isHydrated ? here : null, setActive] as const
}

/** Closing a record returns to the list as it was, focus on the row. */
function useCloseRecord(
  record: { id: string; close: PageTarget } | null,
  frame: React.RefObject<HTMLElement | null>,
) {
  const navigate = useNavigate()
  const pageHref = usePageHref()
  const last = useRef(record?.id ?? null)
  useEffect(() => {
    const was = last.current
    last.current = record?.id ?? null
    if (was === null || record) return
    // After the page itself has focused a headline.
    const next = requestAnimationFrame(() =>
      frame.current
        ?.querySelector<HTMLElement>(`[data-row="${CSS.escape(was)}"] [data-handle]`)
        ?.focus(),
    )
    return () => cancelAnimationFrame(next)
  }, [record, frame])
  return () => {
    if (record)
      void navigate(pageHref(record.close.page, record.close.values), { preventScrollReset: true })
  }
}
