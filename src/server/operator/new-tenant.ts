import type { Listing } from '../catalogue/listing.ts'
import { blankTenant } from '../tenant/blank-tenant.ts'
import type { StoredTenant } from '../tenant/read-tenant.ts'

export type NewTenant = Pick<StoredTenant, 'code' | 'name' | 'legalName' | 'hosts'>
type File = { tenant: StoredTenant; listing: Listing }

export const blankFile = (own: NewTenant): File => ({
  tenant: blankTenant(own),
  listing: { products: [], rewardOptions: [], campaigns: [] },
})

/**
 * Another tenant's settings and lists under a name of its own. What is somebody's stays there: addresses, keys and services, the
 * account that pays, and what agencies and sales partners agreed to.
 */
export function copyFile({ tenant, listing }: File, own: NewTenant): File {
  const blank = blankTenant(own)
  const { EmailWhitelist: _, ...flags } = tenant.flags
  const { matomo: _m, contentService: _c, accountsBlockedOn: _b, ...settings } = tenant
  return {
    tenant: {
      ...settings,
      ...own,
      flags,
      payoutAccount: blank.payoutAccount,
      blockedEmails: blank.blockedEmails,
      productApi: blank.productApi,
      contentApp: blank.contentApp,
      trackings: [],
      customerNumberCheck: null,
      sso: null,
      agencyBilling: null,
      voucherProvider: null,
      salesPartners: null,
    },
    listing,
  }
}
