import { sql } from 'kysely'
import { expect } from 'vitest'
import { createTestDatabase } from '../../../test/helpers/database.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { system } from '../base/audit-store.ts'
import { withTenant } from '../db/connection.ts'
import { isDue, runSweeps } from '../run-sweeps.ts'
import { makeAdvanceClock } from './advance-clock.ts'
import { makeHistory } from './make-history.ts'
import { bgv } from './demo-tenants.ts'

/** Two servers with the same year of business, each with its own database. */
export async function makeTwins(): Promise<[TestServer, TestServer]> {
  const first = await startTestServer()
  await makeHistory(first.deps, await first.deps.tenants.get('bgv'), bgv, system)
  await first.app.close()
  await first.db.close()
  const start = async () => {
    const database = await createTestDatabase(first.database)
    const server = await startTestServer({ beside: { database } })
    return { ...server, stop: () => server.stop().then(database.drop) }
  }
  const twins: [TestServer, TestServer] = [await start(), await start()]
  await first.database.drop()
  return twins
}

/** Advances a server's clock; returns the number of sweeps, and what each did by day. */
async function jump(server: TestServer, duration: string, skips: boolean) {
  const { deps } = server
  let sweeps = 0
  const advance = makeAdvanceClock(deps, {
    runSweeps: async (tenants) => {
      sweeps += 1
      await runSweeps(deps, { tenants })
    },
    drain: async () => undefined,
    tenants: () => deps.tenants.codes(),
    isDue: async (code, at) => !skips || isDue(deps, code, at),
  })
  await advance(Temporal.Duration.from(duration))
  return sweeps
}

export async function done({ db, deps }: TestServer) {
  const all: string[] = []
  for (const { code } of await deps.tenants.all())
    all.push(
      ...(await withTenant(db, code, async (tx) => {
        const { rows } = await sql<{ line: string }>`
          select concat_ws(' ', tenant, day, what, count(*)) as line
          from (
            select tenant, (at at time zone 'Europe/Berlin')::date as day, action as what
            from audit_log where tenant = ${code}
            union all
            select tenant, (created_at at time zone 'Europe/Berlin')::date, 'mail ' || template
            from mails where tenant = ${code}) as done
          group by tenant, day, what`.execute(tx)
        return rows.map(({ line }) => line)
      })),
    )
  return all.toSorted()
}

/** Advances one clock past idle days and the other day by day; returns the sweeps of each. */
export async function compareJumps(
  [skipping, daily]: [TestServer, TestServer],
  duration: string,
): Promise<[number, number]> {
  const swept = await jump(skipping, duration, true)
  const sweptDaily = await jump(daily, duration, false)
  expect(await done(skipping)).toEqual(await done(daily))
  return [swept, sweptDaily]
}
