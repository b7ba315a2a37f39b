import { withTenant, type Database } from '../db/connection.ts'
import { forgetEnded } from './forget-tokens-store.ts'
import type { TokenKind } from './token-store.ts'

const batch = 1_000
const ofOneUse: TokenKind[] = ['passkey-challenge', 'second-factor', 'single-sign-on']

/**
 * Removes tokens that ended before `before`, challenges and sign-ons at their end, which are worth nothing then. Until then a session tells who
 * logged in when, which no other place does. One transaction per batch, to lock little at a time.
 */
export async function forgetEndedTokens(
  { db }: { db: Database },
  tenant: string,
  { now, before }: { now: Temporal.Instant; before: Temporal.Instant },
): Promise<void> {
  for (const which of [{ before }, { before: now, kinds: ofOneUse }])
    for (;;) {
      const done = await withTenant(db, tenant, (tx) =>
        forgetEnded(tx, tenant, { ...which, batch }),
      )
      if (done < batch) break
    }
}
