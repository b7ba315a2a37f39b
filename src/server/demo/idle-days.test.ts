import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { system } from '../base/audit-store.ts'
import { withTenant } from '../db/connection.ts'
import { isAnythingDue, runSweeps } from '../run-sweeps.ts'
import { makeAdvanceClock } from './advance-clock.ts'
import { makeHistory } from './make-history.ts'
import { bgv } from './tenants/bgv.ts'

// Sixty days of three tenants, each as a day of its own, are thousands of transactions.
vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let servers: TestServer[]
beforeAll(async () => {
  servers = await Promise.all([startTestServer(), startTestServer()])
  for (const { deps } of servers)
    await makeHistory(deps, await deps.tenants.get('bgv'), bgv, system)
})
afterAll(() => Promise.all(servers.map((server) => server.stop())))

/** Moves a server's clock on, and answers how often it swept and what it did on which day. */
async function jump(server: TestServer, duration: string, skips: boolean) {
  const { deps } = server
  let sweeps = 0
  const advance = makeAdvanceClock(deps, {
    runSweeps: async () => {
      sweeps += 1
      await runSweeps(deps)
    },
    drain: async () => undefined,
    isAnythingDue: async (at) => !skips || isAnythingDue(deps, at),
  })
  await advance(Temporal.Duration.from(duration))
  return sweeps
}

async function done({ db, deps }: TestServer) {
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

test('a jump does on each day what a day at a time does, and passes over the days between', async () => {
  const [skipping, daily] = servers as [TestServer, TestServer]
  const swept = await jump(skipping, 'P31D', true)
  expect(await jump(daily, 'P31D', false)).toBe(32)
  expect(swept).toBeLessThan(28)
  expect(await done(skipping)).toEqual(await done(daily))
})

test('what was done is not due, and looking whether it is leaves nothing behind', async () => {
  const { deps } = servers[0]!
  const before = await done(servers[0]!)
  expect(await isAnythingDue(deps, deps.clock.now())).toBe(false)
  const later = deps.clock.now().add({ hours: 24 * 400 })
  expect(await isAnythingDue(deps, later)).toBe(true)
  expect(await done(servers[0]!)).toEqual(before)
})
