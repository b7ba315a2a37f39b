import { makeTestDeps } from '../../../test/helpers/make-test-deps.ts'
import { system } from '../base/audit-store.ts'
import { payDue } from './play-both.ts'

// A process that builds a payout batch in a test's database; prints when it begins.

const [url = '', now = '', tenant = ''] = process.argv.slice(2)
const { deps, clock } = makeTestDeps(url)
clock.set(now)
const done = payDue(deps, tenant, system)
process.send?.('begun')
await done
await deps.db.close()
process.disconnect?.()
