import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { changeViews } from './list-views.tsx'
import { loadSellers, SellersList } from './sellers-list.tsx'

export const loader = (asked: LoaderFunctionArgs) => loadSellers(asked, 'sales-partner')

export const action = async (asked: ActionFunctionArgs) =>
  changeViews(asked, await asked.request.formData(), 'ConsolePartners')

export function meta({ texts }: MetaArgs<typeof loader>): Meta {
  return { title: texts('consoleSellers')('partners'), robots: 'noindex' }
}

export const Component = () => <SellersList kind="sales-partner" />
