import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/connection.ts'
import type { TokenKind } from './token-store.ts'

/** Deletes tokens. `mailed`: only those sent by mail, or only the others. */
export async function forgetTokens(
  tx: Tx,
  tenant: string,
  kinds: readonly TokenKind[],
  subjects: readonly string[] | RawBuilder<unknown>, // or an array in SQL
  mailed?: boolean,
): Promise<void> {
  await sql`
    delete from tokens
    where tenant = ${tenant} and kind = any (${[...kinds]}) and subject = any (${subjects})
      ${mailed === undefined ? sql`` : sql`and (coalesce(details ->> 'mailed', '') = 'true') = ${mailed}`}`.execute(
    tx,
  )
}

/** Deletes what let operators in: challenges and sign-ons at their end, which are worth nothing then, the others that ended before `before`. */
export async function forgetOperatorTokens(
  tx: Tx,
  tenant: string,
  { now, before }: { now: Temporal.Instant; before: Temporal.Instant },
): Promise<void> {
  await sql`
    delete from tokens
    where tenant = ${tenant}
      and ((kind in ('passkey-challenge', 'single-sign-on') and expires_at < ${now.toString()})
        or (kind = any (${['operator-session', 'operator-invitation', 'operator-token', 'operator-command']})
          and expires_at < ${before.toString()}))`.execute(tx)
}

/** Tokens for scripts at a tenant that is deleted. @param platform whose rows they are */
export async function forgetScriptsAt(tx: Tx, platform: string, place: string): Promise<void> {
  await sql`
    delete from tokens
    where tenant = ${platform} and kind = 'operator-token' and details ->> 'tenant' = ${place}`.execute(
    tx,
  )
}
