import { showAccountEnd as endpoint } from '../../contract/empfehler-konto.ts'
import { endOf, needsWaiver } from '../../domain/account-end.ts'
import { referrerOf } from '../account/referrer-call.ts'
import { findAccount } from '../account/store.ts'
import { together } from '../db/together.ts'
import { fail } from '../errors.ts'
import { serve } from '../serve.ts'
import { listExpectedOrders, listUnpaidRewards } from './account-end-store.ts'
import { expectedCents } from './expected-cents.ts'
import { expectedInAccount } from './expected-in-account.ts'
import { labelOf } from './reward-view.ts'

/** What the person loses and still gets, before deciding. */
export const showAccountEnd = serve(endpoint, async (call) => {
  const { tenant, today, locale } = call
  const { accountId, byLink } = referrerOf(call.caller)
  const [account, rewards, orders] = await call.transaction((tx) =>
    together([
      () => findAccount(tx, tenant.code, accountId),
      () => listUnpaidRewards(tx, tenant.code, accountId),
      () => listExpectedOrders(tx, tenant.code, accountId),
    ]),
  )
  if (!account) throw fail('session-missing')
  const expected = expectedCents(tenant, orders)
  const hasPassword = account.password_hash !== null
  const isLost = needsWaiver({
    rewards: rewards.map(({ state }) => state),
    expectedCents: expected,
  })
  return {
    rewards: rewards.map((reward) => ({
      id: reward.reward_id,
      product: reward.title?.[locale] ?? null,
      cents: reward.cents,
      status: labelOf(reward, today) as 'Offen',
      end:
        endOf(reward.state) === 'given-up' ? ('verfaellt' as const) : ('wirdAusgezahlt' as const),
      expiresOn: reward.state === 'provided' ? reward.expires_on : null,
      dueOn: expectedInAccount(reward, today)?.toString() ?? null,
    })),
    expectedCents: expected,
    passwordNeeded: hasPassword && (isLost || byLink !== null),
    hasPassword,
  }
})
