import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { afterKey, type RowKey } from '../db/keyset.ts'
import { pickPage } from '../db/pick-page.ts'

export type GoodwillRequest = {
  request_id: string
  account_id: string
  cents: number
  reason: string
  proposed_by: string
  proposed_at: Temporal.Instant
  version: number
  decided_by: string | null
  decided_at: Temporal.Instant | null
  outcome: 'granted' | 'refused' | null
  decision_reason: string | null
}

export type GoodwillRow = GoodwillRequest & { first_name: string; last_name: string; email: string }

/** 'open': the person has another one that waits; 'taken': the id is another reward’s. */
export async function insertRequest(
  tx: Tx,
  tenant: string,
  asked: { id: string; accountId: string; cents: number; reason: string; by: string },
  at: Temporal.Instant,
): Promise<'done' | 'open' | 'taken'> {
  const { id, accountId, cents, reason, by } = asked
  const taken = await sql`
    select from rewards where tenant = ${tenant} and reward_id = ${id}`.execute(tx)
  if (taken.rows.length > 0) return 'taken'
  const { rows } = await sql`
    insert into goodwill_requests (tenant, request_id, account_id, cents, reason, proposed_by, proposed_at)
    values (${tenant}, ${id}, ${accountId}, ${cents}, ${reason}, ${by}, ${at.toString()})
    on conflict (tenant, account_id) where decided_at is null do nothing returning 1`.execute(tx)
  return rows.length > 0 ? 'done' : 'open'
}

const columns = sql`goodwill_requests.*, accounts.first_name, accounts.last_name, accounts.email`

export async function findRequest(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<GoodwillRow | undefined> {
  const { rows } = await sql<GoodwillRow>`
    select ${columns} from goodwill_requests
      join accounts on accounts.tenant = ${tenant} and accounts.account_id = goodwill_requests.account_id
    where goodwill_requests.tenant = ${tenant} and request_id = ${id}`.execute(tx)
  return rows[0]
}

/** The request, locked until the transaction ends. */
export async function lockRequest(
  tx: Tx,
  tenant: string,
  id: string,
): Promise<GoodwillRequest | undefined> {
  const { rows } = await sql<GoodwillRequest>`
    select * from goodwill_requests where tenant = ${tenant} and request_id = ${id} for no key update`.execute(
    tx,
  )
  return rows[0]
}

export async function decideRequest(
  tx: Tx,
  tenant: string,
  id: string,
  decided: { outcome: 'granted' | 'refused'; reason: string; by: string; at: Temporal.Instant },
): Promise<void> {
  await sql`
    update goodwill_requests set outcome = ${decided.outcome}, decision_reason = ${decided.reason}, decided_by = ${decided.by},
      decided_at = ${decided.at.toString()}, version = version + 1
    where tenant = ${tenant} and request_id = ${id} and decided_at is null`.execute(tx)
}

const ofState = {
  offen: sql`decided_at is null`,
  gewaehrt: sql`outcome = 'granted'`,
  abgelehnt: sql`outcome = 'refused'`,
}
type RequestState = keyof typeof ofState

const where = (tenant: string, states: readonly RequestState[]) =>
  sql`goodwill_requests.tenant = ${tenant} and (${sql.join(
    states.map((state) => ofState[state]),
    sql` or `,
  )})`

const orders = { Seit: sql`proposed_at`, WertCent: sql`cents` } as const

/** A page of requests, and how many there are with which sum; null: too many to add up. */
export async function listRequests(
  tx: Tx,
  tenant: string,
  asked: {
    states: readonly RequestState[]
    orderBy: keyof typeof orders
    descending: boolean
    limit: number
    offset: number
  },
): Promise<{ rows: GoodwillRow[]; count: number; cents: number | null }> {
  const column = orders[asked.orderBy]
  const { ids, count, cents } = await pickPage(tx, {
    ...asked,
    table: sql`goodwill_requests`,
    id: sql`request_id`,
    column,
    cents: sql`cents`,
    matches: where(tenant, asked.states),
  })
  const way = asked.descending ? sql`desc` : sql`asc`
  const { rows } = await sql<GoodwillRow>`
    select ${columns} from goodwill_requests
      join accounts on accounts.tenant = ${tenant} and accounts.account_id = goodwill_requests.account_id
    where goodwill_requests.tenant = ${tenant} and request_id = any (${ids}::uuid[])
    order by ${column} ${way}, request_id ${way}`.execute(tx)
  return { rows, count, cents }
}

/** The requests after a key. */
export async function readRequestsAfter(
  tx: Tx,
  tenant: string,
  asked: {
    states: readonly RequestState[]
    orderBy: keyof typeof orders
    descending: boolean
    after: RowKey | null
    limit: number
  },
): Promise<GoodwillRow[]> {
  const { states, orderBy, descending, after, limit } = asked
  const way = descending ? sql`desc` : sql`asc`
  const column = orders[orderBy]
  const by = sql`${column} ${way}, request_id ${way}`
  const { rows } = await sql<GoodwillRow>`
    select ${columns} from (select * from goodwill_requests
      where ${where(tenant, states)} and ${afterKey(after, { column, id: sql`request_id`, descending })}
      order by ${by} limit ${limit}) goodwill_requests
    join accounts on accounts.tenant = ${tenant} and accounts.account_id = goodwill_requests.account_id
    order by ${by}`.execute(tx)
  return rows
}

/** Of one account, newest first. */
export async function listRequestsOf(
  tx: Tx,
  tenant: string,
  accountId: string,
): Promise<GoodwillRequest[]> {
  const { rows } = await sql<GoodwillRequest>`
    select * from goodwill_requests where tenant = ${tenant} and account_id = ${accountId}
    order by proposed_at desc limit 100`.execute(tx)
  return rows
}

export async function forgetRequests(
  tx: Tx,
  tenant: string,
  accounts: readonly string[],
): Promise<void> {
  await sql`
    delete from goodwill_requests where tenant = ${tenant} and account_id = any (${[...accounts]}::uuid[])`.execute(
    tx,
  )
}
