import { buildApp } from '../../src/server/app.ts'
import type { Admission } from '../../src/server/base/admission.ts'
import type { Deps } from '../../src/server/context.ts'
import { connect, type Database } from '../../src/server/db/connection.ts'
import { listen } from '../../src/server/db/notify.ts'
import { demoTenants } from '../../src/server/demo/demo-tenants.ts'
import { seedDemo } from '../../src/server/demo/seed-demo.ts'
import { listenedAt, nodesOf } from './citus.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { makeCall } from './make-call.ts'
import { makeTestDeps } from './make-test-deps.ts'
import { loginOf, type ProcessLogin } from './process-login.ts'
import { cookieFor } from './proved-address.ts'
import { makeReusable, takeIdleServer } from './reuse-server.ts'
import { recordSent } from './routed/record-sent.ts'

export { testNow, type TestClock } from './make-test-deps.ts'

export type TestServer = Awaited<ReturnType<typeof startServer>>

type Options = {
  tenants?: typeof demoTenants
  beside?: { database: TestDatabase }
  hears?: boolean
  isNew?: boolean
  calledBy?: ProcessLogin // the database's login of the calls; the rest has the app's
}

/**
 * The whole API over its own PostgreSQL database, with the demo tenants and a fixed clock. Call `stop` in afterAll: a later file may get the
 * server, reset. `beside` makes a second process over another one's database; `hears` makes it hear of changes, else call
 * `deps.cache.forget()` after one; `isNew`: none of an earlier file.
 */
export async function startTestServer(options: Options = {}): Promise<TestServer> {
  if (Object.keys(options).length > 0) return startServer(options)
  return takeIdleServer() ?? makeReusable(await startServer(options))
}

/** What a test sends at once is no load. */
export const admitAll: Admission = { mayEnter: () => true, enter: () => {}, leave: () => {} }

async function startServer(options: Options) {
  // A clone has the demo tenants already.
  const cloned = !options.beside && !options.tenants
  const database =
    options.beside?.database ?? (await createTestDatabase(cloned ? 'demo' : 'migrated'))
  const { deps, clock } = makeTestDeps(database.appUrl)
  const { db } = deps
  if (!cloned) await seedDemo(deps, options.tenants)
  const listener = options.hears ? await hear(database.appUrl, deps) : null
  const ofCalls = options.calledBy
    ? connect(nodesOf(loginOf(database.appUrl, options.calledBy)), { max: 20 })
    : null
  if (ofCalls) recordSent(ofCalls.pool)
  const app = await buildApp({
    deps: ofCalls ? { ...deps, db: ofCalls } : deps,
    web: null,
    admission: admitAll,
  })
  await app.ready()

  const call = makeCall(app, cookieFor(deps))

  return {
    app,
    deps,
    clock,
    db: db as Database,
    database,
    call,
    async stop() {
      await app.close()
      await listener?.close()
      await ofCalls?.close()
      await db.close()
      if (!options.beside) await database.drop()
    },
  }
}

async function hear(url: string, deps: Deps) {
  const listens = Promise.withResolvers<void>()
  const handlers = { zuspruch_cache: deps.cache.hear, zuspruch_tenants: deps.tenants.forget }
  const listener = listen(listenedAt(url), handlers, listens.resolve)
  await listens.promise
  return listener
}
