import * as contract from '../../contract/produkt.ts'
import { searchWords } from '../../domain/agent-search.ts'
import type { Call } from '../context.ts'
import { serve } from '../serve.ts'
import { searchAgents as findAgents } from './agent-store.ts'
import { agentView, checkAgents } from './agent-view.ts'

const defaultPageSize = 6 // spec section 9

type Query = { query?: string; page?: number; pageSize?: number }

async function search({ tenant, query, transaction }: Call<unknown, Query>) {
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
}

export const searchAgents = serve(contract.searchAgents, search)
export const listAgents = serve(contract.listAgents, search)
