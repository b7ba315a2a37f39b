import { sql } from 'kysely'

// Promised is paid: the recommended product earns its amount at the referral's creation, another one its amount when first
// reported; older rows the product's own. Under an agency's plan every product earns the referral's stored amount.

const underPlan = sql`referrals.agency_plan is not null`
const recommended = sql`orders.product_id = referrals.product_id`

/** For statements with orders, referrals and products (of the order) joined under these names. */
export const promisedCents = sql<number>`
  coalesce(case when ${underPlan} then referrals.commission_cents end, orders.commission_cents,
    case when ${recommended} then referrals.commission_cents end, products.commission_cents)`

export const promisedPlan = sql<string>`
  coalesce(case when ${underPlan} then referrals.plan end, orders.plan,
    case when ${recommended} then referrals.plan end, products.plan)`
