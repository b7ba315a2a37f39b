import * as contract from '../../contract/route.ts'
import { serve } from '../serve.ts'

export const showRoutes = serve(contract.showRoutes, async ({ tenant }) => ({
  defaultLanguage: 'de',
  languages: tenant.locales,
  routes: Object.entries(tenant.routes).map(([name, path]) => ({ name, path })),
}))

export const showAdditionalRoutes = serve(
  contract.showAdditionalRoutes,
  async ({ tenant }) => tenant.additionalRoutes,
)
