import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'
import { isPayable } from '../reward/due-store.ts'

// What is due, and what a proposal's payments would be now. Nothing is claimed or locked.

export type DueReward = {
  reward_id: string
  due_on: string
  cents: number
  provisions: number
  holder: string | null // no bank data
  iban_encrypted: string | null
  iban_mask: string | null
  bic: string | null
  changed_at: Temporal.Instant | null // when the account replaced another one
}

/**
 * Bank data given when the reward was collected is no change; after it, or after a payment failed, it is, unless the last payment sent
 * before went to that IBAN, too. Where that is not known, it is a change.
 */
const changedAt = (tenant: string) => sql`
  case when (bank.created_at > rewards.collected_at + interval '1 minute' or rewards.provisions > 1)
    and bank.iban_hash is distinct from (
      select items.iban_hash from payouts left join payout_proposal_items items
        on items.tenant = ${tenant} and items.reward_id = payouts.reward_id and items.batch_id = payouts.batch_id
      where payouts.tenant = ${tenant} and payouts.reward_id = rewards.reward_id and payouts.created_at <= bank.created_at
      order by payouts.created_at desc, payouts.payout_id desc limit 1)
  then bank.created_at end`

/** The next due rewards after one, longest due first. */
export async function listDueRewards(
  tx: Tx,
  tenant: string,
  asked: {
    today: Temporal.PlainDate
    limit: number
    allBlocked: boolean
    after: Pick<DueReward, 'due_on' | 'reward_id'> | null
  },
): Promise<DueReward[]> {
  const { after } = asked
  const { rows } = await sql<DueReward>`
    select rewards.reward_id, due_on, cents - set_off_cents as cents, provisions, bank.holder, bank.iban_encrypted, bank.iban_mask,
      bank.bic, ${changedAt(tenant)} as changed_at
    from rewards left join reward_bank_data bank on bank.tenant = ${tenant} and bank.reward_id = rewards.reward_id
    where rewards.tenant = ${tenant} and ${isPayable(tenant, asked.allBlocked)} and due_on <= ${asked.today.toString()}
      and ${after ? sql`(due_on, rewards.reward_id) > (${after.due_on}, ${after.reward_id})` : sql`true`}
    order by due_on, rewards.reward_id limit ${asked.limit}`.execute(tx)
  return rows
}

export type DuePayee = {
  item_id: string
  cents: number
  holder: string
  iban_encrypted: string
  bic: string | null
  changed_at: Temporal.Instant | null
}

/** Which of these rewards are due and payable, and how. */
export async function readDueRewards(
  tx: Tx,
  tenant: string,
  ids: readonly string[],
  { today, allBlocked }: { today: Temporal.PlainDate; allBlocked: boolean },
): Promise<DuePayee[]> {
  const { rows } = await sql<DuePayee>`
    select rewards.reward_id as item_id, cents - set_off_cents as cents, bank.holder, bank.iban_encrypted, bank.bic,
      ${changedAt(tenant)} as changed_at
    from rewards join reward_bank_data bank on bank.tenant = ${tenant} and bank.reward_id = rewards.reward_id
    where rewards.tenant = ${tenant} and rewards.reward_id = any (${[...ids]}::uuid[]) and ${isPayable(tenant, allBlocked)}
      and due_on <= ${today.toString()}`.execute(tx)
  return rows
}
