import { sql } from 'kysely'
import { pauseDays, type ClawbackFilter } from '../../domain/clawback.ts'
import { startOfLocalDay } from '../../domain/dates.ts'
import type { Tx } from '../db/connection.ts'
import { afterKey, type RowKey } from '../db/keyset.ts'
import type { Clawback } from '../reward/clawback-store.ts'

export type ClawbackRow = Clawback & {
  order_number: string | null
  beneficiary: 'referrer' | 'recipient'
  account_id: string | null
  recipient_number: string | null
  taken_as: 'cash' | 'voucher' | null
  paid_at: Temporal.Instant | null
  name: string | null
}

const withReward = (tenant: string, found: ReturnType<typeof sql>) => sql`
  select found.*, rewards.order_number, rewards.beneficiary, rewards.account_id, rewards.recipient_number, rewards.taken_as,
    rewards.paid_at, nullif(trim(case rewards.beneficiary when 'recipient' then recipients.first_name || ' ' || recipients.last_name
      else accounts.first_name || ' ' || accounts.last_name end), '') as name
  from (${found}) found
    join rewards on rewards.tenant = ${tenant} and rewards.reward_id = found.reward_id
    left join accounts on accounts.tenant = ${tenant} and accounts.account_id = rewards.account_id
      and accounts.deleted_at is null
    left join recipients on recipients.tenant = ${tenant} and recipients.number = rewards.recipient_number`

const orders = { Seit: sql`opened_at`, RestCent: sql`left_cents` } as const

type Asked = {
  states: readonly ClawbackFilter[]
  today: Temporal.PlainDate
  orderBy: keyof typeof orders
  descending: boolean
  limit: number
}

export const isProposed = sql`closed_at is null and proposed_at is not null`

/** Open, and waiting neither for a second person nor for somebody who was reminded lately. */
export const needsSomebody = (today: Temporal.PlainDate) => {
  const paused = startOfLocalDay(today.subtract({ days: pauseDays - 1 })).toString()
  return sql`closed_at is null and proposed_at is null and (reminded_at is null or reminded_at < ${paused})`
}

function where(tenant: string, { states, today }: Pick<Asked, 'states' | 'today'>) {
  const ofState = {
    offen: sql`(closed_at is null and proposed_at is null)`,
    vorgeschlagen: sql`(${isProposed})`,
    erledigt: sql`closed_at is not null`,
    'zu-tun': sql`(${needsSomebody(today)})`,
  }
  return sql`tenant = ${tenant} and (${sql.join(
    states.map((state) => ofState[state]),
    sql` or `,
  )}) ${states.includes('erledigt') ? sql`` : sql`and closed_at is null`}`
}

/** A page of clawbacks, and how many match with what is left of them. */
export async function listClawbackRows(
  tx: Tx,
  tenant: string,
  asked: Asked & { offset: number },
): Promise<{ rows: ClawbackRow[]; count: number; cents: number }> {
  const matches = where(tenant, asked)
  const way = asked.descending ? sql`desc` : sql`asc`
  const by = sql`${orders[asked.orderBy]} ${way}, reward_id ${way}`
  const page = sql`select * from clawbacks where ${matches} order by ${by} limit ${asked.limit} offset ${asked.offset}`
  const { rows } = await sql<ClawbackRow>`
    select * from (${withReward(tenant, page)}) rows order by ${by}`.execute(tx)
  const { rows: sums } = await sql<{ count: number; cents: number }>`
    select count(*)::int as count, coalesce(sum(left_cents), 0)::bigint as cents from clawbacks where ${matches}`.execute(
    tx,
  )
  return { rows, ...sums[0]! }
}

/** The clawbacks after a key. */
export async function readClawbacksAfter(
  tx: Tx,
  tenant: string,
  asked: Asked & { after: RowKey | null },
): Promise<ClawbackRow[]> {
  const { orderBy, descending, after, limit } = asked
  const way = descending ? sql`desc` : sql`asc`
  const column = orders[orderBy]
  const by = sql`${column} ${way}, reward_id ${way}`
  const page = sql`select * from clawbacks
    where ${where(tenant, asked)} and ${afterKey(after, { column, id: sql`reward_id`, descending })}
    order by ${by} limit ${limit}`
  const { rows } = await sql<ClawbackRow>`
    select * from (${withReward(tenant, page)}) rows order by ${by}`.execute(tx)
  return rows
}

export async function readClawback(
  tx: Tx,
  tenant: string,
  rewardId: string,
): Promise<ClawbackRow | undefined> {
  const one = sql`select * from clawbacks where tenant = ${tenant} and reward_id = ${rewardId}`
  const { rows } = await sql<ClawbackRow>`${withReward(tenant, one)}`.execute(tx)
  return rows[0]
}
