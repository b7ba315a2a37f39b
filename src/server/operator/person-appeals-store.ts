import { sql } from 'kysely'
import type { RefusalReason } from '../../domain/refusal.ts'
import type { Tx } from '../db/connection.ts'
import type { Subject } from './person-page-store.ts'

export type AppealableReward = {
  reward_id: string
  cents: number
  outcome: 'refused'
  appeal_id: null
  refusal_reason: RefusalReason | null
  refusal_note: string | null
  cancelled_at: Temporal.Instant | null
  version: number // of its case
}

/** Somebody's refused rewards that nobody objected to, the newest first. */
export async function listAppealable(
  tx: Tx,
  tenant: string,
  { accountId, mine }: Pick<Subject, 'accountId' | 'mine'>,
): Promise<AppealableReward[]> {
  const { rows } = await sql<AppealableReward>`
    select rewards.reward_id, rewards.cents, review_cases.outcome, review_cases.appeal_id, rewards.refusal_reason, rewards.refusal_note,
      rewards.cancelled_at, review_cases.version
    from rewards join review_cases on review_cases.tenant = ${tenant} and review_cases.reward_id = rewards.reward_id
    where rewards.tenant = ${tenant} and rewards.review = 'refused'
      and (rewards.beneficiary = 'referrer' and rewards.account_id = ${accountId}
        or rewards.beneficiary = 'recipient' and rewards.recipient_number = any (${[...mine]}))
      and review_cases.outcome = 'refused' and review_cases.appeal_id is null and review_cases.changed_by is not null
    order by rewards.cancelled_at desc limit 20`.execute(tx)
  return rows
}
