import { useMemo } from 'react'
import { useLoaderData, type LoaderFunctionArgs } from 'react-router'
import { commissionWords } from '../../contract/state-words.ts'
import { callApi } from '../runtime/api.ts'
import { pageOf, usePage } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { HeadSums } from '../ui/head-sums.tsx'
import { Money } from '../ui/money.tsx'
import { StateBadge } from '../ui/state-badge.tsx'
import { formatDay } from '../ui/table/format-day.ts'
import type { TableSpec } from '../ui/table/table-address.ts'
import type { TableColumn } from '../ui/table/table-types.ts'
import { commissionTones } from './order-columns.tsx'
import { loadOrder, OrderPanel, titleWith } from './order-record.tsx'
import { bodyOf, noRows, PartnerList, PartnerListHelp, readList } from './partner-list.tsx'
import { SalesPartnerFrame } from './sales-partner-frame.tsx'

const states = ['promised', 'released', 'billed', 'cancelled', 'taken-back'] as const
const sorts = ['Vertragsdatum', 'Provision', 'Status'] as const
const spec: TableSpec = { sorts, fallsFirst: ['Vertragsdatum', 'Provision'], filters: ['status'] }

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const query = readList(request, spec)
  const body = bodyOf<(typeof sorts)[number], (typeof states)[number]>(query, states)
  const none = { ...noRows, sums: { promisedCents: 0, releasedCents: 0, billedCents: 0 } }
  const [list, record] = await Promise.all([
    body ? callApi(page, 'listCommissions', { body }) : none,
    loadOrder(page, params),
  ])
  return { ...list, query, record }
}

export function meta({ data: loaded, texts }: MetaArgs<typeof loader>): Meta {
  const title = texts('salesPartner')('nav.commissions')
  return { title: titleWith(loaded?.record, title, texts), robots: 'noindex' }
}

type Row = Awaited<ReturnType<typeof loader>>['rows'][number]

export function Component() {
  const { record, ...list } = useLoaderData<typeof loader>()
  const { locale } = usePage()
  const t = useTexts('salesPartner')
  const { promisedCents, releasedCents, billedCents } = list.sums
  const columns = useMemo<TableColumn<Row>[]>(
    () => [
      { id: 'number', title: t('column.order'), cell: (row) => row.externalNumber },
      { id: 'product', title: t('column.product'), priority: 3, cell: (row) => row.product },
      {
        id: 'contractOn',
        title: t('column.contractOn'),
        kind: 'date',
        sort: 'Vertragsdatum',
        priority: 2,
        cell: (row) => formatDay(row.contractOn, locale),
      },
      {
        id: 'releasableOn',
        title: t('column.releasableOn'),
        kind: 'date',
        card: 'date',
        isNamed: true,
        cell: (row) => formatDay(row.releasableOn, locale),
      },
      {
        id: 'state',
        title: t('column.state'),
        kind: 'state',
        sort: 'Status',
        card: 'state',
        cell: ({ state }) => (
          <StateBadge tone={commissionTones[state]} text={commissionWords[state][locale]} />
        ),
      },
      { id: 'note', title: t('column.note'), card: 'fact', cell: (row) => row.note },
      {
        id: 'cents',
        title: t('column.commission'),
        kind: 'money',
        sort: 'Provision',
        card: 'amount',
        cell: ({ cents, state }) => (
          <Money cents={cents} className={state === 'cancelled' ? 'line-through' : ''} />
        ),
      },
    ],
    [t, locale],
  )
  return (
    <SalesPartnerFrame
      title={t('nav.commissions')}
      isList
      actions={
        <>
          <PartnerListHelp text={t('commissions.intro')} />
          <HeadSums
            sums={[
              [t('area.promised'), promisedCents],
              [t('area.released'), releasedCents],
              [t('area.billed'), billedCents],
            ]}
          />
        </>
      }
      {...(record
        ? {
            record: (
              <OrderPanel
                key={record.order.number}
                record={record}
                page="SalesPartnerCommissions"
              />
            ),
          }
        : {})}
    >
      <PartnerList
        page="SalesPartnerCommissions"
        one="SalesPartnerCommission"
        open={record?.order.number}
        file="provisionen"
        title={t('nav.commissions')}
        spec={spec}
        list={list}
        columns={columns}
        states={states.map((value) => ({ value, title: commissionWords[value][locale] }))}
        cents={promisedCents + releasedCents + billedCents}
      />
    </SalesPartnerFrame>
  )
}
