import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '../db/connection.ts'

// What a bank clerk looks for in the payments of a proposal (`i`, beside their `rewards`): as it is now, and as it was at an approval.

/** Payments to the same person before. */
const paidBefore = (tenant: string, more: RawBuilder<unknown>) => sql`exists (
  select from payouts paid join rewards before on before.tenant = ${tenant} and before.reward_id = paid.reward_id
  where paid.tenant = ${tenant} and paid.state = 'paid' and ${more} and (
    (rewards.beneficiary = 'referrer' and before.account_id = rewards.account_id) or
    (rewards.beneficiary = 'recipient' and before.recipient_number = rewards.recipient_number))
  union all
  select from payouts paid
  where paid.tenant = ${tenant} and paid.partner_id = i.partner_id and paid.state = 'paid' and ${more})`

const isShared = (tenant: string, proposalId: string) => sql`exists (
  select from payout_proposal_items other left join rewards theirs on theirs.tenant = ${tenant} and theirs.reward_id = other.reward_id
  where other.tenant = ${tenant} and other.proposal_id = ${proposalId} and other.iban_hash = i.iban_hash
    and coalesce(theirs.account_id::text, theirs.recipient_number, other.partner_id::text)
      <> coalesce(rewards.account_id::text, rewards.recipient_number, i.partner_id::text)
  union all
  select from reward_bank_data bank join rewards theirs on theirs.tenant = ${tenant} and theirs.reward_id = bank.reward_id
  where bank.tenant = ${tenant} and bank.iban_hash = i.iban_hash
    and coalesce(theirs.account_id::text, theirs.recipient_number)
      <> coalesce(rewards.account_id::text, rewards.recipient_number, i.partner_id::text))`

export const flagsNow = (tenant: string, proposalId: string) => sql`
  not ${paidBefore(tenant, sql`paid.iban_mask = i.iban_mask`)} as is_new,
  not ${paidBefore(tenant, sql`true`)} as is_first,
  ${isShared(tenant, proposalId)} as is_shared`

/** @param keptBy whose approval is asked */
export const flagsKept = (tenant: string, proposalId: string, keptBy: string) => {
  const flag = (
    name: string,
  ) => sql`coalesce((select ${sql.ref(name)} from payout_approval_flags kept
    where kept.tenant = ${tenant} and kept.proposal_id = ${proposalId} and kept.approved_by = ${keptBy} and kept.item_id = i.item_id), false) as ${sql.ref(name)}`
  return sql.join([flag('is_new'), flag('is_first'), flag('is_shared')])
}

export type FlagCounts = {
  new_accounts: number
  fresh_accounts: number
  shared_accounts: number
  foreign_accounts: number
  first_payments: number
}

/** Of payments with the flags and `country`. */
export const flagCounts = sql`
  count(*) filter (where is_new)::int as new_accounts,
  count(*) filter (where is_fresh)::int as fresh_accounts,
  count(*) filter (where is_shared)::int as shared_accounts,
  count(*) filter (where country <> 'DE')::int as foreign_accounts,
  count(*) filter (where is_first)::int as first_payments`

export type NewApproval = {
  proposalId: string
  proposedBy: string
  approvedBy: string
  at: Temporal.Instant
  contentHash: string
  aloneReason: string | null
  limitCents: number | null
}

/** An approval, with what its person could see of the payments. One statement, so that both are of the same moment. */
export async function insertApproval(
  tx: Tx,
  tenant: string,
  { proposalId, approvedBy: by, ...approval }: NewApproval,
): Promise<void> {
  await sql`
    with found as materialized (
      select i.item_id, i.is_fresh, left(i.iban_mask, 2) as country, ${flagsNow(tenant, proposalId)}
      from payout_proposal_items i left join rewards on rewards.tenant = ${tenant} and rewards.reward_id = i.reward_id
      where i.tenant = ${tenant} and i.proposal_id = ${proposalId} and i.taken_out_at is null),
    approval as (
      insert into payout_approvals (tenant, proposal_id, approved_by, proposed_by, approved_at, content_hash, alone_reason, limit_cents,
        new_accounts, fresh_accounts, shared_accounts, foreign_accounts, first_payments)
      select ${tenant}, ${proposalId}, ${by}, ${approval.proposedBy}, ${approval.at.toString()}::timestamptz, ${approval.contentHash},
        ${approval.aloneReason}, ${approval.limitCents}::bigint, counts.*
      from (select ${flagCounts} from found) counts)
    insert into payout_approval_flags (tenant, proposal_id, approved_by, item_id, is_new, is_first, is_shared)
    select ${tenant}, ${proposalId}, ${by}, item_id, is_new, is_first, is_shared from found
    where is_new or is_first or is_shared`.execute(tx)
}

export type SeenFlags = FlagCounts & { approved_by: string; approved_at: Temporal.Instant }

/** What the last approver of a proposal that is decided saw; nothing for those of before. */
export async function findSeenFlags(
  tx: Tx,
  tenant: string,
  proposalId: string,
): Promise<SeenFlags | undefined> {
  const { rows } = await sql<SeenFlags>`
    select a.approved_by, a.approved_at, new_accounts, fresh_accounts, shared_accounts, foreign_accounts, first_payments
    from payout_approvals a join payout_proposals p on p.tenant = ${tenant} and p.proposal_id = a.proposal_id
    where a.tenant = ${tenant} and a.proposal_id = ${proposalId} and p.state <> 'open' and new_accounts is not null
    order by a.approved_at desc, a.approved_by limit 1`.execute(tx)
  return rows[0]
}
