import { sql } from 'kysely'
import type { OrderState } from '../../domain/order.ts'
import type { ReferralState, RecipientProgress } from '../../domain/referral.ts'
import type { RewardState } from '../../domain/reward.ts'
import { together } from '../db/together.ts'
import type { Tx } from '../db/connection.ts'

/** The last lock of every change (see order/store.ts): what is read after it is what all who came before committed. */
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

/** How far every recipient of a referral is. */
export async function readReferralProgress(
  tx: Tx,
  tenant: string,
  number: string,
): Promise<RecipientProgress[]> {
  const [recipients, orders, rewards] = await together([
    tx
      .selectFrom('recipients')
      .select(['number', 'state'])
      .where('tenant', '=', tenant)
      .where('referral_number', '=', number)
      .execute(),
    tx
      .selectFrom('orders')
      .select(['number', 'recipient_number', 'state'])
      .where('tenant', '=', tenant)
      .where('referral_number', '=', number)
      .$narrowType<{ state: OrderState }>()
      .execute(),
    sql<{ order_number: string; state: RewardState }>`
      select order_number, state from rewards
      where tenant = ${tenant} and referral_number = ${number} and order_number is not null`.execute(
      tx,
    ),
  ])
  return recipients.map((recipient) => ({
    accepted: recipient.state !== 'withdrawn',
    orders: orders
      .filter((order) => order.recipient_number === recipient.number)
      .map((order) => ({
        state: order.state,
        rewards: rewards.rows
          .filter((reward) => reward.order_number === order.number)
          .map((reward) => reward.state),
      })),
  }))
}

export async function writeReferralState(
  tx: Tx,
  tenant: string,
  number: string,
  state: ReferralState,
): Promise<void> {
  await tx
    .updateTable('referrals')
    .set({ state })
    .where('tenant', '=', tenant)
    .where('number', '=', number)
    .execute()
}
