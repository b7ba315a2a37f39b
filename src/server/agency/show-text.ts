import { showAgencyText as endpoint } from '../../contract/agentur-konto.ts'
import { fillVariables, tenantVariables } from '../../domain/content-variables.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { needAgencies } from './need-agencies.ts'

export const showAgencyText = serve(endpoint, async ({ tenant, params, locale }) => {
  needAgencies(tenant)
  const text = tenant.content.agency?.[params.name][locale]
  if (!text) throw fail('not-found')
  return { text: fillVariables(text, tenantVariables(tenant, locale)) }
})
