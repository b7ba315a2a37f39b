import { sql } from 'kysely'
import type { PayoutState } from '../../domain/payout.ts'
import type { Tx } from '../db/connection.ts'
import type { Reward } from '../reward/store.ts'

export type HeldPayment = {
  endToEndId: string // of unsent ones the reward's id
  batchId: string | null
  ownerless: boolean // the owner was erased, so nobody can be asked
  partner: string | null // its number; null: a reward's
  state: PayoutState | 'not-sent'
  reason: string | null
  cents: number
  heldAt: Temporal.Instant
}

/** Whether a reward is unpayable and its owner erased (reopen-reward.ts). */
export const isHeldUnsent = (
  reward: Pick<Reward, 'state' | 'payout_id' | 'due_on' | 'payout_problem'>,
): boolean =>
  reward.state === 'collected' &&
  reward.payout_id === null &&
  reward.due_on === null &&
  reward.payout_problem !== null

/** Held failed payments and unpayable rewards, oldest first; not of orders cancelled since. */
export async function selectHeld(tx: Tx, tenant: string): Promise<HeldPayment[]> {
  const { rows } = await sql<HeldPayment>`
    select end_to_end_id as "endToEndId", batch_id as "batchId", sales_partners.number as partner,
      payouts.partner_id is null and accounts.account_id is null and coalesce(recipients.email, '') = '' as ownerless,
      payouts.state, reason, payouts.cents, held_at as "heldAt"
    from payouts
      left join rewards on rewards.tenant = ${tenant} and rewards.reward_id = payouts.reward_id
      left join accounts on accounts.tenant = ${tenant} and accounts.account_id = rewards.account_id
      left join recipients on recipients.tenant = ${tenant} and recipients.number = rewards.recipient_number
      left join sales_partners on sales_partners.tenant = ${tenant} and sales_partners.partner_id = payouts.partner_id
    where payouts.tenant = ${tenant} and held_at is not null
      and (payouts.partner_id is not null or rewards.state = 'collected')
    union all
    select rewards.reward_id::text, null, null, true, 'not-sent', payout_problem, cents,
      (select max(at) from audit_log
       where audit_log.tenant = ${tenant} and subject_kind = 'reward' and subject_id = rewards.reward_id::text
         and action = 'reward-payment-held')
    from rewards
    where rewards.tenant = ${tenant} and rewards.state = 'collected' and payout_id is null and due_on is null
      and payout_problem is not null
    order by 8, 1`.execute(tx)
  return rows
}

/** Ends the hold; false if done before. */
export async function endHold(tx: Tx, tenant: string, payoutId: string): Promise<boolean> {
  const result = await tx
    .updateTable('payouts')
    .set({ held_at: null })
    .where('tenant', '=', tenant)
    .where('payout_id', '=', payoutId)
    .where('held_at', 'is not', null)
    .executeTakeFirst()
  return result.numUpdatedRows === 1n
}
