import { showAgentVariables, showVariables as endpoint } from '../../contract/content.ts'
import { tenantVariables } from '../../domain/content-variables.ts'
import { checkAgents } from '../catalogue/agent-view.ts'
import { findAgent, type Agent } from '../catalogue/agent-store.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'

export const showVariables = serve(endpoint, async ({ tenant, locale, body }) =>
  chosen(tenantVariables(tenant, locale), body),
)

export const showVariablesOfAgent = serve(showAgentVariables, async (call) => {
  const { tenant, params, body } = call
  checkAgents(tenant)
  const agent = await call.transaction((tx) => findAgent(tx, tenant.code, params.id))
  if (!agent) throw fail('not-found')
  return chosen(agentVariables(agent), body)
})

const agentVariables = (agent: Agent): Record<string, string> => ({
  'agentur.nummer': agent.agent_id,
  'agentur.name': `${agent.first_name} ${agent.last_name}`,
  'agentur.vorname': agent.first_name,
  'agentur.nachname': agent.last_name,
  'agentur.plz': agent.zip,
  'agentur.ort': agent.city,
})

function chosen(values: Record<string, string>, names: string[] | null) {
  const all = names === null || names.length === 0
  const wanted = new Set((names ?? []).map((name) => name.toLowerCase()))
  return {
    variables: Object.entries(values)
      .filter(([name]) => all || wanted.has(name))
      .map(([name, value]) => ({ name, value })),
  }
}
