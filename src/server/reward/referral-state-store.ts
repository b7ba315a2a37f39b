import { sql } from 'kysely'
import type { OrderState } from '../../domain/order.ts'
import type { ReferralState, RecipientProgress } from '../../domain/referral.ts'
import type { RewardState } from '../../domain/reward.ts'
import { recordReport } from '../reports/rows-store.ts'
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

/**
 * How far the recipients of a referral are, without counting them: one stands for all who accepted, and each pair of an order's and
 * a reward's state is there once. The rules ask whether there is one, never how many, and a link may have thousands.
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
  await recordReport(tx, tenant, 'referrals', [number])
}
