import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { isWaiting } from './store.ts'

export type Claim = { owned: boolean; releasedAt: Temporal.Instant | null }

/** Whether a reward's referral is claimed (by its mailed link), and when its order was released. */
export async function findClaim(
  tx: Tx,
  tenant: string,
  reward: { referral_number: string; order_number: string | null },
): Promise<Claim> {
  return (await findClaims(tx, tenant, [reward]))[0]!
}

/** The same of many, in their order. */
export async function findClaims(
  tx: Tx,
  tenant: string,
  rewards: readonly { referral_number: string; order_number: string | null }[],
): Promise<Claim[]> {
  if (rewards.length === 0) return []
  const places = rewards.map((_, place) => place)
  const { rows } = await sql<Claim & { place: number }>`
    select asked.place, referrals.owned_at is not null as owned, orders.released_at as "releasedAt"
    from unnest(${places}::int[], ${rewards.map((one) => one.referral_number)}::text[], ${rewards.map((one) => one.order_number)}::text[])
        as asked (place, referral_number, order_number)
      join referrals on referrals.tenant = ${tenant} and referrals.number = asked.referral_number
      left join orders on orders.tenant = ${tenant} and orders.number = asked.order_number`.execute(
    tx,
  )
  const claims = new Map(rows.map(({ place, ...claim }) => [place, claim]))
  return places.map((place) => claims.get(place) ?? { owned: false, releasedAt: null })
}

/**
 * Whether the contact was ever paid to a bank account of the referrer's, and whether entry and referral came from the same
 * network (null: unknown).
 */
export async function readLikeness(
  tx: Tx,
  tenant: string,
  orderNumber: string,
): Promise<{ sameBankAccount: boolean; sameNetwork: boolean | null }> {
  const { rows } = await sql<{ sameBankAccount: boolean; sameNetwork: boolean | null }>`
    select recipients.same_network as "sameNetwork", exists (
      select from recipients entries
        join rewards on rewards.tenant = ${tenant} and rewards.recipient_number = entries.number
        join reward_bank_data used on used.tenant = ${tenant} and used.reward_id = rewards.reward_id
      where entries.tenant = ${tenant} and entries.mailbox = recipients.mailbox and (
        exists (select from bank_accounts
          where bank_accounts.tenant = ${tenant} and bank_accounts.account_id = referrals.account_id
            and bank_accounts.iban_hash = used.iban_hash)
        or exists (select from rewards theirs
            join reward_bank_data given on given.tenant = ${tenant} and given.reward_id = theirs.reward_id
          where theirs.tenant = ${tenant} and theirs.account_id = referrals.account_id
            and given.iban_hash = used.iban_hash))) as "sameBankAccount"
    from orders
      join recipients on recipients.tenant = ${tenant} and recipients.number = orders.recipient_number
      join referrals on referrals.tenant = ${tenant} and referrals.number = orders.referral_number
    where orders.tenant = ${tenant} and orders.number = ${orderNumber}`.execute(tx)
  return rows[0] ?? { sameBankAccount: false, sameNetwork: null }
}

/** Referrers' open shares of unclaimed referrals released before an instant; not of blocked accounts. */
export const unclaimed = (
  tenant: string,
  allBlocked: boolean,
  releasedBefore: Temporal.Instant,
) => sql`
    select rewards.reward_id
    from rewards
      join referrals on referrals.tenant = ${tenant} and referrals.number = rewards.referral_number
      join orders on orders.tenant = ${tenant} and orders.number = rewards.order_number
    where rewards.tenant = ${tenant} and rewards.state = 'open' and rewards.beneficiary = 'referrer'
      and referrals.owned_at is null and orders.released_at < ${releasedBefore.toString()}
      and not ${isWaiting(tenant, allBlocked)}`

export async function listUnclaimed(
  tx: Tx,
  tenant: string,
  allBlocked: boolean,
  releasedBefore: Temporal.Instant,
  limit: number,
): Promise<string[]> {
  const { rows } = await sql<{ reward_id: string }>`
    ${unclaimed(tenant, allBlocked, releasedBefore)}
    order by orders.released_at limit ${limit}`.execute(tx)
  return rows.map((row) => row.reward_id)
}
