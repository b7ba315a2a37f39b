import { sql } from 'kysely'
import { uuidv7 } from '../base/uuid.ts'
import type { Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'

/** What a link names its referral by. */
export type LinkKey = 'number' | 'code'

export type Click = {
  named: string
  channel: string
  campaign: string | null
  recipient: string | null
  source: string
}

export type Clicked = { number: string; state: string; valid_until: string } | null // null: no such referral

const columns = { number: sql`referrals.number`, code: sql`referrals.code` }

/**
 * Resolves and counts many clicks on links of one kind in one round trip; ended referrals are resolved but not counted. The batch is what lets clicks keep up
 * with a bare insert (docs/benchmarks.md). Two statements, of which each stays on the tenant's node.
 */
export async function countClicks(
  tx: Tx,
  tenant: string,
  by: LinkKey,
  clicks: readonly Click[],
  now: Temporal.Instant,
  today: Temporal.PlainDate,
): Promise<Clicked[]> {
  const asked = sql`
    unnest(${clicks.map((click) => click.named)}::text[], ${clicks.map((click) => click.channel)}::text[],
      ${clicks.map((click) => click.campaign)}::text[], ${clicks.map((click) => click.recipient)}::text[],
      ${clicks.map((click) => click.source)}::text[], ${clicks.map(() => uuidv7())}::uuid[])
      with ordinality as asked (named, channel, campaign, recipient, source, click_id, place)`
  const [{ rows }] = await together([
    () =>
      sql<NonNullable<Clicked> | { number: null }>`
        select referrals.number, referrals.state, referrals.valid_until
        from ${asked} left join referrals on referrals.tenant = ${tenant} and ${columns[by]} = asked.named
        order by asked.place`.execute(tx),
    () =>
      sql`
        insert into clicks (tenant, click_id, referral_number, channel, campaign, recipient_number, source, at)
        select referrals.tenant, asked.click_id, referrals.number, asked.channel, asked.campaign, asked.recipient, asked.source,
          ${now.toString()}::timestamptz
        from ${asked} join referrals on referrals.tenant = ${tenant} and ${columns[by]} = asked.named
        where referrals.tenant = ${tenant} and referrals.state <> 'cancelled' and referrals.valid_until >= ${today.toString()}::date`.execute(
        tx,
      ),
  ])
  return rows.map((row) => (row.number === null ? null : row))
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
