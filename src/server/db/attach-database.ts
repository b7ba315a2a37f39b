import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import pg from 'pg'
import { installQueue } from '../jobs/install-queue.ts'
import { StartError } from '../env/start-error.ts'
import { startEmbeddedDatabase } from './embedded-database.ts'
import { isPostmasterOf, markOf } from './embedded/identify-process.ts'
import { clusterIn, keepPasswords } from './embedded/init-cluster.ts'
import { migrate } from './migrate.ts'

type Log = {
  info: (text: string) => void
  warn: (text: string) => void
  debug: (text: string) => void
}

type Logins = { appUrl: string; ownerUrl: string }
export type AttachedDatabase = Logins & { release: () => Promise<void> }

const patienceMs = 30_000
// Connection name by which an attached process shows that it is working.
const presence = 'zuspruch-attached'

/**
 * Opens the embedded database of a DATA_DIR from a second process: through the running server, else by starting (and migrating)
 * it until `release`, which waits for other attached ones. Waits for an app that is starting or stopping.
 */
export async function attachDatabase(options: {
  dataDir: string
  log: Log
}): Promise<AttachedDatabase> {
  const { dataDir } = options
  const deadline = performance.now() + patienceMs
  for (;;) {
    const running = findRunning(dataDir)
    const joined = running ? await joinRunning(running) : null
    if (joined) return joined
    try {
      return await startOwn(options)
    } catch (error) {
      // The folder is locked, but the database does not answer.
      const taken = error instanceof StartError && error.message.includes('is in use by process')
      if (!taken || performance.now() > deadline) throw error
      await wait(100)
    }
  }
}

/** Null if the server is gone or not ready. */
async function joinRunning(logins: Logins): Promise<AttachedDatabase | null> {
  const client = new pg.Client({
    connectionString: logins.appUrl,
    application_name: presence,
    connectionTimeoutMillis: 5_000,
  })
  client.on('error', () => undefined)
  try {
    await client.connect()
    return { ...logins, release: () => client.end() }
  } catch {
    await client.end().catch(() => undefined)
    return null
  }
}

async function startOwn({
  dataDir,
  log,
}: {
  dataDir: string
  log: Log
}): Promise<AttachedDatabase> {
  const own = await startEmbeddedDatabase({ dataDir, log })
  try {
    await migrate(own.ownerUrl)
    await installQueue(own.ownerUrl)
  } catch (error) {
    await own.stop()
    throw error
  }
  const release = async () => {
    await waitForOthers(own.ownerUrl).catch(() => undefined)
    await own.stop()
  }
  return { appUrl: own.appUrl, ownerUrl: own.ownerUrl, release }
}

async function waitForOthers(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5_000 })
  client.on('error', () => undefined)
  await client.connect()
  try {
    for (let waited = 0; waited < patienceMs; waited += 50) {
      const { rowCount } = await client.query(
        'select from pg_stat_activity where application_name = $1',
        [presence],
      )
      if (rowCount === 0) return
      await wait(50)
    }
  } finally {
    await client.end()
  }
}

/** The running server's logins, or null. */
function findRunning(dataDir: string): Logins | null {
  const cluster = clusterIn(dataDir)
  // postmaster.pid by line (PostgreSQL's miscadmin.h): 1 process id, 4 port, 8 status.
  const lines = read(join(cluster, 'postmaster.pid'))?.split('\n') ?? []
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!Number.isInteger(pid) || pid <= 0 || !Number.isInteger(port) || port <= 0) return null
  if (lines[7]?.trim() !== 'ready' || !isPostmasterOf(pid, cluster)) return null
  // Without its app, its guard is about to stop it.
  const [, owner, mark] = /^(\d+) (.+)\n$/.exec(read(join(dataDir, 'instance.lock')) ?? '') ?? []
  if (owner === undefined || markOf(Number(owner)) !== mark) return null
  const passwords = keepPasswords(dataDir)
  const url = (login: keyof typeof passwords) =>
    `postgres://${login}:${passwords[login]}@127.0.0.1:${port}/zuspruch`
  return { appUrl: url('zuspruch_app'), ownerUrl: url('postgres') }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
