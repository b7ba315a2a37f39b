import { sql } from 'kysely'
import type { ReviewReason } from '../../domain/eligibility.ts'
import type { Tx } from '../db/connection.ts'

export type Outcome = 'approved' | 'refused' | 'moot'

export type ReviewCase = {
  reward_id: string
  reasons: ReviewReason[]
  cents: number
  opened_at: Temporal.Instant
  answer_by: string
  assigned_to: string | null
  snoozed_until: string | null
  version: number
  changed_at: Temporal.Instant
  changed_by: string | null
  closed_at: Temporal.Instant | null
  outcome: Outcome | null
}

/** Opens the case of a held reward, or adds the reasons to its open one; one that was closed begins anew. */
export async function openCase(
  tx: Tx,
  tenant: string,
  opened: {
    rewardId: string
    cents: number
    reasons: readonly ReviewReason[]
    at: Temporal.Instant
    answerBy: Temporal.PlainDate
  },
): Promise<void> {
  const { rewardId, cents, at } = opened
  const answerBy = opened.answerBy.toString()
  const reasons = sql`${opened.reasons.toSorted()}::text[]`
  await sql`
    insert into review_cases (tenant, reward_id, reasons, cents, opened_at, answer_by, changed_at)
    values (${tenant}, ${rewardId}, ${reasons}, ${cents}, ${at.toString()}, ${answerBy}, ${at.toString()})
    on conflict (tenant, reward_id) do update set reasons = excluded.reasons, version = review_cases.version + 1,
      opened_at = case when review_cases.closed_at is null then review_cases.opened_at else excluded.opened_at end,
      answer_by = case when review_cases.closed_at is null then review_cases.answer_by else excluded.answer_by end,
      assigned_to = case when review_cases.closed_at is null then review_cases.assigned_to end,
      snoozed_until = null, changed_at = excluded.changed_at, changed_by = null, closed_at = null, outcome = null`.execute(
    tx,
  )
}

/** Closes the open case of a reward, if it has one. */
export async function closeCase(
  tx: Tx,
  tenant: string,
  rewardId: string,
  closed: { outcome: Outcome; at: Temporal.Instant; by: string | null },
): Promise<void> {
  await tx
    .updateTable('review_cases')
    .set((eb) => ({
      closed_at: closed.at.toString(),
      outcome: closed.outcome,
      changed_at: closed.at.toString(),
      changed_by: closed.by,
      version: eb('version', '+', 1),
    }))
    .where('tenant', '=', tenant)
    .where('reward_id', '=', rewardId)
    .where('closed_at', 'is', null)
    .execute()
}

/** A case, locked until the transaction ends. Lock its reward before, if it will change. */
export async function lockCase(
  tx: Tx,
  tenant: string,
  rewardId: string,
): Promise<ReviewCase | undefined> {
  const row = await tx
    .selectFrom('review_cases')
    .selectAll()
    .where('tenant', '=', tenant)
    .where('reward_id', '=', rewardId)
    .forNoKeyUpdate()
    .executeTakeFirst()
  return row as ReviewCase | undefined
}

/** Who works on a case, and whether it waits; the caller has locked it. */
export async function updateCase(
  tx: Tx,
  tenant: string,
  rewardId: string,
  changed: {
    assignedTo: string | null
    snoozedUntil: string | null
    at: Temporal.Instant
    by: string
  },
): Promise<void> {
  await tx
    .updateTable('review_cases')
    .set((eb) => ({
      assigned_to: changed.assignedTo,
      snoozed_until: changed.snoozedUntil,
      changed_at: changed.at.toString(),
      changed_by: changed.by,
      version: eb('version', '+', 1),
    }))
    .where('tenant', '=', tenant)
    .where('reward_id', '=', rewardId)
    .execute()
}
