import type { Tx } from '../db/connection.ts'
import { lockStoredTenant, saveTenant } from '../tenant/store.ts'
import type { DemoTenant } from './tenants/demo-tenant.ts'

/** Adds settings missing in older demo tenants; existing ones stay. */
export async function completeTenant(
  tx: Tx,
  { tenant: wanted }: DemoTenant,
  now: Temporal.Instant,
): Promise<void> {
  const stored = await lockStoredTenant(tx, wanted.code)
  if (!stored) return
  const content = { ...wanted.content, ...stored.content }
  const lacks =
    Object.keys(wanted).some((name) => !(name in stored)) ||
    Object.keys(content).length > Object.keys(stored.content ?? {}).length
  if (!lacks) return
  const completed = { ...wanted, ...stored }
  await saveTenant(
    tx,
    stored.content || wanted.content ? { ...completed, content: content as never } : completed,
    now,
  )
}
