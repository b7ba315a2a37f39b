import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/connection.ts'

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
 * Resolves and counts many clicks in one statement; ended referrals are resolved but not counted. The batch is what lets clicks keep up
 * with a bare insert (docs/benchmarks.md).
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
      ${clicks.map((click) => click.source)}::text[])
      with ordinality as asked (number, channel, campaign, recipient, source, place)`
  const { rows } = await sql<{ number: string; state: string | null; valid_until: string }>`
    with asked as (${byCode ? withCodes(tenant, asked, codes) : asked}), found as (
      select asked.*, referrals.state, referrals.valid_until
      from asked left join referrals on referrals.tenant = ${tenant} and referrals.number = asked.number
    ), counted as (
      insert into clicks (tenant, referral_number, channel, campaign, recipient_number, source, at)
      select ${tenant}, number, channel, campaign, recipient, source, ${now.toString()}
      from found where state is not null and state <> 'cancelled' and valid_until >= ${today.toString()}
    )
    select number, state, valid_until from found order by place`.execute(tx)
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
    select coalesce(asked.number, by_code.number) as number, channel, campaign, recipient, source, asked.place
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
