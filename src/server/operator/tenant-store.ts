import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/** Versions of the terms that settings had, by their changes in the log, the newest first; without the first one. */
export async function listTermsVersions(
  tx: Tx,
  tenant: string,
): Promise<{ old: string | null; new: string; at: Temporal.Instant }[]> {
  const { rows } = await sql<{ old: string | null; new: string; at: Temporal.Instant }>`
    select details -> 'before' ->> 'legal.termsVersion' as old, details -> 'after' ->> 'legal.termsVersion' as new, at, number
    from audit_log
    where tenant = ${tenant} and action = 'tenant-changed' and details -> 'after' ? 'legal.termsVersion'
    union all
    -- Rows from before migration 0043.
    select change ->> 'old', change ->> 'new', at, number
    from audit_log, jsonb_array_elements(details -> 'changes') change
    where tenant = ${tenant} and action = 'tenant-changed' and change ->> 'setting' = 'legal.termsVersion'
    order by number desc limit 100`.execute(tx)
  return rows
}
