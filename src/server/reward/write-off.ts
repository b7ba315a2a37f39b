import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import type { Tx } from '../db/connection.ts'
import { mailClawbackWaived } from './clawback-mails.ts'
import { updateLeft, type Clawback } from './clawback-store.ts'
import { post } from './ledger-store.ts'
import { markClaimSettled } from './store.ts'

/** Gives up what is left of a clawback and tells the person; the caller has locked it. */
export async function writeOff(
  tx: Tx,
  tenant: Tenant,
  { reward_id: rewardId, left_cents: cents, proposed_by: proposedBy, version }: Clawback,
  { actor, at, decidedBy }: { actor: Actor; at: Temporal.Instant; decidedBy: string | null },
): Promise<void> {
  await post(
    tx,
    tenant.code,
    { rewardId, cents },
    'claim-written-off',
    `written-off:${version}`,
    at,
  )
  await updateLeft(tx, tenant.code, rewardId, {
    leftCents: 0,
    outcome: 'written-off',
    at,
    decidedBy,
  })
  await markClaimSettled(tx, tenant.code, rewardId, at)
  await audit(tx, tenant.code, {
    at,
    actor,
    action: 'clawback-written-off',
    subjectKind: 'reward',
    subjectId: rewardId,
    details: { proposedBy },
    change: { before: { leftCents: cents }, after: { leftCents: 0 } },
  })
  await mailClawbackWaived(tx, tenant, { rewardId, at, key: 'written-off', cents })
}
