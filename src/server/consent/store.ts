import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/** Deletes up to `limit` cookie proofs older than an instant; returns the number. */
export async function deleteVisitorConsents(
  tx: Tx,
  tenant: string,
  before: Temporal.Instant,
  limit: number,
): Promise<number> {
  const result = await sql`
    delete from consents where tenant = ${tenant} and consent_id = any (array(
      select consent_id from consents
      where tenant = ${tenant} and subject_kind = 'visitor' and at < ${before.toString()}
      order by at limit ${limit}))`.execute(tx)
  return Number(result.numAffectedRows ?? 0)
}
