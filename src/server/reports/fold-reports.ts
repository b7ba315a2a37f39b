import {
  dropEmptyCounts,
  foldDeltas,
  listLarge,
  noteLarge,
  partLargeSteps,
  sumList,
  type ReportList,
} from './sums-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'

const atOnce = 10_000

/**
 * Folds changes of the agencies' lists into their sums, so that pages add up few. New large lists get sums, and large name steps
 * are split.
 */
export async function foldReports({ db }: Pick<Deps, 'db'>, tenant: string): Promise<void> {
  const changed = new Map<string, ReportList>()
  const keyOf = ({ kind, agencyId }: ReportList) => `${kind} ${agencyId}`
  for (;;) {
    const { folded, lists } = await withTenant(db, tenant, (tx) => foldDeltas(tx, tenant, atOnce))
    for (const list of lists) changed.set(keyOf(list), list)
    if (folded < atOnce) break
  }
  for (const list of changed.values())
    await withTenant(db, tenant, async (tx) => {
      await dropEmptyCounts(tx, tenant, list)
      await noteLarge(tx, tenant, list)
    })
  const large = await withTenant(db, tenant, (tx) => listLarge(tx, tenant))
  for (const list of large) {
    if (!list.summed) await withTenant(db, tenant, (tx) => sumList(tx, tenant, list))
    else if (changed.has(keyOf(list)))
      await withTenant(db, tenant, (tx) => partLargeSteps(tx, tenant, list))
  }
}
