import { sql, type RawBuilder } from 'kysely'
import type { rewardFilters } from '../../contract/console-words.ts'
import type { PayoutState } from '../../domain/payout.ts'
import { soonDays } from '../../domain/reward-acts.ts'
import type { Localised } from '../../domain/tenant.ts'
import { isUuid } from '../base/uuid.ts'
import type { Tx } from '../db/connection.ts'
import { afterKey, type RowKey } from '../db/keyset.ts'
import { pickPage } from '../db/pick-page.ts'
import { isPayable } from '../reward/due-store.ts'
import { isReported } from '../reward/voucher-store.ts'
import { promisedColumns, promisedJoins, type PromisedReward } from './person-page-store.ts'

type At = Temporal.Instant

export type RewardFilter = {
  states: readonly (typeof rewardFilters)[number][] // empty: all
  side?: 'referrer' | 'recipient'
  from?: At
  before?: At
  atLeast?: number
  payableOn?: Temporal.PlainDate
  allBlocked: boolean
  search?: string
  today: Temporal.PlainDate
}

const dueDays = 7

function where(tenant: string, filter: RewardFilter): RawBuilder<unknown> {
  const { states, side, from, before, atLeast, payableOn, allBlocked, search, today } = filter
  const day = (days: number) => today.add({ days }).toString()
  const unpaid = sql`state = 'collected' and payout_id is null`
  const payable = isPayable(tenant, allBlocked)
  const notHeld = sql`review <> 'held'`
  const claimedBack = sql`claimed_back_at is not null and claim_settled_at is null and state in ('collected', 'paid')`
  // Few, and read once, so that the others are counted by their index.
  const notClaimedBack = sql`reward_id not in (
    select reward_id from rewards where tenant = ${tenant} and ${claimedBack})`
  // As the indexes have them (0023, 0074). What is held or claimed back is in no list of a state.
  const ofState: Record<(typeof states)[number], RawBuilder<unknown>> = {
    gehalten: sql`review = 'held' and state in ('open', 'provided', 'collected')`,
    'laeuft-ab': sql`state = 'provided' and expires_on between ${day(0)} and ${day(soonDays)}`,
    faellig: sql`${unpaid} and due_on between ${day(0)} and ${day(dueDays)}`,
    zahlbar: sql`${payable} and due_on <= ${day(dueDays)}`,
    'zahlbar-verspaetet': sql`${payable} and due_on < ${day(0)}`,
    ueberfaellig: sql`${unpaid} and due_on < ${day(0)}`,
    fehlgeschlagen: sql`(state = 'provided' and payout_problem is not null)
      or (state = 'collected' and payout_id is null and due_on is null and review <> 'held')`,
    // Once it is claimed back nothing is replaced.
    'code-gemeldet': sql`claimed_back_at is null and reward_id = any (array(
      select reward_id from vouchers where vouchers.tenant = ${tenant} and ${isReported}))`,
    zurueckgefordert: claimedBack,
    offen: sql`state = 'open' and ${notHeld}`,
    bereitgestellt: sql`state = 'provided' and ${notHeld}`,
    abgeholt: sql`state = 'collected' and ${notHeld} and ${notClaimedBack}`,
    ausgezahlt: sql`state = 'paid' and ${notClaimedBack}`,
    storniert: sql`state = 'cancelled'`,
    abgelaufen: sql`state = 'expired'`,
  }
  const parts = [
    sql`rewards.tenant = ${tenant}`,
    ...(states.length > 0
      ? [
          sql`(${sql.join(
            states.map((state) => sql`(${ofState[state]})`),
            sql` or `,
          )})`,
        ]
      : []),
    ...(side ? [sql`beneficiary = ${side}`] : []),
    ...(from ? [sql`created_at >= ${from.toString()}`] : []),
    ...(before ? [sql`created_at < ${before.toString()}`] : []),
    ...(atLeast === undefined ? [] : [sql`cents >= ${atLeast}`]),
    ...(payableOn ? [sql`${payable} and due_on = ${payableOn.toString()}`] : []),
    ...(search ? [sql`reward_id = any (${numbered(tenant, search)})`] : []),
  ]
  return sql.join(parts, sql` and `)
}

// Arrays are read once each, also before the tables have statistics.
const numbered = (tenant: string, number: string) => sql`array(
  select reward_id from rewards where tenant = ${tenant} and order_number = any (array(
    select number from orders where tenant = ${tenant} and (number = ${number} or external_number = ${number})))
  union select reward_id from rewards where tenant = ${tenant} and referral_number = ${number}
  union select reward_id from rewards where tenant = ${tenant} and recipient_number = ${number}
  ${isUuid(number) ? sql`union select ${number}::uuid` : sql``})`

/** Of rewards with reported codes these alone wait, not all of the voucher. */
const summed = (tenant: string, { states }: RewardFilter) =>
  states.length === 1 && states[0] === 'code-gemeldet'
    ? sql`(select sum(vouchers.cents) from vouchers
        where vouchers.tenant = ${tenant} and vouchers.reward_id = rewards.reward_id and ${isReported})`
    : sql`cents`

const orders = { Angelegt: sql`created_at`, WertCent: sql`cents` } as const

export type ListedReward = PromisedReward & {
  reward_id: string
  order_number: string | null
  referral_number: string | null
  recipient_number: string | null
  account_id: string | null
  created_at: At
  name: string | null
  blocked_on: string | null
}

const listed = (tenant: string, rewards: RawBuilder<unknown>) => sql`
  select ${promisedColumns(tenant)}, rewards.order_number, rewards.referral_number, rewards.recipient_number,
    rewards.account_id, rewards.created_at, accounts.blocked_on,
    nullif(trim(case rewards.beneficiary when 'recipient' then recipients.first_name || ' ' || recipients.last_name
      else accounts.first_name || ' ' || accounts.last_name end), '') as name
  from (${rewards}) rewards ${promisedJoins(tenant)}
    left join accounts on accounts.tenant = ${tenant} and accounts.account_id = rewards.account_id
      and accounts.deleted_at is null
    left join recipients on recipients.tenant = ${tenant} and recipients.number = rewards.recipient_number`

/** A page of rewards, and how many match with which sum; null: too many to add up. */
export async function listRewardRows(
  tx: Tx,
  tenant: string,
  asked: {
    filter: RewardFilter
    orderBy: keyof typeof orders
    descending: boolean
    limit: number
    offset: number
  },
): Promise<{ rows: ListedReward[]; count: number; cents: number | null }> {
  const column = orders[asked.orderBy]
  const { ids, count, cents } = await pickPage(tx, {
    ...asked,
    table: sql`rewards`,
    id: sql`reward_id`,
    column,
    cents: summed(tenant, asked.filter),
    matches: where(tenant, asked.filter),
  })
  const way = asked.descending ? sql`desc` : sql`asc`
  const page = sql`select * from rewards where tenant = ${tenant} and reward_id = any (${ids}::uuid[])`
  const { rows } = await sql<ListedReward>`
    select * from (${listed(tenant, page)}) found order by ${column} ${way}, reward_id ${way}`.execute(
    tx,
  )
  return { rows, count, cents }
}

/** The rewards after a key. */
export async function readRewardsAfter(
  tx: Tx,
  tenant: string,
  asked: {
    filter: RewardFilter
    orderBy: keyof typeof orders
    descending: boolean
    after: RowKey | null
    limit: number
  },
): Promise<ListedReward[]> {
  const { filter, orderBy, descending, after, limit } = asked
  const way = descending ? sql`desc` : sql`asc`
  const column = orders[orderBy]
  const by = sql`${column} ${way}, reward_id ${way}`
  const page = sql`select * from rewards
    where ${where(tenant, filter)} and ${afterKey(after, { column, id: sql`reward_id`, descending })}
    order by ${by} limit ${limit}`
  const { rows } = await sql<ListedReward>`
    select * from (${listed(tenant, page)}) found order by ${by}`.execute(tx)
  return rows
}

export type RewardFacts = ListedReward & {
  version: number
  rule: Record<string, unknown>
  provided_at: At | null
  collected_at: At | null
  extended_on: string | null
  external_number: string | null
  product: Localised | null
  iban_encrypted: string | null
}

export async function readRewardFacts(
  tx: Tx,
  tenant: string,
  rewardId: string,
): Promise<RewardFacts | undefined> {
  const one = sql`select * from rewards where tenant = ${tenant} and reward_id = ${rewardId}`
  const { rows } = await sql<RewardFacts>`
    select found.*, rewards.version, rewards.rule, rewards.provided_at, rewards.collected_at,
      rewards.extended_on, orders.external_number, products.title as product, reward_bank_data.iban_encrypted
    from (${listed(tenant, one)}) found
      join rewards on rewards.tenant = ${tenant} and rewards.reward_id = found.reward_id
      left join orders on orders.tenant = ${tenant} and orders.number = found.order_number
      left join products on products.tenant = ${tenant} and products.product_id = orders.product_id
      left join reward_bank_data on reward_bank_data.tenant = ${tenant}
        and reward_bank_data.reward_id = found.reward_id`.execute(tx)
  return rows[0]
}

export type Posting = { at: At; event: string; account: string; cents: number }

/** Oldest first, what leaves an account before what comes to one. */
export async function listPostings(tx: Tx, tenant: string, rewardId: string): Promise<Posting[]> {
  const { rows } = await sql<Posting>`
    select at, event, account, cents from ledger_postings
    where tenant = ${tenant} and reward_id = ${rewardId}
    order by at, posting_id`.execute(tx)
  return rows
}

export type Payment = {
  payout_id: string
  end_to_end_id: string
  batch_id: string
  execution_on: string
  cents: number
  iban_encrypted: string
  state: PayoutState
  bank_status: string | null
  reason: string | null
  created_at: At
  settled_at: At | null
}

/** Its payments, the newest first. */
export async function listPaymentsOf(tx: Tx, tenant: string, rewardId: string): Promise<Payment[]> {
  const { rows } = await sql<Payment>`
    select payout_id, end_to_end_id, payouts.batch_id, execution_on, cents, iban_encrypted, state, bank_status, reason, payouts.created_at,
      settled_at
    from payouts join payout_batches on payout_batches.tenant = ${tenant} and payout_batches.batch_id = payouts.batch_id
    where payouts.tenant = ${tenant} and payouts.reward_id = ${rewardId}
    order by payouts.created_at desc, payout_id desc limit 50`.execute(tx)
  return rows
}
