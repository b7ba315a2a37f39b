import { makeTestDeps } from '../../../test/helpers/make-test-deps.ts'
import { runOrderImport } from './run-order-import.ts'

// A process that imports a file of orders in a test's database; prints when it begins.

const [url = '', now = '', code = '', id = ''] = process.argv.slice(2)
const { deps, clock } = makeTestDeps(url)
clock.set(now)
const tenant = await deps.tenants.get(code)
process.send?.('begun')
await runOrderImport(deps, tenant, id, new AbortController().signal)
await deps.db.close()
process.disconnect?.()
