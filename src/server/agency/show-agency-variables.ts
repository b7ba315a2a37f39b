import { showAgentVariables as endpoint } from '../../contract/content.ts'
import { findAgent, type Agent } from '../catalogue/agent-store.ts'
import { chosen } from '../content/show-variables.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { findActiveAgencyByNumber } from './store.ts'

/** For an agent open to customers, or an agency by number (spec section 7.5). */
export const showAgentVariables = serve(endpoint, async (call) => {
  const { tenant, params, body } = call
  const values = await call.transaction(async (tx) => {
    const agent = tenant.agentReferral ? await findAgent(tx, tenant.code, params.id) : undefined
    if (agent) return agentVariables(agent)
    const agency = tenant.agencies
      ? await findActiveAgencyByNumber(tx, tenant.code, params.id)
      : undefined
    return agency && agencyVariables(agency)
  })
  if (!values) throw fail('not-found')
  return chosen(values, body)
})

type Place = { number: string; name: string; zip: string | null; city: string | null }

const agencyVariables = ({ number, name, zip, city }: Place): Record<string, string> => ({
  'agentur.nummer': number,
  'agentur.name': name,
  'agentur.plz': zip ?? '',
  'agentur.ort': city ?? '',
})

const agentVariables = (agent: Agent): Record<string, string> => ({
  ...agencyVariables({
    number: agent.agent_id,
    name: `${agent.first_name} ${agent.last_name}`,
    zip: agent.zip,
    city: agent.city,
  }),
  'agentur.vorname': agent.first_name,
  'agentur.nachname': agent.last_name,
})
