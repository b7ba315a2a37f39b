import { showPage as endpoint } from '../../contract/content.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { contentOf } from './content-source.ts'

export const showPage = serve(endpoint, async ({ tenant, locale, params: { name } }) => {
  const text = await contentOf(tenant).textPage(name, locale)
  if (text === null) throw fail('not-found')
  return { name, version: tenant.legal.termsVersion, text }
})
