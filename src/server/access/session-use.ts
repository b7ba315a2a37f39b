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

/** Whether a session was used lately, and has not had its last hour, also one that was given a later end. */
export const isInUse = (token: Used, of: SessionOf, now: Temporal.Instant): boolean => {
  const lifetime = sessionLifetimes[of]
  const end = token.created_at.add({ hours: lifetime.hours })
  return Temporal.Instant.compare(now, end) < 0 && isAwake(seenAtOf(token), now, lifetime)
}

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
