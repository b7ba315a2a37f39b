import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { formatCents } from '../../domain/money.ts'
import { callApi } from '../api.ts'
import { pageOf, usePage } from '../page-context.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { useTexts } from '../texts.ts'
import { ListFile } from './list-file.tsx'
import { ListFilter, ListPages, NothingFound } from './list-filter.tsx'
import { readListQuery } from './list-query.ts'
import { OrderTable } from './order-table.tsx'
import { SalesPartnerFrame } from './sales-partner-frame.tsx'

const states = ['confirmed', 'released', 'cancelled'] as const
const sorts = {
  neu: { orderBy: 'Vertragsdatum', descending: true },
  alt: { orderBy: 'Vertragsdatum', descending: false },
  nummer: { orderBy: 'Auftragsnummer', descending: false },
  stand: { orderBy: 'Status', descending: false },
} as const

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = readListQuery(request, Object.keys(sorts), states)
  const state = states.find((one) => one === query.state)
  const list = await callApi(pageOf(context), 'listPartnerOrders', {
    body: {
      ...sorts[query.sort as keyof typeof sorts],
      page: query.page,
      filter: { ...(query.search && { search: query.search }), ...(state && { state }) },
    },
  })
  return { ...list, query }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('salesPartner')('nav.orders'), robots: 'noindex' }
}

export function Component() {
  const { rows, query, totalCount, pageCount, sums } = useLoaderData<typeof loader>()
  const { locale } = usePage()
  const t = useTexts('salesPartner')
  const isFiltered = query.search !== '' || query.state !== ''
  const amount = formatCents(sums.commissionCents, locale)
  return (
    <SalesPartnerFrame title={t('nav.orders')} intro={t('orders.intro')}>
      {totalCount === 0 && !isFiltered ? (
        <p className="rounded-card border border-hairline bg-surface p-5 md:p-8">
          {t('area.none')}
        </p>
      ) : (
        <>
          <ListFilter
            page="SalesPartnerOrders"
            query={query}
            sorts={[
              { value: 'neu', title: t('filter.newest') },
              { value: 'alt', title: t('filter.oldest') },
              { value: 'nummer', title: t('filter.byNumber') },
              { value: 'stand', title: t('filter.byState') },
            ]}
            states={states.map((value) => ({ value, title: t(`orderState.${value}`) }))}
          />
          {rows.length === 0 ? (
            <NothingFound page="SalesPartnerOrders" />
          ) : (
            <>
              <output className="block">
                <strong>{t('orders.sum', { count: sums.orders, amount })}</strong>{' '}
                <span className="text-muted">{t('orders.sumNote')}</span>
              </output>
              <OrderTable rows={rows} label={t('nav.orders')} />
              <ListPages page="SalesPartnerOrders" query={query} pageCount={pageCount} />
              <ListFile
                list="auftraege"
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
