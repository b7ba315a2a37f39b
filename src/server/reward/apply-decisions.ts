import { secondsToTakeBack, type Refusal } from '../../domain/refusal.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { isDatabaseAway } from '../answer-error.ts'
import { audit, system, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import {
  dropDecision,
  findDecision,
  keepAtWork,
  keepDecision,
  listDueDecisions,
} from '../order/decision-store.ts'
import { lockOrder } from '../order/store.ts'
import { refuseOrder } from './refuse-order.ts'
import { releaseOrder } from './release-order.ts'

/** Stores a decision about an order locked by the caller; it is applied when it can no longer be undone. */
export async function noteDecision(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  orderNumber: string,
  refusal: Refusal | null,
  actor: Actor,
): Promise<Temporal.Instant> {
  const at = deps.clock.now()
  const dueAt = at.add({ seconds: secondsToTakeBack })
  await keepDecision(tx, tenant, { orderNumber, refusal, actor, dueAt }, at)
  await note(tx, tenant, orderNumber, at, actor, `order-${refusal ? 'refusal' : 'release'}-decided`)
  return dueAt
}

/** Locks the order, as every decision does. False: too late, or nothing pending. */
export async function takeBackDecision(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  tenant: string,
  orderNumber: string,
  actor: Actor,
): Promise<boolean> {
  await lockOrder(tx, tenant, orderNumber)
  const decision = await findDecision(tx, tenant, orderNumber)
  const at = deps.clock.now()
  if (!decision || Temporal.Instant.compare(decision.dueAt, at) <= 0) return false
  await dropDecision(tx, tenant, orderNumber)
  await note(tx, tenant, orderNumber, at, actor, 'order-decision-taken-back')
  return true
}

/** Applies decisions in the background after the undo period. If the process ends first, the sweep does it within a minute. */
export function applySoon(deps: Deps, tenant: Tenant): void {
  const apply = () =>
    applyDecisions(deps, tenant).catch((error: unknown) =>
      deps.log.warn({ err: { message: (error as Error).message } }, 'decisions wait for the sweep'),
    )
  setTimeout(() => void apply(), secondsToTakeBack * 1000 + 100).unref()
}

/** Applies due decisions, each in one transaction that also deletes it. Idempotent and safe in parallel. */
export async function applyDecisions(deps: Deps, tenant: Tenant): Promise<number> {
  const now = deps.clock.now()
  const due = await withTenant(deps.db, tenant.code, (tx) => listDueDecisions(tx, tenant.code, now))
  let applied = 0
  for (const number of due) {
    try {
      const done = await retryConflict(() =>
        withTenant(deps.db, tenant.code, (tx) => applyDecision(tx, deps, tenant, number)),
      )
      if (done) applied++
    } catch (error) {
      if (isDatabaseAway(error)) throw error
      const message = error instanceof Error ? error.message : String(error)
      deps.log.error({ err: { message }, tenant: tenant.code, order: number }, 'A decision failed')
    }
  }
  return applied
}

async function applyDecision(tx: Tx, deps: Deps, tenant: Tenant, number: string): Promise<boolean> {
  const { code } = tenant
  await lockOrder(tx, code, number)
  const decision = await findDecision(tx, code, number)
  const now = deps.clock.now()
  // Undone, replaced or applied meanwhile.
  if (!decision || Temporal.Instant.compare(decision.dueAt, now) > 0) return false
  await dropDecision(tx, code, number)
  const { refusal, actor } = decision
  if (!(await mayStillDecide(tx, code, actor))) {
    await note(tx, code, number, now, system, 'order-decision-dropped')
    return false
  }
  if (refusal) return (await refuseOrder(tx, deps, tenant, number, refusal, actor)) === 'refused'
  return (await releaseOrder(tx, deps, tenant, number, actor)).kind === 'released'
}

/** A decision lapses if its user was removed or the agency stopped. */
const mayStillDecide = async (tx: Tx, tenant: string, { kind, id }: Actor): Promise<boolean> =>
  kind !== 'agency-user' || (await keepAtWork(tx, tenant, id))

const note = (
  tx: Tx,
  tenant: string,
  orderNumber: string,
  at: Temporal.Instant,
  actor: Actor,
  action:
    | 'order-refusal-decided'
    | 'order-release-decided'
    | 'order-decision-taken-back'
    | 'order-decision-dropped',
) => audit(tx, tenant, { at, actor, action, subjectKind: 'order', subjectId: orderNumber })
