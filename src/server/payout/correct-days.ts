import { localDate } from '../../domain/dates.ts'
import { audit, type Actor } from '../base/audit-store.ts'
import { markNotes } from '../billing/note-payment-store.ts'
import type { Tx } from '../db/connection.ts'
import { correctPaidAt } from '../reward/paid-day-store.ts'
import { movePostings } from './move-postings.ts'
import { correctSettledAt, type Payout } from './store.ts'

/**
 * Payments are paid on the bank's booking day, in the ledgers too, also where that is told after a status report or an operator's word. The
 * caller holds their rewards and partners.
 */
export async function correctDays(
  tx: Tx,
  tenant: string,
  told: readonly { payout: Payout; bookedAt: Temporal.Instant }[],
  { actor, now }: { actor: Actor; now: Temporal.Instant },
): Promise<void> {
  const news = told.filter(
    ({ payout: { settled_at: before }, bookedAt }) =>
      !before || !localDate(before).equals(localDate(bookedAt)),
  )
  await movePostings(tx, tenant, news, now)
  for (const some of Map.groupBy(news, ({ bookedAt }) => bookedAt.toString()).values()) {
    const at = some[0]!.bookedAt
    const payoutIds = some.map(({ payout }) => payout.payout_id)
    const rewardIds = some.flatMap(({ payout }) => payout.reward_id ?? [])
    await correctSettledAt(tx, tenant, payoutIds, at)
    if (rewardIds.length > 0) await correctPaidAt(tx, tenant, { rewardIds, payoutIds, at })
    for (const { payout } of some) {
      const { payout_id: payoutId, settled_at: before } = payout
      if (payout.partner_id) await markNotes(tx, tenant, payoutId, at)
      await audit(tx, tenant, {
        at: now,
        actor,
        action: 'payout-day-told',
        subjectKind: 'payout',
        subjectId: payoutId,
        change: {
          before: { settledOn: before && localDate(before).toString() },
          after: { settledOn: localDate(at).toString() },
        },
      })
    }
  }
}
