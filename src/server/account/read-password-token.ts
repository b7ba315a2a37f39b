import { findToken, tokenState, type Token } from '../base/token-store.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { findAccount, type Account } from './store.ts'

/** The account behind a mailed token, of `kinds`, that still works; throws `link-expired` or `token-used`. */
export async function readPasswordToken(
  tx: Tx,
  tenant: string,
  text: string,
  now: Temporal.Instant,
  kinds: ('set-password' | 'own-referral')[] = ['set-password'],
): Promise<{ token: Token; account: Account }> {
  let token: Token | undefined
  for (const kind of kinds) token ??= await findToken(tx, tenant, kind, text)
  const state = tokenState(token, now)
  const account = token && (await findAccount(tx, tenant, token.subject))
  // Whose address another link confirmed meanwhile has what this one was for.
  const isDone =
    account?.confirmed_at && (token?.details as { welcome?: boolean })?.welcome === true
  if (isDone && state !== 'valid') throw fail('token-used')
  if (!token || !account || state === 'expired') throw fail('link-expired')
  if (state === 'used') throw fail('token-used')
  return { token, account }
}
