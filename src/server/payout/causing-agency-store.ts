import { sql } from 'kysely'
import type { Tx } from '../db/connection.ts'

/** The names of the agencies that are billed these rewards; none for goodwill and for what no agency caused. */
export async function readCausingAgencies(
  tx: Tx,
  tenant: string,
  rewardIds: readonly string[],
): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; name: string }>`
    select rewards.reward_id as id, agencies.name
    from rewards
      join referrals on referrals.tenant = ${tenant} and referrals.number = rewards.referral_number
      join agencies on agencies.tenant = ${tenant} and agencies.agency_id = referrals.agency_id
    where rewards.tenant = ${tenant} and rewards.reward_id = any (${[...rewardIds]}::uuid[])
      and rewards.order_number is not null and agencies.name <> ''`.execute(tx)
  return new Map(rows.map(({ id, name }) => [id, name]))
}
