import { sql } from 'kysely'
import { usedWeeks } from '../../domain/voucher-pool.ts'
import type { Tx } from '../db/connection.ts'

export type Pool = { option: string; cents: number; free: number; taken: number }

/** Every voucher denomination with its full number of codes, for operators. */
export async function countPools(tx: Tx, tenant: string): Promise<Pool[]> {
  const { rows } = await sql<Pool>`
    select option_id as option, cents, (count(*) filter (where reward_id is null))::int as free,
      count(reward_id)::int as taken
    from vouchers where tenant = ${tenant} group by option_id, cents order by option_id, cents`.execute(
    tx,
  )
  return rows
}

export type Stock = {
  option_id: string
  cents: number
  free: number // can be given out
  closing: number // not expired, and not given out any more
  expired: number
  taken: number
  used: number // of those in the last weeks
  faulty: number
  next_expiry: string | null // of the free ones
}

export type At = {
  now: Temporal.Instant
  today: Temporal.PlainDate
  from: Temporal.PlainDate // with which last day codes are given out
}

const usedSince = (now: Temporal.Instant) => now.subtract({ hours: usedWeeks * 7 * 24 }).toString()

/** Every pool in full. */
export async function countStock(
  tx: Tx,
  tenant: string,
  { now, today, from }: At,
): Promise<Stock[]> {
  const [first, last] = [today.toString(), from.toString()]
  const isFree = sql`reward_id is null and (expires_on is null or expires_on >= ${last})`
  const { rows } = await sql<Stock>`
    select option_id, cents, (count(*) filter (where ${isFree}))::int as free,
      (count(*) filter (where reward_id is null and expires_on >= ${first} and expires_on < ${last}))::int as closing,
      (count(*) filter (where reward_id is null and expires_on < ${first}))::int as expired,
      count(reward_id)::int as taken,
      (count(*) filter (where taken_at >= ${usedSince(now)}))::int as used,
      count(faulty_at)::int as faulty,
      min(expires_on) filter (where ${isFree}) as next_expiry
    from vouchers where tenant = ${tenant} group by option_id, cents order by option_id, cents`.execute(
    tx,
  )
  return rows
}

export type PoolUse = Pick<Stock, 'option_id' | 'cents' | 'free' | 'used'>

/** Every pool, counted up to `most`: by skipping through its index, so that it costs no more with more codes. */
export async function countPoolUse(
  tx: Tx,
  tenant: string,
  { now, from, most }: Pick<At, 'now' | 'from'> & { most: number },
): Promise<PoolUse[]> {
  const { rows } = await sql<PoolUse>`
    with recursive pools as (
      (select option_id, cents from vouchers where tenant = ${tenant} order by option_id, cents limit 1)
      union all
      select following.option_id, following.cents from pools
      cross join lateral (
        select option_id, cents from vouchers
        where tenant = ${tenant} and (option_id, cents) > (pools.option_id, pools.cents)
        order by option_id, cents limit 1) following
    )
    select option_id, cents,
      (select count(*) from (select from vouchers
        where tenant = ${tenant} and option_id = pools.option_id and cents = pools.cents and reward_id is null
          and (expires_on is null or expires_on >= ${from.toString()}) limit ${most}) free)::int as free,
      (select count(*) from (select from vouchers
        where tenant = ${tenant} and option_id = pools.option_id and cents = pools.cents
          and taken_at >= ${usedSince(now)} limit ${most}) used)::int as used
    from pools`.execute(tx)
  return rows
}

export type LowPool = { option_id: string; cents: number }

/** Those that are low, with when the team was told. */
export async function listLowPools(
  tx: Tx,
  tenant: string,
): Promise<(LowPool & { told_at: Temporal.Instant })[]> {
  return tx
    .selectFrom('voucher_alarms')
    .select(['option_id', 'cents', 'told_at'])
    .where('tenant', '=', tenant)
    .execute()
}

/** Keeps which pools are low; returns those that were not before, for one caller. */
export async function keepLowPools(
  tx: Tx,
  tenant: string,
  low: readonly LowPool[],
  now: Temporal.Instant,
): Promise<LowPool[]> {
  const pools = JSON.stringify(low)
  await sql`
    delete from voucher_alarms where tenant = ${tenant} and not exists (
      select from jsonb_to_recordset(${pools}::jsonb) as low (option_id text, cents bigint)
      where low.option_id = voucher_alarms.option_id and low.cents = voucher_alarms.cents)`.execute(
    tx,
  )
  const { rows } = await sql<LowPool>`
    insert into voucher_alarms (tenant, option_id, cents, told_at)
    select tenants.tenant, option_id, cents, ${now.toString()}::timestamptz
    from tenants, jsonb_to_recordset(${pools}::jsonb) as low (option_id text, cents bigint)
    where tenants.tenant = ${tenant}
    on conflict do nothing returning option_id, cents`.execute(tx)
  return rows
}
