import { ChevronDown, SlidersHorizontal } from 'lucide-react'
import { Form, useLocation } from 'react-router'
import type { PageName } from '../../contract/pages.ts'
import { carriedParameters } from '../href.ts'
import { PageLink } from '../page-link.tsx'
import { useTexts } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'
import { fieldClass } from '../ui/form/text-field.tsx'
import { inAddress, pageSizes, type FilterName, type ReportQuery } from './read-report.ts'

export type Choice = { value: string; title: string }
/** What can be chosen from; a filter without choices is not shown. */
export type FilterChoices = { status: Choice[]; products: Choice[]; employees: Choice[] }

/** What narrows a list down: a plain form that asks for the same page, so that the address says what is shown. */
export function ReportFilters({
  page,
  kept,
  query,
  choices,
}: {
  page: PageName
  kept: Record<string, string>
  query: ReportQuery
  choices: FilterChoices
}) {
  const t = useTexts('agencyReports')
  const { search } = useLocation()
  const current = new URLSearchParams(search)
  const active = Object.keys(query.filter).length
  const hidden: Record<string, string> = {
    ...Object.fromEntries(
      carriedParameters
        .filter((name) => current.has(name))
        .map((name) => [name, current.get(name) ?? '']),
    ),
    ...kept,
    ...(current.has('sortierung') ? { sortierung: query.orderBy } : {}),
    ...(current.has('richtung') ? { richtung: query.descending ? 'ab' : 'auf' } : {}),
  }
  return (
    <details open={active > 0} className="group rounded-card border border-hairline bg-surface">
      <summary className="flex min-h-12 flex-wrap items-center gap-x-2.5 px-4 py-2.5 font-bold">
        <SlidersHorizontal aria-hidden="true" className="size-5 text-primary" />
        {t('filter.title')}
        {active > 0 ? (
          <span className="rounded-full bg-primary px-2.5 text-base text-on-primary">
            {t('filter.active', { count: active })}
          </span>
        ) : null}
        <ChevronDown
          aria-hidden="true"
          className="ml-auto size-5 shrink-0 transition group-open:rotate-180"
        />
      </summary>
      <Form
        key={search}
        preventScrollReset
        className="grid items-end gap-4 border-t border-hairline p-4 md:grid-cols-2 xl:grid-cols-3"
      >
        {Object.entries(hidden).map(([name, value]) => (
          <input key={name} type="hidden" name={name} value={value} />
        ))}
        <Typed name="search" type="search" label={t('filter.search')} query={query} />
        <Chosen name="status" label={t('filter.status')} choices={choices.status} query={query} />
        <Chosen
          name="productId"
          label={t('filter.product')}
          choices={choices.products}
          query={query}
        />
        <Chosen
          name="employee"
          label={t('filter.employee')}
          choices={choices.employees}
          query={query}
        />
        <Typed name="from" type="date" label={t('filter.from')} query={query} />
        <Typed name="to" type="date" label={t('filter.to')} query={query} />
        <div>
          <label htmlFor="report-size" className="mb-1.5 block font-semibold">
            {t('filter.size')}
          </label>
          <select
            id="report-size"
            name="zeilen"
            defaultValue={query.pageSize}
            className={fieldClass(false)}
          >
            {pageSizes.map((size) => (
              <option key={size} value={size}>
                {size}
              </option>
            ))}
          </select>
        </div>
        <div className="flex flex-col gap-3 md:col-span-full md:flex-row">
          <button type="submit" className={buttonClass()}>
            {t('filter.apply')}
          </button>
          {active > 0 ? (
            <PageLink
              page={page}
              values={kept}
              preventScrollReset
              className={buttonClass('secondary')}
            >
              {t('filter.reset')}
            </PageLink>
          ) : null}
        </div>
      </Form>
    </details>
  )
}

function Typed({
  name,
  type,
  label,
  query,
}: {
  name: FilterName
  type: 'search' | 'date'
  label: string
  query: ReportQuery
}) {
  const t = useTexts('agencyReports')
  const id = `report-${name}`
  const hint = type === 'search'
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      {hint ? (
        <p id={`${id}-hint`} className="mb-1.5 text-base text-muted">
          {t('filter.searchHint')}
        </p>
      ) : null}
      <input
        id={id}
        type={type}
        name={inAddress[name]}
        defaultValue={query.filter[name]}
        maxLength={type === 'search' ? 80 : undefined}
        autoComplete="off"
        aria-describedby={hint ? `${id}-hint` : undefined}
        className={fieldClass(false)}
      />
    </div>
  )
}

function Chosen({
  name,
  label,
  choices,
  query,
}: {
  name: FilterName
  label: string
  choices: Choice[]
  query: ReportQuery
}) {
  const t = useTexts('agencyReports')
  if (choices.length === 0) return null
  const id = `report-${name}`
  return (
    <div>
      <label htmlFor={id} className="mb-1.5 block font-semibold">
        {label}
      </label>
      <select
        id={id}
        name={inAddress[name]}
        defaultValue={query.filter[name] ?? ''}
        className={fieldClass(false)}
      >
        <option value="">{t('filter.all')}</option>
        {choices.map(({ value, title }) => (
          <option key={value} value={value}>
            {title}
          </option>
        ))}
      </select>
    </div>
  )
}
