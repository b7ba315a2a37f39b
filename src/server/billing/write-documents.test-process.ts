import pino from 'pino'
import { system } from '../base/audit-store.ts'
import { makeClock } from '../base/clock.ts'
import { makeKeys } from '../base/keys.ts'
import { makeSharedCache } from '../base/shared-cache.ts'
import { connect } from '../db/connection.ts'
import { makeTenantCache } from '../tenant/tenant-cache.ts'
import type { KindName } from './document-store.ts'
import { writeDocuments } from './write-documents.ts'

// A process that writes a kind's documents in a test's database; prints when it begins.

const [url = '', now = '', kind = ''] = process.argv.slice(2)
const db = connect(url, { max: 4 })
const tenants = makeTenantCache(db)
const deps = {
  db,
  clock: makeClock(() => Temporal.Instant.from(now)),
  keys: makeKeys(['test-secret-key-of-at-least-32-characters']),
  tenants,
  cache: makeSharedCache(),
  log: pino({ level: 'silent' }),
  publicOrigin: 'http://localhost:3000',
  demo: false,
}
const tenant = await tenants.get('telko')
const done = writeDocuments(deps, tenant, kind as KindName, system)
process.send?.('begun')
await done
await db.close()
process.disconnect?.()
