import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/** Whether the owner's address was corrected by an operator after they collected. */
export const isCorrectedSince = async (tx: Tx, tenant: string, rewardId: string) =>
  (await listCorrectedSince(tx, tenant, [rewardId])).has(rewardId)

/** The same of many: those whose address was. */
export async function listCorrectedSince(
  tx: Tx,
  tenant: string,
  rewardIds: readonly string[],
): Promise<Set<string>> {
  const { rows } = await sql<{ reward_id: string }>`
    select rewards.reward_id from rewards
      left join accounts on accounts.tenant = ${tenant} and accounts.account_id = rewards.account_id
      left join recipients on recipients.tenant = ${tenant} and recipients.number = rewards.recipient_number
        and rewards.beneficiary = 'recipient'
    where rewards.tenant = ${tenant} and rewards.reward_id = any (${[...rewardIds]}::uuid[])
      and greatest(accounts.email_corrected_at, recipients.email_corrected_at) >= rewards.collected_at`.execute(
    tx,
  )
  return new Set(rows.map(({ reward_id: id }) => id))
}
