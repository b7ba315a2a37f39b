import { shareWorkOfTenant } from '../base/share-work.ts'
import { loadOffer } from '../catalogue/option-view.ts'
import type { Call, Deps } from '../context.ts'
import { beforeCommit, withTenant } from '../db/connection.ts'
import { together } from '../db/together.ts'
import { readNumber, type Loaded } from './referral-view.ts'
import { findReferrals } from './store.ts'

type Here = Pick<Call, 'deps' | 'tenant' | 'today'>
type Asked = Pick<Call, 'tenant' | 'today'> & { number: string }

// As many at once as of clicks (count-click.ts).
const share = shareWorkOfTenant(loadAll, { atOnce: 3, most: 100 })

/**
 * A referral with others that are asked for meanwhile: in one round trip for all, with what the tenant offers once. Null where it has to be
 * loaded alone, also as there is none.
 */
export async function loadTogether(
  { deps, tenant, today }: Here,
  text: string,
): Promise<Loaded | null> {
  const number = readNumber(text)
  if (number === null || tenant.agentReferral || deps.db.looks) return null
  return share(deps, tenant.code, { number, tenant, today })
}

async function loadAll(deps: Deps, code: string, asked: Asked[]) {
  const { tenant, today } = asked.at(-1)!
  let loaded: (Loaded | null)[] = []
  await withTenant(deps.db, code, (tx) =>
    beforeCommit(tx, async (tx) => {
      const [referrals, offer] = await together([
        () =>
          findReferrals(
            tx,
            code,
            asked.map(({ number }) => number),
          ),
        () => loadOffer(tx, tenant, today),
      ])
      loaded = referrals.map((referral) =>
        referral ? { referral, offer, agent: undefined } : null,
      )
    }),
  )
  return asked.map((_, at) => ({ status: 'fulfilled' as const, value: loaded[at] ?? null }))
}
