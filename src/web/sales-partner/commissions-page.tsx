import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { callApi } from '../api.ts'
import { pageOf, usePage } from '../page-context.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { useTexts } from '../texts.ts'
import { formatDate } from '../ui/format-date.ts'
import { KeepTogether } from '../ui/keep-together.tsx'
import { Money } from '../ui/money.tsx'
import { ListFile } from './list-file.tsx'
import { ListFilter, ListPages, NothingFound } from './list-filter.tsx'
import { readListQuery } from './list-query.ts'
import { ListTable } from './list-table.tsx'
import { SalesPartnerFrame } from './sales-partner-frame.tsx'
import { StateBadge } from './state-badge.tsx'

const states = ['promised', 'released', 'billed', 'cancelled', 'taken-back'] as const
const tones = {
  promised: 'open',
  released: 'good',
  billed: 'good',
  cancelled: 'over',
  'taken-back': 'over',
} as const
const sorts = {
  neu: { orderBy: 'Vertragsdatum', descending: true },
  alt: { orderBy: 'Vertragsdatum', descending: false },
  viel: { orderBy: 'Provision', descending: true },
  wenig: { orderBy: 'Provision', descending: false },
  stand: { orderBy: 'Status', descending: false },
} as const

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = readListQuery(request, Object.keys(sorts), states)
  const state = states.find((one) => one === query.state)
  const list = await callApi(pageOf(context), 'listCommissions', {
    body: {
      ...sorts[query.sort as keyof typeof sorts],
      page: query.page,
      filter: { ...(query.search && { search: query.search }), ...(state && { state }) },
    },
  })
  return { ...list, query }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('salesPartner')('nav.commissions'), robots: 'noindex' }
}

export function Component() {
  const { rows, query, totalCount, pageCount, sums } = useLoaderData<typeof loader>()
  const { locale } = usePage()
  const t = useTexts('salesPartner')
  const isFiltered = query.search !== '' || query.state !== ''
  return (
    <SalesPartnerFrame title={t('nav.commissions')} intro={t('commissions.intro')}>
      {totalCount === 0 && !isFiltered ? (
        <p className="rounded-card border border-hairline bg-surface p-5 md:p-8">
          {t('area.none')}
        </p>
      ) : (
        <>
          <dl className="flex flex-wrap gap-x-10 gap-y-2">
            <Sum name={t('area.promised')} cents={sums.promisedCents} />
            <Sum name={t('area.released')} cents={sums.releasedCents} />
            <Sum name={t('area.billed')} cents={sums.billedCents} />
          </dl>
          <ListFilter
            page="SalesPartnerCommissions"
            query={query}
            sorts={[
              { value: 'neu', title: t('filter.newest') },
              { value: 'alt', title: t('filter.oldest') },
              { value: 'viel', title: t('filter.most') },
              { value: 'wenig', title: t('filter.least') },
              { value: 'stand', title: t('filter.byState') },
            ]}
            states={states.map((value) => ({ value, title: t(`commissionState.${value}`) }))}
          />
          {rows.length === 0 ? (
            <NothingFound page="SalesPartnerCommissions" />
          ) : (
            <>
              <ListTable
                label={t('nav.commissions')}
                rows={rows}
                columns={[
                  {
                    title: t('column.order'),
                    // A provider's number may have 40 characters: only a usual one has room.
                    cell: ({ externalNumber: number }) => (
                      <span className={number.length <= 16 ? 'whitespace-nowrap' : ''}>
                        {number}
                      </span>
                    ),
                  },
                  { title: t('column.product'), cell: (row) => row.product },
                  {
                    title: t('column.releasableOn'),
                    keep: true,
                    cell: (row) => formatDate(row.releasableOn, locale),
                  },
                  {
                    title: t('column.state'),
                    cell: (row) => (
                      <>
                        <StateBadge
                          tone={tones[row.state]}
                          text={t(`commissionState.${row.state}`)}
                        />
                        {row.note ? (
                          <span className="block text-base text-muted">
                            <KeepTogether
                              text={t('column.noteNumber', { number: row.note })}
                              part={row.note}
                            />
                          </span>
                        ) : null}
                      </>
                    ),
                  },
                  {
                    title: t('column.commission'),
                    isAmount: true,
                    cell: (row) => (
                      <Money
                        cents={row.cents}
                        className={row.state === 'cancelled' ? 'line-through' : ''}
                      />
                    ),
                  },
                ]}
              />
              <ListPages page="SalesPartnerCommissions" query={query} pageCount={pageCount} />
              <ListFile
                list="provisionen"
                query={query}
                sort={sorts[query.sort as keyof typeof sorts]}
              />
            </>
          )}
        </>
      )}
    </SalesPartnerFrame>
  )
}

function Sum({ name, cents }: { name: string; cents: number }) {
  return (
    <div>
      <dt className="text-base text-muted">{name}</dt>
      <dd className="text-xl font-bold">
        <Money cents={cents} />
      </dd>
    </div>
  )
}
