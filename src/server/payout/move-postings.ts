import { localDate } from '../../domain/dates.ts'
import { monthOf } from '../../domain/invoice.ts'
import { keysOfMove } from '../../domain/settled-day.ts'
import { listSettledNotes, postNoteEvents } from '../billing/note-payment-store.ts'
import type { Tx } from '../db/connection.ts'
import { listSettled, postEach } from '../reward/ledger-store.ts'
import { lockClosedTo } from './bank-line-store.ts'
import type { Payout } from './store.ts'

type Standing = { payout_id: string; event_key: string; at: Temporal.Instant }

/**
 * The ledgers have the bank's booking day, too: what was settled is undone on the day that it stands on, and settled anew on the bank's. The
 * caller holds the rewards and partners, so nobody moves the same at once.
 */
export async function movePostings(
  tx: Tx,
  tenant: string,
  told: readonly { payout: Payout; bookedAt: Temporal.Instant }[],
  now: Temporal.Instant,
): Promise<void> {
  const days = new Map(told.map(({ payout, bookedAt }) => [payout.payout_id, bookedAt]))
  const rewards = await listSettled(
    tx,
    tenant,
    told.flatMap(({ payout: { payout_id: payoutId, reward_id: rewardId } }) =>
      rewardId ? [{ payoutId, rewardId }] : [],
    ),
  )
  const notes = await listSettledNotes(
    tx,
    tenant,
    told.flatMap(({ payout: { payout_id: payoutId, partner_id: partnerId } }) =>
      partnerId ? [{ payoutId, partnerId }] : [],
    ),
  )
  const [rewardEvents, noteEvents] = [pairs(rewards, days), pairs(notes, days)]
  const isOfBefore = ({ at }: { at: Temporal.Instant }) => monthOf(at) !== monthOf(now)
  // No month is closed while something of it is being written.
  if ([...rewardEvents, ...noteEvents].some(isOfBefore)) await lockClosedTo(tx, tenant, 'share')
  const posted = await postEach(
    tx,
    tenant,
    rewardEvents.map(({ of, at, ...event }) => ({
      ...event,
      rewardId: of.reward_id,
      cents: of.cents,
      at: at.toString(),
    })),
  )
  if (posted !== rewardEvents.length)
    throw new Error('A settling was moved without its reward being locked')
  await postNoteEvents(
    tx,
    tenant,
    noteEvents.map(({ of: { note_id, cents }, ...event }) => ({ ...event, note_id, cents })),
  )
}

/** Nothing for what stands on that day already. */
function pairs<T extends Standing>(
  settled: readonly T[],
  days: ReadonlyMap<string, Temporal.Instant>,
) {
  return settled.flatMap((of) => {
    const day = days.get(of.payout_id)!
    if (localDate(of.at).equals(localDate(day))) return []
    const { undone, anew } = keysOfMove(of.event_key)
    return [
      { of, event: 'settled-undone' as const, eventKey: undone, at: of.at },
      { of, event: 'settled' as const, eventKey: anew, at: day },
    ]
  })
}
