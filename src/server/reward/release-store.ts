import { sql } from 'kysely'
import type { KeptPlan } from '../../domain/bonus.ts'
import type { Tx } from '../db/connection.ts'
import type { Person } from '../referral/received-store.ts'
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
  const [facts] = await readManyFacts(tx, tenant, [number])
  if (!facts) throw new Error('An order lacks its referral, product, account or recipient')
  return facts
}

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

/**
 * Serialises the counting of a referrer's orders: two parallel releases cannot both be the first. False if the account is
 * deleted.
 */
export async function lockAccount(tx: Tx, tenant: string, accountId: string): Promise<boolean> {
  const row = await tx
    .selectFrom('accounts')
    .select('deleted_at')
    .where('tenant', '=', tenant)
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row?.deleted_at === null
}

/**
 * Locks all confirmed rows of a mailbox's owner (domain/email.ts), so that one order at a time uses a yearly cap. Confirmed
 * orders have confirmed recipients; others are locked after their referral (referral/confirm-recipient-data.ts).
 */
export async function lockPerson(tx: Tx, tenant: string, mailbox: string): Promise<void> {
  await tx
    .selectFrom('recipients')
    .select('number')
    .where('tenant', '=', tenant)
    .where('mailbox', '=', mailbox)
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

const isPerson = ({ mailbox, hashes }: Person) =>
  sql`(recipients.mailbox = ${mailbox} or recipients.person_hash = any (${[...hashes]}))`

/** The referrer's addresses, as given when something was recommended to them. */
export async function listHouseholds(
  tx: Tx,
  tenant: string,
  email: string,
): Promise<{ street: string; houseNumber: string; zip: string }[]> {
  const { rows } = await sql<{ street: string; houseNumber: string; zip: string }>`
    select distinct street, house_number as "houseNumber", zip
    from recipients
    where tenant = ${tenant} and email = ${email} and street is not null and house_number is not null and zip is not null`.execute(
    tx,
  )
  return rows
}

/** Whether the person had a contract from `from` until before `before` (ISO dates). */
export async function wasCustomer(
  tx: Tx,
  tenant: string,
  asked: Person & { from: string; before: string },
): Promise<boolean> {
  const { rows } = await sql`
    select from recipients join orders on orders.tenant = ${tenant} and orders.recipient_number = recipients.number
    where recipients.tenant = ${tenant} and ${isPerson(asked)}
      and orders.state in ('confirmed', 'released')
      and orders.contract_on >= ${asked.from} and orders.contract_on < ${asked.before}
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Whether the person earned a reward for this product before: a renewal is no new customer. */
export async function hasReleasedBefore(
  tx: Tx,
  tenant: string,
  facts: OrderFacts,
  person: Person,
): Promise<boolean> {
  const { rows } = await sql`
    select from orders
    where tenant = ${tenant} and recipient_number = any (array(
        select number from recipients
        where tenant = ${tenant} and (number = ${facts.recipientNumber}
          or (referral_number = ${facts.referralNumber} and person_hash = any (${[...person.hashes]}))))) and product_id = ${facts.productId}
      and number <> ${facts.number} and state = 'released'
    limit 1`.execute(tx)
  return rows.length > 0
}

/** A referrer's rewarded referrals since `from`, except the one in question. */
export async function countRewarded(
  tx: Tx,
  tenant: string,
  asked: { accountId: string; except: string; from: Temporal.Instant },
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(distinct referral_number)::int as count
    from rewards
    where tenant = ${tenant} and account_id = ${asked.accountId} and beneficiary = 'referrer'
      and referral_number is not null and referral_number <> ${asked.except} and state <> 'cancelled'
      and created_at >= ${asked.from.toString()}`.execute(tx)
  return rows[0]!.count
}
