import { sql } from 'kysely'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import type { Tx } from '../db/connection.ts'

// API keys of a tenant, which are tokens, and who made them.

/** How long a key lasts, unless its maker says otherwise, and at most. */
export const apiKeyDays = 365

export function listApiKeys(tx: Tx, tenant: string) {
  return tx
    .selectFrom('tokens')
    .select(['token_id', 'subject', 'created_at', 'expires_at', 'used_at', 'revoked_at'])
    .where('tenant', '=', tenant)
    .where('kind', '=', 'api-key')
    .orderBy('created_at')
    .orderBy('token_id')
    .execute()
}

export type LivingKey = {
  token_id: string
  subject: string // its name
  created_at: Temporal.Instant
  expires_at: Temporal.Instant
  used_at: Temporal.Instant | null // about an hour exactly
  maker: string | null // the operator; null: made on the server
}

/** Keys that work, with who made each by the log, the oldest first. */
export async function listLivingKeys(
  tx: Tx,
  tenant: string,
  now: Temporal.Instant,
): Promise<LivingKey[]> {
  const { rows } = await sql<LivingKey>`
    select key.token_id, key.subject, key.created_at, key.expires_at, key.used_at, made.actor_id as maker
    from tokens key
      left join lateral (
        select actor_id from audit_log
        where tenant = ${tenant} and subject_id = key.token_id::text
          and action = 'api-key-created' and actor_kind = 'operator'
        order by number limit 1) made on true
    where key.tenant = ${tenant} and key.kind = 'api-key' and key.revoked_at is null and key.expires_at > ${now.toString()}
    order by key.created_at, key.token_id`.execute(tx)
  return rows
}

/** When somebody's rights at a tenant last ended, or will, by role. */
export async function listRightEnds(
  tx: Tx,
  tenant: string,
  operatorId: string,
): Promise<{ role: OperatorRole; at: Temporal.Instant }[]> {
  const { rows } = await sql<{ role: OperatorRole; at: Temporal.Instant }>`
    select role, max(coalesce(ended_at, expires_at)) as at from operator_grants
    where tenant = ${tenant} and operator_id = ${operatorId} and coalesce(ended_at, expires_at) is not null
    group by role`.execute(tx)
  return rows
}
