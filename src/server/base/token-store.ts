import { randomBytes } from 'node:crypto'
import { sql, type RawBuilder } from 'kysely'
import { uuidv7 } from './uuid.ts'
import { keptIfFew, type Tx } from '../db/connection.ts'
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
  | 'operator-session'
  | 'operator-invitation'
  | 'operator-token'
  | 'operator-command'
  | 'passkey-challenge'
  | 'second-factor'
  | 'review-answer'
  | 'address-proof'
  | 'recipient-session'
  | 'reward-session'

export type Token = {
  token_id: string
  kind: string
  subject: string
  details: unknown
  created_at: Temporal.Instant
  expires_at: Temporal.Instant | null
  uses_left: number | null
  used_at: Temporal.Instant | null
  revoked_at: Temporal.Instant | null
  session_expires_at: Temporal.Instant | null // of the session that opened it
}

/** What is told once and never written again is random, and none of SECRET_KEY's: whoever learns the key has no session by it. */
export const onlyTold: readonly TokenKind[] = [
  'user-session',
  'agency-session',
  'partner-session',
  'operator-session',
  'admin-login',
  'owner-login',
  'single-sign-on',
  'passkey-challenge',
  'second-factor',
  'api-key',
  'operator-token',
  'operator-command',
  'address-proof',
  'recipient-session',
  'reward-session',
]
const isMailed = (kind: TokenKind) => !onlyTold.includes(kind)
const randomToken = () => randomBytes(32).toString('base64url')

type NewToken = {
  kind: TokenKind
  subject: string
  now: Temporal.Instant
  expiresAt: Temporal.Instant | null
  uses: number | null
  details?: Record<string, unknown>
}

/** Issues a token: its text for the caller, its hash for the table. `uses` null: until it expires. */
export async function issueToken(
  tx: Tx,
  keys: Keys,
  tenant: string,
  token: NewToken,
): Promise<{ id: string; text: string }> {
  const [issued] = await issueTokens(tx, keys, tenant, [token])
  return issued!
}

/** The same of many, in their order. */
export async function issueTokens(
  tx: Tx,
  keys: Keys,
  tenant: string,
  tokens: readonly NewToken[],
): Promise<{ id: string; text: string }[]> {
  const drawn = tokens.map((token) => drawToken(keys, token))
  await insertTokens(tx, keys, tenant, drawn)
  return drawn.map(({ id, text }) => ({ id, text }))
}

export type DrawnToken = { id: string; text: string; token: NewToken }

/** A token's id and text, for those who need them before its row is there (`insertTokens`). */
export function drawToken(keys: Keys, token: NewToken): DrawnToken {
  const id = uuidv7()
  return { id, text: isMailed(token.kind) ? keys.token(id) : randomToken(), token }
}

export async function insertTokens(
  tx: Tx,
  keys: Keys,
  tenant: string,
  drawn: readonly DrawnToken[],
): Promise<void> {
  if (drawn.length === 0) return
  await tx
    .insertInto('tokens')
    .values(
      drawn.map(({ id, text, token }) => ({
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
      })),
    )
    .modifyEnd(keptIfFew(drawn.length))
    .execute()
}

/** The text of a token that is mailed, for its mail; null if gone. */
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

/**
 * A token ends with the session or API key in its details. Checked here, at every use, so that no way of ending those can miss
 * it, nor tokens issued meanwhile.
 */
export const findToken = (
  tx: Tx,
  tenant: string,
  kind: TokenKind,
  text: string,
): Promise<Token | undefined> =>
  readToken(tx, tenant, sql`token.hash = ${hashToken(text)} and token.kind = ${kind}`)

export const findTokenById = (tx: Tx, tenant: string, id: string): Promise<Token | undefined> =>
  readToken(tx, tenant, sql`token.token_id = ${id}`)

async function readToken(
  tx: Tx,
  tenant: string,
  which: RawBuilder<unknown>,
): Promise<Token | undefined> {
  const { rows } = await sql<Token>`
    select token.token_id, token.kind, token.subject, token.details, token.created_at, token.expires_at, token.uses_left, token.used_at,
      coalesce(token.revoked_at, session.revoked_at, key.revoked_at, case
        when (token.details->>'session' is not null and session.token_id is null)
          or (coalesce(token.details->>'apiKey', session.details->>'apiKey') is not null and key.token_id is null)
        then token.created_at end) as revoked_at,
      session.expires_at as session_expires_at
    from tokens token
      left join tokens session on session.tenant = ${tenant} and session.token_id = (token.details->>'session')::uuid
      left join tokens key on key.tenant = ${tenant}
        and key.token_id = coalesce(token.details->>'apiKey', session.details->>'apiKey')::uuid
    where token.tenant = ${tenant} and ${which}`.execute(tx)
  return rows[0]
}

export type TokenState = 'valid' | 'expired' | 'used'

export function tokenState(
  token: Omit<Token, 'session_expires_at'> | undefined,
  now: Temporal.Instant,
): TokenState {
  if (!token || token.revoked_at) return 'expired'
  if (token.uses_left !== null && token.uses_left <= 0) return 'used'
  if (token.expires_at && Temporal.Instant.compare(token.expires_at, now) <= 0) return 'expired'
  return 'valid'
}

/** Uses a token once; false if used up. The condition is in the update, not in a prior read. */
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

/** Notes that a token was used, which uses nothing up. */
export async function markUsed(
  tx: Tx,
  tenant: string,
  id: string,
  now: Temporal.Instant,
): Promise<void> {
  await tx
    .updateTable('tokens')
    .set({ used_at: now.toString() })
    .where('tenant', '=', tenant)
    .where('token_id', '=', id)
    .execute()
}

/** Whether a token and its opener are unrevoked; asked again under a lock shared with revocation. */
export async function isOpen(tx: Tx, tenant: string, id: string): Promise<boolean> {
  const token = await findTokenById(tx, tenant, id)
  return token !== undefined && token.revoked_at === null
}

/** Removes details of a token, and with them its restrictions. False if revoked. */
export async function forgetDetail(
  tx: Tx,
  tenant: string,
  id: string,
  name: string,
): Promise<boolean> {
  const result = await tx
    .updateTable('tokens')
    .set({ details: sql`details - ${name}::text` })
    .where('tenant', '=', tenant)
    .where('token_id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** Revokes those tokens that are not revoked yet; returns their number. */
export async function revokeWhere(
  tx: Tx,
  tenant: string,
  now: Temporal.Instant,
  which: RawBuilder<unknown>,
): Promise<number> {
  const { numAffectedRows = 0n } = await sql`
    update tokens set revoked_at = ${now.toString()}
    where tenant = ${tenant} and revoked_at is null and (${which})`.execute(tx)
  return Number(numAffectedRows)
}

export async function revokeTokens(
  tx: Tx,
  tenant: string,
  kind: TokenKind,
  subject: string,
  now: Temporal.Instant,
  except?: string,
): Promise<void> {
  const others = except ? sql`and token_id <> ${except}` : sql``
  await revokeWhere(tx, tenant, now, sql`kind = ${kind} and subject = ${subject} ${others}`)
}

/** Revokes all valid tokens of a kind; returns the number. */
export const revokeKind = (
  tx: Tx,
  tenant: string,
  kind: TokenKind,
  now: Temporal.Instant,
): Promise<number> =>
  revokeWhere(tx, tenant, now, sql`kind = ${kind} and expires_at > ${now.toString()}`)

/** Revokes tokens of these kinds by their texts. */
export async function revokeByTexts(
  tx: Tx,
  tenant: string,
  kinds: readonly TokenKind[],
  texts: readonly string[],
  now: Temporal.Instant,
): Promise<void> {
  const hashes = texts.map(hashToken)
  await revokeWhere(tx, tenant, now, sql`hash = any (${hashes}) and kind = any (${[...kinds]})`)
}

/** False if it had ended before. */
export const revokeToken = async (
  tx: Tx,
  tenant: string,
  id: string,
  now: Temporal.Instant,
): Promise<boolean> => (await revokeWhere(tx, tenant, now, sql`token_id = ${id}`)) === 1

/** Adds to a token's details. False if revoked. */
export async function addDetails(
  tx: Tx,
  tenant: string,
  id: string,
  details: Record<string, unknown>,
): Promise<boolean> {
  const result = await tx
    .updateTable('tokens')
    .set({ details: sql`details || ${JSON.stringify(details)}::jsonb` })
    .where('tenant', '=', tenant)
    .where('token_id', '=', id)
    .where('revoked_at', 'is', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}

/** A subject's tokens of a kind that are valid, the newest first. */
export async function listTokens(
  tx: Tx,
  tenant: string,
  kind: TokenKind,
  subject: string,
  now: Temporal.Instant,
): Promise<
  {
    token_id: string
    details: unknown
    created_at: Temporal.Instant
    expires_at: Temporal.Instant | null
  }[]
> {
  return tx
    .selectFrom('tokens')
    .select(['token_id', 'details', 'created_at', 'expires_at'])
    .where('tenant', '=', tenant)
    .where('kind', '=', kind)
    .where('subject', '=', subject)
    .where('revoked_at', 'is', null)
    .where(sql<boolean>`(expires_at is null or expires_at > ${now.toString()})`)
    .orderBy('created_at', 'desc')
    .execute() as never
}
