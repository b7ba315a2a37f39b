import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { lockNamed } from '../db/lock-named.ts'

/** Goodwill of the same person, amount and reason since then; the account is locked, so two in parallel see each other. */
export async function findAlikeGoodwill(
  tx: Tx,
  tenant: string,
  {
    accountId,
    cents,
    reason,
    since,
  }: {
    accountId: string
    cents: number
    reason: string
    since: Temporal.Instant
  },
): Promise<string | null> {
  await tx
    .selectFrom('accounts')
    .select('account_id')
    .where('tenant', '=', tenant)
    .where('account_id', '=', accountId)
    .forNoKeyUpdate()
    .execute()
  const { rows } = await sql<{ reward_id: string }>`
    select reward_id from rewards
    where tenant = ${tenant} and account_id = ${accountId} and order_number is null and cents = ${cents}
      and created_at > ${since.toString()}::timestamptz and rule ->> 'reason' = ${reason}
    order by created_at desc limit 1`.execute(tx)
  return rows[0]?.reward_id ?? null
}

/** What an account was granted since then, without what was cancelled. */
export async function sumGoodwill(
  tx: Tx,
  tenant: string,
  accountId: string,
  since: Temporal.Instant,
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(cents), 0)::bigint as cents from rewards
    where tenant = ${tenant} and account_id = ${accountId} and order_number is null
      and created_at > ${since.toString()} and state <> 'cancelled'`.execute(tx)
  return rows[0]?.cents ?? 0
}

export type GivenRow = {
  cents: number
  alone: string | null // the operator, if nobody else decided
  second: string | null // the operator who decided as the second person
  at: Temporal.Instant
  account_id: string | null
  recipient_number: string | null
  mailbox: string | null
}

/** Two who grant or waive at once see each other. */
export const lockGiving = (tx: Tx, tenant: string): Promise<void> =>
  lockNamed(tx, tenant, `goodwill ${tenant}`)

/** What was granted, waived, booked as repaid and given anew as a voucher code since then, to whom, and by whom if nobody else decided. */
export async function listGiven(
  tx: Tx,
  tenant: string,
  since: Temporal.Instant,
): Promise<GivenRow[]> {
  const { rows } = await sql<GivenRow>`
    with booked as (
      select reward_id, cents, case when approved_by is null then booked_by::text end as alone, approved_by::text as second, booked_at as at from repayments
      where tenant = ${tenant} and undone_at is null and booked_at > ${since.toString()})
    select case action when 'goodwill-granted' then rewards.cents else (details -> 'before' ->> 'leftCents')::bigint end as cents,
      case when actor_kind = 'operator' and details ->> 'proposedBy' is null and requests.request_id is null
        then actor_id end as alone,
      case when actor_kind = 'operator' and (details ->> 'proposedBy' is not null or requests.request_id is not null)
        then actor_id end as second,
      audit_log.at, rewards.account_id, rewards.recipient_number, coalesce(mailbox_of(accounts.email), recipients.mailbox) as mailbox
    from audit_log
      join rewards on rewards.tenant = ${tenant} and rewards.reward_id = audit_log.subject_id::uuid
      left join goodwill_requests requests on requests.tenant = ${tenant} and requests.request_id = rewards.reward_id
      left join accounts on accounts.tenant = ${tenant} and accounts.account_id = rewards.account_id
      left join recipients on recipients.tenant = ${tenant} and recipients.number = rewards.recipient_number
    where audit_log.tenant = ${tenant} and action in ('goodwill-granted', 'clawback-written-off') and subject_kind = 'reward'
      and audit_log.at > ${since.toString()} and (action = 'clawback-written-off' or rewards.state <> 'cancelled')
    union all
    select vouchers.cents, case when vouchers.doubted_by is null then vouchers.faulty_by::text end,
      case when vouchers.doubted_by is not null then vouchers.faulty_by::text end, vouchers.faulty_at, rewards.account_id, rewards.recipient_number,
      coalesce(mailbox_of(accounts.email), recipients.mailbox)
    from vouchers
      join rewards on rewards.tenant = ${tenant} and rewards.reward_id = vouchers.reward_id
      left join accounts on accounts.tenant = ${tenant} and accounts.account_id = rewards.account_id
      left join recipients on recipients.tenant = ${tenant} and recipients.number = rewards.recipient_number
    where vouchers.tenant = ${tenant} and vouchers.faulty_at > ${since.toString()}
    union all
    select booked.cents, booked.alone, booked.second, booked.at, rewards.account_id, rewards.recipient_number,
      coalesce(mailbox_of(accounts.email), recipients.mailbox)
    from booked
      join rewards on rewards.tenant = ${tenant} and rewards.reward_id = booked.reward_id
      left join accounts on accounts.tenant = ${tenant} and accounts.account_id = rewards.account_id
      left join recipients on recipients.tenant = ${tenant} and recipients.number = rewards.recipient_number`.execute(
    tx,
  )
  return rows
}
