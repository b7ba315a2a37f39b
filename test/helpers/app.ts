import { spawnSync } from 'node:child_process'
import { checkLedgers } from './check-ledgers.ts'
import { makeRunFolder } from './run-folder.ts'
import { makeDataDir, removeDataDir, startApp as startProcess } from '../../scripts/start-app.ts'
import { findFreePort } from '../../src/server/db/embedded/run-postmaster.ts'

export type TestApp = {
  /** http://localhost:PORT, the tenant `standard`; others at http://{tenant}.localhost:PORT. */
  origin: string
  inboxUrl: string
  dataDir: string
  output: () => string
  /** Checks that all tenants' books balance, then SIGTERM, waits, removes the data. */
  stop: () => Promise<void>
  /** kill -9; the data stays for a restart with the same `dataDir`. */
  kill9: () => Promise<void>
}

/** Where journeys/set-up-demo.ts puts the data of a demo that was started once and stopped; `year`: with bgv's past year. */
export const demoDataNames = { fresh: 'ZUSPRUCH_DEMO_DATA', year: 'ZUSPRUCH_DEMO_YEAR' } as const

/** A fresh data folder; a copy of the prepared demo if there is one, which saves seconds on both cores. */
export function copyDemoData(hasYear = false): string {
  const made = (hasYear && process.env[demoDataNames.year]) || process.env[demoDataNames.fresh]
  if (!made) return makeDataDir()
  const dataDir = makeRunFolder('zuspruch-run-')
  // Not by Node: PostgreSQL's files belong to another user and must keep their owner.
  const copied = spawnSync('cp', ['-a', `${made}/.`, dataDir], { stdio: 'inherit' })
  if (copied.status !== 0) throw new Error('The data of the demo cannot be copied.')
  return dataDir
}

/** As a demo in its own process, on free ports; resolves when ready. Default `dataDir`: a new one; `hasYear`: with bgv's past year. */
export async function startApp(
  options: {
    dataDir?: string
    port?: number
    env?: Record<string, string>
    hasYear?: boolean
  } = {},
): Promise<TestApp> {
  const dataDir = options.dataDir ?? copyDemoData(options.hasYear)
  const mailUiPort = await findFreePort()
  const env = { MAIL_UI_PORT: `${mailUiPort}`, ...options.env }
  const { port } = options
  const app = await startProcess({ dataDir, env, ...(port ? { port } : {}) }).catch(
    (error: unknown) => {
      if (!options.dataDir) removeDataDir(dataDir)
      throw error
    },
  )
  return {
    origin: app.origin,
    inboxUrl: `http://127.0.0.1:${mailUiPort}`,
    dataDir,
    output: app.output,
    async stop() {
      const isRunning = app.child.exitCode === null && app.child.signalCode === null
      try {
        const problems = isRunning ? await checkLedgers(dataDir) : []
        if (problems.length > 0)
          throw new Error(`After this journey the books do not add up:\n${problems.join('\n')}`)
      } finally {
        await app.stop()
        removeDataDir(dataDir)
      }
    },
    kill9: app.kill,
  }
}
