import { sql } from 'kysely'
import type { Localised } from '../../domain/tenant.ts'
import type { Tx } from '../db/connection.ts'
import type { Subject } from './person-page-store.ts'

export type AcceptedBy = {
  number: string
  name: string
  state: 'accepted' | 'confirmed' | 'withdrawn'
  order_state: 'reported' | 'confirmed' | 'released' | 'cancelled' | null // of the newest contract
  title: Localised
  created_at: Temporal.Instant
}

const shown = 50

/** Who accepted somebody's recommendations, the newest first, and how many they are in all. */
export async function listAcceptedBy(
  tx: Tx,
  tenant: string,
  { own }: Pick<Subject, 'own'>,
): Promise<{ rows: AcceptedBy[]; count: number }> {
  const theirs = sql`recipients.tenant = ${tenant} and recipients.referral_number = any (${[...own]}) and recipients.merged_into is null`
  const { rows } = await sql<AcceptedBy>`
    select recipients.number, trim(recipients.first_name || ' ' || recipients.last_name) as name, recipients.state,
      newest.state as order_state, products.title, recipients.created_at
    from recipients
      join referrals on referrals.tenant = ${tenant} and referrals.number = recipients.referral_number
      join products on products.tenant = ${tenant} and products.product_id = referrals.product_id
      left join lateral (
        select orders.state from orders
        where orders.tenant = ${tenant} and orders.recipient_number = recipients.number
        order by orders.reported_at desc, orders.number desc limit 1
      ) as newest on true
    where ${theirs}
    order by recipients.created_at desc, recipients.number limit ${shown}`.execute(tx)
  if (rows.length < shown) return { rows, count: rows.length }
  const { rows: counted } = await sql<{ count: number }>`
    select count(*)::int as count from recipients where ${theirs}`.execute(tx)
  return { rows, count: counted[0]!.count }
}

/** The days by which open claims are to be answered. */
export async function listOpenClaims(
  tx: Tx,
  tenant: string,
  { accountId, mine }: Subject,
): Promise<{ answer_by: string }[]> {
  const { rows } = await sql<{ answer_by: string }>`
    select answer_by from claims
    where tenant = ${tenant} and state = 'open' and (claimant_kind = 'account' and claimant_id = ${accountId ?? ''}
      or claimant_kind = 'recipient' and claimant_id = any (${[...mine]}))
    order by answer_by limit 50`.execute(tx)
  return rows
}

export type Outstanding = {
  lost: number // rewards of the account that nobody has collected
  lost_cents: number
  still_paid: number // collected, paid after the end
  still_paid_cents: number
  owed: number // clawbacks
  owed_cents: number
  claims: number
  contracts: number // confirmed, as a contact: the entry stays until they are released
  goodwill_cents: number // proposed, and ended with the account
  kept_rewards: number // as a contact: the entry stays until they are paid
}

/** What is open when somebody is to be forgotten. */
export async function readOutstanding(
  tx: Tx,
  tenant: string,
  { accountId, mine }: Subject,
): Promise<Outstanding> {
  const isOpen = sql`state in ('open', 'provided', 'collected')`
  const { rows } = await sql<Outstanding>`
    select (count(*) filter (where side = 'account' and state in ('open', 'provided')))::int as lost,
      (coalesce(sum(cents) filter (where side = 'account' and state in ('open', 'provided')), 0))::int as lost_cents,
      (count(*) filter (where side = 'account' and state = 'collected'))::int as still_paid,
      (coalesce(sum(cents) filter (where side = 'account' and state = 'collected'), 0))::int as still_paid_cents,
      (count(*) filter (where owed))::int as owed, (coalesce(sum(cents) filter (where owed), 0))::int as owed_cents,
      (count(*) filter (where side = 'contact' and (${isOpen} or owed)))::int as kept_rewards,
      (select count(*)::int from claims where tenant = ${tenant} and state = 'open'
        and (claimant_kind = 'account' and claimant_id = ${accountId ?? ''}
          or claimant_kind = 'recipient' and claimant_id = any (${[...mine]}))) as claims,
      (select coalesce(sum(cents), 0)::int from goodwill_requests
        where tenant = ${tenant} and account_id = ${accountId} and decided_at is null) as goodwill_cents,
      (select count(*)::int from orders
        where tenant = ${tenant} and recipient_number = any (${[...mine]}) and state = 'confirmed') as contracts
    from (
      select 'account' as side, state, cents - set_off_cents as cents,
        claimed_back_at is not null and claim_settled_at is null as owed
      from rewards where tenant = ${tenant} and beneficiary = 'referrer' and account_id = ${accountId}
      union all
      select 'contact', state, cents - set_off_cents, claimed_back_at is not null and claim_settled_at is null
      from rewards where tenant = ${tenant} and beneficiary = 'recipient' and recipient_number = any (${[...mine]})
    ) as theirs`.execute(tx)
  return rows[0]!
}
