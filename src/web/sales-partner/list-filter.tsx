import { Form, useSubmit } from 'react-router'
import type { PageName } from '../../contract/pages.ts'
import { PageLink, usePageHref } from '../page-link.tsx'
import { useTexts } from '../texts.ts'
import { buttonClass } from '../ui/button.tsx'
import type { ListQuery } from './list-query.ts'

type Option = { value: string; title: string }

const field =
  'field block min-h-12 w-full rounded-field border-2 border-line bg-surface px-3.5 py-2'

/** What is shown of a list, and in which order. A form that asks the page's own address works before any script. */
export function ListFilter({
  page,
  query,
  sorts,
  states,
}: {
  page: PageName
  query: ListQuery
  sorts: Option[]
  states: Option[]
}) {
  const t = useTexts('salesPartner')
  const pageHref = usePageHref()
  const submit = useSubmit()
  return (
    <search aria-label={t('filter.title')}>
      <Form
        action={pageHref(page)}
        onChange={(event) => {
          if (event.target instanceof HTMLSelectElement) void submit(event.currentTarget)
        }}
        className="grid items-end gap-4 md:grid-cols-[minmax(0,1fr)_minmax(0,11rem)_minmax(0,14rem)_auto]"
      >
        <label className="min-w-0">
          <span className="mb-1.5 block font-semibold">{t('filter.search')}</span>
          <input name="suche" defaultValue={query.search} maxLength={80} className={field} />
        </label>
        <label className="min-w-0">
          <span className="mb-1.5 block font-semibold">{t('filter.state')}</span>
          <select name="stand" defaultValue={query.state} className={field}>
            <option value="">{t('filter.all')}</option>
            {states.map(({ value, title }) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <label className="min-w-0">
          <span className="mb-1.5 block font-semibold">{t('filter.sort')}</span>
          <select name="sortiert" defaultValue={query.sort} className={field}>
            {sorts.map(({ value, title }) => (
              <option key={value} value={value}>
                {title}
              </option>
            ))}
          </select>
        </label>
        <button type="submit" className={buttonClass('secondary')}>
          {t('filter.submit')}
        </button>
      </Form>
    </search>
  )
}

export function NothingFound({ page }: { page: PageName }) {
  const t = useTexts('salesPartner')
  return (
    <div className="rounded-card border border-hairline bg-surface p-5 md:p-8">
      <p className="mb-4 text-lg font-bold">{t('filter.nothing')}</p>
      <PageLink page={page} className={buttonClass('secondary')}>
        {t('filter.clear')}
      </PageLink>
    </div>
  )
}

/** The ways to the pages before and after; nothing where there is one page. */
export function ListPages({
  page,
  query,
  pageCount,
}: {
  page: PageName
  query: ListQuery
  pageCount: number
}) {
  const t = useTexts('salesPartner')
  if (pageCount < 2) return null
  const to = (seite: number, label: string) => (
    <PageLink
      page={page}
      values={{
        seite,
        sortiert: query.sort,
        stand: query.state || undefined,
        suche: query.search || undefined,
      }}
      className={buttonClass('secondary')}
    >
      {label}
    </PageLink>
  )
  return (
    <nav aria-label={t('pages.title')} className="flex flex-wrap items-center gap-4">
      {query.page > 1 ? to(query.page - 1, t('pages.before')) : null}
      <span>{t('pages.here', { page: query.page, of: pageCount })}</span>
      {query.page < pageCount ? to(query.page + 1, t('pages.after')) : null}
    </nav>
  )
}
