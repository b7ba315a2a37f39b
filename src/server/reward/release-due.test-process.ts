import { makeTestDeps } from '../../../test/helpers/make-test-deps.ts'
import { applyDecisions } from './apply-decisions.ts'
import { provideRewards } from './provide-rewards.ts'
import { releaseDueOrders } from './release-due-orders.ts'
import { remindOfCodes } from './remind-of-codes.ts'

// A process that does in a test's database what is due of one kind; prints when it begins.

const [url = '', now = '', code = '', what = ''] = process.argv.slice(2)
const { deps, clock } = makeTestDeps(url)
clock.set(now)
const tenant = await deps.tenants.get(code)
process.send?.('begun')
if (what === 'decisions') await applyDecisions(deps, tenant)
else if (what === 'codes') await remindOfCodes(deps, tenant)
else {
  await releaseDueOrders(deps, tenant)
  await provideRewards(deps, tenant, {})
}
await deps.db.close()
process.disconnect?.()
