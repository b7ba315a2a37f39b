import { keptDays, keptSince } from '../../domain/retention.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { deleteUnusedPictures, markUnusedPictures } from './picture-store.ts'

/** Deletes a tenant's replaced pictures some time after their last use. Idempotent and safe in parallel. */
export const forgetPictures = (deps: Pick<Deps, 'db' | 'clock'>, tenant: string): Promise<void> =>
  withTenant(deps.db, tenant, async (tx) => {
    await markUnusedPictures(tx, tenant, deps.clock.now())
    const before = keptSince(deps.clock.today(), keptDays.unusedPicture)
    await deleteUnusedPictures(tx, tenant, before)
  })
