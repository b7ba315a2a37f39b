import { listReportIds, lockSubjects, recordReport, reportKinds } from './rows-store.ts'
import { correctCounts } from './sums-store.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { foldReports } from './fold-reports.ts'

const atOnce = 2_000

/**
 * Rebuilds the rows of agencies' lists and corrects their sums; returns the rows checked and the wrong cells. Safe beside
 * writers.
 */
export async function rebuildReports(
  deps: Pick<Deps, 'db'>,
  tenant: string,
): Promise<{ rows: number; wrongSums: number }> {
  let rows = 0
  for (const kind of reportKinds) {
    let after = ''
    for (;;) {
      const ids = await withTenant(deps.db, tenant, (tx) =>
        listReportIds(tx, tenant, kind, after, atOnce),
      )
      await retryConflict(() =>
        withTenant(deps.db, tenant, async (tx) => {
          await lockSubjects(tx, tenant, kind, ids)
          await recordReport(tx, tenant, kind, ids)
        }),
      )
      rows += ids.length
      if (ids.length < atOnce) break
      after = ids.at(-1)!
    }
  }
  await foldReports(deps, tenant)
  const wrongSums = await withTenant(deps.db, tenant, (tx) => correctCounts(tx, tenant))
  return { rows, wrongSums }
}
