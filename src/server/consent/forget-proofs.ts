import { keptDays, keptSince } from '../../domain/retention.ts'
import { deleteUnsaidTexts, deleteVisitorConsents } from '../base/consent-store.ts'
import { deleteOldProofs } from '../base/proof-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'

const batch = 500

/** Deletes cookie consent proofs after three years, the limitation period. Safe in parallel. */
export async function forgetCookieProofs(
  deps: Pick<Deps, 'db' | 'clock'>,
  tenant: string,
): Promise<number> {
  const before = keptSince(deps.clock.today(), keptDays.cookieProof)
  for (let total = 0; ;) {
    const done = await withTenant(deps.db, tenant, (tx) =>
      deleteVisitorConsents(tx, tenant, before, batch),
    )
    total += done
    if (done < batch) return total
  }
}

/** Deletes forgotten people's proofs after the years following withdrawal. Safe in parallel. */
export async function forgetConsentProofs(
  deps: Pick<Deps, 'db' | 'clock'>,
  tenant: string,
): Promise<number> {
  for (let total = 0; ;) {
    const done = await withTenant(deps.db, tenant, (tx) =>
      deleteOldProofs(tx, tenant, deps.clock.today(), batch),
    )
    total += done
    if (done < batch) return total
  }
}

/** Deletes texts of deleted consents, which may be callers' own. Safe in parallel. */
export const forgetUnsaidTexts = (deps: Pick<Deps, 'db'>, tenant: string): Promise<number> =>
  withTenant(deps.db, tenant, (tx) => deleteUnsaidTexts(tx, tenant, batch))
