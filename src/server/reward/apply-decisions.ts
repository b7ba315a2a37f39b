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

/** Notes what was decided about an order that the caller has locked; it is done once it can no longer be taken back. */
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

/** Locks the order, as everything that decides about it does. False: it is too late, or nothing waited. */
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

/**
 * Does in the background what was decided, as soon as it can no longer be taken back. A process that ends before leaves it to the sweep,
 * which comes every minute.
 */
export function applySoon(deps: Deps, tenant: Tenant): void {
  const apply = () =>
    applyDecisions(deps, tenant).catch((error: unknown) =>
      deps.log.warn({ err: { message: (error as Error).message } }, 'decisions wait for the sweep'),
    )
  setTimeout(() => void apply(), secondsToTakeBack * 1000 + 100).unref()
}

/** Releases and refuses what fell due, each order in a transaction of its own that also takes its decision away. Safe to run twice and in parallel. */
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
  // Taken back, decided anew or done meanwhile.
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

/** Who was let go, or whose agency was stopped, while the decision waited decides nothing any more. */
const mayStillDecide = async (tx: Tx, tenant: string, { kind, id }: Actor): Promise<boolean> =>
  kind !== 'agency-user' || (await keepAtWork(tx, tenant, id))

const note = (
  tx: Tx,
  tenant: string,
  orderNumber: string,
  at: Temporal.Instant,
  actor: Actor,
  action: string,
) => audit(tx, tenant, { at, actor, action, subjectKind: 'order', subjectId: orderNumber })
