import { sql } from 'kysely'
import type { KeptPlan } from '../../domain/bonus.ts'
import type { Tx } from '../db/connection.ts'
import { forMany } from '../db/in-step.ts'
import { promisedCents, promisedPlan } from '../order/promised-store.ts'

export type OrderFacts = {
  number: string
  contractOn: string
  referralNumber: string
  agencyId: string | null
  agencyPlan: KeptPlan | null // of an agency's referral: the plan in force at creation
  share: number
  productId: string
  plan: string // as promised (order/promised-store.ts), like the cents
  commissionCents: number
  accountId: string
  accountEmail: string
  recipientNumber: string
  /** The local day of the person's first acceptance of this referral, in any entry. */
  acceptedOn: string
  recipientEmail: string
  street: string | null
  houseNumber: string | null
  zip: string | null
  homeChangedBy: string | null // an operator whose correction made or ended their household
}

// Of several entries the first day counts, whichever has the order.
const acceptedOn = (tenant: string) => sql`(
  select min(entries.created_on) from recipients entries
  where entries.tenant = ${tenant} and entries.referral_number = recipients.referral_number
    and entries.email = recipients.email)`

/** All facts for pricing and eligibility of an order. */
export async function readOrderFacts(tx: Tx, tenant: string, number: string): Promise<OrderFacts> {
  const facts = await findOrderFacts(tx, tenant, number)
  if (!facts) throw new Error('An order lacks its referral, product, account or recipient')
  return facts
}

/** The same; undefined if it is no order of a referral. */
export const findOrderFacts = forMany(
  async (tx, tenant, numbers: readonly string[]): Promise<(OrderFacts | undefined)[]> => {
    const found = new Map(
      (await readManyFacts(tx, tenant, numbers)).map((one) => [one.number, one]),
    )
    return numbers.map((number) => found.get(number))
  },
)

export async function readManyFacts(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
): Promise<OrderFacts[]> {
  const { rows } = await sql<OrderFacts>`
    select orders.number, orders.contract_on as "contractOn", referrals.number as "referralNumber",
      referrals.agency_id as "agencyId", referrals.agency_plan as "agencyPlan", referrals.share,
      orders.product_id as "productId", ${promisedPlan} as plan, ${promisedCents} as "commissionCents",
      accounts.account_id as "accountId", accounts.email as "accountEmail",
      recipients.number as "recipientNumber", recipients.email as "recipientEmail", recipients.street,
      ${acceptedOn(tenant)} as "acceptedOn",
      recipients.house_number as "houseNumber", recipients.zip, recipients.home_changed_by as "homeChangedBy"
    from orders
      join referrals on referrals.tenant = ${tenant} and referrals.number = orders.referral_number
      join accounts on accounts.tenant = ${tenant} and accounts.account_id = referrals.account_id
      join recipients on recipients.tenant = ${tenant} and recipients.number = orders.recipient_number
    where orders.tenant = ${tenant} and orders.number = any (${[...numbers]}::text[])`.execute(tx)
  return rows
}

/** The address of each order's person. */
export async function listEmails(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
): Promise<Map<string, string>> {
  if (numbers.length === 0) return new Map()
  const { rows } = await sql<{ number: string; email: string }>`
    select orders.number, recipients.email from orders
      join recipients on recipients.tenant = ${tenant} and recipients.number = orders.recipient_number
    where orders.tenant = ${tenant} and orders.number = any (${[...numbers]}::text[])`.execute(tx)
  return new Map(rows.map(({ number, email }) => [number, email]))
}

/**
 * Serialises the counting of referrers' orders: two parallel releases cannot both be the first. Locked in the order of their ids.
 * @returns those that are not deleted
 */
export async function lockAccounts(
  tx: Tx,
  tenant: string,
  accountIds: readonly string[],
): Promise<Set<string>> {
  const rows = await tx
    .selectFrom('accounts')
    .select(['account_id', 'deleted_at'])
    .where('tenant', '=', tenant)
    .where('account_id', '=', sql<string>`any(${[...new Set(accountIds)]}::uuid[])`)
    .orderBy('account_id')
    .forNoKeyUpdate()
    .execute()
  return new Set(rows.flatMap((row) => (row.deleted_at === null ? row.account_id : [])))
}

/**
 * Locks all confirmed rows of mailboxes' owners (domain/email.ts), so that one order at a time uses a yearly cap. Confirmed
 * orders have confirmed recipients; others are locked after their referral (referral/confirm-recipient-data.ts).
 */
export async function lockPersons(
  tx: Tx,
  tenant: string,
  mailboxes: readonly string[],
): Promise<void> {
  await tx
    .selectFrom('recipients')
    .select('number')
    .where('tenant', '=', tenant)
    .where('mailbox', '=', sql<string>`any(${[...mailboxes]}::text[])`)
    .where('state', '=', 'confirmed')
    .orderBy('number')
    .forNoKeyUpdate()
    .execute()
}

/** A referrer's released, uncancelled orders by contract date (ISO) and plan owner: an agency (id) or the tenant (null). */
export type ReleasedDay = {
  accountId: string
  agencyId: string | null
  contractOn: string
  count: number
}

/** By account id. A contract older than the acceptance did not come from a referral and does not count. */
export async function countReleased(
  tx: Tx,
  tenant: string,
  accountIds: readonly string[],
): Promise<ReleasedDay[]> {
  const { rows } = await sql<ReleasedDay>`
    select referrals.account_id as "accountId", referrals.agency_id as "agencyId",
      orders.contract_on as "contractOn", count(*)::int as count
    from referrals
      join orders on orders.tenant = ${tenant} and orders.referral_number = referrals.number
      join recipients on recipients.tenant = ${tenant} and recipients.number = orders.recipient_number
    where referrals.tenant = ${tenant} and referrals.account_id = any (${[...accountIds]}::uuid[])
      and orders.state = 'released' and orders.contract_on >= ${acceptedOn(tenant)}
    group by referrals.account_id, referrals.agency_id, orders.contract_on`.execute(tx)
  return rows
}
