import pino from 'pino'
import { system } from '../base/audit-store.ts'
import { makeClock } from '../base/clock.ts'
import { makeKeys } from '../base/keys.ts'
import { makeSharedCache } from '../base/shared-cache.ts'
import { connect } from '../db/connection.ts'
import { makeTenantCache } from '../tenant/tenant-cache.ts'
import { applyBankFile } from './apply-status.ts'

// A process that reads a bank file in a test's database.

const [url = '', now = '', tenant = '', file = ''] = process.argv.slice(2)
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
await applyBankFile(deps, tenant, Buffer.from(file), system)
await db.close()
process.disconnect?.()
