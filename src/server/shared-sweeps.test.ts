import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { recordStatements } from '../../bench/record-statements.ts'
import { makeTestDeps } from '../../test/helpers/make-test-deps.ts'
import { startTestServer, testNow, type TestServer } from '../../test/helpers/server.ts'
import { onceAMinute } from './base/once-a-minute.ts'
import type { Deps } from './context.ts'
import { withTenant } from './db/connection.ts'
import { makeBench, type Bench } from './reward/reward.test-helper.ts'
import { runSweeps } from './run-sweeps.ts'

// Several workers share the sweeps, tenant by tenant.

let server: TestServer
let second: Deps
let benches: Bench[]
beforeAll(async () => {
  server = await startTestServer({ isNew: true })
  second = { ...makeTestDeps(server.database.appUrl).deps, clock: server.clock }
  benches = []
  for (const tenant of ['standard', 'telko', 'bgv']) benches.push(await makeBench(server, tenant))
})
beforeEach(() => server.clock.set(testNow))
afterAll(async () => {
  await second.db.close()
  await server.stop()
})

/** The tenants of which a worker that shares its sweeps does the work, beside asking whether there is any. */
async function listSwept(deps: Deps): Promise<Set<string>> {
  const { borrows } = await recordStatements(deps.queue.pool, () =>
    runSweeps(deps, { isShared: true }),
  )
  const begun = borrows.flatMap(({ waves }) =>
    waves.flat().flatMap(({ text, values }) => (text.includes('set_tenant') ? [values[0]] : [])),
  )
  const asks = 5 // the tenant's settings, what is due, and whose the minute is; the work has many more
  return new Set(
    [...Map.groupBy(begun, String)].flatMap(([code, all]) => (all.length > asks ? [code] : [])),
  )
}

test('two workers share the tenants: each is swept by one of them in a minute, and each due order released once', async () => {
  const orders = []
  for (const bench of benches) {
    const referral = await bench.makeReferral()
    for (let order = 0; order < 10; order++) {
      const number = await bench.makeOrder(referral, await bench.makeRecipient(referral))
      orders.push({ bench, number })
    }
  }
  server.clock.advance('P31D')
  const [one, other] = await Promise.all([listSwept(server.deps), listSwept(second)])
  const released = []
  for (const { bench, number } of orders) {
    if ((await bench.stateOf('orders', number)) !== 'released') continue
    released.push(number)
    expect(await bench.readRewards(number)).toHaveLength(2)
  }
  expect(released).toEqual(orders.map(({ number }) => number))
  for (const bench of benches) await bench.expectLedger()
  expect([...one].filter((code) => other.has(code))).toEqual([])
  expect(one.size).toBeGreaterThan(0)
  expect(other.size).toBeGreaterThan(0)
  expect(new Set([...one, ...other])).toEqual(new Set(await server.deps.tenants.codes()))
})

test('a sweep that is asked for does all that is due, whoever began the tenant in this minute', async () => {
  const [bench] = benches
  const referral = await bench!.makeReferral()
  const number = await bench!.makeOrder(referral, await bench!.makeRecipient(referral))
  await runSweeps(second, { isShared: true })
  server.clock.advance('P15D')
  const running = Promise.withResolvers<void>()
  const begun = onceAMinute(second, 'standard', 'sweep', () => running.promise)
  await runSweeps(server.deps)
  expect(await bench!.stateOf('orders', number)).toBe('released')
  running.resolve()
  await begun
})

const never = () => Promise.reject(new Error('not taken'))
const done = async () => undefined

test('a worker waits for none: what another has begun is left at once, and begun again in the next minute', async () => {
  const running = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<void>()
  const begun = onceAMinute(server.deps, 'telko', 'trial', () => {
    taken.resolve()
    return running.promise
  })
  await taken.promise
  expect(await onceAMinute(second, 'telko', 'trial', never)).toBe(false)
  expect(await onceAMinute(second, 'bgv', 'trial', done)).toBe(true)
  running.resolve()
  expect(await begun).toBe(true)
  expect(await onceAMinute(second, 'telko', 'trial', never)).toBe(false)
  server.clock.advance('PT1M')
  expect(await onceAMinute(second, 'telko', 'trial', done)).toBe(true)
})

test('work that fails leaves its minute taken, and is tried in the next', async () => {
  await expect(onceAMinute(second, 'bgv', 'failing', never)).rejects.toThrow('not taken')
  expect(await onceAMinute(server.deps, 'bgv', 'failing', done)).toBe(false)
  server.clock.advance('PT1M')
  expect(await onceAMinute(server.deps, 'bgv', 'failing', done)).toBe(true)
})

test('a worker whose connections are cut leaves nothing locked', async () => {
  const running = Promise.withResolvers<void>()
  const taken = Promise.withResolvers<void>()
  const killed = makeTestDeps(server.database.appUrl).deps
  killed.queue.pool.on('connect', (client) => client.on('error', () => undefined))
  const begun = onceAMinute(
    { ...killed, db: killed.queue, clock: server.clock },
    'bgv',
    'killed',
    async () => {
      await withTenant(killed.queue, 'bgv', async (tx) => {
        await sql`select pg_backend_pid()`.execute(tx)
        taken.resolve()
        await running.promise
      })
    },
  )
  await taken.promise
  await sql`select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and usename = current_user and pid <> pg_backend_pid()
      and state = 'idle in transaction'`.execute(second.queue.kysely)
  server.clock.advance('PT1M')
  expect(await onceAMinute(second, 'bgv', 'killed', done)).toBe(true)
  running.resolve()
  await expect(begun).rejects.toThrow()
  await killed.db.close()
})

test('work that lasts keeps the coming minute, and gives it back when it ends before', async () => {
  const windows = async () =>
    (
      await withTenant(server.db, 'telko', (tx) =>
        sql<{ at: Temporal.Instant; hits: number }>`
          select window_start as at, hits from rate_limits
          where tenant = 'telko' and bucket = 'lasting' order by 1`.execute(tx),
      )
    ).rows.map(({ at, hits }) => [at.toString().slice(11, 16), hits])
  server.clock.set('2026-11-17T11:00:57Z')
  const running = Promise.withResolvers<void>()
  const begun = onceAMinute(server.deps, 'telko', 'lasting', () => running.promise)
  await expect.poll(windows).toEqual([
    ['11:00', 1],
    ['11:01', 1],
  ])
  running.resolve()
  expect(await begun).toBe(true)
  expect(await windows()).toEqual([
    ['11:00', 1],
    ['11:01', 0],
  ])
  server.clock.set('2026-11-17T11:01:02Z')
  expect(await onceAMinute(second, 'telko', 'lasting', done)).toBe(true)
})
