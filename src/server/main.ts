import { enableCompileCache } from 'node:module'
import type { Logger } from 'pino'
import { makeLog } from './base/make-log.ts'
import { hearParent, tellParent, type Part } from './base/parts.ts'
import { checkPorts } from './env/check-ports.ts'
import { makeDataDir } from './env/make-data-dir.ts'
import { readEnv, type Env } from './env/env.ts'
import type { DevInbox } from './gateways/mail/dev-inbox.ts'
import { StartError } from './env/start-error.ts'
import type { Closer } from './base/closer.ts'

// The rest is loaded below, from the cache (NODE_COMPILE_CACHE's folder, if set), while the inbox and PostgreSQL start.
enableCompileCache()

const longestDrainMs = 30_000

/** Given by supervise.ts: `keeper`, which may share its work, with the port that it had before; or `web`. */
const [given, heldPort] = process.argv.slice(2)

async function main(): Promise<void> {
  const closers: Closer[] = []
  let stopping: Promise<void> | null = null
  let log: Logger = makeLog('warn')
  let shares = false
  const parent = hearParent()
  // Running requests and jobs finish, then the database stops; a second signal does not wait.
  const stop = (code: number) =>
    (stopping ??= (async () => {
      for (const close of closers.toReversed())
        await close(code).catch((error: unknown) => log.error({ err: error }, 'stopping'))
      process.exit(code)
    })())
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.once(signal, () => {
      // A parent (supervise.ts) counts signals itself: both get the same one from a terminal or service manager.
      process.on(signal, () => (process.send ? undefined : process.exit(1)))
      // Web processes need until their end what this one keeps.
      if (shares) tellParent('stop')
      else void stop(0)
    })
  }
  process.on('message', (message) => {
    if (message === 'stop now') process.exit(1)
    if (message === 'stop') void stop(0)
  })
  process.once('disconnect', () => void stop(0))
  // The state is unknown: running requests and jobs finish, and the parent starts a new process.
  for (const event of ['unhandledRejection', 'uncaughtException'] as const) {
    process.on(event, (error: unknown) => {
      log.fatal({ err: error }, `${event}: the server stops`)
      setTimeout(() => process.exit(1), longestDrainMs).unref()
      void stop(1)
    })
  }
  const serve = async (env: Env, inbox: Promise<DevInbox> | null, part: Part) => {
    const { opened } =
      part.kind === 'web'
        ? { opened: Promise.resolve(part.kept) }
        : await beginDatabase(env, log, closers)
    const { start } = await import('./start.ts')
    await start(env, log, closers, { inbox, database: opened }, part)
  }
  try {
    const asked = readEnv(process.env)
    log = makeLog(asked.logLevel)
    if (given === 'web') {
      loadPages().catch(() => undefined)
      const part = await parent.web()
      await serve({ ...asked, port: part.kept.port }, null, part)
    } else {
      shares = given === 'keeper' && asked.role !== 'worker' && asked.webProcesses > 1
      const port = heldPort ? Number(heldPort) : await checkPorts(asked)
      const env = { ...asked, port, webProcesses: shares ? asked.webProcesses : 1 }
      makeDataDir(env.dataDir)
      if (shares) tellParent({ kind: 'share', webProcesses: env.webProcesses })
      const inbox = env.inbox ? openInbox(env, closers) : null
      await serve(env, inbox, shares ? parent.keeper() : { kind: 'alone' })
    }
    tellParent('ready')
  } catch (error) {
    const sentence =
      error instanceof StartError
        ? error.message
        : `Zuspruch could not start: ${(error as Error).message}`
    process.stderr.write(`${sentence}\n`)
    if (!(error instanceof StartError)) log.error({ err: error }, 'start failed')
    await stop(1)
  }
}

/** While the other process opens the database. A failure is met again by the start. */
async function loadPages(): Promise<void> {
  const { loadWeb } = await import('./pages/load-web.ts')
  import('./start.ts').catch(() => undefined)
  await loadWeb()
}

/** Starts the inbox without waiting; a failure rejects the promise. */
function openInbox(env: Env, closers: Closer[]): Promise<DevInbox> {
  const started = import('./gateways/mail/dev-inbox.ts').then(({ startDevInbox }) =>
    startDevInbox({ uiPort: env.mailUiPort, host: env.host, dataDir: env.dataDir }),
  )
  started.catch(() => undefined)
  closers.push(() =>
    started.then(
      (inbox) => inbox.close(),
      () => undefined,
    ),
  )
  return started
}

/** Resolves once the database begins to open; `opened` is awaited by the start, which meets a failure. */
async function beginDatabase(env: Env, log: Logger, closers: Closer[]) {
  const { openDatabase } = await import('./db/open-database.ts')
  const begun = Promise.withResolvers<void>()
  const opened = openDatabase(env, log, begun.resolve).then((database) => {
    closers.push(database.close)
    return database
  })
  opened.then(() => begun.resolve(), begun.resolve)
  await begun.promise
  return { opened }
}

await main()
