import type { Logger } from 'pino'
import type { Env } from '../env/env.ts'
import { addressesOf } from '../env/database-addresses.ts'
import { StartError } from '../env/start-error.ts'
import { checkDatabase, warnOfConnections } from './check-database.ts'
import { checkNodes } from './check-nodes.ts'

export type OpenedDatabase = {
  appUrl: string
  queueUrl: string
  embedded: boolean
  close: () => Promise<void>
}

/**
 * The database of DATABASE_URL or an embedded one; migrated, with a login that cannot bypass row security. `onBegun`: once there is time for
 * something else, as an embedded one starts.
 */
export async function openDatabase(
  env: Env,
  log: Logger,
  onBegun: () => void = () => undefined,
): Promise<OpenedDatabase> {
  if (env.databaseUrl) {
    onBegun()
    if (env.databaseOwnerUrl) await prepare(env.databaseOwnerUrl, log)
    const queueUrl = env.queueUrl ?? addressesOf(env.databaseUrl)[0]
    const newer = await checkDatabase(queueUrl, queueName(env))
    if (newer.length > 0) log.warn({ newer }, 'the database is of a newer version')
    await checkNodes(env.databaseUrl, queueUrl, log)
    if (env.webProcesses > 1)
      await warnOfConnections(queueUrl, connectionsOf(env.webProcesses), log)
    return { appUrl: env.databaseUrl, queueUrl, embedded: false, close: async () => undefined }
  }
  const { startEmbeddedDatabase } = await import('./embedded-database.ts')
  const database = await startEmbeddedDatabase({
    dataDir: env.dataDir,
    log,
    settings: { max_connections: `${connectionsOf(env.webProcesses) + forOthers}` },
    onSpawn: onBegun,
  })
  try {
    await prepare(database.ownerUrl, log, env.dataDir)
    await checkDatabase(database.appUrl)
  } catch (error) {
    await database.stop()
    throw error
  }
  const { appUrl } = database
  return { appUrl, queueUrl: appUrl, embedded: true, close: database.stop }
}

/** The setting that names the queue's node. */
const queueName = ({ databaseUrl, queueUrl }: Env) =>
  databaseUrl !== null && queueUrl === addressesOf(databaseUrl)[0] ? 'DATABASE_URL' : 'QUEUE_URL'

/** What all processes open at most: ten each to work, the others for queue and messages (docs/operations.md). */
const connectionsOf = (webProcesses: number) => 17 + 13 * webProcesses
/** The command line, and whoever looks. */
const forOthers = 30

/** `dataDir`: set for our own database, to report a full disk. */
async function prepare(ownerUrl: string, log: Logger, dataDir?: string): Promise<void> {
  try {
    const { migrate } = await import('./migrate.ts')
    const { installQueue } = await import('../jobs/install-queue.ts')
    await migrate(ownerUrl, { log })
    await installQueue(ownerUrl)
  } catch (error) {
    if (error instanceof StartError) throw error
    const { code, message } = error as { code?: string; message: string }
    if (dataDir !== undefined && /No space left|Disk quota/.test(message))
      throw (await import('./embedded/init-cluster.ts')).explainFailure(message, dataDir)
    if (/^(ECONNREFUSED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH)$/.test(code ?? ''))
      throw new StartError(`The database of DATABASE_OWNER_URL cannot be reached (${code}).`)
    throw new StartError(`The database could not be brought up to date: ${oneSentence(message)}`)
  }
}

const oneSentence = (message: string) => (message.split('\n')[0] ?? '').replace(/\.?$/, '.')
