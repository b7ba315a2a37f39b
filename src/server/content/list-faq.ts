import { listFaq as endpoint } from '../../contract/content.ts'
import { fail } from '../errors.ts'
import { contentOf } from '../gateways/content/content-of.ts'
import { contentUnavailable } from '../gateways/content/content-unavailable.ts'
import { serve } from '../serve.ts'

export const listFaq = serve(endpoint, async ({ deps, tenant, locale }) => {
  const entries = await contentOf(deps, tenant).faq(locale)
  if (entries === contentUnavailable) throw fail('content-unreachable')
  return entries
})
