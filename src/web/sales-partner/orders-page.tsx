import { useMemo } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { partnerOrderWords } from '../../contract/state-words.ts'
import { callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import type { TableSpec } from '../ui/table/table-address.ts'
import { orderColumns } from './order-columns.tsx'
import { loadOrder, OrderPanel, titleWith } from './order-record.tsx'
import { bodyOf, noRows, PartnerList, PartnerListHelp, readList } from './partner-list.tsx'
import { SalesPartnerFrame } from './sales-partner-frame.tsx'

const states = ['confirmed', 'released', 'cancelled'] as const
const sorts = ['Vertragsdatum', 'Auftragsnummer', 'Status'] as const
const spec: TableSpec = { sorts, fallsFirst: ['Vertragsdatum'], filters: ['status'] }

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const query = readList(request, spec)
  const body = bodyOf<(typeof sorts)[number], (typeof states)[number]>(query, states)
  const none = { ...noRows, sums: { commissionCents: 0, orders: 0 } }
  const [list, record] = await Promise.all([
    body ? callApi(page, 'listPartnerOrders', { body }) : none,
    loadOrder(page, params),
  ])
  return { ...list, query, record }
}

export function meta({ data: loaded, texts }: MetaArgs<typeof loader>): Meta {
  const title = texts('salesPartner')('nav.orders')
  return { title: titleWith(loaded?.record, title, texts), robots: 'noindex' }
}

export function Component() {
  const { record, ...list } = useLoaderData<typeof loader>()
  const { locale } = usePage()
  const t = useTexts('salesPartner')
  const columns = useMemo(() => orderColumns(t, locale), [t, locale])
  return (
    <SalesPartnerFrame
      title={t('nav.orders')}
      isList
      actions={<PartnerListHelp text={`${t('orders.intro')} ${t('orders.sumNote')}`} />}
      {...(record
        ? {
            record: (
              <OrderPanel key={record.order.number} record={record} page="SalesPartnerOrders" />
            ),
          }
        : {})}
    >
      <PartnerList
        page="SalesPartnerOrders"
        one="SalesPartnerOrder"
        open={record?.order.number}
        file="auftraege"
        title={t('nav.orders')}
        spec={spec}
        list={list}
        columns={columns}
        states={states.map((value) => ({ value, title: partnerOrderWords[value][locale] }))}
        cents={list.sums.commissionCents}
      />
    </SalesPartnerFrame>
  )
}
