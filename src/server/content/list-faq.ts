import { listFaq as endpoint } from '../../contract/content.ts'
import { fail } from '../errors.ts'
import { contentOf, contentUnavailable } from '../gateways/content/content-source.ts'
import { serve } from '../serve.ts'

export const listFaq = serve(endpoint, async ({ deps, tenant, locale }) => {
  const entries = await contentOf(deps, tenant).faq(locale)
  if (entries === contentUnavailable) throw fail('content-unreachable')
  return entries
})
