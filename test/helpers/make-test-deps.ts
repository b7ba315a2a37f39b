import pino from 'pino'
import type { WebBundle } from '../../src/contract/page-context.ts'
import { makeClock, type Clock } from '../../src/server/base/clock.ts'
import { makeKeys } from '../../src/server/base/keys.ts'
import { makeSharedCache } from '../../src/server/base/shared-cache.ts'
import type { Deps } from '../../src/server/context.ts'
import { connect, type Database } from '../../src/server/db/connection.ts'
import { limitOutgoing } from '../../src/server/gateways/http/where-to-ask.ts'
import { makeTenantCache } from '../../src/server/tenant/tenant-cache.ts'
import { nodesOf } from './citus.ts'
import { recordSent } from './routed/record-sent.ts'
import { testSecret } from './test-secrets.ts'

export type TestClock = Clock & {
  set: (isoInstant: string) => void
  advance: (duration: string) => void
}

/** Noon of a Tuesday in Berlin, away from midnight and weekends. */
export const testNow = '2026-11-17T11:00:00Z'

function connectPatiently(url: string): Database {
  const db = connect(url, { max: 20 })
  // Hundreds of parallel calls on a busy machine wait longer for a connection than the product allows.
  Object.assign(db.pool.options, { connectionTimeoutMillis: 60_000, query_timeout: 60_000 })
  recordSent(db.pool)
  return db
}

/** The server's dependencies in tests: a database, a fixed clock and fixed keys. */
export function makeTestDeps(appUrl: string): { deps: Deps; clock: TestClock } {
  limitOutgoing(null)
  const db = connectPatiently(nodesOf(appUrl))
  // Of several nodes the coordinator has the queue.
  const queue = nodesOf(appUrl) === appUrl ? db : connectPatiently(appUrl)
  if (queue !== db) {
    const close = db.close
    db.close = async () => void (await Promise.all([close(), queue.close()]))
  }
  const clock = testClock(testNow)
  const deps: Deps = {
    db,
    queue,
    clock,
    keys: makeKeys([testSecret]),
    tenants: makeTenantCache(db),
    cache: makeSharedCache(),
    log: pino({ level: 'silent' }),
    publicOrigin: 'http://localhost:3000',
    operatorSignOn: null,
    demo: false,
    renderMail: async (mail) => {
      // Not a name: this program is checked without JSX.
      const file = '../../src/web/mails/render-mail.tsx'
      const web = (await import(file)) as Pick<WebBundle, 'renderMail'>
      return web.renderMail(mail)
    },
  }
  return { deps, clock }
}

function testClock(start: string): TestClock {
  let real = Temporal.Instant.from(start)
  const clock = makeClock(() => real)
  return {
    ...clock,
    set(instant) {
      real = Temporal.Instant.from(instant)
    },
    advance(duration) {
      const moved = real.toZonedDateTimeISO('Europe/Berlin').add(Temporal.Duration.from(duration))
      real = moved.toInstant()
    },
  }
}
