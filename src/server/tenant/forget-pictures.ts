import { keptDays, keptSince } from '../../domain/retention.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { deleteUnusedPictures, markUnusedPictures } from './picture-store.ts'

/** Lets replaced pictures of a tenant go once nothing has named them for so long. Safe to run twice and side by side. */
export const forgetPictures = (deps: Pick<Deps, 'db' | 'clock'>, tenant: string): Promise<void> =>
  withTenant(deps.db, tenant, async (tx) => {
    await markUnusedPictures(tx, tenant, deps.clock.now())
    const before = keptSince(deps.clock.today(), keptDays.unusedPicture)
    await deleteUnusedPictures(tx, tenant, before)
  })
