import { sql, type RawBuilder } from 'kysely'
import type { ClawbackOutcome } from '../../domain/clawback.ts'
import type { Tx } from '../db/connection.ts'
import { afterKey } from '../db/keyset.ts'
import { isWaiting, type Beneficiary } from './store.ts'

export type Clawback = {
  reward_id: string
  cents: number
  left_cents: number
  opened_at: Temporal.Instant
  reminders: number
  reminded_at: Temporal.Instant | null
  reminded_by: string | null // the operator, of the last one
  proposed_by: string | null
  proposed_at: Temporal.Instant | null
  proposal: string | null
  repay_cents: number | null // what is proposed is this repayment; null: to write it off
  repay_on: string | null
  repay_reference: string | null // forgotten after the tenant's years
  decided_by: string | null
  version: number
  closed_at: Temporal.Instant | null
  outcome: ClawbackOutcome | null
}

/** Once for each reward, with its claim's posting. */
export async function openClawback(
  tx: Tx,
  tenant: string,
  opened: { rewardId: string; cents: number; at: Temporal.Instant },
): Promise<void> {
  const { rewardId, cents, at } = opened
  await sql`
    insert into clawbacks (tenant, reward_id, cents, left_cents, opened_at)
    values (${tenant}, ${rewardId}, ${cents}, ${cents}, ${at.toString()})
    on conflict (tenant, reward_id) do nothing`.execute(tx)
}

/** A clawback, locked until the transaction ends. Lock its reward before. */
export async function lockClawback(
  tx: Tx,
  tenant: string,
  rewardId: string,
): Promise<Clawback | undefined> {
  const { rows } = await sql<Clawback>`
    select * from clawbacks where tenant = ${tenant} and reward_id = ${rewardId} for no key update`.execute(
    tx,
  )
  return rows[0]
}

const noRepayment = sql`repay_cents = null, repay_on = null, repay_reference = null`

/** What is left of it; nothing left closes it, and ends a repayment that was proposed. The caller has locked it. */
export async function updateLeft(
  tx: Tx,
  tenant: string,
  rewardId: string,
  changed: {
    leftCents: number
    outcome: ClawbackOutcome
    at: Temporal.Instant
    decidedBy?: string | null
  },
): Promise<void> {
  const { leftCents, outcome, at, decidedBy = null } = changed
  const isOver = leftCents === 0
  const kept = (column: RawBuilder<unknown>) =>
    sql`${column} = case when repay_cents is null then ${column} end`
  const ended = sql`${kept(sql`proposed_by`)}, ${kept(sql`proposed_at`)}, ${kept(sql`proposal`)}, ${noRepayment},`
  await sql`
    update clawbacks set ${isOver ? ended : sql``} left_cents = ${leftCents}, version = version + 1, decided_by = ${decidedBy},
      closed_at = ${isOver ? at.toString() : null}, outcome = ${isOver ? outcome : null}
    where tenant = ${tenant} and reward_id = ${rewardId}`.execute(tx)
}

export async function noteReminder(
  tx: Tx,
  tenant: string,
  rewardId: string,
  { by, at }: { by: string; at: Temporal.Instant },
): Promise<void> {
  await sql`
    update clawbacks set reminders = reminders + 1, reminded_at = ${at.toString()}, reminded_by = ${by}, version = version + 1
    where tenant = ${tenant} and reward_id = ${rewardId}`.execute(tx)
}

export type ProposedRepayment = { cents: number; paidOn: Temporal.PlainDate; reference: string }

/** What is proposed to a second person: to write it off, or a repayment. Null: there is no proposal any more. */
export async function setProposal(
  tx: Tx,
  tenant: string,
  rewardId: string,
  proposed: {
    by: string
    reason: string
    at: Temporal.Instant
    repayment?: ProposedRepayment
  } | null,
): Promise<void> {
  const repayment = proposed?.repayment
  await sql`
    update clawbacks set proposed_by = ${proposed?.by ?? null}, proposed_at = ${proposed?.at.toString() ?? null},
      proposal = ${proposed?.reason ?? null}, repay_cents = ${repayment?.cents ?? null},
      repay_on = ${repayment?.paidOn.toString() ?? null}, repay_reference = ${repayment?.reference ?? null},
      version = version + 1
    where tenant = ${tenant} and reward_id = ${rewardId}`.execute(tx)
}

/** That much is owed again: what was proposed for less is over. The caller has locked it. */
export async function reopenClawback(
  tx: Tx,
  tenant: string,
  rewardId: string,
  cents: number,
): Promise<void> {
  await sql`
    update clawbacks set left_cents = left_cents + ${cents}, closed_at = null, outcome = null, decided_by = null,
      proposed_by = null, proposed_at = null, proposal = null, ${noRepayment}, version = version + 1
    where tenant = ${tenant} and reward_id = ${rewardId}`.execute(tx)
}

export type Settable = { id: string; cents: number }
type Owner = {
  beneficiary: Beneficiary
  account_id: string | null
  recipient_number: string | null
}

// Whose money is there (domain/clawback.ts).
const isSettable = sql`(rewards.state = 'provided' or (rewards.state = 'collected' and rewards.payout_id is null))
  and rewards.review in ('none', 'approved') and rewards.claimed_back_at is null`

/** Rewards of the same person whose money is there, the first one due before the others. @param unblocked leaves out what a block holds */
export async function listSettable(
  tx: Tx,
  tenant: string,
  { beneficiary, account_id, recipient_number }: Owner,
  unblocked: { allBlocked: boolean } | null = null,
): Promise<Settable[]> {
  const theirs =
    beneficiary === 'recipient'
      ? sql`recipient_number = ${recipient_number}`
      : sql`account_id = ${account_id}`
  const { rows } = await sql<Settable>`
    select reward_id::text as id, cents - set_off_cents as cents from rewards
    where tenant = ${tenant} and beneficiary = ${beneficiary} and ${theirs} and ${isSettable}
      and ${unblocked ? sql`not ${isWaiting(tenant, unblocked.allBlocked)}` : sql`true`}
    order by due_on nulls last, created_at, reward_id limit 50`.execute(tx)
  return rows
}

export type Told = { reward_id: string; reminded_at: Temporal.Instant }

/**
 * Open clawbacks whose owner was told before a time and has a reward to set off. What a second person decides about waits for them, and what a
 * block holds for its end.
 */
export function toldToSetOff(tenant: string, allBlocked: boolean, before: Temporal.Instant) {
  const theirs = (owner: RawBuilder<unknown>) => sql`
    exists (select from rewards where rewards.tenant = ${tenant} and rewards.beneficiary = owed.beneficiary
      and ${owner} and ${isSettable} and not ${isWaiting(tenant, allBlocked)})`
  return sql`
    select clawbacks.reward_id, reminded_at
    from clawbacks join rewards owed on owed.tenant = ${tenant} and owed.reward_id = clawbacks.reward_id
    where clawbacks.tenant = ${tenant} and closed_at is null and proposed_at is null
      and reminded_at < ${before.toString()}
      and (${theirs(sql`owed.beneficiary = 'referrer' and rewards.account_id = owed.account_id`)}
        or ${theirs(sql`owed.beneficiary = 'recipient' and rewards.recipient_number = owed.recipient_number`)})`
}

/** They, the first told first. */
export async function listTold(
  tx: Tx,
  tenant: string,
  asked: { before: Temporal.Instant; after: Told | null; limit: number; allBlocked: boolean },
): Promise<Told[]> {
  const { before, after, limit, allBlocked } = asked
  const key = after && { value: after.reminded_at.toString(), id: after.reward_id }
  const by = { column: sql`reminded_at`, id: sql`clawbacks.reward_id`, descending: false }
  const { rows } = await sql<Told>`
    ${toldToSetOff(tenant, allBlocked, before)} and ${afterKey(key, by)}
    order by reminded_at, clawbacks.reward_id limit ${limit}`.execute(tx)
  return rows
}
