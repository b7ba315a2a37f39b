import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { describeDiskError } from '../env/describe-disk-error.ts'
import { makeDataDir } from '../env/make-data-dir.ts'
import { StartError } from '../env/start-error.ts'
import { chooseUser } from './embedded/choose-user.ts'
import { findBinaries } from './embedded/find-binaries.ts'
import { clusterIn, explainFailure, initCluster, keepPasswords } from './embedded/init-cluster.ts'
import type { Passwords } from './embedded/init-cluster.ts'
import { lockDataDir } from './embedded/lock-data-dir.ts'
import { clearStalePostmaster, findFreePort, runPostmaster } from './embedded/run-postmaster.ts'
import type { Postmaster } from './embedded/run-postmaster.ts'

export type EmbeddedDatabase = {
  /** Superuser: owns the tables and migrates. */
  ownerUrl: string
  /** The login `zuspruch_app`, owns nothing and cannot bypass row security. */
  appUrl: string
  /** The postmaster's process id; changes with a restart. */
  readonly pid: number
  stop: () => Promise<void>
}

type Log = {
  info: (text: string) => void
  warn: (text: string) => void
  debug: (text: string) => void
}

const database = 'zuspruch'

/**
 * Starts PostgreSQL 18 under DATA_DIR/postgres on a free loopback port, and restarts it if it dies. One process per DATA_DIR.
 * `settings` override PostgreSQL's; `onSpawn`: it is starting.
 */
export async function startEmbeddedDatabase(options: {
  dataDir: string
  log: Log
  settings?: Record<string, string>
  onSpawn?: () => void
}): Promise<EmbeddedDatabase> {
  const { dataDir, log } = options
  const binaries = await findBinaries()
  let unlock = () => {}
  try {
    makeDataDir(dataDir)
    unlock = lockDataDir(dataDir)
    const passwords = keepPasswords(dataDir)
    const cluster = clusterIn(dataDir)
    const runAs = chooseUser(cluster, binaries.postgres)
    await initCluster(dataDir, binaries.initdb, runAs, passwords.postgres)
    await clearStalePostmaster(cluster)
    const port = await findFreePort()
    const start = () =>
      runPostmaster({
        program: binaries.postgres,
        cluster,
        port,
        runAs,
        settings: options.settings ?? {},
        onLine: (line) => log.debug(`postgres: ${line}`),
      })
    const starting = start()
    options.onSpawn?.()
    const first = await starting.catch((error: unknown) => {
      throw explainFailure(error instanceof Error ? error.message : String(error), dataDir)
    })
    const keeper = keepRunning(first, start, cluster, log)
    const url = (login: keyof Passwords, name: string) =>
      `postgres://${login}:${passwords[login]}@127.0.0.1:${port}/${name}`
    try {
      await ensureDatabase(url('postgres', 'postgres'), passwords)
    } catch (error) {
      await keeper.stop()
      throw explainFailure(`FATAL: ${lastLine(error)}`, dataDir)
    }
    return {
      ownerUrl: url('postgres', database),
      appUrl: url('zuspruch_app', database),
      get pid() {
        return keeper.current().pid
      },
      async stop() {
        await keeper.stop()
        unlock()
      },
    }
  } catch (error) {
    unlock()
    throw describeDiskError(error, dataDir)
  }
}

function keepRunning(
  first: Postmaster,
  start: () => Promise<Postmaster>,
  cluster: string,
  log: Log,
): { current: () => Postmaster; stop: () => Promise<void> } {
  let current = first
  const ending = new AbortController()
  const watch = (async () => {
    for (;;) {
      await current.exited
      if (ending.signal.aborted) return
      log.warn('The embedded PostgreSQL ended unexpectedly; starting it again.')
      for (let delay = 50; !ending.signal.aborted; delay = Math.min(delay * 2, 5_000)) {
        try {
          await wait(delay, undefined, { signal: ending.signal })
          await clearStalePostmaster(cluster)
          current = await start()
          log.info('The embedded PostgreSQL is back.')
          break
        } catch (error) {
          // Orphaned backends take moments to exit; until then a start is refused.
          if (!ending.signal.aborted) log.warn(`PostgreSQL did not start: ${lastLine(error)}`)
        }
      }
    }
  })()
  const interrupt = () => {
    try {
      process.kill(current.pid, 'SIGINT')
    } catch {
      // Gone already, as wanted.
    }
  }
  process.once('exit', interrupt)
  return {
    current: () => current,
    async stop() {
      ending.abort()
      process.off('exit', interrupt)
      await current.stop()
      await watch
    },
  }
}

const lastLine = (error: unknown) =>
  (error instanceof Error ? error.message : String(error)).trim().split('\n').at(-1) ?? ''

async function ensureDatabase(url: string, passwords: Passwords): Promise<void> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  await client.connect()
  try {
    const { rows } = await client.query<{ role: boolean; login: boolean; database: boolean }>(
      `select exists (select from pg_roles where rolname = 'zuspruch_app') as role,
              exists (select from pg_roles where rolname = 'zuspruch_app' and rolcanlogin) as login,
              exists (select from pg_database where datname = $1) as database`,
      [database],
    )
    const attributes = 'nosuperuser nobypassrls nocreatedb nocreaterole noreplication'
    const password = client.escapeLiteral(passwords.zuspruch_app)
    if (!rows[0]?.login) {
      const verb = rows[0]?.role ? 'alter' : 'create'
      await client.query(`${verb} role zuspruch_app login ${attributes} password ${password}`)
    }
    if (!rows[0]?.database) await client.query(`create database ${database}`)
  } catch (error) {
    throw error instanceof StartError ? error : new Error(lastLine(error))
  } finally {
    await client.end()
  }
}
