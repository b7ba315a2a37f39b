import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

export type Click = {
  number: string
  channel: string
  campaign: string | null
  recipient: string | null
  source: string
}
export type Clicked = { state: string; valid_until: string } | null // null: no such referral

/**
 * Resolves and counts many clicks in one statement; ended referrals are resolved but not counted. The batch is what lets the
 * click route keep up with a bare insert (docs/benchmarks.md).
 */
export async function countClicks(
  tx: Tx,
  tenant: string,
  clicks: Click[],
  now: Temporal.Instant,
  today: Temporal.PlainDate,
): Promise<Clicked[]> {
  const { rows } = await sql<{ state: string | null; valid_until: string }>`
    with asked as (
      select * from unnest(${clicks.map((click) => click.number)}::text[], ${clicks.map((click) => click.channel)}::text[],
        ${clicks.map((click) => click.campaign)}::text[], ${clicks.map((click) => click.recipient)}::text[],
        ${clicks.map((click) => click.source)}::text[])
        with ordinality as asked (number, channel, campaign, recipient, source, place)
    ), found as (
      select asked.*, referrals.state, referrals.valid_until
      from asked left join referrals on referrals.tenant = ${tenant} and referrals.number = asked.number
    ), counted as (
      insert into clicks (tenant, referral_number, channel, campaign, recipient_number, source, at)
      select ${tenant}, number, channel, campaign, recipient, source, ${now.toString()}
      from found where state is not null and state <> 'cancelled' and valid_until >= ${today.toString()}
    )
    select state, valid_until from found order by place`.execute(tx)
  return rows.map((row) =>
    row.state === null ? null : { state: row.state, valid_until: row.valid_until },
  )
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
