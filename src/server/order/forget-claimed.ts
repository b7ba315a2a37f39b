import { keptDays, keptSince } from '../../domain/retention.ts'
import { forgetOldClaims } from '../base/claim-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { forgetUnmatched } from './unmatched-store.ts'

/** Deletes what retention no longer needs of claims and of contracts that fit nobody. Idempotent. */
export const forgetClaimed = (deps: Pick<Deps, 'db' | 'clock'>, tenant: string): Promise<void> =>
  withTenant(deps.db, tenant, async (tx) => {
    const before = (days: number) => keptSince(deps.clock.today(), days)
    await forgetOldClaims(tx, tenant, {
      notesBefore: before(keptDays.closedClaimFile),
      before: before(keptDays.closedClaim),
    })
    await forgetUnmatched(tx, tenant, before(keptDays.unmatchedOrder))
  })
