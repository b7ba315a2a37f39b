import { useMemo } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { partnerOrderWords } from '../../contract/state-words.ts'
import { callApi } from '../api.ts'
import { pageOf, usePage } from '../page-context.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { useTexts } from '../texts.ts'
import type { TableSpec } from '../ui/table/table-address.ts'
import { orderColumns } from './order-columns.tsx'
import { bodyOf, noRows, PartnerList, PartnerListHelp, readList } from './partner-list.tsx'
import { SalesPartnerFrame } from './sales-partner-frame.tsx'

const states = ['confirmed', 'released', 'cancelled'] as const
const sorts = ['Vertragsdatum', 'Auftragsnummer', 'Status'] as const
const spec: TableSpec = { sorts, fallsFirst: ['Vertragsdatum'], filters: ['status'] }

export async function loader({ context, request }: LoaderFunctionArgs) {
  const query = readList(request, spec)
  const body = bodyOf<(typeof sorts)[number], (typeof states)[number]>(query, states)
  const list = body
    ? await callApi(pageOf(context), 'listPartnerOrders', { body })
    : { ...noRows, sums: { commissionCents: 0, orders: 0 } }
  return { ...list, query }
}

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('salesPartner')('nav.orders'), robots: 'noindex' }
}

export function Component() {
  const list = useLoaderData<typeof loader>()
  const { locale } = usePage()
  const t = useTexts('salesPartner')
  const columns = useMemo(() => orderColumns(t, locale), [t, locale])
  return (
    <SalesPartnerFrame
      title={t('nav.orders')}
      isList
      actions={<PartnerListHelp text={`${t('orders.intro')} ${t('orders.sumNote')}`} />}
    >
      <PartnerList
        page="SalesPartnerOrders"
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
