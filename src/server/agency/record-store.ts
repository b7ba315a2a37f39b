import { sql, type RawBuilder } from 'kysely'
import type { RefusalReason } from '../../domain/refusal.ts'
import type { ReportKind } from '../reports/rows-store.ts'
import type { Tx } from '../db/connection.ts'
import type { ReportScope } from '../reports/list-store.ts'

// An agency's record of a row: the related rows and their history.

export type RecordRow = { kind: ReportKind; row_id: string; day: string }

const kinds = ['orders', 'rewards', 'referrals', 'leads', 'recommenders'] as const

/**
 * The row and its related ones, newest first, as visible to the caller. An unclaimed referral is not linked to its account, in
 * either direction.
 */
export async function listRecordRows(
  tx: Tx,
  tenant: string,
  { kind, agencyId, employee }: ReportScope,
  id: string,
): Promise<RecordRow[]> {
  const of = subjectsOf(tenant, kind, id)
  const meant = kinds.map(
    (one) => sql`select ${one} as kind, meant.id collate "C" as id from (${of[one]}) as meant (id)`,
  )
  const { rows } = await sql<RecordRow>`
    select rows.kind, rows.row_id, rows.day
    from (${sql.join(meant, sql` union `)}) as meant
      join report_rows rows on rows.tenant = ${tenant} and rows.kind = meant.kind and rows.row_id = meant.id
    where rows.agency_id = ${agencyId}::uuid and (${employee}::text is null or rows.employee = ${employee})
    order by rows.day desc, rows.row_id`.execute(tx)
  return rows
}

/** Ids of each related kind, as selects of one text column. */
function subjectsOf(
  tenant: string,
  kind: ReportKind,
  id: string,
): Record<ReportKind, RawBuilder<unknown>> {
  const own = sql`select ${id}::text`
  const referrals = {
    orders: sql`select referral_number from orders where tenant = ${tenant} and number = ${id}`,
    rewards: sql`select referral_number from rewards where tenant = ${tenant} and reward_id::text = ${id}`,
    referrals: own,
    leads: sql`select referral_number from recipients where tenant = ${tenant} and number = ${id}`,
    recommenders: sql`select number from referrals where tenant = ${tenant} and account_id::text = ${id} and owned_at is not null`,
  }[kind]
  const orders = {
    orders: own,
    rewards: sql`select order_number from rewards where tenant = ${tenant} and reward_id::text = ${id}`,
    referrals: sql`select number from orders where tenant = ${tenant} and referral_number in (${referrals})`,
    leads: sql`select number from orders where tenant = ${tenant} and recipient_number = ${id}`,
    recommenders: sql`select number from orders where tenant = ${tenant} and referral_number in (${referrals})`,
  }[kind]
  const leads =
    kind === 'leads'
      ? own
      : kind === 'orders' || kind === 'rewards'
        ? sql`select recipient_number from orders where tenant = ${tenant} and number in (${orders})`
        : sql`select number from recipients where tenant = ${tenant} and referral_number in (${referrals})`
  const rewards =
    kind === 'rewards'
      ? own
      : kind === 'orders' || kind === 'leads'
        ? sql`select reward_id::text from rewards where tenant = ${tenant} and order_number in (${orders})`
        : sql`select reward_id::text from rewards where tenant = ${tenant} and referral_number in (${referrals})`
  const recommenders =
    kind === 'recommenders'
      ? own
      : sql`select account_id::text from referrals where tenant = ${tenant} and number in (${referrals}) and owned_at is not null`
  return { orders, rewards, referrals, leads, recommenders }
}

export type RecordFact = { kind: ReportKind; id: string; what: string; at: Temporal.Instant } & {
  name: string | null
  cents: number | null
  beneficiary: 'referrer' | 'recipient' | null
  reason: RefusalReason | null
  note: string | null
}

export type RecordNote = {
  kind: ReportKind
  id: string
  action: string
  at: Temporal.Instant
  actor_kind: string
  support: boolean
  actor_first: string | null // only of the own agency's users
  actor_last: string | null
}

type Ids = Partial<Record<ReportKind, readonly string[]>>

/** Times in the subjects' own rows. */
export async function listRecordFacts(tx: Tx, tenant: string, ids: Ids): Promise<RecordFact[]> {
  const of = (kind: ReportKind) => sql`any (${[...(ids[kind] ?? [])]}::text[])`
  const uuids = (kind: ReportKind) => sql`any (${[...(ids[kind] ?? [])]}::uuid[])`
  const nothing = sql`null::text as beneficiary, null::text as reason, null::text as note`
  const { rows } = await sql<RecordFact>`
    select facts.*, step.what, step.at from (
      select 'orders' as kind, number as id, coalesce(external_number, number) as name, null::bigint as cents, null::text as beneficiary,
        refusal_reason as reason, refusal_note as note,
        -- The feed confirms at once.
        array['reported', 'confirmed', 'released', 'ended'] as whats,
        array[case when reported_at is distinct from confirmed_at then reported_at end, confirmed_at, released_at, cancelled_at] as ats
      from orders where tenant = ${tenant} and number = ${of('orders')}
      union all
      select 'rewards', reward_id::text, null, cents, beneficiary, refusal_reason, refusal_note,
        array['created', 'provided', 'collected', 'paid', 'ended', 'claimed', 'recovered'],
        array[created_at, provided_at, collected_at, paid_at, cancelled_at, claimed_back_at, claim_settled_at]
      from rewards where tenant = ${tenant} and reward_id = ${uuids('rewards')}
      union all
      select 'referrals', number, number, null, ${nothing}, array['created', 'ended'], array[created_at, cancelled_at]
      from referrals where tenant = ${tenant} and number = ${of('referrals')}
      union all
      select 'leads', number, nullif(concat_ws(' ', nullif(left(first_name, 1) || '.', '.'), nullif(left(last_name, 1) || '.', '.')), ''),
        null, ${nothing}, array['accepted', 'confirmed'], array[created_at, confirmed_at]
      from recipients where tenant = ${tenant} and number = ${of('leads')}
      union all
      select 'recommenders', account_id::text, null, null, ${nothing}, array['joined', 'confirmed'], array[created_at, confirmed_at]
      from accounts where tenant = ${tenant} and account_id = ${uuids('recommenders')}
    ) as facts cross join lateral unnest(facts.whats, facts.ats) as step (what, at)
    where step.at is not null`.execute(tx)
  return rows
}

/** Audit log entries, and the invitations of a referrer. */
export async function listRecordNotes(
  tx: Tx,
  tenant: string,
  agencyId: string,
  ids: Ids,
): Promise<RecordNote[]> {
  const pairs = (Object.entries(subjectKinds) as [ReportKind, string][]).flatMap(([kind, word]) =>
    (ids[kind] ?? []).map((id) => [kind, word, id] as const),
  )
  const all = (place: 0 | 1 | 2) => pairs.map((pair) => pair[place])
  const person = sql`
    left join agency_users u on u.tenant = ${tenant} and u.agency_id = ${agencyId}::uuid and u.user_id::text`
  const { rows } = await sql<RecordNote>`
    select meant.kind, meant.id, l.action, l.at, l.actor_kind, l.support, u.first_name as actor_first, u.last_name as actor_last
    from unnest(${all(0)}::text[], ${all(1)}::text[], ${all(2)}::text[]) as meant (kind, subject, id)
      join audit_log l on l.tenant = ${tenant} and l.subject_kind = meant.subject and l.subject_id = meant.id
      ${person} = case when l.actor_kind = 'agency-user' then l.actor_id end
    union all
    select 'recommenders', i.account_id::text, 'invite', i.created_at, 'agency-user', false, u.first_name, u.last_name
    from invitations i ${person} = i.user_id::text
    where i.tenant = ${tenant} and i.agency_id = ${agencyId}::uuid
      and i.account_id = any (${[...(ids.recommenders ?? [])]}::uuid[])`.execute(tx)
  return rows
}

const subjectKinds: Record<ReportKind, string> = {
  orders: 'order',
  rewards: 'reward',
  referrals: 'referral',
  leads: 'recipient',
  recommenders: 'account',
}

/** What the row waits for, and a referral's clicks. */
export async function readRecordDates(
  tx: Tx,
  tenant: string,
  kind: ReportKind,
  id: string,
): Promise<{
  clicks: number | null
  releasable_on: string | null
  valid_until: string | null
  due_on: string | null
  expires_on: string | null
}> {
  const none = sql`null::bigint as clicks, null::date as releasable_on, null::date as valid_until, null::date as due_on, null::date as expires_on`
  const read: Record<ReportKind, RawBuilder<unknown>> = {
    orders: sql`
      select null::bigint as clicks, case when state = 'confirmed' then releasable_on end as releasable_on, null::date as valid_until,
        null::date as due_on, null::date as expires_on
      from orders where tenant = ${tenant} and number = ${id}`,
    rewards: sql`
      select null::bigint as clicks, null::date as releasable_on, null::date as valid_until,
        case when state = 'collected' then due_on end as due_on, case when state in ('open', 'provided') then expires_on end as expires_on
      from rewards where tenant = ${tenant} and reward_id::text = ${id}`,
    referrals: sql`
      select (select count(*) from clicks where tenant = ${tenant} and referral_number = ${id}) as clicks, null::date as releasable_on,
        case when state = 'open' then valid_until end as valid_until, null::date as due_on, null::date as expires_on
      from referrals where tenant = ${tenant} and number = ${id}`,
    leads: sql`select ${none}`,
    recommenders: sql`select ${none}`,
  }
  const { rows } = await sql<Awaited<ReturnType<typeof readRecordDates>>>`${read[kind]}`.execute(tx)
  return rows[0]!
}
