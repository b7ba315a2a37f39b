import { dropEmptyCounts, foldDeltas } from '../base/report-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'

const atOnce = 10_000

/** Folds what changed in the agencies' lists into their sums, so that few changes have to be added up for a page. */
export async function foldReports({ db }: Pick<Deps, 'db'>, tenant: string): Promise<void> {
  let folded = 0
  for (;;) {
    const now = await withTenant(db, tenant, (tx) => foldDeltas(tx, tenant, atOnce))
    folded += now
    if (now < atOnce) break
  }
  if (folded > 0) await withTenant(db, tenant, (tx) => dropEmptyCounts(tx, tenant))
}
