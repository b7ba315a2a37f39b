import { sql } from 'kysely'
import type { OrderState } from '../../domain/order.ts'
import type { ReferralState, RecipientProgress } from '../../domain/referral.ts'
import type { RewardState } from '../../domain/reward.ts'
import { together } from '../db/together.ts'
import type { Tx } from '../db/connection.ts'

/** The last lock of every change (order/store.ts): later reads see all earlier commits. */
export function lockReferral(tx: Tx, tenant: string, number: string) {
  return tx
    .selectFrom('referrals')
    .select(['state', 'valid_until', 'cancelled_at'])
    .where('tenant', '=', tenant)
    .where('number', '=', number)
    .$narrowType<{ state: ReferralState }>()
    .forNoKeyUpdate()
    .executeTakeFirst()
}

/**
 * Progress of a referral's recipients without counting: one for all accepted, and distinct pairs of order and reward state.
 * Rules ask for existence only, and a link may have thousands.
 */
export async function readReferralProgress(
  tx: Tx,
  tenant: string,
  number: string,
): Promise<RecipientProgress[]> {
  const [recipients, orders] = await together([
    () =>
      sql<{ accepted: boolean }>`
      select exists (select from recipients
        where tenant = ${tenant} and referral_number = ${number} and state <> 'withdrawn') as accepted`.execute(
        tx,
      ),
    () =>
      sql<{ state: OrderState; reward: RewardState | null }>`
      select distinct orders.state, rewards.state as reward
      from orders left join rewards on rewards.tenant = ${tenant} and rewards.order_number = orders.number
      where orders.tenant = ${tenant} and orders.referral_number = ${number}`.execute(tx),
  ])
  return [
    {
      accepted: recipients.rows[0]!.accepted,
      orders: orders.rows.map(({ state, reward }) => ({ state, rewards: reward ? [reward] : [] })),
    },
  ]
}
