import { sql, type RawBuilder } from 'kysely'
import { uuidv7 } from '../base/uuid.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'

/** A click on a number, or on a short link's code by somebody who may still guess. */
export type Click = {
  named: { number: string } | { code: string; guessed: Guessed }
  channel: string
  campaign: string | null
  recipient: string | null
  source: string
}
/** Where wrong guesses of the current window stand; what is reached finds nothing. */
export type Guessed = { since: string; buckets: readonly { bucket: string; most: number }[] }

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
  const numbers = clicks.map(({ named }) => ('number' in named ? named.number : null))
  const codes = clicks.map(({ named }) => ('code' in named ? named : null))
  const byCode = codes.some((code) => code !== null)
  const asked = sql`
    select * from unnest(${numbers}::text[], ${clicks.map((click) => click.channel)}::text[],
      ${clicks.map((click) => click.campaign)}::text[], ${clicks.map((click) => click.recipient)}::text[],
      ${clicks.map((click) => click.source)}::text[], ${clicks.map(() => uuidv7())}::uuid[])
      with ordinality as asked (number, channel, campaign, recipient, source, click_id, place)`
  const resolved = byCode ? withCodes(tenant, asked, codes) : asked
  const [{ rows }] = await together([
    () =>
      sql<{ number: string; state: string | null; valid_until: string }>`
        select asked.number, referrals.state, referrals.valid_until
        from (${resolved}) as asked left join referrals on referrals.tenant = ${tenant} and referrals.number = asked.number
        order by asked.place`.execute(tx),
    () =>
      sql`
        insert into clicks (tenant, click_id, referral_number, channel, campaign, recipient_number, source, at)
        select referrals.tenant, asked.click_id, asked.number, asked.channel, asked.campaign, asked.recipient, asked.source,
          ${now.toString()}::timestamptz
        from (${resolved}) as asked join referrals on referrals.tenant = ${tenant} and referrals.number = asked.number
        where referrals.tenant = ${tenant} and referrals.state <> 'cancelled' and referrals.valid_until >= ${today.toString()}::date`.execute(
        tx,
      ),
  ])
  return rows.map(({ number, state, valid_until }) =>
    state === null ? null : { number, state, valid_until },
  )
}

/** The same with the numbers of codes. */
function withCodes(
  tenant: string,
  asked: RawBuilder<unknown>,
  codes: (Extract<Click['named'], { code: string }> | null)[],
): RawBuilder<unknown> {
  const limits = codes.flatMap((code, at) =>
    (code?.guessed.buckets ?? []).map((one) => ({
      ...one,
      since: code!.guessed.since,
      at: at + 1,
    })),
  )
  return sql`
    select coalesce(asked.number, by_code.number) as number, channel, campaign, recipient, source, click_id, asked.place
    from (${asked}) as asked
    join unnest(${codes.map((code) => code?.code ?? null)}::text[]) with ordinality as typed (code, place) using (place)
    left join lateral (
      select referrals.number from referrals where referrals.tenant = ${tenant} and referrals.code = typed.code
      and not exists (
        select from unnest(${limits.map(({ at }) => at)}::int[], ${limits.map(({ bucket }) => bucket)}::text[],
          ${limits.map(({ most }) => most)}::int[], ${limits.map(({ since }) => since)}::timestamptz[])
          as allowed (place, bucket, most, since)
        join rate_limits on rate_limits.tenant = ${tenant} and rate_limits.bucket = allowed.bucket
          and rate_limits.window_start = allowed.since and rate_limits.hits >= allowed.most
        where allowed.place = asked.place
      )
    ) as by_code on true`
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
