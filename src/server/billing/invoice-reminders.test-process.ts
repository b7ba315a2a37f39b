import { makeTestDeps } from '../../../test/helpers/make-test-deps.ts'
import { remindOfInvoices } from './remind-of-invoices.ts'

// A process that reminds a tenant's agencies in a test's database.

const [url = '', now = ''] = process.argv.slice(2)
const { deps, clock } = makeTestDeps(url)
clock.set(now)
await remindOfInvoices(deps, await deps.tenants.get('bgv'))
await deps.db.close()
