import { X } from 'lucide-react'
import { PageLink } from '../../page-link.tsx'
import { useTexts } from '../../texts.ts'
import type { TableFilter } from './table-types.ts'
import type { TablePlace } from './use-table-place.ts'

/** What narrows the list down: each is changed and taken away by itself. */
export function TableChips({
  place,
  filters,
}: {
  place: TablePlace
  filters: readonly TableFilter[]
}) {
  const t = useTexts('table')
  const { query, page, to } = place
  const active = filters.flatMap((filter) => {
    const value = query.filters[filter.name]
    return value ? [{ filter, words: wordsOf(filter, value) }] : []
  })
  if (active.length === 0 && !query.search) return null
  const without = (name: string) => {
    const { [name]: _, ...rest } = query.filters
    return to({ filters: rest, page: 1 })
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
      {active.map(({ filter, words }) => (
        <li key={filter.name} className="dt-chip">
          <button type="button" className="dt-chip-edit" onClick={() => editFilter(filter.name)}>
            {words}
          </button>
          <Remove
            page={page}
            values={without(filter.name)}
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

function wordsOf(filter: TableFilter, value: string): string {
  if (filter.kind === 'day') return filter.chip(value)
  const chosen = filter.choices.find((choice) => choice.value === value)
  return `${filter.title}: ${chosen?.title ?? value}`
}

function editFilter(name: string): void {
  const box = document.getElementById('dt-filter')
  if (!(box instanceof HTMLDetailsElement)) return
  box.open = true
  document.getElementById(`filter-${name}`)?.focus()
}

function Remove({
  page,
  values,
  label,
}: {
  page: TablePlace['page']
  values: Record<string, string>
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
