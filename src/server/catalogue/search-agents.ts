import { searchAgents as endpoint } from '../../contract/produkt.ts'
import { searchWords } from '../../domain/agent-search.ts'
import { serve } from '../serve.ts'
import { searchAgents as findAgents } from './agent-store.ts'
import { agentView, checkAgents } from './agent-view.ts'

const defaultPageSize = 6 // spec section 9

export const searchAgents = serve(endpoint, async ({ tenant, query, transaction }) => {
  checkAgents(tenant)
  const { page = 1, pageSize = defaultPageSize } = query
  const words = searchWords(query.query ?? '')
  const { agents, total } = await transaction((tx) =>
    findAgents(tx, tenant.code, words, { page, pageSize }),
  )
  return {
    agents: agents.map((row) => agentView(tenant, row)),
    hasNext: page * pageSize < total,
    pageCount: Math.ceil(total / pageSize),
    totalCount: total,
  }
})
