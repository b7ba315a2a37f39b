import { audit, type Actor } from '../base/audit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Tx } from '../db/connection.ts'
import { insertPlan } from './partner-order-store.ts'

/** Sets a product group's commission from a day on, with audit. False if it has a plan from that day on already. */
export async function addPlan(
  tx: Tx,
  tenant: string,
  { group, cents, validFrom }: { group: string; cents: number; validFrom: string },
  { actor, now }: { actor: Actor; now: Temporal.Instant },
): Promise<boolean> {
  const planId = uuidv7()
  const plan = { planId, group, cents, validFrom, at: now, by: actor.id }
  if (!(await insertPlan(tx, tenant, plan))) return false
  await audit(tx, tenant, {
    at: now,
    actor,
    action: 'commission-plan-added',
    subjectKind: 'commission-plan',
    subjectId: planId,
    change: { before: null, after: { group, cents, from: validFrom } },
  })
  return true
}
