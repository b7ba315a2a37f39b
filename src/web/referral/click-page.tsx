import { redirectDocument, type LoaderFunctionArgs } from 'react-router'
import { readCampaign, writeCampaign } from '../../domain/campaign.ts'
import { href } from '../runtime/href.ts'
import { pageOf } from '../runtime/page-context.tsx'
import type { Meta, MetaArgs } from '../runtime/page-module.ts'

/** A shareable link under the tenant's own path: redirects to the call that counts the click and goes on to the recipient page. */
export function loader({ params, request, context }: LoaderFunctionArgs): never {
  const { tenant, locale } = pageOf(context)
  const number = params.empfehlungsnummer ?? ''
  // An invalid number has no click to count; its page says so.
  if (!/^\w{1,40}$/.test(number)) {
    throw redirectDocument(href(tenant, locale, 'RecipientData', { empfehlungsnummer: number }))
  }
  const query = writeCampaign(readCampaign(new URL(request.url).search) ?? {})
  const call = `/api/v1/${tenant.code}/empfehlen/click/${number}`
  throw redirectDocument(query ? `${call}?${query}` : call)
}

export function meta({ page }: MetaArgs): Meta {
  return { title: page.tenant.name, robots: 'noindex' }
}

export function Component() {
  return null
}
