import { showPage as endpoint } from '../../contract/content.ts'
import { fail } from '../errors.ts'
import { contentOf } from '../gateways/content/content-of.ts'
import { contentUnavailable } from '../gateways/content/content-unavailable.ts'
import { serve } from '../serve.ts'

export const showPage = serve(endpoint, async ({ deps, tenant, locale, params: { name } }) => {
  const page = await contentOf(deps, tenant).textPage(name, locale)
  if (page === contentUnavailable) throw fail('content-unreachable')
  if (page === null) throw fail('not-found')
  return { name, ...page }
})
