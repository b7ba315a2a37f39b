import { wire } from 'virtual:wire-office'
import type { ActionFunctionArgs, LoaderFunctionArgs } from 'react-router'
import { addCalls, callApi } from '../runtime/api.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'
import { changeSeller, loadSeller } from './seller-calls.ts'
import { SellerPage } from './seller-page.tsx'

addCalls(wire)

export async function loader(asked: LoaderFunctionArgs) {
  const { context, request, params } = asked
  const person = new URL(request.url).searchParams.get('person')
  const [loaded, user] = await Promise.all([
    loadSeller(asked, 'agency'),
    person === null
      ? null
      : callApi(pageOf(context), 'showConsoleAgencyUser', {
          tenant: params['mandant'] ?? '',
          params: { id: params['agentur'] ?? '', person },
        }),
  ])
  return { ...loaded, user }
}

export const action = (asked: ActionFunctionArgs) => changeSeller(asked, 'agency')

export { reloadOnConflict as shouldRevalidate } from './reload-on-conflict.ts'

export function meta({ data, texts }: MetaArgs<typeof loader>): Meta {
  return { title: data?.seller.name ?? texts('consoleSellers')('agencies'), robots: 'noindex' }
}

export const Component = () => <SellerPage kind="agency" />
