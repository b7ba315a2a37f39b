import { mayAt } from '../../domain/operator-abilities.ts'
import type { SelectionKind } from '../../domain/selection.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, system, type Actor } from '../base/audit-store.ts'
import {
  countOutcomes,
  endItem,
  findSelection,
  lockSelection,
  takeItem,
  updateSelection,
  type Selection,
} from '../base/selection-store.ts'
import { atQueue, type Deps } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { rolesAtWork } from '../team/still-at-work.ts'
import { bulkKinds, sayReason, type BulkKind, type Why } from './bulk-kinds.ts'

/**
 * Carries out a selection, an item per transaction. It may be killed at any moment and run twice at once: an item's outcome commits
 * with its decision. Ends early if it was stopped, or if whoever started it lost the right or is shut out.
 */
export async function runSelection(
  given: Deps,
  code: string,
  id: string,
  signal?: AbortSignal,
): Promise<void> {
  // It may be one of jobs.
  const deps = atQueue(given)
  const tenant = await deps.tenants.get(code)
  for (;;) {
    signal?.throwIfAborted()
    const taken: { item?: string } = {}
    try {
      const step = () =>
        withTenant(deps.db, code, (tx) => carryOutNext(tx, deps, tenant, id, taken))
      if (!(await retryConflict(step))) return
    } catch (error) {
      if (!taken.item) throw error
      const item = taken.item
      deps.log.error(
        { tenant: code, item, err: { message: (error as Error).message } },
        'bulk item',
      )
      await withTenant(deps.db, code, (tx) => skip(tx, code, id, item, 'failed'))
    }
  }
}

const skip = (tx: Tx, code: string, id: string, item: string, why: Why) =>
  endItem(tx, code, id, { id: item, why })

/** False: nothing is left to do. */
async function carryOutNext(
  tx: Tx,
  deps: Deps,
  tenant: Tenant,
  id: string,
  taken: { item?: string },
): Promise<boolean> {
  const { code } = tenant
  const selection = await findSelection(tx, code, id)
  const kind = selection && bulkKinds[selection.kind as SelectionKind]
  if (!kind || selection.state !== 'running' || !selection.started_by) return false
  if (!(await isAllowed(tx, deps, code, selection.started_by, kind.needs))) {
    await endByItself(tx, deps, code, selection, 'stopped')
    return false
  }
  const item = await takeItem(tx, code, id)
  if (!item) {
    const { count, done, skipped } = await countOutcomes(tx, code, id)
    // Another worker may hold the last ones, and then ends it.
    if (done + skipped === count) await endByItself(tx, deps, code, selection, 'done')
    return false
  }
  taken.item = item.item_id
  const why = await kind.carryOut(tx, deps, tenant, item, {
    verb: selection.verb,
    reason: selection.reason_code ?? '',
    note: selection.note,
    actor: { ...starterOf(selection), selection: id },
    people: [...new Set([selection.started_by, selection.made_by])],
  })
  await endItem(tx, code, id, { id: item.item_id, why })
  return true
}

async function isAllowed(
  tx: Tx,
  deps: Deps,
  code: string,
  operator: string,
  needs: BulkKind['needs'],
): Promise<boolean> {
  return mayAt(await rolesAtWork(tx, code, operator, deps.clock.realNow()), code, needs)
}

const starterOf = (selection: Selection): Actor => ({
  kind: 'operator',
  id: selection.started_by!,
  ...(selection.started_role ? { role: selection.started_role } : {}),
  ...(selection.started_session ? { session: selection.started_session } : {}),
})

/** Stopped: whoever started it has lost the right. */
async function endByItself(
  tx: Tx,
  deps: Pick<Deps, 'clock'>,
  code: string,
  selection: Selection,
  state: 'done' | 'stopped',
): Promise<void> {
  const id = selection.selection_id
  const now = await lockSelection(tx, code, id)
  if (now?.state !== 'running') return
  const at = deps.clock.now()
  await updateSelection(tx, code, id, { state, at })
  const { done, skipped } = await countOutcomes(tx, code, id)
  const subject = { at, subjectKind: 'selection', subjectId: id }
  const before = { state: now.state }
  if (state === 'stopped')
    return audit(tx, code, {
      ...subject,
      actor: system,
      action: 'selection-stopped',
      details: { done, skipped, why: 'right-ended' },
      change: { before, after: { state } },
    })
  return audit(tx, code, {
    ...subject,
    actor: starterOf(selection),
    action: 'selection-done',
    change: { before, after: { state, done, skipped } },
    reason: sayReason(selection.reason_code ?? '', selection.note),
  })
}
