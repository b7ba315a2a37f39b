import { planToKeep, type KeptPlan } from '../../domain/bonus.ts'
import type { Call } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { findAgencyOf, listPlans } from './bonus-plan-store.ts'
import { loadCatalogue, underPlanOf, type Catalogue } from './load-catalogue.ts'

type Asked = Pick<Call, 'tenant' | 'caller' | 'today'>

/**
 * The agency's plan that a referral would keep if the caller made it now: for referrers who belong to an agency, and for people of one.
 * Null for everybody else: products earn what they earn.
 */
export async function planOfCaller(
  tx: Tx,
  { tenant, caller, today }: Asked,
): Promise<KeptPlan | null> {
  if (!tenant.agencies) return null
  const agencyId =
    caller.kind === 'referrer'
      ? await findAgencyOf(tx, tenant.code, caller.accountId)
      : caller.kind === 'agency'
        ? caller.agencyId
        : null
  return agencyId === null ? null : planOfAgency(tx, tenant.code, agencyId, today)
}

export const planOfAgency = async (
  tx: Tx,
  tenant: string,
  agencyId: string,
  today: Temporal.PlainDate,
): Promise<KeptPlan> => planToKeep(await listPlans(tx, tenant, agencyId), today.toString())

/** The catalogue with the amounts that the caller's referrals would earn, and the plan behind them where there is one. */
export async function loadCatalogueFor(
  call: Asked & Pick<Call, 'deps'>,
): Promise<{ catalogue: Catalogue; plan: KeptPlan | null }> {
  const { deps, tenant, caller } = call
  const catalogue = await loadCatalogue(deps, tenant)
  const mayHavePlan = tenant.agencies && caller.kind === 'referrer'
  const plan = mayHavePlan
    ? await withTenant(deps.db, tenant.code, (tx) => planOfCaller(tx, call))
    : null
  return { catalogue: plan ? underPlanOf(catalogue, plan) : catalogue, plan }
}
