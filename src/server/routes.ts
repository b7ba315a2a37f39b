import { showPage } from './content/show-page.ts'
import { clickReferral } from './referral/click-referral.ts'
import type { Served } from './serve.ts'
import { showAdditionalRoutes, showRoutes } from './tenant/show-routes.ts'
import { showTenant } from './tenant/show-tenant.ts'

/** Every endpoint of the API, once. A path that is not here does not exist. */
export const routes: Served[] = [
  showTenant,
  showRoutes,
  showAdditionalRoutes,
  showPage,
  clickReferral,
]
