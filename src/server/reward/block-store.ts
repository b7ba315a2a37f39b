import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/** False when it was so before. */
export async function setBlocked(
  tx: Tx,
  tenant: string,
  accountId: string,
  block: { on: Temporal.PlainDate; by: string } | null,
): Promise<boolean> {
  const result = await tx
    .updateTable('accounts')
    .set({ blocked_on: block?.on.toString() ?? null, blocked_by: block?.by ?? null })
    .where('tenant', '=', tenant)
    .where('account_id', '=', accountId)
    .where('blocked_on', block ? 'is' : 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/**
 * Gives rewards that could not be collected since `since` those days back, of one account or of all. One that had run out by then
 * stays over.
 */
export async function extendRewards(
  tx: Tx,
  tenant: string,
  accountId: string | null,
  since: string,
  today: Temporal.PlainDate,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update rewards set expires_on = expires_on + (${today.toString()}::date - ${since}::date)
    where tenant = ${tenant} and state = 'provided' and expires_on >= ${since}::date
      and ${accountId === null ? sql`account_id is not null` : sql`account_id = ${accountId}`}`.execute(
    tx,
  )
  return Number(numAffectedRows ?? 0n)
}

/** Ends every session of the tenant's accounts; answers how many. */
export async function endAllSessions(
  tx: Tx,
  tenant: string,
  realNow: Temporal.Instant,
): Promise<number> {
  const result = await tx
    .updateTable('tokens')
    .set({ revoked_at: realNow.toString() })
    .where('tenant', '=', tenant)
    .where('kind', '=', 'user-session')
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`expires_at > ${realNow.toString()}`)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}
