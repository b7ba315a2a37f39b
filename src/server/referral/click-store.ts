import { sql } from 'kysely'
import type { Limit } from '../base/limits.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'

export type Click = {
  number: string | null // null: on a short link of no referral
  channel: string
  campaign: string | null
  recipient: string | null
  source: string
}
/** A short link's code by somebody who may still guess: what is reached finds nothing. */
export type Typed = { code: string; limits: readonly Pick<Limit, 'bucket' | 'most'>[] }

export type Clicked = { number: string; state: string; valid_until: string } | null // null: no such referral

/**
 * Resolves and counts many clicks in one round trip; ended referrals are resolved but not counted. The batch is what lets clicks keep up
 * with a bare insert (docs/benchmarks.md). Two statements, of which each stays on the tenant's node.
 */
export async function countClicks(
  tx: Tx,
  tenant: string,
  clicks: Click[],
  now: Temporal.Instant,
  today: Temporal.PlainDate,
): Promise<Clicked[]> {
  const asked = sql`
    unnest(${clicks.map((click) => click.number)}::text[], ${clicks.map((click) => click.channel)}::text[],
      ${clicks.map((click) => click.campaign)}::text[], ${clicks.map((click) => click.recipient)}::text[],
      ${clicks.map((click) => click.source)}::text[], ${clicks.map(() => uuidv7())}::uuid[])
      with ordinality as asked (number, channel, campaign, recipient, source, click_id, place)`
  const [{ rows }] = await together([
    () =>
      sql<{ number: string; state: string | null; valid_until: string }>`
        select asked.number, referrals.state, referrals.valid_until
        from ${asked} left join referrals on referrals.tenant = ${tenant} and referrals.number = asked.number
        order by asked.place`.execute(tx),
    () =>
      sql`
        insert into clicks (tenant, click_id, referral_number, channel, campaign, recipient_number, source, at)
        select referrals.tenant, asked.click_id, asked.number, asked.channel, asked.campaign, asked.recipient, asked.source,
          ${now.toString()}::timestamptz
        from ${asked} join referrals on referrals.tenant = ${tenant} and referrals.number = asked.number
        where referrals.tenant = ${tenant} and referrals.state <> 'cancelled' and referrals.valid_until >= ${today.toString()}::date`.execute(
        tx,
      ),
  ])
  return rows.map(({ number, state, valid_until }) =>
    state === null ? null : { number, state, valid_until },
  )
}

/** The referrals' numbers of codes, in their order. @param since when the current window of guesses began */
export async function findNumbersByCodes(
  tx: Tx,
  tenant: string,
  typed: readonly Typed[],
  since: string,
): Promise<(string | null)[]> {
  const limits = new Map(
    typed.flatMap((one) => one.limits.map(({ bucket, most }) => [bucket, most])),
  )
  const [found, reached] = await together([
    () =>
      sql<{ code: string; number: string }>`
        select code, number from referrals
        where tenant = ${tenant} and code = any(${[...new Set(typed.map(({ code }) => code))]}::text[])`.execute(
        tx,
      ),
    () =>
      sql<{ bucket: string; hits: number }>`
        select bucket, hits from rate_limits
        where tenant = ${tenant} and bucket = any(${[...limits.keys()]}::text[]) and window_start = ${since}`.execute(
        tx,
      ),
  ])
  // What is wrong is counted after this, each for itself; of many at once none goes beyond the limit.
  const left = new Map(limits)
  for (const { bucket, hits } of reached.rows) left.set(bucket, limits.get(bucket)! - hits)
  const numbers = new Map(found.rows.map(({ code, number }) => [code, number]))
  return typed.map((one) => {
    if (one.limits.some(({ bucket }) => left.get(bucket)! <= 0)) return null
    const number = numbers.get(one.code)
    if (number === undefined)
      for (const { bucket } of one.limits) left.set(bucket, left.get(bucket)! - 1)
    return number ?? null
  })
}

export function findNumberByCode(
  tx: Tx,
  tenant: string,
  code: string,
): Promise<{ number: string } | undefined> {
  return tx
    .selectFrom('referrals')
    .select('number')
    .where('tenant', '=', tenant)
    .where('code', '=', code)
    .executeTakeFirst()
}
