import { makeTestDeps } from '../../../test/helpers/make-test-deps.ts'
import { runBankUpload } from './run-bank-upload.ts'

// A process that applies an uploaded file of the bank in a test's database.

const [url = '', now = '', tenant = '', id = ''] = process.argv.slice(2)
const { deps, clock } = makeTestDeps(url)
clock.set(now)
await runBankUpload(deps, tenant, id, new AbortController().signal)
await deps.db.close()
process.disconnect?.()
