import { sql } from 'kysely'
import { searchTokens, type SearchWord } from '../../domain/agent-search.ts'
import type { Tx } from '../db/connection.ts'

export type Agent = {
  agent_id: string // the provider's own number
  first_name: string
  last_name: string
  zip: string
  city: string
}

const columns = ['agent_id', 'first_name', 'last_name', 'zip', 'city'] as const

/** An agent open to recommendations, or undefined. */
export async function findAgent(tx: Tx, tenant: string, id: string): Promise<Agent | undefined> {
  return tx
    .selectFrom('agents')
    .select(columns)
    .where('tenant', '=', tenant)
    .where('agent_id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst()
}

/** The agency of a referral through an agent, and the user there: none if they left. Null: none. */
export async function findAgencyOfAgent(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<{ agency_id: string; agency_user_id: string | null } | null> {
  const { rows } = await sql<{ agency_id: string; agency_user_id: string | null }>`
    select u.agency_id, case when u.left_at is null then u.user_id end as agency_user_id
    from agents join agency_users u on u.tenant = ${tenant} and u.user_id = agents.agency_user_id
      join agencies a on a.tenant = ${tenant} and a.agency_id = u.agency_id and a.state = 'active'
    where agents.tenant = ${tenant} and agents.agent_id = ${id} and agents.active`.execute(tx)
  return rows[0] ?? null
}

/** A referral's agent, while open to recommendations. */
export async function findAgentOf(
  tx: Tx,
  tenant: string,
  referral: string,
): Promise<Agent | undefined> {
  return tx
    .selectFrom('referrals as r')
    .innerJoin('agents as a', (join) =>
      join.onRef('a.tenant', '=', 'r.tenant').onRef('a.agent_id', '=', 'r.agent_id'),
    )
    .select(['a.agent_id', 'a.first_name', 'a.last_name', 'a.zip', 'a.city'])
    .where('r.tenant', '=', tenant)
    .where('a.tenant', '=', tenant)
    .where('r.number', '=', referral)
    .where('a.active', '=', true)
    .executeTakeFirst()
}

/** An open agent's picture; null: none, undefined: no such agent. */
export async function findAgentPhoto(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<(Agent & { photo: Buffer | null }) | undefined> {
  return tx
    .selectFrom('agents')
    .select([...columns, 'photo'])
    .where('tenant', '=', tenant)
    .where('agent_id', '=', id)
    .where('active', '=', true)
    .executeTakeFirst()
}

/** A page of agents matching every word (searchWords), best first, then by name; all without words. `page` counts from 1. */
export async function searchAgents(
  tx: Tx,
  tenant: string,
  words: readonly SearchWord[],
  { page, pageSize }: { page: number; pageSize: number },
): Promise<{ agents: Agent[]; total: number }> {
  const found = words.map(
    ({ tokens, needed }) => sql`
      select agent_id, count(*) as hits from agent_tokens
      where tenant = ${tenant} and token = any(${tokens})
      group by agent_id having count(*) >= ${needed}`,
  )
  const { rows } = await sql<Agent & { total: number }>`
    select a.agent_id, a.first_name, a.last_name, a.zip, a.city, count(*) over () as total
    from agents a
    ${
      found.length === 0
        ? sql``
        : sql`join (
            select agent_id, sum(hits) as hits from (${sql.join(found, sql` union all `)}) words
            group by agent_id having count(*) = ${found.length}
          ) matches using (agent_id)`
    }
    where a.tenant = ${tenant} and a.active
    order by ${found.length === 0 ? sql`` : sql`matches.hits desc,`} a.last_name, a.first_name, a.agent_id
    limit ${pageSize} offset ${(page - 1) * pageSize}`.execute(tx)
  const total = rows[0]?.total ?? (page > 1 ? await countAgents(tx, tenant, words) : 0)
  return { agents: rows.map(({ total: _total, ...agent }) => agent), total }
}

// A page behind the last has no row for the count.
async function countAgents(tx: Tx, tenant: string, words: readonly SearchWord[]): Promise<number> {
  const { total } = await searchAgents(tx, tenant, words, { page: 1, pageSize: 1 })
  return total
}

/** Saves an agent; reactivates a retired one. `photo` undefined keeps the picture. */
export async function saveAgent(
  tx: Tx,
  tenant: string,
  agent: Agent,
  photo?: Buffer | null,
): Promise<void> {
  const row = { ...agent, active: true, ...(photo === undefined ? {} : { photo }) }
  await tx
    .insertInto('agents')
    .values({ tenant, ...row })
    .onConflict((conflict) => conflict.columns(['tenant', 'agent_id']).doUpdateSet(row))
    .execute()
  await tx
    .deleteFrom('agent_tokens')
    .where('tenant', '=', tenant)
    .where('agent_id', '=', agent.agent_id)
    .execute()
  const tokens = searchTokens([agent.first_name, agent.last_name, agent.zip, agent.city])
  await tx
    .insertInto('agent_tokens')
    .values(tokens.map((token) => ({ tenant, token, agent_id: agent.agent_id })))
    .execute()
}

/** Deactivates agents not in `present`; returns the number. Referrals keep their agent. */
export async function retireAgents(
  tx: Tx,
  tenant: string,
  present: readonly string[],
): Promise<number> {
  const { rows } = await sql`
    update agents set active = false
    where tenant = ${tenant} and active and not agent_id = any(${present})
    returning agent_id`.execute(tx)
  return rows.length
}

/** Links an agent of the directory to an agency user. */
export async function linkAgent(
  tx: Tx,
  tenant: string,
  agentId: string,
  userId: string,
): Promise<void> {
  await tx
    .updateTable('agents')
    .set({ agency_user_id: userId })
    .where('tenant', '=', tenant)
    .where('agent_id', '=', agentId)
    .execute()
}
