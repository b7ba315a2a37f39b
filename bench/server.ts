// The server under load: the app as main.ts builds it (ROLE=web: no jobs, mails stay queued) plus a route with a single insert.
import type { FastifyInstance } from 'fastify'
import { buildApp } from '../src/server/app.ts'
import { listen } from '../src/server/db/notify.ts'
import { clientFolder, loadWeb } from '../src/server/pages/load-web.ts'
import { makeDeps } from './make-deps.ts'

const { appUrl } = JSON.parse(process.argv[2] ?? '{}') as { appUrl: string }

const deps = makeDeps(appUrl, { log: 'info' })
const bundle = loadWeb()
await bundle

// A click's row and indexes in a table without row security and foreign keys: the durable minimum.
async function registerBareInsert(app: FastifyInstance): Promise<void> {
  app.get<{ Params: { number: string } }>('/bench/insert/:number', async (request, reply) => {
    await deps.db.pool.query(
      `insert into bench_clicks (tenant, referral_number, channel, source, at) values ('standard', $1, 'ln', 'bench', $2)`,
      [request.params.number, deps.clock.now().toString()],
    )
    return reply.redirect('/', 302)
  })
}

// Visitors come from many addresses (X-Forwarded-For), as limits count per visitor in one row each.
const app = await buildApp({
  deps,
  web: { bundle: () => bundle, clientFolder },
  register: registerBareInsert,
  trustProxy: true,
})
const listener = listen(
  appUrl,
  {
    zuspruch_tenants: (code) => deps.tenants.forget(code || undefined),
    zuspruch_cache: deps.cache.hear,
  },
  () => deps.cache.forget(),
)
await app.listen({ host: '127.0.0.1', port: 0 })
const address = app.server.address()

process.on('message', () =>
  process.send?.({ port: typeof address === 'object' && address ? address.port : 0 }),
)
process.once('disconnect', () => {
  void app
    .close()
    .then(() => listener.close())
    .then(() => deps.db.close())
    .then(() => process.exit(0))
})
