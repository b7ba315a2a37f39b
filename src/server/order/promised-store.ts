import { sql } from 'kysely'

// Promised is paid: the recommended product earns its amount at the referral's creation, another one its amount when first
// reported, which stands on the order. Under an agency's plan every product earns the referral's amount.

/** For statements with orders and referrals joined under these names. */
export const promisedCents = sql<number>`coalesce(orders.commission_cents, referrals.commission_cents)`

export const promisedPlan = sql<string>`coalesce(orders.plan, referrals.plan)`
