import type { Tenant } from '../../domain/tenant.ts'
import { rewardAmounts } from '../catalogue/option-view.ts'

/** What contracts are going to earn their referrer, at the rates that were promised: stages and caps are settled when they are released. */
export const expectedCents = (
  tenant: Pick<Tenant, 'cap'>,
  orders: readonly { share: number; commission_cents: number }[],
): number =>
  orders
    .map(({ share, commission_cents }) => rewardAmounts(tenant, commission_cents, share).referrer)
    .reduce((sum, cents) => sum + cents, 0)
