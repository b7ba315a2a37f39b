import { sql } from 'kysely'
import type { ProposalState } from '../../domain/payout-proposal.ts'
import { analyseGrown } from '../db/analyse-grown.ts'
import type { Tx } from '../db/connection.ts'

export type Proposal = {
  proposal_id: string
  state: ProposalState
  proposed_by: string
  proposed_at: Temporal.Instant
  expires_at: Temporal.Instant
  payments: number
  total_cents: number
  content_hash: string
  approvals_needed: 1 | 2
  left_own: number
  left_fresh: number
  sent_back: number
  is_full: boolean
  closed_at: Temporal.Instant | null
  closed_by: string | null
  close_reason: string | null
  files_planned: number | null // once its files are being written
  version: number
}

const columns = sql`proposal_id, state, proposed_by, proposed_at, expires_at, payments, total_cents, content_hash, approvals_needed,
  left_own, left_fresh, sent_back, is_full, closed_at, closed_by, close_reason, files_planned, version`

export type NewProposal = Pick<
  Proposal,
  | 'proposal_id'
  | 'proposed_by'
  | 'payments'
  | 'total_cents'
  | 'content_hash'
  | 'approvals_needed'
  | 'left_own'
  | 'left_fresh'
  | 'sent_back'
  | 'is_full'
> & { proposed_at: string; expires_at: string }

/** False if another one is ongoing. */
export async function insertProposal(
  tx: Tx,
  tenant: string,
  proposal: NewProposal,
): Promise<boolean> {
  const result = await tx
    .insertInto('payout_proposals')
    .values({ tenant, state: 'open', ...proposal })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirst()
  return result.numInsertedOrUpdatedRows === 1n
}

export type Item = {
  item_id: string // of the reward or the sales partner
  reward_id: string | null // one of the two
  partner_id: string | null
  cents: number
  payee_hash: string
  iban_hash: string
  iban_mask: string
  iban_end: string
  is_fresh: boolean
  ultimate_debtor: string | null // the agency in whose name it is paid
}

export async function insertItems(
  tx: Tx,
  tenant: string,
  proposalId: string,
  items: readonly Item[],
): Promise<void> {
  for (let at = 0; at < items.length; at += 5_000) {
    const some = items.slice(at, at + 5_000)
    const of = (name: keyof Item) => some.map((item) => item[name])
    await sql`
      insert into payout_proposal_items (tenant, proposal_id, position, item_id, reward_id, partner_id, cents, payee_hash, iban_hash, iban_mask, iban_end, is_fresh, ultimate_debtor)
      select tenants.tenant, ${proposalId}, ${at}::int + position, item_id, reward_id, partner_id, cents, payee_hash, iban_hash, iban_mask, iban_end, is_fresh, ultimate_debtor
      from tenants, unnest(${of('item_id')}::uuid[], ${of('reward_id')}::uuid[], ${of('partner_id')}::uuid[], ${of('cents')}::bigint[],
        ${of('payee_hash')}::text[], ${of('iban_hash')}::text[], ${of('iban_mask')}::text[], ${of('iban_end')}::text[], ${of('is_fresh')}::boolean[],
        ${of('ultimate_debtor')}::text[])
        with ordinality as given (item_id, reward_id, partner_id, cents, payee_hash, iban_hash, iban_mask, iban_end, is_fresh, ultimate_debtor, position)
      where tenants.tenant = ${tenant}`.execute(tx)
  }
  await analyseGrown(tx, 'payout_proposal_items')
}

export async function findProposal(
  tx: Tx,
  tenant: string,
  proposalId: string,
): Promise<Proposal | undefined> {
  const { rows } = await sql<Proposal>`
    select ${columns} from payout_proposals where tenant = ${tenant} and proposal_id = ${proposalId}`.execute(
    tx,
  )
  return rows[0]
}

/** The same, locked: what happens to a proposal happens one after the other. */
export async function lockProposal(
  tx: Tx,
  tenant: string,
  proposalId: string,
): Promise<Proposal | undefined> {
  const { rows } = await sql<Proposal>`
    select ${columns} from payout_proposals where tenant = ${tenant} and proposal_id = ${proposalId} for no key update`.execute(
    tx,
  )
  return rows[0]
}

/** The one that is open, or whose files are being written. */
export async function lockOngoing(tx: Tx, tenant: string): Promise<Proposal | undefined> {
  const { rows } = await sql<Proposal>`
    select ${columns} from payout_proposals where tenant = ${tenant} and state in ('open', 'approved') for no key update`.execute(
    tx,
  )
  return rows[0]
}

/** What is left in a proposal, in its order. */
export async function listItems(tx: Tx, tenant: string, proposalId: string): Promise<Item[]> {
  const { rows } = await sql<Item>`
    select item_id, reward_id, partner_id, cents, payee_hash, iban_hash, iban_mask, iban_end, is_fresh, ultimate_debtor from payout_proposal_items
    where tenant = ${tenant} and proposal_id = ${proposalId} and taken_out_at is null
    order by position`.execute(tx)
  return rows
}

/** What is left and in no file; of these items. */
export async function listNotYet(
  tx: Tx,
  tenant: string,
  proposalId: string,
  of?: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select item_id::text as id from payout_proposal_items
    where tenant = ${tenant} and proposal_id = ${proposalId} and taken_out_at is null and batch_id is null
      and ${of ? sql`item_id = any (${[...of]}::uuid[])` : sql`true`}`.execute(tx)
  return new Set(rows.map(({ id }) => id))
}

export async function closeProposal(
  tx: Tx,
  tenant: string,
  proposalId: string,
  close: { state: ProposalState; at: Temporal.Instant; by: string; reason: string | null },
): Promise<void> {
  await tx
    .updateTable('payout_proposals')
    .set((eb) => ({
      state: close.state,
      closed_at: close.at.toString(),
      closed_by: close.by,
      close_reason: close.reason,
      version: eb('version', '+', 1),
    }))
    .where('tenant', '=', tenant)
    .where('proposal_id', '=', proposalId)
    .execute()
}

/** All approvals are there. */
export async function markApproved(tx: Tx, tenant: string, proposalId: string): Promise<void> {
  await tx
    .updateTable('payout_proposals')
    .set((eb) => ({ state: 'approved', version: eb('version', '+', 1) }))
    .where('tenant', '=', tenant)
    .where('proposal_id', '=', proposalId)
    .where('state', '=', 'open')
    .execute()
}

/** One approval is not enough: it is more than its person approves alone. */
export async function needTwo(tx: Tx, tenant: string, proposalId: string): Promise<void> {
  await tx
    .updateTable('payout_proposals')
    .set((eb) => ({ approvals_needed: 2, version: eb('version', '+', 1) }))
    .where('tenant', '=', tenant)
    .where('proposal_id', '=', proposalId)
    .execute()
}

/** What somebody let out since then without a second person. */
export async function sumApprovedAlone(
  tx: Tx,
  tenant: string,
  { by, since }: { by: string; since: Temporal.Instant },
): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(p.total_cents), 0)::bigint as cents
    from payout_approvals a join payout_proposals p on p.tenant = ${tenant} and p.proposal_id = a.proposal_id
    where a.tenant = ${tenant} and a.approved_by = ${by} and a.approved_at > ${since.toString()} and p.state in ('approved', 'released')
      and not exists (
        select from payout_approvals other
        where other.tenant = ${tenant} and other.proposal_id = a.proposal_id and other.approved_by <> ${by})`.execute(
    tx,
  )
  return rows[0]?.cents ?? 0
}

/** Takes payments out; returns what they come to. What is out or in a file stays as it is. */
export async function takeOut(
  tx: Tx,
  tenant: string,
  proposalId: string,
  out: { items: readonly string[]; at: Temporal.Instant; by: string; reason: string },
): Promise<{ payments: number; cents: number }> {
  const { rows } = await sql<{ cents: number }>`
    update payout_proposal_items set taken_out_at = ${out.at.toString()}, taken_out_by = ${out.by}, taken_out_reason = ${out.reason}
    where tenant = ${tenant} and proposal_id = ${proposalId} and item_id = any (${[...out.items]}::uuid[])
      and taken_out_at is null and batch_id is null
    returning cents`.execute(tx)
  const cents = rows.reduce((sum, row) => sum + row.cents, 0)
  return { payments: rows.length, cents }
}

/** What a proposal comes to now. */
export async function restateProposal(
  tx: Tx,
  tenant: string,
  proposalId: string,
  now: { payments: number; cents: number; contentHash: string; approvalsNeeded: 1 | 2 },
): Promise<void> {
  await tx
    .updateTable('payout_proposals')
    .set((eb) => ({
      payments: now.payments,
      total_cents: now.cents,
      content_hash: now.contentHash,
      approvals_needed: now.approvalsNeeded,
      version: eb('version', '+', 1),
    }))
    .where('tenant', '=', tenant)
    .where('proposal_id', '=', proposalId)
    .execute()
}

/** Approvals of what a proposal was before count no more. */
export async function dropApprovals(tx: Tx, tenant: string, proposalId: string): Promise<void> {
  await tx
    .deleteFrom('payout_approval_flags')
    .where('tenant', '=', tenant)
    .where('proposal_id', '=', proposalId)
    .execute()
  await tx
    .deleteFrom('payout_approvals')
    .where('tenant', '=', tenant)
    .where('proposal_id', '=', proposalId)
    .execute()
}

export type Approval = {
  approved_by: string
  approved_at: Temporal.Instant
  alone_reason: string | null
}

/** The first one first. */
export async function listApprovals(
  tx: Tx,
  tenant: string,
  proposalId: string,
): Promise<Approval[]> {
  const { rows } = await sql<Approval>`
    select approved_by, approved_at, alone_reason from payout_approvals
    where tenant = ${tenant} and proposal_id = ${proposalId} order by approved_at, approved_by`.execute(
    tx,
  )
  return rows
}

export async function markInFile(
  tx: Tx,
  tenant: string,
  proposalId: string,
  batchId: string,
  items: readonly string[],
): Promise<void> {
  await sql`
    update payout_proposal_items set batch_id = ${batchId}
    where tenant = ${tenant} and proposal_id = ${proposalId} and item_id = any (${[...items]}::uuid[])`.execute(
    tx,
  )
}

export async function countFiles(tx: Tx, tenant: string, proposalId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from payout_batches where tenant = ${tenant} and proposal_id = ${proposalId}`.execute(
    tx,
  )
  return rows[0]?.count ?? 0
}

/** How many files there will be; it is no change that anybody decides about. */
export async function notePlanned(
  tx: Tx,
  tenant: string,
  proposalId: string,
  files: number,
): Promise<void> {
  await tx
    .updateTable('payout_proposals')
    .set({ files_planned: files })
    .where('tenant', '=', tenant)
    .where('proposal_id', '=', proposalId)
    .execute()
}

/** When the schedule proposed last. */
export async function lastScheduled(tx: Tx, tenant: string): Promise<Temporal.Instant | null> {
  const { rows } = await sql<{ at: Temporal.Instant | null }>`
    select max(proposed_at) as at from payout_proposals where tenant = ${tenant} and proposed_by = 'schedule'`.execute(
    tx,
  )
  return rows[0]?.at ?? null
}
