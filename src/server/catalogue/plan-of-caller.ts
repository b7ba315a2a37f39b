import { planToKeep, type KeptPlan } from '../../domain/bonus.ts'
import type { Call } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { findAgencyOfAgent } from './agent-store.ts'
import { findAgencyOf, isAgencyActive, listPlans } from './bonus-plan-store.ts'
import { loadCatalogue, underPlanOf, type Catalogue } from './load-catalogue.ts'

type Asked = Pick<Call, 'tenant' | 'caller' | 'today'>
type Belonging = { agency_id: string | null; agency_user_id: string | null }

/** A referral's agency: of the chosen agent, else of the referrer. Null without agencies, or if neither has one. */
export function agencyOfReferral(
  tenant: Pick<Call['tenant'], 'agencies'>,
  agent: Belonging | null,
  referrer: Belonging,
): { agency_id: string; agency_user_id: string | null } | null {
  const { agency_id, agency_user_id } = agent ?? referrer
  return tenant.agencies && agency_id ? { agency_id, agency_user_id } : null
}

/**
 * The agency plan of a referral made now by the caller, through the given agent if any: for referrers of an active agency and
 * its users. Null for others: products earn their own amount.
 */
export async function planOfCaller(
  tx: Tx,
  { tenant, caller, today }: Asked,
  agentId?: string,
): Promise<KeptPlan | null> {
  if (!tenant.agencies) return null
  const [agent, agencyId] = await together([
    () => (agentId && tenant.agentReferral ? findAgencyOfAgent(tx, tenant.code, agentId) : null),
    () =>
      caller.kind === 'referrer'
        ? findAgencyOf(tx, tenant.code, caller.accountId)
        : caller.kind === 'agency'
          ? caller.agencyId
          : null,
  ])
  const agency = agencyOfReferral(tenant, agent, { agency_id: agencyId, agency_user_id: null })
  if (!agency) return null
  const asked = [tx, tenant.code, agency.agency_id, today] as const
  return caller.kind === 'agency' ? planOfAgency(...asked) : planOfReferral(...asked)
}

type AgencyDay = [tx: Tx, tenant: string, agencyId: string, today: Temporal.PlainDate]

const planOfAgency = async (...[tx, tenant, agencyId, today]: AgencyDay): Promise<KeptPlan> =>
  planToKeep(await listPlans(tx, tenant, agencyId), today.toString())

/** The agency's plan today; null while inactive, as the referral is not its. */
export async function planOfReferral(
  ...[tx, tenant, agencyId, today]: AgencyDay
): Promise<KeptPlan | null> {
  const [isActive, plan] = await together([
    () => isAgencyActive(tx, tenant, agencyId),
    () => planOfAgency(tx, tenant, agencyId, today),
  ])
  return isActive ? plan : null
}

/** The catalogue with the caller's amounts, and the agency plan behind them, if any. */
export async function loadCatalogueFor(
  call: Asked & Pick<Call, 'deps'>,
  agentId?: string,
): Promise<{ catalogue: Catalogue; plan: KeptPlan | null }> {
  const { deps, tenant, caller } = call
  const catalogue = await loadCatalogue(deps, tenant)
  const mayHavePlan = tenant.agencies && (caller.kind === 'referrer' || agentId !== undefined)
  const plan = mayHavePlan
    ? await withTenant(deps.db, tenant.code, (tx) => planOfCaller(tx, call, agentId))
    : null
  return { catalogue: plan ? underPlanOf(catalogue, plan) : catalogue, plan }
}
