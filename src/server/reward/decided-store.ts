import type { Tx } from '../db/connection.ts'

// What operators decide about a reward that changes no state. The caller has locked it.

/** An operator lets a reward expire later; the sweep sees the new day. */
export async function extendExpiry(
  tx: Tx,
  tenant: string,
  id: string,
  { until, on }: { until: Temporal.PlainDate; on: Temporal.PlainDate },
): Promise<void> {
  await tx
    .updateTable('rewards')
    .set({ expires_on: until.toString(), extended_on: on.toString() })
    .where('tenant', '=', tenant)
    .where('reward_id', '=', id)
    .execute()
}

/** So much of it is set off instead of being paid; the caller has locked it. */
export async function reduceReward(
  tx: Tx,
  tenant: string,
  id: string,
  cents: number,
): Promise<void> {
  await tx
    .updateTable('rewards')
    .set((eb) => ({ set_off_cents: eb('set_off_cents', '+', cents) }))
    .where('tenant', '=', tenant)
    .where('reward_id', '=', id)
    .execute()
}

/** A claim that was set off is owed again. */
export async function markClaimOpen(tx: Tx, tenant: string, id: string): Promise<void> {
  await tx
    .updateTable('rewards')
    .set({ claim_settled_at: null })
    .where('tenant', '=', tenant)
    .where('reward_id', '=', id)
    .execute()
}
