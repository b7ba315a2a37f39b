import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { revokeWhere } from './token-store.ts'

/**
 * Marks links and sessions opened by an API key as ended (findToken already does so); returns the number still valid. @param id
 * of the key's own token
 */
export const revokeTokensByApiKey = (
  tx: Tx,
  tenant: string,
  id: string,
  now: Temporal.Instant,
): Promise<number> =>
  revokeWhere(
    tx,
    tenant,
    now,
    sql`kind in ('owner-login', 'user-session') and details ->> 'apiKey' = ${id} and (uses_left is null or uses_left > 0)`,
  )

/** Revokes everything made with these keys of SECRET_KEY; returns the number still valid. */
export const revokeTokensOfKey = (
  tx: Tx,
  tenant: string,
  keys: string[],
  now: Temporal.Instant,
): Promise<number> => revokeWhere(tx, tenant, now, sql`key_id = any (${keys})`)
