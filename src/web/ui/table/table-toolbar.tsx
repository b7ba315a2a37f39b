import { Columns3, Keyboard, Plus, Search } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { Form, useNavigate } from 'react-router'
import { useTexts } from '../../runtime/texts.ts'
import { Row, type Emptied } from '../row.tsx'
import { useHydrated } from '../use-hydrated.ts'
import { controlClass } from './control-class.ts'
import { pageSizes, type TableQuery } from './table-address.ts'
import { TablePopover } from './table-popover.tsx'
import type { Choice, TableColumn, TableFilter } from './table-types.ts'
import type { FormTarget, TablePlace } from './use-table-place.ts'

const typingMs = 300

export const Hidden = ({ hidden }: Pick<FormTarget, 'hidden'>) =>
  hidden.map(([name, value]) => <input key={name} type="hidden" name={name} value={value} />)

/** Navigates by a form without its empty fields, to keep the address short. Before script the form submits itself. */
function useAsk() {
  const navigate = useNavigate()
  return (form: HTMLFormElement, replace: boolean) => {
    const values = new URLSearchParams()
    for (const [name, value] of new FormData(form))
      if (typeof value === 'string' && value !== '') values.append(name, value)
    const query = values.toString()
    const path = form.getAttribute('action') ?? ''
    void navigate(query ? `${path}?${query}` : path, { replace, preventScrollReset: true })
  }
}

/** A form that stays, with its focus, and shows what the address says now. */
function useFormOf(query: TableQuery) {
  const form = useRef<HTMLFormElement>(null)
  const asked = JSON.stringify(query)
  const shown = useRef(asked)
  useEffect(() => {
    // What was chosen before script stays.
    if (shown.current !== asked) form.current?.reset()
    shown.current = asked
  }, [asked])
  return form
}

/** Forms, so that all of it works before script. */
export function TableToolbar<Row>({
  place,
  searchHint,
  filters,
  columns,
  shown,
  tools,
  help,
}: {
  place: TablePlace
  searchHint: string | null
  filters: readonly TableFilter[]
  columns: readonly TableColumn<Row>[]
  shown: ReadonlySet<string>
  tools: ReactNode
  help: () => void
}) {
  const t = useTexts('table')
  return (
    <div className="dt-toolbar">
      {searchHint === null ? null : <SearchField place={place} hint={searchHint} />}
      {filters.length > 0 ? (
        <TablePopover id="dt-filter" icon={Plus} label={t('filter')} takesLost>
          <FilterForm place={place} filters={filters} columns={columns} />
        </TablePopover>
      ) : null}
      <div className="ml-auto flex items-center gap-2">
        {tools}
        <TablePopover id="dt-view" icon={Columns3} label={t('view')} end>
          <KeysButton help={help} />
          <ViewForm place={place} columns={columns} shown={shown} />
        </TablePopover>
      </div>
    </div>
  )
}

function SearchField({ place, hint }: { place: TablePlace; hint: string }) {
  const t = useTexts('table')
  const ask = useAsk()
  const field = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const { search } = place.query
  const { action, hidden } = place.form(['suche'], { page: 1, search: '' })
  // Back restores the search; typing is not disturbed.
  useEffect(() => {
    const input = field.current
    if (input && document.activeElement !== input) input.value = search
  }, [search])
  // Apply what was typed before script ran.
  useEffect(() => {
    const input = field.current
    if (input?.form && document.activeElement === input && input.value !== search)
      ask(input.form, true)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when the script takes over
  }, [])
  useEffect(() => () => clearTimeout(timer.current), [])
  return (
    <search className="dt-search">
      <Form
        action={action}
        preventScrollReset
        onSubmit={(event) => {
          event.preventDefault()
          clearTimeout(timer.current)
          ask(event.currentTarget, false)
        }}
        className="flex gap-2"
      >
        <Hidden hidden={hidden} />
        <Search aria-hidden="true" className="dt-search-icon" />
        <input
          ref={field}
          type="search"
          name="suche"
          defaultValue={search}
          maxLength={80}
          autoComplete="off"
          enterKeyHint="search"
          aria-label={`${t('search')}: ${hint}`}
          aria-keyshortcuts="/"
          placeholder={hint}
          onChange={({ currentTarget: { form } }) => {
            clearTimeout(timer.current)
            timer.current = setTimeout(() => form && ask(form, true), typingMs)
          }}
        />
        <noscript>
          <button type="submit" className={controlClass()}>
            {t('search')}
          </button>
        </noscript>
      </Form>
    </search>
  )
}

function FilterForm<Row>({
  place,
  filters,
  columns,
}: {
  place: TablePlace
  filters: readonly TableFilter[]
  columns: readonly TableColumn<Row>[]
}) {
  const t = useTexts('table')
  const ask = useAsk()
  const { query, spec } = place
  const own = [...filters.map(({ name }) => name), 'sortierung', 'richtung']
  const { action, hidden } = place.form(own, { page: 1 })
  const sorts = columns.filter((column) => column.sort)
  return (
    <Form
      ref={useFormOf(query)}
      action={action}
      preventScrollReset
      onSubmit={(event) => {
        event.preventDefault()
        ask(event.currentTarget, false)
      }}
      className="grid gap-3"
    >
      <Hidden hidden={hidden} />
      {filters.map((filter) =>
        filter.kind === 'choice' ? (
          <Choices key={filter.name} filter={filter} chosen={query.filters[filter.name] ?? []} />
        ) : (
          <label key={filter.name} className="grid gap-1">
            <span className="font-semibold">{filter.title}</span>
            <input
              id={`filter-${filter.name}`}
              type="date"
              name={filter.name}
              defaultValue={query.filters[filter.name]?.[0]}
              className="dt-field"
            />
          </label>
        ),
      )}
      <div className="grid grid-cols-2 gap-3">
        <label className="grid gap-1">
          <span className="font-semibold">{t('sort')}</span>
          <select key={query.sort} name="sortierung" defaultValue={query.sort} className="dt-field">
            {sorts.map(({ sort, title }) => (
              <option key={sort} value={sort}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label className="grid gap-1">
          <span className="font-semibold">{t('direction')}</span>
          <select
            key={String(query.descending)}
            name="richtung"
            defaultValue={query.descending ? 'ab' : 'auf'}
            className="dt-field"
          >
            <option value="auf">{t('ascending')}</option>
            <option value="ab">{t('descending')}</option>
          </select>
        </label>
      </div>
      {spec.filters.length === 0 ? null : <p className="dt-hint">{t('applyHint')}</p>}
      <Apply />
    </Form>
  )
}

/** A row has one of the chosen values; none chosen means all. */
function Choices({
  filter: { name, title, choices },
  chosen,
}: {
  filter: Extract<TableFilter, { kind: 'choice' }>
  chosen: readonly string[]
}) {
  return (
    <fieldset id={`filter-${name}`} tabIndex={-1} className="grid gap-1">
      <legend className="mb-1 font-semibold">{title}</legend>
      <div className="dt-choices">
        {choices.map((choice) => (
          <Row
            key={choice.value}
            as={OneChoice}
            of={{ ...choice, name, isChosen: chosen.includes(choice.value) }}
            emptied={emptiedChoice}
          />
        ))}
      </div>
    </fieldset>
  )
}

type OfFilter = Choice & { name: string; isChosen: boolean }

const emptiedChoice: Emptied<OfFilter> = (choice, words) => ({
  ...choice,
  value: words.text(choice.value),
  title: words.text(choice.title),
})

const OneChoice = ({ name, value, title, isChosen }: OfFilter) => (
  <label className="dt-choice">
    <input type="checkbox" name={name} value={value} defaultChecked={isChosen} />
    {title}
  </label>
)

function ViewForm<Row>({
  place,
  columns,
  shown,
}: {
  place: TablePlace
  columns: readonly TableColumn<Row>[]
  shown: ReadonlySet<string>
}) {
  const t = useTexts('table')
  const ask = useAsk()
  const { query } = place
  const { action, hidden } = place.form(['spalten', 'dichte', 'zeilen', 'seite'], { page: 1 })
  const [first, ...rest] = columns
  return (
    <Form
      ref={useFormOf(query)}
      action={action}
      preventScrollReset
      onSubmit={(event) => {
        event.preventDefault()
        ask(event.currentTarget, false)
      }}
      className="grid gap-3"
    >
      <Hidden hidden={hidden} />
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-semibold">{t('columns')}</legend>
        <input type="hidden" name="spalten" value={first?.id} />
        {rest.map(({ id, title }) => (
          <label key={id} className="dt-choice">
            <input type="checkbox" name="spalten" value={id} defaultChecked={shown.has(id)} />
            {title}
          </label>
        ))}
      </fieldset>
      <fieldset className="grid gap-1">
        <legend className="mb-1 font-semibold">{t('density')}</legend>
        {(['', 'weit'] as const).map((value) => (
          <label key={value} className="dt-choice">
            <input
              type="radio"
              name="dichte"
              value={value}
              defaultChecked={query.isWide === (value === 'weit')}
            />
            {t(value === 'weit' ? 'comfortable' : 'compact')}
          </label>
        ))}
      </fieldset>
      <label className="grid gap-1">
        <span className="font-semibold">{t('size')}</span>
        <select
          key={query.pageSize}
          name="zeilen"
          defaultValue={query.pageSize}
          className="dt-field"
        >
          {pageSizes.map((size) => (
            <option key={size} value={size}>
              {size}
            </option>
          ))}
        </select>
      </label>
      <Apply />
    </Form>
  )
}

/** The way to the keys that needs none of them: where they are switched off, to switch them on. */
function KeysButton({ help }: { help: () => void }) {
  const t = useTexts('table')
  if (!useHydrated()) return null
  return (
    <div className="mb-3 border-b border-hairline pb-3">
      <button type="button" onClick={help} className={controlClass()}>
        <Keyboard aria-hidden="true" className="size-4 shrink-0" />
        {t('keys')}
      </button>
    </div>
  )
}

function Apply() {
  const t = useTexts('table')
  return (
    <div className="dt-apply">
      <button type="submit" className={controlClass('primary')}>
        {t('apply')}
      </button>
    </div>
  )
}
