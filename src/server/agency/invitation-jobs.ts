import { keptDays, keptSince } from '../../domain/retention.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { expireInvitations, forgetInvited } from '../account/invitation-store.ts'

const batch = 500

/** Expires invitations and deletes personal data of ended ones. Idempotent and safe in parallel. */
export async function sweepInvitations(
  deps: Pick<Deps, 'db' | 'clock'>,
  tenant: string,
): Promise<void> {
  const today = deps.clock.today()
  const before = keptSince(today, keptDays.endedInvitation)
  const again = async (step: () => Promise<number>) => {
    while ((await step()) === batch);
  }
  await again(() =>
    withTenant(deps.db, tenant, (tx) =>
      expireInvitations(tx, tenant, today, deps.clock.now(), batch),
    ),
  )
  await again(() => withTenant(deps.db, tenant, (tx) => forgetInvited(tx, tenant, before, batch)))
}
