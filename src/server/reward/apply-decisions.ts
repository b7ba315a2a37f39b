import { secondsToTakeBack, type Refusal } from '../../domain/refusal.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, system, type Actor } from '../base/audit-store.ts'
import type { Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import {
  dropDecision,
  dropDecisions,
  findDecision,
  keepAtWork,
  keepDecision,
  listDecisions,
  listDueDecisions,
  type Decision,
  type DueDecision,
} from '../order/decision-store.ts'
import { lockOrder, lockOrders } from '../order/store.ts'
import { perSet, runInSets } from '../run-in-sets.ts'
import { refuseOrders } from './refuse-orders.ts'
import { countApart, releaseOrders } from './release-order.ts'
import { listEmails } from './release-store.ts'

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

/**
 * Applies due decisions, in their order and in sets of a transaction each, which also deletes them; returns the number. Idempotent and safe in
 * parallel. One that fails is logged and retried by the next run.
 */
export async function applyDecisions(deps: Deps, tenant: Tenant, atOnce = perSet): Promise<number> {
  const { code } = tenant
  const [due, emails] = await withTenant(deps.db, code, async (tx) => {
    const found = await listDueDecisions(tx, code, deps.clock.now())
    const numbers = found.map(({ number }) => number)
    return [found, await listEmails(tx, code, numbers)] as const
  })
  let applied = 0
  await runInSets(due, {
    sizeOf: (left) => countAlike(left.slice(0, atOnce), emails),
    work: async (some) => {
      const done = await withTenant(deps.db, code, (tx) =>
        applySome(
          tx,
          deps,
          tenant,
          some.map(({ number }) => number),
        ),
      )
      applied += done.applied
      return some.filter(({ number }) => done.left.has(number))
    },
    failed: ({ number }, error) => {
      const message = error instanceof Error ? error.message : String(error)
      deps.log.error({ err: { message }, tenant: code, order: number }, 'A decision failed')
    },
  })
  return applied
}

/** How many go together: either refusals, or releases of different people. What a release leaves of a cap decides whom a later refusal is told. */
function countAlike(left: readonly DueDecision[], emails: ReadonlyMap<string, string>): number {
  const { isRefusal } = left[0]!
  const end = left.findIndex((one) => one.isRefusal !== isRefusal)
  const alike = end === -1 ? left : left.slice(0, end)
  return isRefusal ? alike.length : countApart(alike.map(({ number }) => emails.get(number) ?? ''))
}

async function applySome(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  numbers: readonly string[],
): Promise<{ applied: number; left: ReadonlySet<string> }> {
  const { code } = tenant
  await lockOrders(tx, code, numbers)
  const now = deps.clock.now()
  const found = await listDecisions(tx, code, numbers)
  const decisions = new Map(found.map((one) => [one.orderNumber, one]))
  // Some may have been undone, replaced or applied meanwhile.
  const due = numbers
    .flatMap((number) => decisions.get(number) ?? [])
    .filter(({ dueAt }) => Temporal.Instant.compare(dueAt, now) <= 0)
  const clerks = due.flatMap(({ actor }) => (actor.kind === 'agency-user' ? actor.id : []))
  const atWork = await keepAtWork(tx, code, clerks)
  // A decision lapses if its user was removed or the agency stopped.
  const lapses = ({ actor }: Decision) => actor.kind === 'agency-user' && !atWork.has(actor.id)
  for (const { orderNumber } of due.filter(lapses))
    await note(tx, code, orderNumber, now, system, 'order-decision-dropped')
  const standing = due.filter((one) => !lapses(one))
  const released = await releaseOrders(
    tx,
    deps,
    tenant,
    standing.flatMap(({ orderNumber, refusal }) => (refusal ? [] : orderNumber)),
    (number) => decisions.get(number)!.actor,
  )
  const refused = await refuseOrders(
    tx,
    deps,
    tenant,
    standing.flatMap(({ orderNumber: number, refusal, actor }) =>
      refusal ? { number, refusal, actor } : [],
    ),
  )
  const left = new Set(
    standing
      .map(({ orderNumber }) => orderNumber)
      .filter((number) => !released.has(number) && !refused.has(number)),
  )
  await dropDecisions(
    tx,
    code,
    due.flatMap(({ orderNumber }) => (left.has(orderNumber) ? [] : orderNumber)),
  )
  const applied =
    [...released.values()].filter(({ kind }) => kind === 'released').length +
    [...refused.values()].filter((answer) => answer === 'refused').length
  return { applied, left }
}

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
