import { useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { FormAnswer } from '../ui/form/form-answer.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { useTexts } from '../runtime/texts.ts'
import { AgencyFrame } from './agency-frame.tsx'
import { ListHelp } from './list-help.tsx'
import { loadRecord } from './load-record.ts'
import { decideOrders, loadOrders, OrderList, type Decided } from './order-list.tsx'
import { OrderRecord } from './order-record.tsx'
import { titleWith } from './record.tsx'

export async function loader({ context, request, params }: LoaderFunctionArgs) {
  const page = pageOf(context)
  const [list, record] = await Promise.all([
    loadOrders(page, request),
    loadRecord(page, 'auftraege', params),
  ])
  return { ...list, record }
}

export const action = async ({ context, request }: ActionFunctionArgs) =>
  decideOrders(pageOf(context), request, await request.formData())

export function meta({ data: loaded, texts }: MetaArgs<typeof loader>): Meta {
  const title = texts('agency')('nav.orders')
  return { title: titleWith(loaded?.record, title, texts), robots: 'noindex' }
}

export function Component() {
  const { record, ...list } = useLoaderData<typeof loader>()
  const answer = useActionData<Decided | FormAnswer>()
  const t = useTexts('agencyReports')
  const title = useTexts('agency')('nav.orders')
  return (
    <AgencyFrame
      title={title}
      isList
      actions={<ListHelp text={t('intro.auftraege')} />}
      {...(record
        ? { record: <OrderRecord key={record.row.id} record={record} answer={answer} /> }
        : {})}
    >
      <OrderList
        page="AgencyOrderReport"
        list={list}
        record={record}
        answer={record ? undefined : answer}
      />
    </AgencyFrame>
  )
}
