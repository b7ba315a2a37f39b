import { sql } from 'kysely'
import type { Localised } from '../../domain/tenant.ts'
import { keepsPlan, type Tx } from '../db/connection.ts'
import { forMany } from '../db/in-step.ts'

export type Unclaimed = {
  number: string
  code: string
  account_id: string
  title: Localised
  in_sentence: Localised | null
}

// Common to both: the future owner and the product.
const told = (tenant: string) => sql`
  from products p
  where referrals.tenant = ${tenant} and p.tenant = ${tenant} and p.product_id = referrals.product_id`
const answer = sql`referrals.number, referrals.code, referrals.account_id, p.title, p.in_sentence`

/** Marks an unclaimed referral as told of its first contract today; undefined if owned or told before. */
export const markClaimAsked = forMany(
  async (
    tx,
    tenant,
    asked: readonly { number: string; today: Temporal.PlainDate }[],
  ): Promise<(Unclaimed | undefined)[]> => {
    const { rows } = await sql<Unclaimed>`
      update referrals set claim_asked_on = ${asked[0]!.today.toString()}, claim_asks = 1 ${told(tenant)}
        and referrals.number = any (${asked.map(({ number }) => number)}::text[])
        and referrals.owned_at is null and referrals.claim_asked_on is null
      returning ${answer}`.execute(tx)
    return asked.map(({ number }) => rows.find((row) => row.number === number))
  },
)

/** Unclaimed referrals with a contract, the given days after the first mail. */
export async function listToAskAgain(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
  afterDays: number,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    ${toAskAgain(tenant, today, afterDays)} order by claim_asked_on limit ${limit}`.execute(tx)
  return rows.map(({ number }) => number)
}

/** Marks and returns those of them that are still to be reminded. */
export async function markClaimAskedAgain(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
  afterDays: number,
  numbers: readonly string[],
): Promise<Unclaimed[]> {
  const { rows } = await sql<Unclaimed>`
    update referrals set claim_asked_on = ${today.toString()}, claim_asks = 2 ${told(tenant)}
      and referrals.number = any (array(
        ${toAskAgain(tenant, today, afterDays)} and number = any (${[...numbers]}::text[])
        for no key update skip locked))
    returning ${answer}`.execute(tx)
  return rows
}

// The referrer's share of a released order, unless held.
const earned = sql`rewards.beneficiary = 'referrer' and rewards.state = 'open' and rewards.review in ('none', 'approved')`

const released = (tenant: string) => sql`
        select number from referrals
        where tenant = ${tenant} and owned_at is null and claim_released_on is null
          and number in (select referral_number from rewards where rewards.tenant = ${tenant} and order_number is not null and ${earned})
          and exists (select from accounts
            where accounts.tenant = ${tenant} and accounts.account_id = referrals.account_id and blocked_on is null)`

const toAskAgain = (tenant: string, today: Temporal.PlainDate, afterDays: number) => sql`
        select number from referrals
        where tenant = ${tenant} and owned_at is null and claim_asks = 1
          and claim_asked_on <= ${today.subtract({ days: afterDays }).toString()}
          and exists (select from orders
            where orders.tenant = ${tenant} and orders.referral_number = referrals.number
              and orders.state in ('confirmed', 'released'))`

/** Unclaimed referrals to mail about: their amount, if it is told now, or once more. */
export const claimsToAsk = (
  tenant: string,
  today: Temporal.PlainDate,
  { afterDays, tellsAmount }: { afterDays: number; tellsAmount: boolean },
) => sql`
  ${tellsAmount ? sql`${released(tenant)} union all` : sql``} ${toAskAgain(tenant, today, afterDays)}`

/** Unclaimed referrals that were not told of their amount; not of blocked accounts. */
export async function listReleased(tx: Tx, tenant: string, limit: number): Promise<string[]> {
  const { rows } = await sql<{ number: string }>`
    ${released(tenant)} limit ${limit}`.execute(tx)
  return rows.map(({ number }) => number)
}

/** Marks and returns those of them that are still to be told. */
export async function markReleaseTold(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
  numbers: readonly string[],
): Promise<Unclaimed[]> {
  const { rows } = await sql<Unclaimed>`
    update referrals set claim_asked_on = ${today.toString()}, claim_released_on = ${today.toString()} ${told(tenant)}
      and referrals.number = any (array(
        ${released(tenant)} and number = any (${[...numbers]}::text[])
        for no key update skip locked))
    returning ${answer}`.execute(tx)
  return rows
}

export type AtStake = {
  share: number
  cents: number | null // the referrer's share, once known
  releasedAt: Temporal.Instant | null // of the oldest contributing order
  contactWaits: boolean
}

/** What depends on claiming a referral: the referrer's share, and any share of the contact. */
export async function readAtStake(tx: Tx, tenant: string, number: string): Promise<AtStake> {
  const { rows } = await sql<AtStake>`
    select share, cents, "releasedAt", case when orders.released then "contactOpen" else share < 100 end as "contactWaits"
    from referrals,
      lateral (select sum(rewards.cents) filter (where ${earned})::integer as cents,
          min(orders.released_at) filter (where ${earned}) as "releasedAt",
          count(*) filter (where rewards.beneficiary = 'recipient' and rewards.state = 'open') > 0 as "contactOpen"
        from rewards join orders on orders.tenant = ${tenant} and orders.number = rewards.order_number
        where rewards.tenant = ${tenant} and rewards.referral_number = referrals.number) as rewards,
      lateral (select exists (select from orders
        where orders.tenant = ${tenant} and orders.referral_number = referrals.number and orders.state = 'released') as released) as orders
    where referrals.tenant = ${tenant} and referrals.number = ${number}`.execute(tx)
  return rows[0]!
}

/**
 * Up to `limit` unclaimed referrals made with an account's address; those with a contract first, then newest. @param evenOpen
 * includes those without a contract that may still get one
 */
export async function listUnclaimedOf(
  tx: Tx,
  tenant: string,
  accountId: string,
  evenOpen: boolean,
  limit: number,
): Promise<(Unclaimed & { contract: boolean })[]> {
  const { rows } = await sql<Unclaimed & { contract: boolean }>`
    select ${answer}, contract
    from referrals join products p on p.tenant = ${tenant} and p.product_id = referrals.product_id,
      lateral (select exists (select from orders
        where orders.tenant = ${tenant} and orders.referral_number = referrals.number
          and orders.state in ('confirmed', 'released')) as contract) as orders
    where referrals.tenant = ${tenant} and referrals.account_id = ${accountId} and referrals.owned_at is null
      and (contract or (${evenOpen} and referrals.state in ('open', 'accepted')))
    order by contract desc, referrals.created_at desc, referrals.number limit ${limit}`.execute(tx)
  return rows
}

/** Deletes the network hashes of up to `limit` referrals closed to contacts; returns the number. */
export async function forgetNetworkHashes(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
  limit: number,
): Promise<number> {
  const result = await sql`
    update referrals set ${keepsPlan} network_hash = null
    where tenant = ${tenant} and number = any (array(
      select number from referrals
      where tenant = ${tenant} and network_hash is not null and (valid_until < ${today.toString()} or state = 'cancelled')
      limit ${limit} for no key update skip locked))`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}
