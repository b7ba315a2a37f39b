import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/** Whether the owner's address was corrected by an operator after they collected. */
export async function isCorrectedSince(tx: Tx, tenant: string, rewardId: string): Promise<boolean> {
  const { rows } = await sql`
    select from rewards
      left join accounts on accounts.tenant = ${tenant} and accounts.account_id = rewards.account_id
      left join recipients on recipients.tenant = ${tenant} and recipients.number = rewards.recipient_number
        and rewards.beneficiary = 'recipient'
    where rewards.tenant = ${tenant} and rewards.reward_id = ${rewardId}
      and greatest(accounts.email_corrected_at, recipients.email_corrected_at) >= rewards.collected_at`.execute(
    tx,
  )
  return rows.length > 0
}
