import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { installQueue } from '../jobs/install-queue.ts'
import { StartError } from '../start-error.ts'
import { startEmbeddedDatabase } from './embedded-database.ts'
import { isPostmasterOf, markOf } from './embedded/identify-process.ts'
import { clusterIn, keepPasswords } from './embedded/init-cluster.ts'
import { migrate } from './migrate.ts'

type Log = { info: (text: string) => void; warn: (text: string) => void; debug: (text: string) => void }

export type AttachedDatabase = { appUrl: string; release: () => Promise<void> }

const patienceMs = 15_000

/**
 * Reaches the embedded database of a DATA_DIR from a second process: through the running app's server when there is one, else
 * by starting it (and bringing its schema up to date) until `release`. An app that is just starting or stopping is waited for.
 */
export async function attachDatabase(options: { dataDir: string; log: Log }): Promise<AttachedDatabase> {
  const { dataDir, log } = options
  const deadline = performance.now() + patienceMs
  for (;;) {
    const running = findRunning(dataDir)
    if (running) return { appUrl: running, release: async () => undefined }
    try {
      const own = await startEmbeddedDatabase({ dataDir, log })
      try {
        await migrate(own.ownerUrl)
        await installQueue(own.ownerUrl)
      } catch (error) {
        await own.stop()
        throw error
      }
      return { appUrl: own.appUrl, release: () => own.stop() }
    } catch (error) {
      // The app holds the folder, but its database does not answer yet, or not any more.
      const taken = error instanceof StartError && error.message.includes('is in use by process')
      if (!taken || performance.now() > deadline) throw error
      await wait(100)
    }
  }
}

/** The app's login at the running server, or null when none is ready. */
function findRunning(dataDir: string): string | null {
  const cluster = clusterIn(dataDir)
  // postmaster.pid by line (PostgreSQL's miscadmin.h): 1 process id, 4 port, 8 status.
  const lines = read(join(cluster, 'postmaster.pid'))?.split('\n') ?? []
  const [pid, port] = [Number(lines[0]), Number(lines[3])]
  if (!Number.isInteger(pid) || pid <= 0 || !Number.isInteger(port) || port <= 0) return null
  if (lines[7]?.trim() !== 'ready' || !isPostmasterOf(pid, cluster)) return null
  // Without its app it is about to be stopped by its guard, so nobody may count on it.
  const [, owner, mark] = /^(\d+) (.+)\n$/.exec(read(join(dataDir, 'instance.lock')) ?? '') ?? []
  if (owner === undefined || markOf(Number(owner)) !== mark) return null
  return `postgres://zuspruch_app:${keepPasswords(dataDir).zuspruch_app}@127.0.0.1:${port}/zuspruch`
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return null
  }
}
