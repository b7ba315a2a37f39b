import { keptDays, keptSince } from '../../domain/retention.ts'
import { deleteUnsaidTexts } from '../base/consent-store.ts'
import { deleteOldProofs } from '../base/proof-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { deleteVisitorConsents } from './store.ts'

const batch = 500

/** Forgets proofs of consent to cookies after three years, when nobody can ask for them any more. Safe to run side by side. */
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

/** Lets proofs of people go who were forgotten, once the years after their withdrawal are over. Safe to run side by side. */
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

/** Forgets the words of consents that are all deleted; they may be the caller's own. Safe to run side by side. */
export const forgetUnsaidTexts = (deps: Pick<Deps, 'db'>, tenant: string): Promise<number> =>
  withTenant(deps.db, tenant, (tx) => deleteUnsaidTexts(tx, tenant, batch))
