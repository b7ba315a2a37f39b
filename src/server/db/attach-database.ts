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
// Names the connection that says "I am still working" to the process whose database it is.
const presence = 'zuspruch-attached'

/**
 * Reaches the embedded database of a DATA_DIR from a second process: through the running server when there is one, else by starting
 * it (and bringing its schema up to date) until `release`, which waits for others that attached meanwhile. An app
 * that is just starting or stopping is waited for.
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
      // Somebody holds the folder, but the database does not answer yet, or not any more.
      const taken = error instanceof StartError && error.message.includes('is in use by process')
      if (!taken || performance.now() > deadline) throw error
      await wait(100)
    }
  }
}

/** Null when the server went away, or does not take connections yet. */
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

/** The logins at the running server, or null when none is ready. */
function findRunning(dataDir: string): Logins | null {
  const cluster = clusterIn(dataDir)
  // postmaster.pid by line (PostgreSQL's miscadmin.h): 1 process id, 4 port, 8 status.
  const lines = read(join(cluster, 'postmaster.pid'))?.split('\n') ?? []
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!Number.isInteger(pid) || pid <= 0 || !Number.isInteger(port) || port <= 0) return null
  if (lines[7]?.trim() !== 'ready' || !isPostmasterOf(pid, cluster)) return null
  // Without its app it is about to be stopped by its guard, so nobody may count on it.
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
