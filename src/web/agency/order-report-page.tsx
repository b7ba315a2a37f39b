import { useActionData, useLoaderData } from 'react-router'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { FormAnswer } from '../form-answer.ts'
import { pageOf } from '../page-context.tsx'
import type { Meta, MetaArgs } from '../page-module.ts'
import { useTexts } from '../texts.ts'
import { AgencyFrame } from './agency-frame.tsx'
import { ListHelp } from './list-help.tsx'
import { decideOrders, loadOrders, OrderList, type Decided } from './order-list.tsx'

export const loader = ({ context, request }: LoaderFunctionArgs) =>
  loadOrders(pageOf(context), request)

export const action = async ({ context, request }: ActionFunctionArgs) =>
  decideOrders(pageOf(context), await request.formData())

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('agency')('nav.orders'), robots: 'noindex' }
}

export function Component() {
  const list = useLoaderData<typeof loader>()
  const answer = useActionData<Decided | FormAnswer>()
  const t = useTexts('agencyReports')
  const title = useTexts('agency')('nav.orders')
  return (
    <AgencyFrame title={title} isList actions={<ListHelp text={t('intro.auftraege')} />}>
      <OrderList page="AgencyOrderReport" list={list} answer={answer} />
    </AgencyFrame>
  )
}
