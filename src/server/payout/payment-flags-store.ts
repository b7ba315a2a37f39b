import { sql } from 'kysely'
import { analyseGrown } from '../db/analyse-grown.ts'
import type { Tx } from '../db/connection.ts'

// What a bank clerk looks for in the payments of a proposal, as it is now, and as it was at an approval.

/** Of these items who was paid before, and which accounts several people have: each found once for all of them, by sets. */
export const flaggedNow = (tenant: string, proposalId: string, ids?: readonly string[]) => sql`
  own as materialized (
    select i.item_id, i.position, i.cents, i.batch_id, i.iban_hash, i.iban_mask, i.is_fresh, i.taken_out_at, i.partner_id,
      rewards.beneficiary, rewards.account_id, rewards.recipient_number
    from payout_proposal_items i left join rewards on rewards.tenant = ${tenant} and rewards.reward_id = i.reward_id
    where i.tenant = ${tenant} and i.proposal_id = ${proposalId} and ${ids ? sql`i.item_id = any (${[...ids]}::uuid[])` : sql`true`}),
  shared as materialized (
    select iban_hash from (
      ${ids ? othersOf(tenant, proposalId) : sql`select iban_hash, ${person} as person from own`}
      union all
      select bank.iban_hash, coalesce(rewards.account_id::text, rewards.recipient_number)
      from reward_bank_data bank join rewards on rewards.tenant = ${tenant} and rewards.reward_id = bank.reward_id
      where bank.tenant = ${tenant} and bank.iban_hash in (select iban_hash from own)) having_it
    group by iban_hash having min(person) <> max(person)),
  before as materialized (
    select item_id, bool_or(mask = iban_mask) as same from (
      select own.item_id, own.iban_mask, paid.iban_mask as mask from own
        join rewards on rewards.tenant = ${tenant} and rewards.account_id = own.account_id
        join payouts paid on paid.tenant = ${tenant} and paid.reward_id = rewards.reward_id and paid.state = 'paid'
      where own.beneficiary = 'referrer'
      union all
      select own.item_id, own.iban_mask, paid.iban_mask from own
        join rewards on rewards.tenant = ${tenant} and rewards.recipient_number = own.recipient_number
        join payouts paid on paid.tenant = ${tenant} and paid.reward_id = rewards.reward_id and paid.state = 'paid'
      where own.beneficiary = 'recipient'
      union all
      select own.item_id, own.iban_mask, paid.iban_mask from own
        join payouts paid on paid.tenant = ${tenant} and paid.partner_id = own.partner_id and paid.state = 'paid') paid
    group by item_id),
  flagged as materialized (
    select item_id, position, cents, batch_id, is_fresh, left(iban_mask, 2) as country, taken_out_at,
      item_id not in (select item_id from before where same) as is_new,
      item_id not in (select item_id from before) as is_first,
      iban_hash in (select iban_hash from shared) as is_shared
    from own)`

const person = sql`coalesce(account_id::text, recipient_number, partner_id::text)`

const othersOf = (tenant: string, proposalId: string) => sql`
  select i.iban_hash, coalesce(rewards.account_id::text, rewards.recipient_number, i.partner_id::text) as person
  from payout_proposal_items i left join rewards on rewards.tenant = ${tenant} and rewards.reward_id = i.reward_id
  where i.tenant = ${tenant} and i.proposal_id = ${proposalId} and i.iban_hash in (select iban_hash from own)`

/** The same, with the flags as they were at somebody's approval. */
const flaggedKept = (
  tenant: string,
  proposalId: string,
  keptBy: string,
  ids?: readonly string[],
) => sql`
  flagged as materialized (
    select i.item_id, i.position, i.cents, i.batch_id, i.is_fresh, left(i.iban_mask, 2) as country, i.taken_out_at,
      coalesce(kept.is_new, false) as is_new, coalesce(kept.is_first, false) as is_first, coalesce(kept.is_shared, false) as is_shared
    from payout_proposal_items i
      left join payout_approval_flags kept on kept.tenant = ${tenant} and kept.proposal_id = ${proposalId}
        and kept.approved_by = ${keptBy} and kept.item_id = i.item_id
    where i.tenant = ${tenant} and i.proposal_id = ${proposalId} and ${ids ? sql`i.item_id = any (${[...ids]}::uuid[])` : sql`true`})`

/** @param keptBy whose approval kept the flags; null: as they are now */
export const flagged = (
  tenant: string,
  proposalId: string,
  keptBy: string | null,
  ids?: readonly string[],
) =>
  keptBy === null
    ? flaggedNow(tenant, proposalId, ids)
    : flaggedKept(tenant, proposalId, keptBy, ids)

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

/** An approval, with what its person could see of the payments. One statement reads both, so that they are of the same moment. */
export async function insertApproval(
  tx: Tx,
  tenant: string,
  { proposalId, approvedBy: by, ...approval }: NewApproval,
): Promise<void> {
  const { rows } = await sql<FlagCounts & { flags: string }>`
    with ${flaggedNow(tenant, proposalId)}
    select ${flagCounts}, coalesce(jsonb_agg(jsonb_build_object(
        'item_id', item_id, 'is_new', is_new, 'is_first', is_first, 'is_shared', is_shared))
      filter (where is_new or is_first or is_shared), '[]')::text as flags
    from flagged where taken_out_at is null`.execute(tx)
  const { flags, ...counts } = rows[0]!
  await tx
    .insertInto('payout_approvals')
    .values({
      tenant,
      proposal_id: proposalId,
      approved_by: by,
      proposed_by: approval.proposedBy,
      approved_at: approval.at.toString(),
      content_hash: approval.contentHash,
      alone_reason: approval.aloneReason,
      limit_cents: approval.limitCents,
      ...counts,
    })
    .execute()
  await sql`
    insert into payout_approval_flags (tenant, proposal_id, approved_by, item_id, is_new, is_first, is_shared)
    select tenants.tenant, ${proposalId}, ${by}, item_id, is_new, is_first, is_shared
    from tenants, jsonb_to_recordset(${flags}::jsonb) as found (item_id uuid, is_new boolean, is_first boolean, is_shared boolean)
    where tenants.tenant = ${tenant}`.execute(tx)
  await analyseGrown(tx, 'payout_approval_flags')
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
