import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

export type Erasure = {
  at: Temporal.Instant
  actor_kind: string
  actor_role: string | null
  kept: string[] // contacts that were kept then and are there still
}

/** The newest row of the log that ended a record of this id. */
export async function findErasure(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<Erasure | undefined> {
  const { rows } = await sql<Erasure>`
    select at, actor_kind, actor_role, array(
      select recipients.number
      from audit_log as whole
        cross join jsonb_array_elements(whole.details -> 'recipients') as entry
        join recipients on recipients.tenant = ${tenant} and recipients.number = entry ->> 'number'
      where whole.tenant = ${tenant} and whole.subject_id = ${id} and whole.action = 'person-erased'
        and jsonb_array_length(entry -> 'keptFor') > 0 and recipients.state <> 'withdrawn'
      limit 20) as kept
    from audit_log
    where tenant = ${tenant} and subject_id = ${id} and (action in ('account-deleted', 'erase-recipient')
      or action = 'person-erased' and subject_kind = 'invitation')
    order by number desc limit 1`.execute(tx)
  return rows[0]
}
