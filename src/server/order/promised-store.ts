import { sql } from 'kysely'

// What was promised is what is paid: an order of the recommended product earns what the product earned when the referral was made, one of
// another product what that earned when it was first heard of. Rows from before these were kept take the product's own. Under an agency's
// plan every product earns what the referral keeps.

const underPlan = sql`referrals.agency_plan is not null`
const recommended = sql`orders.product_id = referrals.product_id`

/** For statements that join orders, referrals and products (of the order) under these names. */
export const promisedCents = sql<number>`
  coalesce(case when ${underPlan} then referrals.commission_cents end, orders.commission_cents,
    case when ${recommended} then referrals.commission_cents end, products.commission_cents)`

export const promisedPlan = sql<string>`
  coalesce(case when ${underPlan} then referrals.plan end, orders.plan,
    case when ${recommended} then referrals.plan end, products.plan)`
