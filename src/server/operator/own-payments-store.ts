import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import type { Home } from './own-case-store.ts'

/** Who lives at these postcodes. */
export async function listHomesAt(
  tx: Tx,
  tenant: string,
  zips: readonly string[],
): Promise<(Home & { mailbox: string })[]> {
  const any = sql`any (${[...zips]})`
  const { rows } = await sql<Home & { mailbox: string }>`
    select mailbox, street, house_number as "houseNumber", zip from recipients
    where tenant = ${tenant} and zip = ${any} and email <> '' and street is not null and house_number is not null
    union
    select mailbox_of(email), street, house_number, zip from sales_partners where tenant = ${tenant} and zip = ${any}
    union
    select mailbox_of(email), street, house_number, zip from agencies
    where tenant = ${tenant} and zip = ${any} and street is not null and house_number is not null`.execute(
    tx,
  )
  return rows
}

export async function listPartnerIbans(
  tx: Tx,
  tenant: string,
): Promise<{ mailbox: string; id: string; sealed: string }[]> {
  const { rows } = await sql<{ mailbox: string; id: string; sealed: string }>`
    select mailbox_of(email) as mailbox, partner_id::text as id, iban_encrypted as sealed from sales_partners
    where tenant = ${tenant}`.execute(tx)
  return rows
}

/** Which of these rewards and partners have somebody with one of these mailboxes on either side. */
export async function listWith(
  tx: Tx,
  tenant: string,
  mailboxes: readonly string[],
  { rewards, partners }: { rewards: readonly string[]; partners: readonly string[] },
): Promise<string[]> {
  const any = sql`any (${[...mailboxes]})`
  const { rows } = await sql<{ id: string }>`
    with sides as (
      select rewards.reward_id, coalesce(rewards.account_id, referrals.account_id) as account,
        coalesce(rewards.recipient_number, orders.recipient_number) as recipient, referrals.agency_id as agency
      from rewards
        left join referrals on referrals.tenant = ${tenant} and referrals.number = rewards.referral_number
        left join orders on orders.tenant = ${tenant} and orders.number = rewards.order_number
      where rewards.tenant = ${tenant} and rewards.reward_id = any (${[...rewards]}::uuid[]))
    select reward_id::text as id from sides
    where exists (select from accounts where tenant = ${tenant} and account_id = sides.account and deleted_at is null
        and mailbox_of(email) = ${any})
      or exists (select from recipients where tenant = ${tenant} and number = sides.recipient and email <> '' and mailbox = ${any})
      or exists (select from agencies where tenant = ${tenant} and agency_id = sides.agency and mailbox_of(email) = ${any})
      or exists (select from agency_users where tenant = ${tenant} and agency_id = sides.agency and left_at is null
        and mailbox_of(email) = ${any})
    union all
    select partner_id::text from sales_partners
    where tenant = ${tenant} and partner_id = any (${[...partners]}::uuid[]) and mailbox_of(email) = ${any}`.execute(
    tx,
  )
  return rows.map(({ id }) => id)
}
