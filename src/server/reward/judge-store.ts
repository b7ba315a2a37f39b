import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import type { Person } from '../referral/received-store.ts'
import type { OrderFacts } from './release-store.ts'

export type Home = { street: string; houseNumber: string; zip: string }

/** Referrers' addresses by e-mail, as given when something was recommended to them. */
export async function listHouseholds(
  tx: Tx,
  tenant: string,
  emails: readonly string[],
): Promise<Map<string, Home[]>> {
  const { rows } = await sql<Home & { email: string }>`
    select distinct email, street, house_number as "houseNumber", zip
    from recipients
    where tenant = ${tenant} and email = any (${[...new Set(emails)]}::text[])
      and street is not null and house_number is not null and zip is not null`.execute(tx)
  return Map.groupBy(rows, ({ email }) => email)
}

/** A question's place among those asked, and each hash of its person. */
const hashesOf = (asked: readonly Person[]) => {
  const hashes = asked.flatMap(({ hashes }, place) => hashes.map((hash) => ({ place, hash })))
  return sql`unnest(${hashes.map(({ place }) => place)}::int[], ${hashes.map(({ hash }) => hash)}::text[])`
}

/** The places of persons who had a contract from `from` until before `before` (ISO dates). */
export async function listCustomers(
  tx: Tx,
  tenant: string,
  asked: readonly (Person & { from: string; before: string })[],
): Promise<Set<number>> {
  if (asked.length === 0) return new Set()
  const { rows } = await sql<{ place: number }>`
    with asked as (
      select * from unnest(${asked.map((_, place) => place)}::int[], ${asked.map((one) => one.mailbox)}::text[],
        ${asked.map((one) => one.from)}::date[], ${asked.map((one) => one.before)}::date[])
        as asked (place, mailbox, since, before)),
    theirs as (
      select asked.place, recipients.number
      from asked join recipients on recipients.tenant = ${tenant} and recipients.mailbox = asked.mailbox
      union
      select known.place, recipients.number
      from ${hashesOf(asked)} as known (place, hash)
        join recipients on recipients.tenant = ${tenant} and recipients.person_hash = known.hash)
    select distinct asked.place
    from theirs join asked on asked.place = theirs.place
      join orders on orders.tenant = ${tenant} and orders.recipient_number = theirs.number
    where orders.state in ('confirmed', 'released')
      and orders.contract_on >= asked.since and orders.contract_on < asked.before`.execute(tx)
  return new Set(rows.map(({ place }) => place))
}

/** The places of persons who earned a reward for this product before: a renewal is no new customer. */
export async function listReleasedBefore(
  tx: Tx,
  tenant: string,
  asked: readonly (Person &
    Pick<OrderFacts, 'number' | 'recipientNumber' | 'referralNumber' | 'productId'>)[],
): Promise<Set<number>> {
  const of = (name: 'number' | 'recipientNumber' | 'referralNumber' | 'productId') =>
    sql`${asked.map((one) => one[name])}::text[]`
  const { rows } = await sql<{ place: number }>`
    with asked as (
      select * from unnest(${asked.map((_, place) => place)}::int[], ${of('number')}, ${of('recipientNumber')},
        ${of('referralNumber')}, ${of('productId')})
        as asked (place, number, recipient_number, referral_number, product_id)),
    theirs as (
      select asked.place, asked.recipient_number as number from asked
      union
      select asked.place, recipients.number
      from ${hashesOf(asked)} as known (place, hash) join asked on asked.place = known.place
        join recipients on recipients.tenant = ${tenant} and recipients.person_hash = known.hash
          and recipients.referral_number = asked.referral_number)
    select distinct asked.place
    from theirs join asked on asked.place = theirs.place
      join orders on orders.tenant = ${tenant} and orders.recipient_number = theirs.number
    where orders.product_id = asked.product_id and orders.number <> asked.number and orders.state = 'released'`.execute(
    tx,
  )
  return new Set(rows.map(({ place }) => place))
}

/** A referrer's rewarded referrals, and which of those asked about are among them. */
export type Rewarded = { count: number; among: string[] }

/** By account, since `from`. */
export async function countRewarded(
  tx: Tx,
  tenant: string,
  asked: readonly Pick<OrderFacts, 'accountId' | 'referralNumber'>[],
  from: Temporal.Instant,
): Promise<Map<string, Rewarded>> {
  const accounts = [...new Set(asked.map(({ accountId }) => accountId))]
  const referrals = [...new Set(asked.map(({ referralNumber }) => referralNumber))]
  const { rows } = await sql<Rewarded & { accountId: string }>`
    select account_id as "accountId", count(distinct referral_number)::int as count,
      coalesce(array_agg(distinct referral_number) filter (where referral_number = any (${referrals}::text[])), '{}') as among
    from rewards
    where tenant = ${tenant} and account_id = any (${accounts}::uuid[]) and beneficiary = 'referrer'
      and referral_number is not null and state <> 'cancelled' and created_at >= ${from.toString()}
    group by account_id`.execute(tx)
  return new Map(rows.map(({ accountId, ...counted }) => [accountId, counted]))
}
