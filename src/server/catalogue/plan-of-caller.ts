import { planToKeep, type KeptPlan } from '../../domain/bonus.ts'
import type { Call } from '../context.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { findAgencyOfAgent } from './agent-store.ts'
import { findAgencyOf, isAgencyActive, listPlans } from './bonus-plan-store.ts'
import { loadCatalogue, underPlanOf, type Catalogue } from './load-catalogue.ts'

type Asked = Pick<Call, 'tenant' | 'caller' | 'today'>
type Belonging = { agency_id: string | null; agency_user_id: string | null }

/**
 * Whose a referral is: of the agency of the agent whose advice was asked for, else of the one that brought the referrer. Null where the
 * tenant has no agencies, or neither belongs to one.
 */
export function agencyOfReferral(
  tenant: Pick<Call['tenant'], 'agencies'>,
  agent: Belonging | null,
  referrer: Belonging,
): { agency_id: string; agency_user_id: string | null } | null {
  const { agency_id, agency_user_id } = agent ?? referrer
  return tenant.agencies && agency_id ? { agency_id, agency_user_id } : null
}

/**
 * The agency's plan that a referral would keep if the caller made it now, through that agent where one is named: for referrers who
 * belong to an agency that is at work, and for people of one. Null for everybody else: products earn what they earn.
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

/** What a referral of the agency keeps today; null while the agency is not at work: then the referral is not its. */
export async function planOfReferral(
  ...[tx, tenant, agencyId, today]: AgencyDay
): Promise<KeptPlan | null> {
  const [isActive, plan] = await together([
    () => isAgencyActive(tx, tenant, agencyId),
    () => planOfAgency(tx, tenant, agencyId, today),
  ])
  return isActive ? plan : null
}

/** The catalogue with the amounts that the caller's referrals would earn, and the plan behind them where there is one. */
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
