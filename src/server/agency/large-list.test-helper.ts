import { expect } from 'vitest'
import { correctCounts, partStep, sumList, type ReportList } from '../reports/sums-store.ts'
import type { Tx } from '../db/connection.ts'

/** Pretends the list has more rows than are counted one by one; `stepSize` rows are a step of names. */
export async function makeLarge(
  tx: Tx,
  tenant: string,
  list: ReportList,
  stepSize: number,
): Promise<number> {
  await tx
    .insertInto('report_lists')
    .values({ tenant, kind: list.kind, agency_id: list.agencyId })
    .execute()
  await sumList(tx, tenant, list)
  const steps = await partStep(tx, tenant, list, { from: '', to: null }, stepSize)
  await correctCounts(tx, tenant)
  expect(await correctCounts(tx, tenant)).toBe(0)
  return steps
}
