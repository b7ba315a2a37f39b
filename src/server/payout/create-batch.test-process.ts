import pino from 'pino'
import { system } from '../base/audit-store.ts'
import { makeClock } from '../base/clock.ts'
import { makeKeys } from '../base/keys.ts'
import { makeSharedCache } from '../base/shared-cache.ts'
import { connect } from '../db/connection.ts'
import { makeTenantCache } from '../tenant/tenant-cache.ts'
import { createBatch } from './create-batch.ts'

// A process that builds a payout batch in a test's database; prints when it begins.

const [url = '', now = '', tenant = ''] = process.argv.slice(2)
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
const done = createBatch(deps, tenant, system)
process.send?.('begun')
await done
await db.close()
process.disconnect?.()
