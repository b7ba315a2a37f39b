import { enableCompileCache } from 'node:module'
import type { Logger } from 'pino'
import { makeLog } from './base/make-log.ts'
import { checkPorts } from './env/check-ports.ts'
import { makeDataDir } from './env/make-data-dir.ts'
import { readEnv, type Env } from './env/env.ts'
import type { DevInbox } from './gateways/mail/dev-inbox.ts'
import { StartError } from './env/start-error.ts'
import type { Closer } from './base/closer.ts'

// The rest is loaded below, from the cache (NODE_COMPILE_CACHE's folder, if set), while the inbox starts: together a third of a
// second start.
enableCompileCache()

const longestDrainMs = 30_000

async function main(): Promise<void> {
  const closers: Closer[] = []
  let stopping: Promise<void> | null = null
  let log: Logger = makeLog('warn')
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
      void stop(0)
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
  try {
    const asked = readEnv(process.env)
    log = makeLog(asked.logLevel)
    const env = { ...asked, port: await checkPorts(asked) }
    makeDataDir(env.dataDir)
    const inbox = env.inbox ? openInbox(env, closers) : null
    const { start } = await import('./start.ts')
    await start(env, log, closers, inbox)
    process.send?.('ready')
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

await main()
