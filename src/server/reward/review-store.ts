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
  queue_on: string // place in the queue
  appeal_id: string | null // the objection to its refusal
  first_decided_by: string | null
  first_decided_at: Temporal.Instant | null
  appeal_entered_by: string | null // the operator who was told the objection
}

type Opened = {
  rewardId: string
  cents: number
  reasons: readonly ReviewReason[]
  at: Temporal.Instant
  answerBy: Temporal.PlainDate
}

/** Opens the cases of held rewards, or adds the reasons to their open ones; one that was closed begins anew. */
export async function openCases(tx: Tx, tenant: string, opened: readonly Opened[]): Promise<void> {
  if (opened.length === 0) return
  const rows = opened.map(({ rewardId, cents, reasons, at, answerBy }) => {
    const [when, day] = [at.toString(), answerBy.toString()]
    return sql`(${tenant}, ${rewardId}, ${reasons.toSorted()}::text[], ${cents}, ${when}, ${day}, ${day}, ${when})`
  })
  await sql`
    insert into review_cases (tenant, reward_id, reasons, cents, opened_at, answer_by, queue_on, changed_at)
    values ${sql.join(rows)}
    on conflict (tenant, reward_id) do update set reasons = excluded.reasons, version = review_cases.version + 1,
      opened_at = case when review_cases.closed_at is null then review_cases.opened_at else excluded.opened_at end,
      answer_by = case when review_cases.closed_at is null then review_cases.answer_by else excluded.answer_by end,
      queue_on = case when review_cases.closed_at is null then review_cases.queue_on else excluded.queue_on end,
      assigned_to = case when review_cases.closed_at is null then review_cases.assigned_to end,
      snoozed_until = null, changed_at = excluded.changed_at, changed_by = null, closed_at = null, outcome = null,
      appeal_id = null, first_decided_by = null, first_decided_at = null, appeal_entered_by = null`.execute(
    tx,
  )
}

type Closed = { outcome: Outcome; at: Temporal.Instant; by: string | null }

/** Closes the open case of a reward, if it has one. */
export const closeCase = (
  tx: Tx,
  tenant: string,
  rewardId: string,
  closed: Closed,
): Promise<void> => closeCases(tx, tenant, [rewardId], closed)

export async function closeCases(
  tx: Tx,
  tenant: string,
  rewardIds: readonly string[],
  closed: Closed,
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
    .where('reward_id', '=', sql<string>`any(${[...rewardIds]}::uuid[])`)
    .where('closed_at', 'is', null)
    .execute()
}

/** A refused case is in the queue again; false if it is not closed as refused, or nobody decided it. */
export async function reopenCase(
  tx: Tx,
  tenant: string,
  rewardId: string,
  appeal: {
    id: string
    at: Temporal.Instant
    answerBy: Temporal.PlainDate
    enteredBy: string | null
  },
): Promise<boolean> {
  const [at, day] = [appeal.at.toString(), appeal.answerBy.toString()]
  const { rows } = await sql`
    update review_cases set appeal_id = ${appeal.id}, first_decided_by = changed_by, first_decided_at = closed_at, opened_at = ${at},
      appeal_entered_by = ${appeal.enteredBy},
      answer_by = ${day}, queue_on = ${day}, assigned_to = null, snoozed_until = null, closed_at = null, outcome = null,
      changed_at = ${at}, changed_by = null, version = version + 1
    where tenant = ${tenant} and reward_id = ${rewardId} and outcome = 'refused' and appeal_id is null and changed_by is not null
    returning 1`.execute(tx)
  return rows.length > 0
}

/** An answer came: the case waits no longer, and comes before those that are due today. */
export async function wakeCase(
  tx: Tx,
  tenant: string,
  rewardId: string,
  { at, today }: { at: Temporal.Instant; today: Temporal.PlainDate },
): Promise<void> {
  await sql`
    update review_cases set snoozed_until = null, queue_on = least(queue_on, ${today.subtract({ days: 1 }).toString()}::date),
      changed_at = ${at.toString()}, changed_by = null, version = version + 1
    where tenant = ${tenant} and reward_id = ${rewardId} and closed_at is null`.execute(tx)
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

/** From now on the person's pages offer no objection to it. */
export async function noteAppeal(
  tx: Tx,
  tenant: string,
  rewardId: string,
  day: Temporal.PlainDate,
) {
  await tx
    .updateTable('rewards')
    .set({ appealed_on: day.toString() })
    .where('tenant', '=', tenant)
    .where('reward_id', '=', rewardId)
    .execute()
}
