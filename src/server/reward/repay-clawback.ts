import { paidAt } from '../../domain/payout.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import type { Tx } from '../db/connection.ts'
import { mailRepayment } from './clawback-mails.ts'
import { updateLeft, type Clawback } from './clawback-store.ts'
import { post } from './ledger-store.ts'
import { oweAgain } from './owe-again.ts'
import { insertRepayment, markUndone } from './repayment-store.ts'
import { markClaimSettled } from './store.ts'

type Done = { leftCents: number }

/**
 * Books what somebody paid back by transfer, on the bank's day, and tells them; the caller has locked the closing of months and the clawback, and
 * judged the amount.
 * `approvedBy`: the second person; null: booked alone.
 */
export async function repayClawback(
  tx: Tx,
  tenant: Tenant,
  { reward_id: rewardId, left_cents, opened_at }: Clawback,
  paid: {
    cents: number
    paidOn: Temporal.PlainDate
    reference: string | null
    by: string
    approvedBy: string | null
    at: Temporal.Instant
  },
  actor: Actor,
): Promise<Done & { repayment: string }> {
  const { code } = tenant
  const { cents, paidOn, at } = paid
  const id = uuidv7(at.epochMilliseconds)
  const leftCents = left_cents - cents
  await insertRepayment(tx, code, { ...paid, id, rewardId })
  const bookedAt = paidAt(paidOn.toString(), { sentAt: opened_at, now: at })
  await post(tx, code, { rewardId, cents }, 'claim-repaid', `repaid:${id}`, bookedAt)
  await updateLeft(tx, code, rewardId, { leftCents, outcome: 'recovered', at })
  if (leftCents === 0) await markClaimSettled(tx, code, rewardId, at)
  await audit(tx, code, {
    at,
    actor,
    action: 'clawback-repaid',
    subjectKind: 'reward',
    subjectId: rewardId,
    details: {
      cents,
      paidOn: paidOn.toString(),
      repayment: id,
      ...(paid.approvedBy ? { proposedBy: paid.by } : {}),
    },
    change: { before: { leftCents: leftCents + cents }, after: { leftCents } },
  })
  await mailRepayment(tx, tenant, 'repaymentBooked', { rewardId, at, key: id, cents, leftCents })
  return { leftCents, repayment: id }
}

/** Takes a wrong booking back: that much is owed again. Undefined: there is none to take back. */
export async function takeBackRepayment(
  tx: Tx,
  tenant: Tenant,
  clawback: Clawback,
  { id, by, at }: { id: string; by: string; at: Temporal.Instant },
  actor: Actor,
): Promise<Done | undefined> {
  const { code } = tenant
  const { reward_id: rewardId, left_cents } = clawback
  const cents = await markUndone(tx, code, { id, rewardId, by, at })
  if (cents === undefined) return undefined
  const key = `repayment-undone:${id}`
  await post(tx, code, { rewardId, cents }, 'repayment-undone', key, at)
  const leftCents = await oweAgain(tx, code, clawback, { cents, key, at })
  await audit(tx, code, {
    at,
    actor,
    action: 'repayment-taken-back',
    subjectKind: 'reward',
    subjectId: rewardId,
    details: { cents, repayment: id },
    change: { before: { leftCents: left_cents }, after: { leftCents } },
  })
  await mailRepayment(tx, tenant, 'repaymentUndone', { rewardId, at, key: id, cents, leftCents })
  return { leftCents }
}
