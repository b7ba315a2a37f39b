import { shareWorkOfTenant } from '../base/share-work.ts'
import type { Deps } from '../context.ts'
import { beforeCommit, withTenant, type Tx } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { countClicks, type Click, type Clicked, type LinkKey } from './click-store.ts'

/** What was clicked on, and how. */
export type Arrived = Click & { by: LinkKey }

// With one commit at a time, server and database wait for each other: measured with 50 connections on a busy machine, 0.56 of a
// bare insert with one, 0.65 with two, 0.77 with three. More would starve other calls.
const atOnce = 3
const most = 500

/** Counts a click durably and returns its referral. Those that arrive together share a commit. */
export const countClick: (deps: Deps, tenant: string, click: Arrived) => Promise<Clicked> =
  shareWorkOfTenant(countAll, { atOnce, most })

async function countAll(deps: Deps, tenant: string, batch: Arrived[]) {
  const answers: Clicked[] = []
  const [now, today] = [deps.clock.now(), deps.clock.today()]
  const ways = [...Map.groupBy(batch.entries(), ([, { by }]) => by)]
  const count = (tx: Tx) =>
    together(
      ways.map(([by, some]) => async () => {
        const clicks = some.map(([, click]) => click)
        const found = await countClicks(tx, tenant, by, clicks, now, today)
        for (const [nth, [place]] of some.entries()) answers[place] = found[nth] ?? null
      }),
    )
  // With its commit in one round trip, unless it is rolled back.
  await withTenant(deps.db, tenant, async (tx) => {
    await (deps.db.looks ? count(tx) : beforeCommit(tx, count))
  })
  return batch.map((_, at) => ({ status: 'fulfilled' as const, value: answers[at] ?? null }))
}
