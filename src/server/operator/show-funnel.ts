import { BERLIN } from '../../domain/dates.ts'
import { makeFunnel, type Funnel } from '../../domain/funnel.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { countFunnel, readFunnelClosed } from './funnel-store.ts'

/** A tenant's funnel by channel or campaign, for local days inclusive; null: unbounded. */
export async function showFunnel(
  deps: Pick<Deps, 'db'>,
  tenant: string,
  asked: {
    by: 'channel' | 'campaign'
    from: Temporal.PlainDate | null
    to: Temporal.PlainDate | null
  },
): Promise<Funnel> {
  const { by, from, to } = asked
  const counted = await withTenant(deps.db, tenant, async (tx) => {
    const closed = await readFunnelClosed(tx, tenant)
    const open = closed === null ? null : Temporal.PlainDate.from(closed).add({ days: 1 })
    return countFunnel(
      tx,
      tenant,
      by,
      {
        from: from && beginOf(from),
        to: to && { ...beginOf(to), at: startOf(to.add({ days: 1 })) },
      },
      open && beginOf(open),
    )
  })
  return makeFunnel(counted)
}

const beginOf = (day: Temporal.PlainDate) => ({ day: day.toString(), at: startOf(day) })
const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(BERLIN).toInstant().toString()
