// The server under load: the app as main.ts builds it (ROLE=web: no jobs, mails stay queued).
import { buildApp } from '../src/server/app.ts'
import { listen } from '../src/server/db/notify.ts'
import { addressesOf } from '../src/server/env/database-addresses.ts'
import { clientFolder, loadWeb } from '../src/server/pages/load-web.ts'
import { makeDeps } from './make-deps.ts'
import { serveParent } from './serve-parent.ts'

const { appUrl, queueUrl = appUrl } = JSON.parse(process.argv[2] ?? '{}') as {
  appUrl: string
  queueUrl?: string
}

const deps = makeDeps(appUrl, { log: 'info', ...(queueUrl === appUrl ? {} : { queueUrl }) })
const bundle = loadWeb()
await bundle

// Visitors come from many addresses (X-Forwarded-For), as limits count per visitor in one row each.
const app = await buildApp({
  deps,
  web: { bundle: () => bundle, clientFolder },
  trustProxy: true,
})
const listener = listen(
  [...new Set([queueUrl, ...addressesOf(appUrl)])],
  {
    zuspruch_tenants: (code) => deps.tenants.forget(code || undefined),
    zuspruch_cache: deps.cache.hear,
  },
  () => deps.cache.forget(),
)
await serveParent(
  app,
  () => listener.close(),
  () => deps.db.close(),
  () => (deps.queue === deps.db ? Promise.resolve() : deps.queue.close()),
)
