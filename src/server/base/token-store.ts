import { sql } from 'kysely'
import { uuidv7 } from './uuid.ts'
import type { Tx } from '../db/connection.ts'
import { hashToken, type Keys } from './keys.ts'

export type TokenKind =
  | 'user-session'
  | 'agency-session'
  | 'admin-login'
  | 'owner-login'
  | 'reward'
  | 'recipient'
  | 'set-password'
  | 'agency-password'
  | 'partner-session'
  | 'partner-password'
  | 'single-sign-on'
  | 'confirm-recipient'
  | 'own-referral'
  | 'new-email'
  | 'old-email'
  | 'newsletter'
  | 'invitation'
  | 'api-key'

export type Token = {
  token_id: string
  kind: string
  subject: string
  details: unknown
  expires_at: Temporal.Instant | null
  uses_left: number | null
  revoked_at: Temporal.Instant | null
}

/** Issues a token; the caller gets its text, the table only its hash. `uses` null: until it expires. */
export async function issueToken(
  tx: Tx,
  keys: Keys,
  tenant: string,
  token: {
    kind: TokenKind
    subject: string
    now: Temporal.Instant
    expiresAt: Temporal.Instant | null
    uses: number | null
    details?: Record<string, unknown>
  },
): Promise<{ id: string; text: string }> {
  const id = uuidv7()
  const text = keys.token(id)
  await tx
    .insertInto('tokens')
    .values({
      tenant,
      token_id: id,
      kind: token.kind,
      subject: token.subject,
      hash: hashToken(text),
      key_id: keys.newestId,
      details: JSON.stringify(token.details ?? {}),
      created_at: token.now.toString(),
      expires_at: token.expiresAt?.toString() ?? null,
      uses_left: token.uses,
    })
    .execute()
  return { id, text }
}

/** The text of a token already issued, for a mail that is written later or again; null when it is gone. */
export async function tokenText(
  tx: Tx,
  keys: Keys,
  tenant: string,
  id: string,
): Promise<string | null> {
  const row = await tx
    .selectFrom('tokens')
    .select('key_id')
    .where('tenant', '=', tenant)
    .where('token_id', '=', id)
    .executeTakeFirst()
  return row ? keys.token(id, row.key_id) : null
}

export function findToken(
  tx: Tx,
  tenant: string,
  kind: TokenKind,
  text: string,
): Promise<Token | undefined> {
  return tx
    .selectFrom('tokens')
    .select(['token_id', 'kind', 'subject', 'details', 'expires_at', 'uses_left', 'revoked_at'])
    .where('tenant', '=', tenant)
    .where('hash', '=', hashToken(text))
    .where('kind', '=', kind)
    .executeTakeFirst()
}

export type TokenState = 'valid' | 'expired' | 'used'

export function tokenState(token: Token | undefined, now: Temporal.Instant): TokenState {
  if (!token || token.revoked_at) return 'expired'
  if (token.uses_left !== null && token.uses_left <= 0) return 'used'
  if (token.expires_at && Temporal.Instant.compare(token.expires_at, now) <= 0) return 'expired'
  return 'valid'
}

/** Uses a token up by one; false when somebody else was faster. The condition is in the update, not in a read before it. */
export async function useToken(
  tx: Tx,
  tenant: string,
  id: string,
  now: Temporal.Instant,
): Promise<boolean> {
  const result = await tx
    .updateTable('tokens')
    .set((eb) => ({ uses_left: eb('uses_left', '-', 1), used_at: now.toString() }))
    .where('tenant', '=', tenant)
    .where('token_id', '=', id)
    .where('uses_left', '>', 0)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Takes words out of a token's details: what it could not do because of them, it can from now on. */
export async function forgetDetail(
  tx: Tx,
  tenant: string,
  id: string,
  name: string,
): Promise<void> {
  await tx
    .updateTable('tokens')
    .set({ details: sql`details - ${name}::text` })
    .where('tenant', '=', tenant)
    .where('token_id', '=', id)
    .execute()
}

export async function revokeTokens(
  tx: Tx,
  tenant: string,
  kind: TokenKind,
  subject: string,
  now: Temporal.Instant,
  except?: string,
): Promise<void> {
  let query = tx
    .updateTable('tokens')
    .set({ revoked_at: now.toString() })
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('revoked_at', 'is', null)
  if (except) query = query.where('token_id', '<>', except)
  await query.execute()
}

export async function revokeToken(
  tx: Tx,
  tenant: string,
  id: string,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('tokens')
    .set({ revoked_at: now.toString() })
    .where('tenant', '=', tenant)
    .where('token_id', '=', id)
    .execute()
}

/** Ends what an API key opened, links and sessions alike; answers how many were still good. @param id of the key's own token */
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

/** Ends everything that was made with one of these keys of SECRET_KEY; answers how much was still good. */
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
