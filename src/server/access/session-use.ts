import {
  isAwake,
  isWorthMarking,
  sessionLifetimes,
  type SessionOf,
} from '../../domain/session-lifetime.ts'
import { addDetails, type Token } from '../base/token-store.ts'
import type { Tx } from '../db/connection.ts'

type Used = Pick<Token, 'details' | 'created_at'>

/** When a session was last used, as far as it is written down. */
export const seenAtOf = ({ details, created_at: began }: Used): Temporal.Instant => {
  const { seenAt } = details as { seenAt?: string }
  return seenAt === undefined ? began : Temporal.Instant.from(seenAt)
}

/** Whether a session was used lately. */
export const isInUse = (token: Used, of: SessionOf, now: Temporal.Instant): boolean =>
  isAwake(seenAtOf(token), now, sessionLifetimes[of])

/** Writes down that a session is used, not at every call. */
export async function markUse(
  tx: Tx,
  tenant: string,
  token: Token,
  of: SessionOf,
  now: Temporal.Instant,
): Promise<void> {
  if (isWorthMarking(seenAtOf(token), now, sessionLifetimes[of]))
    await addDetails(tx, tenant, token.token_id, { seenAt: now.toString() })
}
