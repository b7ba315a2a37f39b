import pino from 'pino'
import { makeClock } from '../src/server/base/clock.ts'
import { makeKeys } from '../src/server/base/keys.ts'
import { makeSharedCache } from '../src/server/base/shared-cache.ts'
import type { Deps } from '../src/server/context.ts'
import { connect } from '../src/server/db/connection.ts'
import { loadWeb } from '../src/server/pages/load-web.ts'
import { makeTenantCache } from '../src/server/tenant/tenant-cache.ts'

export const benchSecret = 'bench-secret-key-of-at-least-32-characters'

/** Shared server parts as in main.ts: a pool of ten connections, the log to standard output. */
export function makeDeps(
  appUrl: string,
  options: { log: 'info' | 'silent'; queueUrl?: string },
): Deps {
  const db = connect(appUrl, { max: 10 })
  return {
    db,
    queue: options.queueUrl === undefined ? db : connect(options.queueUrl, { max: 4 }),
    clock: makeClock(),
    keys: makeKeys([benchSecret]),
    tenants: makeTenantCache(db),
    cache: makeSharedCache(),
    log: pino({ level: options.log }),
    publicOrigin: 'http://localhost:3000',
    operatorSignOn: null,
    demo: false,
    renderMail: async (mail) => (await loadWeb()).renderMail(mail),
  }
}
