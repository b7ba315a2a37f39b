import { showPage as endpoint } from '../../contract/content.ts'
import { serve } from '../serve.ts'

export const showPage = serve(endpoint, async ({ tenant, locale, params }) => ({
  name: params.name,
  version: tenant.legal.termsVersion,
  text: tenant.legal[params.name][locale],
}))
