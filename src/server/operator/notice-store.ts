import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

export type NoticeKind = 'daily' | 'dead-jobs' | 'late-payout' | 'books' | 'failed-voucher'
export type Notice = { kind: NoticeKind; told_at: Temporal.Instant; until: Temporal.Instant }

export async function listNotices(tx: Tx, tenant: string): Promise<Notice[]> {
  const rows = await tx
    .selectFrom('operator_notices')
    .select(['kind', 'told_at', 'until'])
    .where('tenant', '=', tenant)
    .execute()
  return rows as Notice[]
}

/** Of many processes that would tell something, true for one. @param since who told it after this has done so */
export async function claimNotice(
  tx: Tx,
  tenant: string,
  notice: {
    kind: NoticeKind
    now: Temporal.Instant
    since: Temporal.Instant
    until: Temporal.Instant
  },
): Promise<boolean> {
  const { kind, now, since, until } = notice
  const result = await sql`
    insert into operator_notices as told (tenant, kind, told_at, until)
    values (${tenant}, ${kind}, ${now.toString()}, ${until.toString()})
    on conflict (tenant, kind) do update set told_at = excluded.told_at, until = excluded.until
      where told.told_at < ${since.toString()}`.execute(tx)
  return result.numAffectedRows === 1n
}
