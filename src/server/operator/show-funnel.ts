import { BERLIN } from '../../domain/dates.ts'
import { makeFunnel, type Funnel } from '../../domain/funnel.ts'
import type { Deps } from '../context.ts'
import { withTenant } from '../db/connection.ts'
import { countFunnel } from './funnel-store.ts'

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
  const counted = await withTenant(deps.db, tenant, (tx) =>
    countFunnel(tx, tenant, by, {
      from: from && { day: from.toString(), at: startOf(from) },
      to: to && { day: to.toString(), at: startOf(to.add({ days: 1 })) },
    }),
  )
  return makeFunnel(counted)
}

const startOf = (day: Temporal.PlainDate) => day.toZonedDateTime(BERLIN).toInstant().toString()
