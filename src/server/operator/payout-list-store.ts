import { sql } from 'kysely'
import type { ProposalState } from '../../domain/payout-proposal.ts'
import type { Tx } from '../db/connection.ts'
import { afterKey, type RowKey } from '../db/keyset.ts'
import { proposalState } from '../payout/proposal-state-store.ts'
import { hasIt } from '../payout/cancel-file-store.ts'

export type PayoutRow = {
  proposal_id: string
  state: ProposalState
  proposed_by: string
  proposed_at: Temporal.Instant
  expires_at: Temporal.Instant
  payments: number
  total_cents: number
  approvals: number
  approvals_needed: number
  in_transit: number
  paid: number
  failed: number
  returned: number // of the failed ones
  taken_back: boolean // all its files
  version: number
}

const stateAt = (now: Temporal.Instant) => proposalState(now, 'p')

const row = (tenant: string, now: Temporal.Instant) => sql`
  p.proposal_id, ${stateAt(now)} as state, p.proposed_by, p.proposed_at, p.expires_at, p.payments, p.total_cents, p.approvals_needed, p.version,
  (select count(*)::int from payout_approvals a where a.tenant = ${tenant} and a.proposal_id = p.proposal_id) as approvals,
  coalesce(bank.in_transit, 0) as in_transit, coalesce(bank.paid, 0) as paid, coalesce(bank.failed, 0) as failed,
  coalesce(bank.returned, 0) as returned,
  coalesce(bank.taken_back, false) as taken_back`

const bank = (tenant: string) => sql`
  left join lateral (
    select count(*) filter (where payouts.state = 'in-transit')::int as in_transit,
      count(*) filter (where payouts.state = 'paid')::int as paid,
      count(*) filter (where payouts.state in ('rejected', 'returned'))::int as failed,
      count(*) filter (where payouts.state = 'returned')::int as returned,
      bool_and(b.cancelled_at is not null) as taken_back
    from payout_batches b join payouts on payouts.tenant = ${tenant} and payouts.batch_id = b.batch_id
    where b.tenant = ${tenant} and b.proposal_id = p.proposal_id) bank on true`

export type PayoutOrder = 'VorgeschlagenAm' | 'SummeCent'
const columns = { VorgeschlagenAm: sql`p.proposed_at`, SummeCent: sql`p.total_cents` } as const

const where = (
  tenant: string,
  { states, now }: Pick<Asked, 'states' | 'now'>,
) => sql`p.tenant = ${tenant}
  and ${states.length > 0 ? sql`${stateAt(now)} = any (${[...states]})` : sql`true`}`

type Asked = {
  states: readonly ProposalState[]
  now: Temporal.Instant
  orderBy: PayoutOrder
  descending: boolean
  limit: number
}

export async function listPayoutRows(
  tx: Tx,
  tenant: string,
  { states, now, orderBy, descending, limit, offset }: Asked & { offset: number },
): Promise<{ rows: PayoutRow[]; count: number; cents: number }> {
  const way = descending ? sql`desc` : sql`asc`
  const { rows } = await sql<PayoutRow>`
    select ${row(tenant, now)} from payout_proposals p ${bank(tenant)} where ${where(tenant, { states, now })}
    order by ${columns[orderBy]} ${way}, p.proposal_id ${way} limit ${limit} offset ${offset}`.execute(
    tx,
  )
  const { rows: sums } = await sql<{ count: number; cents: number }>`
    select count(*)::int as count, coalesce(sum(total_cents), 0)::bigint as cents from payout_proposals p
    where ${where(tenant, { states, now })}`.execute(tx)
  return { rows, ...sums[0]! }
}

export async function readPayoutsAfter(
  tx: Tx,
  tenant: string,
  { states, now, orderBy, descending, limit, after }: Asked & { after: RowKey | null },
): Promise<PayoutRow[]> {
  const way = descending ? sql`desc` : sql`asc`
  const column = columns[orderBy]
  const { rows } = await sql<PayoutRow>`
    select ${row(tenant, now)} from payout_proposals p ${bank(tenant)}
    where ${where(tenant, { states, now })} and ${afterKey(after, { column, id: sql`p.proposal_id`, descending })}
    order by ${column} ${way}, p.proposal_id ${way} limit ${limit}`.execute(tx)
  return rows
}

export async function readPayoutRow(
  tx: Tx,
  tenant: string,
  id: string,
  now: Temporal.Instant,
): Promise<PayoutRow | undefined> {
  const { rows } = await sql<PayoutRow>`
    select ${row(tenant, now)} from payout_proposals p ${bank(tenant)} where p.tenant = ${tenant} and p.proposal_id = ${id}`.execute(
    tx,
  )
  return rows[0]
}

/** The sums of the payouts before one, the newest first. */
export async function listSumsBefore(
  tx: Tx,
  tenant: string,
  before: Temporal.Instant,
  limit: number,
): Promise<number[]> {
  const { rows } = await sql<{ cents: number }>`
    select sum(total_cents)::bigint as cents from payout_batches
    where tenant = ${tenant} and created_at < ${before.toString()}
    group by coalesce(proposal_id, batch_id) order by max(created_at) desc limit ${limit}`.execute(
    tx,
  )
  return rows.map(({ cents }) => cents)
}

export type PayoutFile = {
  batch_id: string
  part: number
  transfers: number
  total_cents: number
  execution_on: string
  file_hash: string
  cancel_by: string | null
  cancelled_at: Temporal.Instant | null
  told_by: string | null
  untold_from: string | null
  untold_by: string | null
  at_bank: 'has' | 'executed' | null // what the bank has said of its payments
}

export async function listPayoutFiles(tx: Tx, tenant: string, id: string): Promise<PayoutFile[]> {
  const { rows } = await sql<PayoutFile>`
    select batch_id, part, transfers, total_cents, execution_on, file_hash, cancel_by, cancelled_at, told_by, untold_from, untold_by, (
      select case when bool_or(state in ('paid', 'returned')) then 'executed' when bool_or(${hasIt(tenant)}) then 'has' end
      from payouts where payouts.tenant = ${tenant} and payouts.batch_id = payout_batches.batch_id) as at_bank
    from payout_batches
    where tenant = ${tenant} and proposal_id = ${id} order by part`.execute(tx)
  return rows
}

type Aside = {
  why: 'asked' | 'held' | 'blocked' | 'no-day' | 'not-yet'
  payments: number
  cents: number
}

/** Money that no proposal takes now, by reason: collected, or asked for again after a payment that failed. */
export async function sumAside(
  tx: Tx,
  tenant: string,
  today: Temporal.PlainDate,
): Promise<Aside[]> {
  const { rows } = await sql<Aside>`
    select case when rewards.state = 'provided' then 'asked' when review in ('held', 'refused') then 'held' when due_on is null then 'no-day'
        when accounts.blocked_on is not null then 'blocked' else 'not-yet' end as why,
      count(*)::int as payments, sum(cents - set_off_cents)::bigint as cents
    from rewards left join accounts on accounts.tenant = ${tenant} and accounts.account_id = rewards.account_id
    where rewards.tenant = ${tenant} and claimed_back_at is null
      and case rewards.state when 'provided' then payout_problem is not null
        when 'collected' then taken_as = 'cash' and payout_id is null
          and (review in ('held', 'refused') or due_on is null or due_on > ${today.toString()} or accounts.blocked_on is not null) end
    group by 1 order by 1`.execute(tx)
  return rows
}
