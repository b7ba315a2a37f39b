import type { Logger } from 'pino'
import type { Env } from '../env.ts'
import { installQueue } from '../jobs/install-queue.ts'
import { StartError } from '../start-error.ts'
import { checkDatabase } from './check-database.ts'
import { startEmbeddedDatabase } from './embedded-database.ts'
import { migrate } from './migrate.ts'

export type OpenedDatabase = { appUrl: string; embedded: boolean; close: () => Promise<void> }

/** The database of DATABASE_URL, or an embedded one; migrated, and with a login that cannot bypass row security. */
export async function openDatabase(env: Env, log: Logger): Promise<OpenedDatabase> {
  if (env.databaseUrl) {
    if (env.databaseOwnerUrl) await prepare(env.databaseOwnerUrl)
    await checkDatabase(env.databaseUrl)
    return { appUrl: env.databaseUrl, embedded: false, close: async () => undefined }
  }
  const database = await startEmbeddedDatabase({ dataDir: env.dataDir, log })
  try {
    await prepare(database.ownerUrl)
    await checkDatabase(database.appUrl)
  } catch (error) {
    await database.stop()
    throw error
  }
  return { appUrl: database.appUrl, embedded: true, close: database.stop }
}

async function prepare(ownerUrl: string): Promise<void> {
  try {
    await migrate(ownerUrl)
    await installQueue(ownerUrl)
  } catch (error) {
    throw new StartError(
      `The database could not be brought up to date: ${(error as Error).message}`,
    )
  }
}
