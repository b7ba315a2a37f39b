import { sql } from 'kysely'
import type { ClawbackOutcome } from '../../domain/clawback.ts'
import type { Tx } from '../db/connection.ts'

export type Clawback = {
  reward_id: string
  cents: number
  left_cents: number
  opened_at: Temporal.Instant
  reminders: number
  reminded_at: Temporal.Instant | null
  proposed_by: string | null
  proposed_at: Temporal.Instant | null
  proposal: string | null
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

/** What is left of it; nothing left closes it. The caller has locked it. */
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
  await sql`
    update clawbacks set left_cents = ${leftCents}, version = version + 1, decided_by = ${decidedBy},
      closed_at = ${isOver ? at.toString() : null}, outcome = ${isOver ? outcome : null}
    where tenant = ${tenant} and reward_id = ${rewardId}`.execute(tx)
}

export async function noteReminder(
  tx: Tx,
  tenant: string,
  rewardId: string,
  at: Temporal.Instant,
): Promise<void> {
  await sql`
    update clawbacks set reminders = reminders + 1, reminded_at = ${at.toString()}, version = version + 1
    where tenant = ${tenant} and reward_id = ${rewardId}`.execute(tx)
}

/** What is proposed to a second person; null: the proposal was refused. */
export async function setProposal(
  tx: Tx,
  tenant: string,
  rewardId: string,
  proposed: { by: string; reason: string; at: Temporal.Instant } | null,
): Promise<void> {
  await sql`
    update clawbacks set proposed_by = ${proposed?.by ?? null}, proposed_at = ${proposed?.at.toString() ?? null},
      proposal = ${proposed?.reason ?? null}, version = version + 1
    where tenant = ${tenant} and reward_id = ${rewardId}`.execute(tx)
}

/** The order of what was set off is cancelled: that much is owed again. The caller has locked it. */
export async function reopenClawback(
  tx: Tx,
  tenant: string,
  rewardId: string,
  cents: number,
): Promise<void> {
  await sql`
    update clawbacks set left_cents = left_cents + ${cents}, closed_at = null, outcome = null, decided_by = null,
      version = version + 1
    where tenant = ${tenant} and reward_id = ${rewardId}`.execute(tx)
}
