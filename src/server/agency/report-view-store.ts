import { sql, type RawBuilder } from 'kysely'
import type { RefusalReason } from '../../domain/refusal.ts'
import type { Localised } from '../../domain/tenant.ts'
import { isEarned } from '../reports/axes-store.ts'
import type { ReportKind } from '../reports/rows-store.ts'
import type { Tx } from '../db/connection.ts'
import type { ReportScope } from '../reports/list-store.ts'

export type ReportLine = {
  row_id: string
  number: string | null
  day: string
  state: string
  cents: number
  first_name: string | null // of the referrer, if account and claim exist
  last_name: string | null
  contact_first: string | null
  contact_last: string | null
  beneficiary: 'referrer' | 'recipient' | null
  title: Localised | null
  employee_first: string | null
  employee_last: string | null
  refusal_reason: RefusalReason | null
  refusal_note: string | null
}

const unrefused = sql`null::text as refusal_reason, null::text as refusal_note`
const nobody = sql`null::text as contact_first, null::text as contact_last`
const person = sql`
  case when r.owned_at is not null and a.deleted_at is null then a.first_name end as first_name,
  case when r.owned_at is not null and a.deleted_at is null then a.last_name end as last_name`

/**
 * Details per kind of row, joined by id, so that names are current. The id is cast back to the tables' collation, or their
 * indexes would not be used.
 */
const details: Record<
  ReportKind,
  (tenant: string) => [columns: RawBuilder<unknown>, joins: RawBuilder<unknown>]
> = {
  orders: (tenant) => [
    sql`o.external_number as number, ${person}, ${nobody}, null as beneficiary, o.refusal_reason, o.refusal_note`,
    sql`join orders o on o.tenant = ${tenant} and o.number = rows.id
      join referrals r on r.tenant = ${tenant} and r.number = o.referral_number
      join accounts a on a.tenant = ${tenant} and a.account_id = r.account_id`,
  ],
  rewards: (tenant) => [
    sql`o.external_number as number, ${person}, ${nobody}, w.beneficiary, w.refusal_reason, w.refusal_note`,
    sql`join rewards w on w.tenant = ${tenant} and w.reward_id = rows.id::uuid
      join referrals r on r.tenant = ${tenant} and r.number = w.referral_number
      join accounts a on a.tenant = ${tenant} and a.account_id = r.account_id
      left join orders o on o.tenant = ${tenant} and o.number = w.order_number`,
  ],
  referrals: (tenant) => [
    sql`r.number, ${person}, ${nobody}, null as beneficiary, ${unrefused}`,
    sql`join referrals r on r.tenant = ${tenant} and r.number = rows.id
      join accounts a on a.tenant = ${tenant} and a.account_id = r.account_id`,
  ],
  leads: (tenant) => [
    sql`r.number, ${person}, left(c.first_name, 1) as contact_first, left(c.last_name, 1) as contact_last, null as beneficiary, ${unrefused}`,
    sql`join recipients c on c.tenant = ${tenant} and c.number = rows.id
      join referrals r on r.tenant = ${tenant} and r.number = c.referral_number
      join accounts a on a.tenant = ${tenant} and a.account_id = r.account_id`,
  ],
  recommenders: (tenant) => [
    sql`null as number, a.first_name, a.last_name, ${nobody}, null as beneficiary, ${unrefused}`,
    sql`join accounts a on a.tenant = ${tenant} and a.account_id = rows.id::uuid`,
  ],
}

/** A page's rows with details, in the order of `ids`. */
export async function readReportLines(
  tx: Tx,
  tenant: string,
  kind: ReportKind,
  ids: readonly string[],
): Promise<ReportLine[]> {
  if (ids.length === 0) return []
  const [columns, joins] = details[kind](tenant)
  const { rows } = await sql<ReportLine>`
    select rows.row_id, rows.day, rows.state, rows.cents, ${columns}, p.title,
      u.first_name as employee_first, u.last_name as employee_last
    from (
      select row_id, row_id collate "default" as id, day, state, cents, product, employee from report_rows
      where tenant = ${tenant} and kind = ${kind} and row_id = any (${[...ids]}::text[])) as rows
    ${joins}
      left join products p on p.tenant = ${tenant} and p.product_id = rows.product collate "default"
      left join agency_users u on u.tenant = ${tenant} and u.user_id = nullif(rows.employee, '')::uuid`.execute(
    tx,
  )
  const byId = new Map(rows.map((row) => [row.row_id, row]))
  return ids.flatMap((id) => byId.get(id) ?? [])
}

/** Rows of a typed number: an order's (ours or the provider's), a referral's, and related rows. */
export async function findByNumber(
  tx: Tx,
  tenant: string,
  { kind, agencyId }: ReportScope,
  typed: string,
): Promise<string[]> {
  const own = typed.toUpperCase()
  const order = sql`(select number from orders where tenant = ${tenant} and (number = ${own} or external_number = ${typed}))`
  const meant: Record<ReportKind, RawBuilder<unknown>> = {
    orders: sql`select number as id from orders where tenant = ${tenant} and (number = ${own} or external_number = ${typed} or referral_number = ${own})`,
    rewards: sql`select reward_id::text as id from rewards where tenant = ${tenant} and (order_number in ${order} or referral_number = ${own})`,
    referrals: sql`select number as id from referrals where tenant = ${tenant} and number = ${own}`,
    leads: sql`select number as id from recipients where tenant = ${tenant} and (number = ${own} or referral_number = ${own})`,
    recommenders: sql`select account_id::text as id from referrals where tenant = ${tenant} and number = ${own}`,
  }
  const { rows } = await sql<{ id: string }>`
    select meant.id from (${meant[kind]} limit 1000) as meant
      join report_rows rows on rows.tenant = ${tenant} and rows.kind = ${kind} and rows.row_id = meant.id collate "C"
    where rows.agency_id = ${agencyId}::uuid`.execute(tx)
  return rows.map(({ id }) => id)
}

const owned = sql`case when r.owned_at is not null and a.deleted_at is null then lower(a.email) else '' end`
const searched: Record<ReportKind, RawBuilder<unknown>> = {
  orders: sql`concat_ws(' ', ${owned}, lower(o.number), lower(o.external_number), lower(r.number))`,
  rewards: sql`concat_ws(' ', ${owned}, lower(o.number), lower(o.external_number), lower(r.number))`,
  referrals: sql`concat_ws(' ', ${owned}, lower(r.number))`,
  leads: sql`concat_ws(' ', ${owned}, lower(c.number), lower(r.number))`,
  recommenders: sql`lower(a.email)`,
}

/**
 * Rows of a short list in which each word is part of the referrer's name, address or a number, in any spelling. A full scan: no
 * index under row security finds substrings.
 */
export async function findByParts(
  tx: Tx,
  tenant: string,
  { kind, agencyId, employee }: ReportScope,
  words: readonly { typed: string; folded: readonly string[] }[],
): Promise<string[]> {
  const [, joins] = details[kind](tenant)
  const all = words.map(({ typed, folded }) => {
    const named = folded.map((part) => sql`strpos(rows.name, ${part}) > 0`)
    const inName = named.length > 0 ? sql.join(named, sql` and `) : sql`false`
    return sql`((${inName}) or strpos(${searched[kind]}, ${typed}) > 0)`
  })
  const { rows } = await sql<{ row_id: string }>`
    select rows.row_id
    from (
      select row_id, row_id collate "default" as id, name from report_rows
      where tenant = ${tenant} and kind = ${kind} and agency_id = ${agencyId}::uuid
        ${employee === null ? sql`` : sql`and employee = ${employee}`}) as rows
    ${joins}
    where ${sql.join([sql`true`, ...all], sql` and `)}`.execute(tx)
  return rows.map((row) => row.row_id)
}

/** Orders and earnings by employee. */
export async function sumByEmployee(
  tx: Tx,
  tenant: string,
  agencyId: string,
): Promise<{ employee: string; count: number; cents: number }[]> {
  const { rows } = await sql<{ employee: string; count: number; cents: number }>`
    select employee, sum(count)::bigint as count,
      coalesce(sum(cents) filter (where ${isEarned}), 0)::bigint as cents
    from (
      select employee, state, count, cents from report_counts
      where tenant = ${tenant} and kind = 'orders' and agency_id = ${agencyId}::uuid and axis = 'all'
      union all
      select employee, state, count, count * amount from report_deltas
      where tenant = ${tenant} and kind = 'orders' and agency_id = ${agencyId}::uuid) as cells
    group by employee`.execute(tx)
  return rows
}

/** Whether an order is the agency's and, if given, the employee's. */
export async function isOrderOf(
  tx: Tx,
  tenant: string,
  { agencyId, employee }: Pick<ReportScope, 'agencyId' | 'employee'>,
  number: string,
): Promise<boolean> {
  const { rows } = await sql`
    select from orders join referrals on referrals.tenant = ${tenant} and referrals.number = orders.referral_number
    where orders.tenant = ${tenant} and orders.number = ${number} and referrals.agency_id = ${agencyId}::uuid
      and (${employee}::uuid is null or referrals.agency_user_id = ${employee}::uuid)`.execute(tx)
  return rows.length > 0
}
