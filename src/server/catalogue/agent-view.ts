import type { z } from 'zod'
import type { agent } from '../../contract/produkt.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { fail } from '../errors.ts'
import type { Agent } from './agent-store.ts'

/** Throws if the tenant recommends without agents (ModuleAgentRecommendation). */
export function checkAgents(tenant: Pick<Tenant, 'agentReferral'>): void {
  if (!tenant.agentReferral) throw fail('not-found')
}

export const agentView = (tenant: Pick<Tenant, 'code'>, row: Agent): z.output<typeof agent> => ({
  firstName: row.first_name,
  lastName: row.last_name,
  zip: row.zip,
  city: row.city,
  id: row.agent_id,
  photo: `/api/v1/${tenant.code}/produkt/berater/${encodeURIComponent(row.agent_id)}/foto`,
})
