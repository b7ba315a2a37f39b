import { makeTestDeps } from '../../../test/helpers/make-test-deps.ts'
import { system } from '../base/audit-store.ts'
import { applyBankFile } from './apply-status.ts'

// A process that reads a bank file in a test's database.

const [url = '', now = '', tenant = '', file = ''] = process.argv.slice(2)
const { deps, clock } = makeTestDeps(url)
clock.set(now)
await applyBankFile(deps, tenant, Buffer.from(file), system)
await deps.db.close()
process.disconnect?.()
