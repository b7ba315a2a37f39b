import { makeTestDeps } from '../../../test/helpers/make-test-deps.ts'
import { system } from '../base/audit-store.ts'
import type { KindName } from './document-store.ts'
import { writeDocuments } from './write-documents.ts'

// A process that writes a kind's documents in a test's database; prints when it begins.

const [url = '', now = '', kind = ''] = process.argv.slice(2)
const { deps, clock } = makeTestDeps(url)
clock.set(now)
const tenant = await deps.tenants.get('telko')
const done = writeDocuments(deps, tenant, kind as KindName, system)
process.send?.('begun')
await done
await deps.db.close()
process.disconnect?.()
