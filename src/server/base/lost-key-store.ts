import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/**
 * Marks links and sessions opened by an API key as ended (findToken already does so); returns the number still valid. @param id
 * of the key's own token
 */
export async function revokeTokensByApiKey(
  tx: Tx,
  tenant: string,
  id: string,
  now: Temporal.Instant,
): Promise<number> {
  const result = await tx
    .updateTable('tokens')
    .set({ revoked_at: now.toString() })
    .where('tenant', '=', tenant)
    .where('kind', 'in', ['owner-login', 'user-session'])
    .where(sql<boolean>`details->>'apiKey' = ${id} and (uses_left is null or uses_left > 0)`)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

/** Revokes everything made with these keys of SECRET_KEY; returns the number still valid. */
export async function revokeTokensOfKey(
  tx: Tx,
  tenant: string,
  keys: string[],
  now: Temporal.Instant,
): Promise<number> {
  const result = await tx
    .updateTable('tokens')
    .set({ revoked_at: now.toString() })
    .where('tenant', '=', tenant)
    .where('key_id', 'in', keys)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}
