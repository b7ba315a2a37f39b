import { makeTestDeps } from '../../../test/helpers/make-test-deps.ts'
import { provideRewards } from './provide-rewards.ts'
import { releaseDueOrders } from './release-due-orders.ts'

// A process that releases what is due in a test's database, and provides it; prints when it begins.

const [url = '', now = '', code = ''] = process.argv.slice(2)
const { deps, clock } = makeTestDeps(url)
clock.set(now)
const tenant = await deps.tenants.get(code)
process.send?.('begun')
await releaseDueOrders(deps, tenant)
await provideRewards(deps, tenant, {})
await deps.db.close()
process.disconnect?.()
