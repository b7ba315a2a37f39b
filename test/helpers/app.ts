import { spawnSync } from 'node:child_process'
import { checkLedgers } from './check-ledgers.ts'
import { makeRunFolder } from './run-folder.ts'
import { makeDataDir, removeDataDir, startApp as startProcess } from '../../scripts/start-app.ts'
import { findFreePort } from '../../src/server/db/embedded/run-postmaster.ts'

export type TestApp = {
  /** http://localhost:PORT, the tenant `standard`; others at http://{tenant}.localhost:PORT. */
  origin: string
  /** The page of the development inbox. */
  inboxUrl: string
  dataDir: string
  /** What the app wrote so far. */
  output: () => string
  /** Checks that the books of all tenants add up, then SIGTERM, wait for the end, remove the data. */
  stop: () => Promise<void>
  /** kill -9; the data stays for a start with the same `dataDir`. */
  kill9: () => Promise<void>
}

/** Where journeys/set-up-demo.ts leaves the folder of a demo that was started once and stopped. */
export const demoDataName = 'ZUSPRUCH_DEMO_DATA'

/** A folder of its own, with what a first start would make in it where that was done already: it takes seconds of both cores. */
export function copyDemoData(): string {
  const made = process.env[demoDataName]
  if (!made) return makeDataDir()
  const dataDir = makeRunFolder('zuspruch-run-')
  // Not by Node: PostgreSQL's files belong to a login of their own, and have to go on doing so.
  const copied = spawnSync('cp', ['-a', `${made}/.`, dataDir], { stdio: 'inherit' })
  if (copied.status !== 0) throw new Error('The data of the demo cannot be copied.')
  return dataDir
}

/**
 * Starts the built app as a demo, in a process of its own, on free ports, and resolves when it is
 * ready. Without `dataDir` it gets one of its own.
 */
export async function startApp(
  options: { dataDir?: string; env?: Record<string, string> } = {},
): Promise<TestApp> {
  const dataDir = options.dataDir ?? copyDemoData()
  const mailUiPort = await findFreePort()
  const env = { MAIL_UI_PORT: `${mailUiPort}`, ...options.env }
  const app = await startProcess({ dataDir, env }).catch((error: unknown) => {
    if (!options.dataDir) removeDataDir(dataDir)
    throw error
  })
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
