import { sql } from 'kysely'
import type { OrderState } from '../../domain/order.ts'
import type { ReferralState, RecipientProgress } from '../../domain/referral.ts'
import type { RewardState } from '../../domain/reward.ts'
import { together } from '../db/together.ts'
import type { Tx } from '../db/connection.ts'

/** The last lock of every change (order/store.ts): later reads see all earlier commits. */
export function lockReferrals(tx: Tx, tenant: string, numbers: readonly string[]) {
  return tx
    .selectFrom('referrals')
    .select(['number', 'state', 'valid_until', 'cancelled_at'])
    .where('tenant', '=', tenant)
    .where('number', '=', sql<string>`any(${[...numbers]}::text[])`)
    .orderBy('number')
    .$narrowType<{ state: ReferralState }>()
    .forNoKeyUpdate()
    .execute()
}

/**
 * Progress of referrals' recipients without counting: one for all accepted, and distinct pairs of order and reward state.
 * Rules ask for existence only, and a link may have thousands.
 */
export async function readReferralProgress(
  tx: Tx,
  tenant: string,
  numbers: readonly string[],
): Promise<Map<string, RecipientProgress>> {
  const [recipients, orders] = await together([
    () =>
      sql<{ number: string; accepted: boolean }>`
      select number, exists (select from recipients
        where tenant = ${tenant} and referral_number = given.number and state <> 'withdrawn') as accepted
      from unnest(${[...numbers]}::text[]) as given (number)`.execute(tx),
    () =>
      sql<{ number: string; state: OrderState; reward: RewardState | null }>`
      select distinct orders.referral_number as number, orders.state, rewards.state as reward
      from orders left join rewards on rewards.tenant = ${tenant} and rewards.order_number = orders.number
      where orders.tenant = ${tenant} and orders.referral_number = any (${[...numbers]}::text[])`.execute(
        tx,
      ),
  ])
  const ordersOf = Map.groupBy(orders.rows, ({ number }) => number)
  return new Map(
    recipients.rows.map(({ number, accepted }) => [
      number,
      {
        accepted,
        orders: (ordersOf.get(number) ?? []).map(({ state, reward }) => ({
          state,
          rewards: reward ? [reward] : [],
        })),
      },
    ]),
  )
}
