import { sql, type RawBuilder } from 'kysely'
import { keepsPlan, type Tx } from '../db/connection.ts'
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

/**
 * Deletes up to `batch` tokens that ended before then; returns the number. API keys stay listed, ended as well. @param kinds those alone
 */
export async function forgetEnded(
  tx: Tx,
  tenant: string,
  { before, kinds, batch }: { before: Temporal.Instant; kinds?: TokenKind[]; batch: number },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete ${keepsPlan} from tokens where tenant = ${tenant} and token_id = any (array(
      select token_id from tokens
      where tenant = ${tenant} and expires_at < ${before.toString()}
        and ${kinds ? sql`kind = any (${kinds})` : sql`kind <> 'api-key'`}
      limit ${batch} for update skip locked))`.execute(tx)
  return Number(numAffectedRows ?? 0n)
}

/** Tokens for scripts at a tenant that is deleted. @param platform whose rows they are */
export async function forgetScriptsAt(tx: Tx, platform: string, place: string): Promise<void> {
  await sql`
    delete from tokens
    where tenant = ${platform} and kind = 'operator-token' and details ->> 'tenant' = ${place}`.execute(
    tx,
  )
}
