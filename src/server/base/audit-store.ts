import type { Tx } from '../db/connection.ts'

export type Actor = {
  kind:
    | 'anyone'
    | 'referrer'
    | 'recipient'
    | 'reward'
    | 'agency-user'
    | 'sales-partner'
    | 'api-key'
    | 'operator'
    | 'system'
  id: string
  support?: boolean // in a session by admin login
}

export const system: Actor = { kind: 'system', id: 'system' }

/** Writes an audit row in the transaction it describes. No personal data in `details`. */
export async function audit(
  tx: Tx,
  tenant: string,
  entry: {
    at: Temporal.Instant
    actor: Actor
    action: string
    subjectKind: string
    subjectId: string
    details?: Record<string, unknown>
  },
): Promise<void> {
  await tx
    .insertInto('audit_log')
    .values({
      tenant,
      at: entry.at.toString(),
      actor_kind: entry.actor.kind,
      actor_id: entry.actor.id,
      support: entry.actor.support ?? false,
      action: entry.action,
      subject_kind: entry.subjectKind,
      subject_id: entry.subjectId,
      details: JSON.stringify(entry.details ?? {}),
    })
    .execute()
}
