import type { FastifyInstance } from 'fastify'
import type { Logger } from 'pino'
import { buildApp, type AppOptions } from './app.ts'
import { buildUnready } from './build-unready.ts'
import { checkKeys, recheckKeys } from './base/check-keys.ts'
import type { Closer } from './base/closer.ts'
import { closeWithin, leaveWithin } from './base/close-within.ts'
import { flushLimits } from './base/note-limit.ts'
import { makeClock } from './base/clock.ts'
import { makeKeys } from './base/keys.ts'
import { tellParent, type Part } from './base/parts.ts'
import { makeSharedCache } from './base/shared-cache.ts'
import { atQueue, type Deps } from './context.ts'
import { connect } from './db/connection.ts'
import type { OpenedDatabase } from './db/open-database.ts'
import { listen } from './db/notify.ts'
import { addressesOf } from './env/database-addresses.ts'
import { buildHealth } from './health.ts'
import { backlog, explainPort } from './env/check-ports.ts'
import { keepOrigin } from './env/kept-origin.ts'
import type { Env } from './env/env.ts'
import type { DevInbox } from './gateways/mail/dev-inbox.ts'
import { limitOutgoing } from './gateways/http/where-to-ask.ts'
import { noMailGateway, openMailGateway } from './gateways/mail/mail-gateway.ts'
import { startJobs, sweep } from './start-jobs.ts'
import { clientFolder, loadWeb } from './pages/load-web.ts'
import type { Web } from './pages/register-pages.ts'
import { flushEvents } from './tracking/record-event.ts'
import { limitsOf } from './limit-reads.ts'
import { viewsOf } from './pages/count-page.ts'
import { makeTenantCache } from './tenant/tenant-cache.ts'

/** With the jobs' 30 s less than a service manager waits (TimeoutStopSec). */
const longestDrainMs = 20_000

type Database = Pick<OpenedDatabase, 'appUrl' | 'queueUrl' | 'embedded'>

/** Starts everything the environment requires; closed in reverse order. */
export async function start(
  env: Env,
  log: Logger,
  closers: Closer[],
  begun: { inbox: Promise<DevInbox> | null; database: Promise<Database> },
  part: Part,
): Promise<void> {
  let bundle: ReturnType<typeof loadWeb> | null = null
  const web = () => (bundle ??= loadWeb())
  const [database] = await Promise.all([begun.database, part.kind === 'keeper' ? undefined : web()])
  const tellKept = (demoPort: number | null, isWhole: boolean) => {
    const { appUrl, queueUrl, embedded } = database
    const kept = { port: env.port, appUrl, queueUrl, embedded, demoPort }
    tellParent({ kind: 'kept', kept, isWhole })
  }
  const { appUrl, queueUrl } = database
  const onError = (error: Error) =>
    log.warn({ code: (error as { code?: string }).code }, 'idle connection lost')
  const db = connect(appUrl, {
    max: 10,
    onError,
    onNode: (node, answers) =>
      log.warn({ node }, answers ? 'node answers again' : 'node does not answer'),
  })
  closers.push(db.close)
  const queue = appUrl === queueUrl ? db : connect(queueUrl, { max: 10, onError })
  if (queue !== db) closers.push(queue.close)
  // Each node tells those who listen there; the console and commands write on the queue's.
  const listensAt = [...new Set([queueUrl, ...addressesOf(appUrl)])]
  limitOutgoing(env.outbound)
  const origin = env.publicOrigin ?? `http://localhost:${env.port}`
  const deps: Deps = {
    db,
    queue,
    clock: makeClock(),
    keys: makeKeys(env.secretKeys),
    tenants: makeTenantCache(db, origin, env.operatorHost),
    cache: makeSharedCache(),
    log,
    publicOrigin: origin,
    operatorSignOn: env.operatorSignOn,
    demo: env.demo,
    renderMail: async (mail) => (await web()).renderMail(mail),
  }
  const problem = await checkKeys(deps)
  if (problem !== null) {
    // The web processes find and say the same.
    if (part.kind === 'keeper') return tellKept(null, true)
    return openPort(await buildUnready(deps, problem, env, closers), env)
  }
  if (env.healthPort !== null && part.kind !== 'keeper')
    await openHealth(deps, env.healthPort, env.host, closers)
  // Just before the database closes, after all requests.
  closers.push(
    () => flushEvents(deps),
    () => flushLimits(deps),
  )
  // The demo's files are loaded for the demo alone: production is installed without its packages.
  const followClock = async () =>
    env.demo ? (await import('./demo/advance-clock.ts')).setClock(deps) : undefined
  await followClock()
  if (env.demo && part.kind !== 'web') {
    await (await import('./demo/seed-demo.ts')).seedDemo(atQueue(deps))
    await (await import('./demo/seed-operators.ts')).seedOperators(atQueue(deps))
  }
  if (part.kind === 'keeper') tellKept(null, false)
  const inbox = await begun.inbox
  const smtpUrl = env.smtpUrl ?? inbox?.smtpUrl
  const mailer = smtpUrl === undefined ? noMailGateway : openMailGateway(smtpUrl)
  closers.push(async () => mailer.close())
  const works = env.role !== 'web' && part.kind !== 'web'
  // Connects while the app is built.
  const starting = startJobs(deps, {
    url: queueUrl,
    listensAt,
    mailer,
    works,
    soleWorker: database.embedded,
    bankFolder: env.bankFolder,
  })
  starting.catch(() => undefined)
  closers.push(async () => (await starting.catch(() => null))?.stop())
  const listener = listen(
    listensAt,
    {
      zuspruch_tenants: (code) => deps.tenants.forget(code || undefined),
      zuspruch_cache: deps.cache.hear,
      // Unhandled rejection on purpose: the server stops, and the next one is unready with the reason (main.ts).
      zuspruch_keys: () => void recheckKeys(deps),
      zuspruch_clock: () =>
        void followClock().catch((error: unknown) => log.warn({ err: error }, 'clock not read')),
    },
    () => {
      deps.tenants.forget()
      deps.cache.forget()
      void recheckKeys(deps)
    },
  )
  closers.push(listener.close)
  if (env.outbound) log.info(env.outbound, 'where the server may ask by HTTP')
  if (env.role === 'worker') {
    await starting
    closers.push(() => leaveWithin(deps, 0))
    return void log.info('worker started')
  }
  const playDemo = async (app: FastifyInstance) =>
    (await import('./demo/register-demo.ts')).registerDemo(app, atQueue(deps), {
      inbox,
      drain: async () => (await starting).drain(),
      runSweeps: (tenants) => sweep(deps, { tenants }),
      bundle: web,
    })
  const passDemo = async (app: FastifyInstance, { newest }: Extract<Part, { kind: 'web' }>) =>
    (await import('./demo/pass-demo.ts')).passDemo(app, () => newest().demoPort, followClock)
  const makeApp = async (register: AppOptions['register']) => {
    const app = await buildApp({
      deps,
      web: await pagesOf(closers, web),
      trustProxy: proxiesOf(env),
      logSample: env.logSample,
      ...(env.demo && register ? { register } : {}),
    })
    closers.push(() => closeWithin(app, longestDrainMs))
    return app
  }
  const sayRunning = () => {
    keepOriginFor(env, origin, log)
    if (env.demo) tellWhereToGo(origin, inbox?.uiUrl ?? null)
    else log.info({ origin }, 'Zuspruch is running')
  }
  if (part.kind === 'keeper') {
    const demoPort = env.demo ? await openDemo(await makeApp(playDemo)) : null
    await starting
    tellKept(demoPort, true)
    closers.push(() => leaveWithin(deps, 0))
    return void part.allReady.then(sayRunning)
  }
  const app = await makeApp(part.kind === 'web' ? (one) => passDemo(one, part) : playDemo)
  if (part.kind === 'web') {
    // What others count from now on counts here, too.
    limitsOf(deps)
    viewsOf(deps)
    await part.whole
  }
  await starting
  await openPort(app, env)
  closers.push(async (code) => code === 0 && leaveWithin(deps, env.drainSeconds * 1_000))
  if (part.kind === 'alone') sayRunning()
}

/** The demo's own pages, for the web processes alone (demo/pass-demo.ts). */
async function openDemo(app: FastifyInstance): Promise<number> {
  await app.listen({ port: 0, host: '127.0.0.1', exclusive: true })
  const address = app.server.address()
  return typeof address === 'object' && address ? address.port : 0
}

function proxiesOf({ trustedProxies }: Env) {
  if (typeof trustedProxies === 'number') return (_: string, hop: number) => hop < trustedProxies
  return trustedProxies.length > 0 ? trustedProxies : false
}

async function pagesOf(closers: Closer[], bundle: Web['bundle']): Promise<Web> {
  if (process.env.ZUSPRUCH_DEV !== '1') return { bundle, clientFolder }
  const { startDevPages } = await import('./pages/dev-pages.ts')
  const dev = await startDevPages()
  closers.push(dev.close)
  return { ...dev.web, clientFolder }
}

async function openHealth(deps: Deps, port: number, host: string, closers: Closer[]) {
  const app = buildHealth(deps)
  closers.push(() => app.close())
  await app.listen({ port, host }).catch((error: unknown) => {
    throw explainPort(error, 'HEALTH_PORT', port, host)
  })
}

async function openPort(app: FastifyInstance, env: Env): Promise<void> {
  try {
    await app.listen({ port: env.port, host: env.host, backlog })
  } catch (error) {
    throw explainPort(error, 'PORT', env.port, env.host)
  }
}

// Only for the CLI, so an unwritable folder does not stop a server with an external database.
function keepOriginFor(env: Env, origin: string, log: Logger): void {
  try {
    keepOrigin(env.dataDir, origin)
  } catch (error) {
    log.warn({ code: (error as { code?: string }).code }, 'origin not kept in DATA_DIR')
  }
}

/** For whoever tries the demo in a terminal; elsewhere standard output has JSON lines alone. */
function tellWhereToGo(base: string, inboxUrl: string | null): void {
  const lines = [
    `Zuspruch is running in demo mode.`,
    ``,
    `  Start here   ${base}/demo`,
    `  Tenants      ${base}  ${base.replace('localhost', 'bgv.localhost')}  ${base.replace('localhost', 'telko.localhost')}`,
    ...(inboxUrl ? [`  Mail inbox   ${inboxUrl}`] : []),
    `  API          ${base}/api/docs`,
  ]
  process.stdout.write(`\n${lines.join('\n')}\n\n`)
}
