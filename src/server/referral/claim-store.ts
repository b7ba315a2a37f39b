import { sql } from 'kysely'
import type { Localised } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'

export type Unclaimed = { number: string; code: string; account_id: string; title: Localised }

// Of both statements: whom the referral would belong to, and which product.
const told = (tenant: string) => sql`
  from products p
  where referrals.tenant = ${tenant} and p.tenant = ${tenant} and p.product_id = referrals.product_id`
const answer = sql`referrals.number, referrals.code, referrals.account_id, p.title`

/** Marks a referral that is nobody's yet as told of a contract today; undefined where somebody owns it, or was told less than a week ago. */
export async function markClaimAsked(
  tx: Tx,
  tenant: string,
  number: string,
  today: Temporal.PlainDate,
  everyDays: number,
): Promise<Unclaimed | undefined> {
  const { rows } = await sql<Unclaimed>`
    update referrals set claim_asked_on = ${today.toString()}, claim_asks = 1 ${told(tenant)}
      and referrals.number = ${number} and referrals.owned_at is null
      and (referrals.claim_asked_on is null or referrals.claim_asked_on <= ${today.subtract({ days: everyDays }).toString()})
    returning ${answer}`.execute(tx)
  return rows[0]
}

/** Marks up to `limit` referrals as told for the second time that were told once so many days ago, have a contract and still belong to nobody. */
export async function markClaimAskedAgain(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
  afterDays: number,
  limit: number,
): Promise<Unclaimed[]> {
  const { rows } = await sql<Unclaimed>`
    update referrals set claim_asked_on = ${today.toString()}, claim_asks = 2 ${told(tenant)}
      and referrals.number = any (array(
        select number from referrals
        where tenant = ${tenant} and owned_at is null and claim_asks = 1
          and claim_asked_on <= ${today.subtract({ days: afterDays }).toString()}
          and exists (select from orders
            where orders.tenant = ${tenant} and orders.referral_number = referrals.number
              and orders.state in ('confirmed', 'released'))
        order by claim_asked_on limit ${limit} for no key update skip locked))
    returning ${answer}`.execute(tx)
  return rows
}

/** Up to `limit` referrals with a contract that were made with an account's address and belong to nobody, the newest first. */
export async function listUnclaimedOf(
  tx: Tx,
  tenant: string,
  accountId: string,
  limit: number,
): Promise<Unclaimed[]> {
  const { rows } = await sql<Unclaimed>`
    select ${answer} from referrals join products p on p.tenant = ${tenant} and p.product_id = referrals.product_id
    where referrals.tenant = ${tenant} and referrals.account_id = ${accountId} and referrals.owned_at is null
      and exists (select from orders
        where orders.tenant = ${tenant} and orders.referral_number = referrals.number
          and orders.state in ('confirmed', 'released'))
    order by referrals.created_at desc, referrals.number limit ${limit}`.execute(tx)
  return rows
}

/** Forgets the networks of up to `limit` referrals that take no contact any more; answers how many. */
export async function forgetNetworkHashes(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
  limit: number,
): Promise<number> {
  const result = await sql`
    update referrals set network_hash = null
    where tenant = ${tenant} and number = any (array(
      select number from referrals
      where tenant = ${tenant} and network_hash is not null and (valid_until < ${today.toString()} or state = 'cancelled')
      limit ${limit} for no key update skip locked))`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}
