import { X } from 'lucide-react'
import { PageLink } from '../../runtime/page-link.tsx'
import { useTexts, type Translate } from '../../runtime/texts.ts'
import { isDay, sayDay } from './table-address.ts'
import type { TableFilter } from './table-types.ts'
import type { TablePlace } from './use-table-place.ts'

export function TableChips({
  place,
  filters,
}: {
  place: TablePlace
  filters: readonly TableFilter[]
}) {
  const t = useTexts('table')
  const { query, page, to } = place
  const active = filters.flatMap((filter) =>
    (query.filters[filter.name] ?? []).map((value) => ({
      filter,
      value,
      words: wordsOf(filter, value, t),
    })),
  )
  if (active.length === 0 && !query.search) return null
  const without = (name: string, value: string) => {
    const { [name]: values = [], ...rest } = query.filters
    const left = values.filter((one) => one !== value)
    return to({ filters: left.length > 0 ? { ...rest, [name]: left } : rest, page: 1 })
  }
  return (
    <ul aria-label={t('active')} className="dt-chips">
      {query.search ? (
        <li className="dt-chip">
          <span className="px-2">{t('searched', { text: query.search })}</span>
          <Remove
            page={page}
            values={to({ search: '', page: 1 })}
            label={t('remove', { filter: query.search })}
          />
        </li>
      ) : null}
      {active.map(({ filter, value, words }) => (
        <li key={`${filter.name} ${value}`} className="dt-chip">
          <button type="button" className="dt-chip-edit" onClick={() => editFilter(filter.name)}>
            {words}
          </button>
          <Remove
            page={page}
            values={without(filter.name, value)}
            label={t('remove', { filter: words })}
          />
        </li>
      ))}
      <li>
        <PageLink
          page={page}
          values={to({ filters: {}, search: '', page: 1 })}
          preventScrollReset
          className="inline-flex min-h-6 items-center px-1 text-link underline underline-offset-2 hover:no-underline"
        >
          {t('removeAll')}
        </PageLink>
      </li>
    </ul>
  )
}

function wordsOf(filter: TableFilter, value: string, t: Translate<'table'>): string {
  const title =
    filter.kind === 'day'
      ? isDay(value) && filter.chip(value)
      : filter.choices.find((choice) => choice.value === value)?.title
  if (filter.kind === 'day' && title) return title
  return `${filter.title}: ${title || t('unknown', { value: sayDay(value) })}`
}

function editFilter(name: string): void {
  const box = document.getElementById('dt-filter')
  if (!(box instanceof HTMLDetailsElement)) return
  box.open = true
  const field = document.getElementById(`filter-${name}`)
  const first = field?.querySelector<HTMLElement>('input:checked') ?? field
  first?.focus()
}

function Remove({
  page,
  values,
  label,
}: {
  page: TablePlace['page']
  values: ReturnType<TablePlace['to']>
  label: string
}) {
  return (
    <PageLink
      page={page}
      values={values}
      preventScrollReset
      aria-label={label}
      className="dt-chip-x"
    >
      <X aria-hidden="true" className="size-4" />
    </PageLink>
  )
}
