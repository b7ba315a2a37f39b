import { showPage as endpoint } from '../../contract/content.ts'
import { fail } from '../errors.ts'
import { contentOf, contentUnavailable } from '../gateways/content/content-source.ts'
import { serve } from '../serve.ts'

export const showPage = serve(endpoint, async ({ deps, tenant, locale, params: { name } }) => {
  const page = await contentOf(deps, tenant).textPage(name, locale)
  if (page === contentUnavailable) throw fail('content-unreachable')
  if (page === null) throw fail('not-found')
  return { name, ...page }
})
