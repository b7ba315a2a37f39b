import type { Deps } from '../context.ts'
import { demoCodes } from './demo-codes.ts'
import type { DemoTenant } from './demo-tenants.ts'

/** Creates the demo tenants with their people at the first start. Existing ones keep their data, and nothing is loaded for them. */
export async function seedDemo(deps: Deps, tenants?: DemoTenant[]): Promise<void> {
  deps.tenants.forget()
  const known = new Set((await deps.tenants.all()).map((tenant) => tenant.code))
  if (!tenants && demoCodes.every((code) => known.has(code))) return
  const { seedTenant } = await import('./seed-tenant.ts')
  const wanted = tenants ?? (await import('./demo-tenants.ts')).demoTenants
  for (const demo of wanted) if (!known.has(demo.tenant.code)) await seedTenant(deps, demo)
}
