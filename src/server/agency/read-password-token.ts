import { findToken, tokenState, type Token } from '../base/token-store.ts'
import type { Tx } from '../db/connection.ts'
import { fail } from '../errors.ts'
import { occasionOf, type Occasion } from './mail-access.ts'
import { findMember, type Member } from './store.ts'

/** The person behind a mailed token that still works; throws `link-expired` or `token-used`. */
export async function readAgencyPasswordToken(
  tx: Tx,
  tenant: string,
  text: string,
  now: Temporal.Instant,
): Promise<{ token: Token; member: Member; occasion: Occasion }> {
  const token = await findToken(tx, tenant, 'agency-password', text)
  const state = tokenState(token, now)
  if (!token || state === 'expired') throw fail('link-expired')
  if (state === 'used') throw fail('token-used')
  const member = await findMember(tx, tenant, token.subject)
  if (!member || member.left_at) throw fail('link-expired')
  return { token, member, occasion: occasionOf(member) }
}
