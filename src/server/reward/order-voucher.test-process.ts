import { makeTestDeps } from '../../../test/helpers/make-test-deps.ts'
import { orderVoucher } from './order-voucher.ts'

// A process that orders a voucher in a test's database, to be killed.

const [url = '', now = '', at = '', reward = ''] = process.argv.slice(2)
const { deps, clock } = makeTestDeps(url)
clock.set(now)
Object.assign(deps, { voucherProviderAt: at })
await orderVoucher(deps, await deps.tenants.get('standard'), reward)
await deps.db.close()
