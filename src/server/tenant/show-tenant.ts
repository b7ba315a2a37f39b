import { showTenant as endpoint } from '../../contract/mandant.ts'
import type { TenantFlags } from '../../contract/mandant.ts'
import { publicRouteOf } from '../gateways/product-feeds/product-api.ts'
import { serve } from '../serve.ts'

export const showTenant = serve(endpoint, async ({ tenant }) => ({
  code: tenant.code,
  name: tenant.name,
  legalName: tenant.legalName,
  locales: tenant.locales,
  address: tenant.address,
  productApiType: tenant.productApi.type,
  apiRoute: publicRouteOf(tenant),
  trackings: tenant.trackings,
  contentApp: tenant.contentApp,
  // E-mail patterns and blocked partners are not public.
  flags: { ...(tenant.flags as TenantFlags), EmailWhitelist: [] },
  channels: tenant.channels,
  shares: tenant.shares,
  referralDays: tenant.referralDays,
  contact: {
    email: tenant.contact.email,
    phone: tenant.contact.phone,
    hours: tenant.contact.hours,
  },
}))
