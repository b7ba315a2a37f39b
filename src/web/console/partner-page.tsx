import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { changeSeller, loadSeller } from './seller-calls.ts'
import { SellerPage } from './seller-page.tsx'

export const loader = async (asked: LoaderFunctionArgs) => ({
  ...(await loadSeller(asked, 'sales-partner')),
  user: null,
})

export const action = (asked: ActionFunctionArgs) => changeSeller(asked, 'sales-partner')

export { reloadOnConflict as shouldRevalidate } from './reload-on-conflict.ts'

export function meta({ data, texts }: MetaArgs<typeof loader>): Meta {
  return { title: data?.seller.name ?? texts('consoleSellers')('partners'), robots: 'noindex' }
}

export const Component = () => <SellerPage kind="sales-partner" />
