import { sql, type RawBuilder } from 'kysely'
import type { reviewKinds } from '../../contract/console-words.ts'
import type { Doubt } from '../../domain/doubt.ts'
import type { CustomerDays } from '../../domain/eligibility.ts'
import type { RefusalReason } from '../../domain/refusal.ts'
import type { Due } from '../../domain/review.ts'
import type { Localised } from '../../domain/tenant.ts'
import type { SelectionItem } from '../base/selection-store.ts'
import type { Tx } from '../db/connection.ts'
import { afterKey, type RowKey } from '../db/keyset.ts'
import { pickPage } from '../db/pick-page.ts'
import type { ReviewCase } from '../reward/review-store.ts'
import { isDue } from './due-filter-store.ts'
import { customerDays } from './person-page-store.ts'

export type ReviewRow = ReviewCase & {
  order_number: string | null
  beneficiary: 'referrer' | 'recipient'
  name: string | null
}

export type ReviewFilter = {
  reasons?: readonly string[]
  assignee?: string | null // null: nobody's
  kinds?: readonly (typeof reviewKinds)[number][]
  states: readonly ('offen' | 'zurueckgestellt' | 'entschieden')[]
  dues?: readonly Due[]
  search?: string
  self: string // who asks
  today: string
}

/** Whoever refused is in no index of the lists, so what is theirs is looked up first. */
function isKind(
  tenant: string,
  kinds: readonly (typeof reviewKinds)[number][],
  { self, states }: ReviewFilter,
): RawBuilder<unknown> {
  const own = sql`select reward_id from review_cases
    where tenant = ${tenant} and appeal_id is not null and first_decided_by = ${self}
      ${states.includes('entschieden') ? sql`` : sql`and closed_at is null`}`
  const [first, appeals, refused] = (['erstmals', 'widerspruch', 'eigene-ablehnung'] as const).map(
    (kind) => kinds.includes(kind),
  )
  return sql`(${sql.join(
    [
      ...(first ? [sql`appeal_id is null`] : []),
      ...(appeals ? [sql`(appeal_id is not null and reward_id not in (${own}))`] : []),
      ...(refused ? [sql`reward_id = any (array(${own}))`] : []),
    ],
    sql` or `,
  )})`
}

function where(tenant: string, filter: ReviewFilter): RawBuilder<unknown> {
  const { reasons, assignee, kinds, states, dues, search, today } = filter
  const ofState = {
    offen: sql`(closed_at is null and (snoozed_until is null or snoozed_until <= ${today}))`,
    zurueckgestellt: sql`(closed_at is null and snoozed_until > ${today})`,
    entschieden: sql`closed_at is not null`,
  }
  return sql.join(
    [
      sql`review_cases.tenant = ${tenant}`,
      sql`(${sql.join(
        states.map((state) => ofState[state]),
        sql` or `,
      )})`,
      // Closed cases are not in the index of open ones.
      ...(states.includes('entschieden') ? [] : [sql`closed_at is null`]),
      ...(dues ? [isDue(dues, today)] : []),
      ...(reasons ? [sql`reasons && ${[...reasons]}::text[]`] : []),
      ...(assignee === undefined
        ? []
        : [assignee === null ? sql`assigned_to is null` : sql`assigned_to = ${assignee}`]),
      ...(kinds ? [isKind(tenant, kinds, filter)] : []),
      ...(search
        ? [
            sql`reward_id in (select reward_id from rewards where tenant = ${tenant} and order_number in (
              select number from orders where tenant = ${tenant} and (number = ${search} or external_number = ${search})))`,
          ]
        : []),
    ],
    sql` and `,
  )
}

const orders = { AntwortBis: sql`queue_on`, Seit: sql`opened_at`, WertCent: sql`cents` } as const
export type ReviewOrder = keyof typeof orders

const withReward = (tenant: string, cases: RawBuilder<unknown>) => sql`
  select cases.*, rewards.order_number, rewards.beneficiary,
    nullif(trim(case rewards.beneficiary when 'recipient' then recipients.first_name || ' ' || recipients.last_name
      else accounts.first_name || ' ' || accounts.last_name end), '') as name
  from (${cases}) cases
    join rewards on rewards.tenant = ${tenant} and rewards.reward_id = cases.reward_id
    left join accounts on accounts.tenant = ${tenant} and accounts.account_id = rewards.account_id
    left join recipients on recipients.tenant = ${tenant} and recipients.number = rewards.recipient_number`

/** A page of cases, and how many there are with which sum; null: too many to add up. */
export async function listCases(
  tx: Tx,
  tenant: string,
  asked: {
    filter: ReviewFilter
    orderBy: ReviewOrder
    descending: boolean
    limit: number
    offset: number
  },
): Promise<{ rows: ReviewRow[]; count: number; cents: number | null }> {
  const column = orders[asked.orderBy]
  const { ids, count, cents } = await pickPage(tx, {
    ...asked,
    table: sql`review_cases`,
    id: sql`reward_id`,
    column,
    cents: sql`cents`,
    matches: where(tenant, asked.filter),
  })
  const way = asked.descending ? sql`desc` : sql`asc`
  const page = sql`select * from review_cases where tenant = ${tenant} and reward_id = any (${ids}::uuid[])`
  const { rows } = await sql<ReviewRow>`
    select * from (${withReward(tenant, page)}) found order by ${column} ${way}, reward_id ${way}`.execute(
    tx,
  )
  return { rows, count, cents }
}

/** The cases after a key. */
export async function readCasesAfter(
  tx: Tx,
  tenant: string,
  asked: {
    filter: ReviewFilter
    orderBy: ReviewOrder
    descending: boolean
    after: RowKey | null
    limit: number
  },
): Promise<ReviewRow[]> {
  const { filter, orderBy, descending, after, limit } = asked
  const way = descending ? sql`desc` : sql`asc`
  const column = orders[orderBy]
  const by = sql`${column} ${way}, reward_id ${way}`
  const page = sql`select * from review_cases
    where ${where(tenant, filter)} and ${afterKey(after, { column, id: sql`reward_id`, descending })}
    order by ${by} limit ${limit}`
  const { rows } = await sql<ReviewRow>`
    select * from (${withReward(tenant, page)}) found order by ${by}`.execute(tx)
  return rows
}

/** Open cases to decide together, without appeals: these, or what matches. */
export async function selectCases(
  tx: Tx,
  tenant: string,
  which: readonly string[] | ReviewFilter,
  limit: number,
): Promise<SelectionItem[]> {
  const matches = Array.isArray(which)
    ? sql`tenant = ${tenant} and reward_id = any (${[...which]}::uuid[])`
    : where(tenant, which as ReviewFilter)
  const { rows } = await sql<SelectionItem>`
    select reward_id::text as item_id, version, cents, reasons from review_cases
    where ${matches} and closed_at is null and appeal_id is null
    order by queue_on, reward_id limit ${limit}`.execute(tx)
  return rows
}

/** Whom these cases are about, by reward. */
export async function nameCases(
  tx: Tx,
  tenant: string,
  ids: readonly string[],
): Promise<Map<string, { name: string | null; orderNumber: string | null }>> {
  const cases = sql`select * from review_cases where tenant = ${tenant} and reward_id = any (${[...ids]}::uuid[])`
  const { rows } = await sql<ReviewRow>`${withReward(tenant, cases)}`.execute(tx)
  return new Map(
    rows.map(({ reward_id, name, order_number }) => [
      reward_id,
      { name, orderNumber: order_number },
    ]),
  )
}

/** The open case that is due next after this one, or from the beginning, without appeals of what `self` refused or entered; null: none is left. */
export async function findNextCase(
  tx: Tx,
  tenant: string,
  after: { rewardId: string; queueOn: string; self: string },
  today: string,
): Promise<string | null> {
  const open = where(tenant, { states: ['offen'], self: after.self, today })
  const { rows } = await sql<{ reward_id: string }>`
    select reward_id from review_cases where ${open} and reward_id <> ${after.rewardId}
      and first_decided_by is distinct from ${after.self} and appeal_entered_by is distinct from ${after.self}
    order by (queue_on, reward_id) < (${after.queueOn}::date, ${after.rewardId}::uuid), queue_on, reward_id limit 1`.execute(
    tx,
  )
  return rows[0]?.reward_id ?? null
}

export type CaseFacts = ReviewRow & {
  external_number: string | null
  referral_number: string | null
  product: Localised | null
  contract_on: string | null
  accepted_on: string | null
  language: 'de' | 'en'
  account_id: string | null
  account_name: string
  account_email: string
  contact_number: string | null
  contact_name: string
  contact_email: string
  same_network: boolean | null
  contact_home: string | null
  refusal_reason: RefusalReason | null
  refusal_note: string | null
  cancelled_at: Temporal.Instant | null
  appeal_message: string | null
  customer_days: CustomerDays | null
  doubts: Doubt[] | null
  doubted_by: string | null
  doubted_bringer: string | null
}

/** A case with its order, both people and what they gave. */
export async function readCase(
  tx: Tx,
  tenant: string,
  rewardId: string,
): Promise<CaseFacts | undefined> {
  const one = sql`select * from review_cases where tenant = ${tenant} and reward_id = ${rewardId}`
  const { rows } = await sql<CaseFacts>`
    select found.*, orders.external_number, orders.contract_on, orders.doubts, orders.doubted_by, orders.doubted_bringer, rewards.referral_number, products.title as product,
      owner.account_id, owner.first_name || ' ' || owner.last_name as account_name, owner.email as account_email,
      contact.number as contact_number, contact.first_name || ' ' || contact.last_name as contact_name,
      contact.email as contact_email, contact.same_network, contact.created_on as accepted_on,
      concat_ws(', ', contact.street || ' ' || contact.house_number, contact.zip || ' ' || contact.city) as contact_home,
      coalesce(case rewards.beneficiary when 'recipient' then contact.language else owner.language end, 'de') as language,
      rewards.refusal_reason, rewards.refusal_note, rewards.cancelled_at, objections.message as appeal_message,
      ${customerDays(tenant)} as customer_days
    from (${withReward(tenant, one)}) found
      join rewards on rewards.tenant = ${tenant} and rewards.reward_id = found.reward_id
      left join objections on objections.tenant = ${tenant} and objections.objection_id = found.appeal_id
      left join orders on orders.tenant = ${tenant} and orders.number = rewards.order_number
      left join products on products.tenant = ${tenant} and products.product_id = orders.product_id
      left join referrals on referrals.tenant = ${tenant} and referrals.number = rewards.referral_number
      left join accounts owner on owner.tenant = ${tenant}
        and owner.account_id = coalesce(rewards.account_id, referrals.account_id)
      left join recipients contact on contact.tenant = ${tenant}
        and contact.number = coalesce(rewards.recipient_number, orders.recipient_number)`.execute(
    tx,
  )
  return rows[0]
}

/** Masked accounts that rewards of an order go to, by side. */
export async function readAccountsOfOrder(
  tx: Tx,
  tenant: string,
  order: string,
): Promise<{ beneficiary: 'referrer' | 'recipient'; account: string }[]> {
  const { rows } = await sql<{ beneficiary: 'referrer' | 'recipient'; account: string }>`
    select rewards.beneficiary, coalesce(bank.holder || ', ••' || right(bank.iban_mask, 4),
      stored.holder || ', ••' || right(stored.iban_mask, 4)) as account
    from rewards
      left join reward_bank_data bank on bank.tenant = ${tenant} and bank.reward_id = rewards.reward_id
      left join bank_accounts stored on stored.tenant = ${tenant} and stored.account_id = rewards.account_id
    where rewards.tenant = ${tenant} and rewards.order_number = ${order}
      and coalesce(bank.holder, stored.holder) is not null`.execute(tx)
  return rows
}

/** Others whose rewards or accounts have an IBAN of this order's rewards. */
export async function listSharing(
  tx: Tx,
  tenant: string,
  order: string,
): Promise<{ id: string; name: string; email: string }[]> {
  // Arrays are read once each, also before the tables have statistics.
  const ofOrder = sql`array(select reward_id from rewards where tenant = ${tenant} and order_number = ${order})`
  const known = sql`array(select iban_hash from reward_bank_data where tenant = ${tenant} and reward_id = any (${ofOrder}))`
  const alike = sql`array(select reward_id from reward_bank_data where tenant = ${tenant} and iban_hash = any (${known}))`
  const sharing = sql`array(select account_id from rewards
    where tenant = ${tenant} and reward_id = any (${alike}) and order_number is distinct from ${order})`
  const { rows } = await sql<{ id: string; name: string; email: string }>`
    select account_id::text as id, first_name || ' ' || last_name as name, email from accounts
    where tenant = ${tenant} and deleted_at is null and account_id = any (${sharing})
    order by name limit 20`.execute(tx)
  return rows
}

/** Decisions since then about cases with the same reasons, or with the same first one, which weighs most. */
export async function countAlike(
  tx: Tx,
  tenant: string,
  asked: {
    by: 'all' | 'main'
    reasons: readonly string[]
    except: string
    since: Temporal.Instant
  },
): Promise<{ approved: number; refused: number }> {
  const isAlike =
    asked.by === 'all'
      ? sql`reasons = ${[...asked.reasons]}::text[]`
      : sql`reasons[1] = ${asked.reasons[0] ?? ''}`
  const { rows } = await sql<{ approved: number; refused: number }>`
    select count(*) filter (where outcome = 'approved')::int as approved,
      count(*) filter (where outcome = 'refused')::int as refused
    from review_cases
    where tenant = ${tenant} and ${isAlike} and closed_at >= ${asked.since.toString()}
      and reward_id <> ${asked.except}`.execute(tx)
  return rows[0]!
}

export type CaseEvent = {
  at: Temporal.Instant
  action: string
  actor_kind: string
  actor_id: string
  reason: string | null
  brought_by: string | null // whose file or key a contract came by
  because: string | null // of what is held: what support corrected
  order_file: string | null // its name, while it is known
}

/** What happened to a reward, its order and its referral, the newest first. */
export async function listCaseEvents(
  tx: Tx,
  tenant: string,
  subjects: readonly string[],
): Promise<CaseEvent[]> {
  const { rows } = await sql<CaseEvent>`
    select at, action, actor_kind, actor_id, reason, details ->> 'broughtBy' as brought_by,
      case when action = 'reward-held' then details ->> 'because' end as because,
      (select name from order_imports where tenant = ${tenant} and import_id = (details ->> 'orderFile')::uuid) as order_file
    from audit_log
    where tenant = ${tenant} and subject_id = any (${[...subjects]}) order by number desc limit 60`.execute(
    tx,
  )
  return rows
}
