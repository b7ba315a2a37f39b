import type { Tenant } from '../../domain/tenant.ts'
import { rewardAmounts } from '../catalogue/option-view.ts'

/** Expected earnings of a referrer's contracts at the promised rates; stages and caps are applied on release. */
export const expectedCents = (
  tenant: Pick<Tenant, 'cap'>,
  orders: readonly { share: number; commission_cents: number }[],
): number =>
  orders
    .map(({ share, commission_cents }) => rewardAmounts(tenant, commission_cents, share).referrer)
    .reduce((sum, cents) => sum + cents, 0)
