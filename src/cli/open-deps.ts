import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import pino from 'pino'
import { checkKeys } from '../server/base/check-keys.ts'
import { makeClock } from '../server/base/clock.ts'
import { makeKeys } from '../server/base/keys.ts'
import { makeLog } from '../server/base/make-log.ts'
import { makeSharedCache } from '../server/base/shared-cache.ts'
import type { Deps } from '../server/context.ts'
import { connect } from '../server/db/connection.ts'
import { addressesOf } from '../server/env/database-addresses.ts'
import { readEnv } from '../server/env/env.ts'
import { isLoopback } from '../server/env/is-loopback.ts'
import { readKeptOrigin } from '../server/env/kept-origin.ts'
import { StartError } from '../server/env/start-error.ts'
import { limitOutgoing } from '../server/gateways/http/where-to-ask.ts'
import { loadWeb } from '../server/pages/load-web.ts'
import { makeTenantCache } from '../server/tenant/tenant-cache.ts'

export type OpenDeps = {
  deps: Deps
  databaseUrl: string
  /** Null without DATABASE_OWNER_URL. */
  ownerUrl: string | null
  close: () => Promise<void>
}

/**
 * The server's Deps on the same database and app clock. Throws a StartError for a wrong environment. `close` also stops an
 * embedded database started for the command.
 */
export async function openDeps(environment: NodeJS.ProcessEnv): Promise<OpenDeps> {
  const external = ['DATABASE_URL', 'DATABASE_URL_FILE'].some((name) => environment[name]?.trim())
  // readEnv would create a key in an empty DATA_DIR, and a typo in it would look like an empty programme.
  if (!external) refuseEmptyDataDir(environment)
  // As 'web' no mail server is required: commands only queue mails.
  const env = readEnv({
    ...environment,
    PUBLIC_ORIGIN: originFor(environment, external),
    ROLE: external ? 'web' : 'all',
    LOG_LEVEL: environment['LOG_LEVEL'] ?? 'warn',
  })
  limitOutgoing(env.outbound)
  const log = makeLog(env.logLevel, pino.destination({ dest: 2, sync: true }))
  const attached = env.databaseUrl
    ? {
        // Commands are few, and some are about the queue.
        appUrl: env.queueUrl ?? addressesOf(env.databaseUrl)[0],
        ownerUrl: env.databaseOwnerUrl,
        release: async () => undefined,
      }
    : await attach(env.dataDir, log)
  const db = connect(attached.appUrl, {
    max: 4,
    onError: (error) => log.warn({ code: error.name }, 'database connection lost'),
  })
  const close = async () => {
    await db.close()
    await attached.release()
  }
  try {
    const clock = makeClock()
    // Only the demo's clock can be moved.
    if (env.demo) {
      const { readClockOffset } = await import('../server/demo/clock-store.ts')
      clock.setOffsetSeconds(await readClockOffset(db))
    }
    const deps: Deps = {
      db,
      queue: db,
      clock,
      keys: makeKeys(env.secretKeys),
      tenants: makeTenantCache(db, env.publicOrigin ?? undefined, env.operatorHost),
      cache: makeSharedCache(),
      log,
      publicOrigin: env.publicOrigin ?? `http://localhost:${env.port}`,
      operatorSignOn: env.operatorSignOn,
      demo: env.demo,
      renderMail: async (mail) => (await loadWeb()).renderMail(mail),
    }
    const problem = await checkKeys(deps)
    if (problem !== null) throw new StartError(problem)
    return { deps, databaseUrl: attached.appUrl, ownerUrl: attached.ownerUrl, close }
  } catch (error) {
    await close()
    throw error
  }
}

async function attach(dataDir: string, log: pino.Logger) {
  const { attachDatabase } = await import('../server/db/attach-database.ts')
  return attachDatabase({ dataDir, log })
}

const dataDirOf = (environment: NodeJS.ProcessEnv) =>
  resolve(environment['DATA_DIR']?.trim() || './data')

/** Origin of printed links: PUBLIC_ORIGIN or PORT if set, else the last server's on this DATA_DIR. */
function originFor(environment: NodeJS.ProcessEnv, external: boolean): string | undefined {
  const set = (name: string) => Boolean(environment[name]?.trim())
  if (set('PUBLIC_ORIGIN')) return environment['PUBLIC_ORIGIN']
  const demo = !external || environment['DEMO']?.trim() === '1'
  if (demo && set('PORT')) return undefined
  const kept = readKeptOrigin(dataDirOf(environment))
  // The demo's links stay on localhost, whatever ran on the folder before.
  const fits = kept !== null && (!demo || isLoopback(new URL(kept).hostname))
  return fits ? kept : undefined
}

function refuseEmptyDataDir(environment: NodeJS.ProcessEnv): void {
  const dataDir = dataDirOf(environment)
  if (existsSync(join(dataDir, 'postgres'))) return
  throw new StartError(
    `There is no database under ${dataDir}: start the app once (npm start), or set DATABASE_URL or DATA_DIR to where it is.`,
  )
}
