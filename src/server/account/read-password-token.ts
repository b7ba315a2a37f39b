import { findToken, tokenState, type Token } from '../base/token-store.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { findAccount, type Account } from './store.ts'

/** The account behind a mailed set-password token that still works; throws `link-expired` or `token-used`. */
export async function readPasswordToken(
  tx: Tx,
  tenant: string,
  text: string,
  now: Temporal.Instant,
): Promise<{ token: Token; account: Account }> {
  const token = await findToken(tx, tenant, 'set-password', text)
  const state = tokenState(token, now)
  if (!token || state === 'expired') throw fail('link-expired')
  if (state === 'used') throw fail('token-used')
  const account = await findAccount(tx, tenant, token.subject)
  if (!account) throw fail('link-expired')
  return { token, account }
}
