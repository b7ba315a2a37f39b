import { showAgent as endpoint } from '../../contract/produkt.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { findAgent } from './agent-store.ts'
import { agentView, checkAgents } from './agent-view.ts'

export const showAgent = serve(endpoint, async ({ tenant, params, transaction }) => {
  checkAgents(tenant)
  const agent = await transaction((tx) => findAgent(tx, tenant.code, params.id))
  if (!agent) throw fail('not-found')
  return agentView(tenant, agent)
})
