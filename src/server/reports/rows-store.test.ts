import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { makeRandom } from '../../../test/long/random.ts'
import { system } from '../base/audit-store.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { retryConflict } from '../db/retry-conflict.ts'
import { cancelReferral } from '../order/cancel-referral.ts'
import { forgetPerson } from '../reward/account-end-store.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { expireReferrals } from '../referral/jobs.ts'
import { provideRewards } from '../reward/provide-rewards.ts'
import { importOrder } from '../reward/import-order.ts'
import { releaseOrder } from '../reward/release-order.ts'
import { makeAgencyBench } from '../agency/billing.test-helper.ts'
import { makeLarge } from '../agency/large-list.test-helper.ts'
import { endReferrals } from '../referral/end-store.ts'
import { correctCounts } from './sums-store.ts'
import { foldReports } from './fold-reports.ts'
import { rebuildReports } from './rebuild-reports.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
startEachAfresh(() => server)
afterAll(() => server.stop())

const readRows = async (tx: Tx) =>
  (await sql`select * from report_rows order by kind, row_id`.execute(tx)).rows

test('after a random journey with releases and cancellations at once, the rows and sums of the lists are what a rebuild makes of them', async () => {
  const random = makeRandom(20261117)
  const pick = <T>(from: T[]): T => from[Math.floor(random() * from.length)]!
  const bench = await makeAgencyBench(server, 'standard')
  const tenant = await server.deps.tenants.get('standard')
  const { deps } = server
  const orders: string[] = []
  const open: string[] = []
  for (let step = 0; step < 20; step++) {
    orders.push(await bench.makeOrder({ share: pick([0, 50, 100]), owned: random() < 0.8 }))
    if (step % 4 === 0) open.push((await bench.makeReferral()).number)
  }
  // The short cuts of the tests make people and referrals past the stores.
  await rebuildReports(deps, 'standard')
  // Half of the lists have all the sums of large ones.
  for (const kind of ['orders', 'rewards'] as const)
    await bench.run((tx) => makeLarge(tx, 'standard', { kind, agencyId: bench.agencyId }, 5))
  await Promise.all(
    Array.from({ length: 60 }, () => {
      const order = pick(orders)
      const what = random()
      return retryConflict(async () => {
        if (what < 0.1) await foldReports(deps, 'standard')
        else if (what < 0.4) await bench.run((tx) => cancelOrder(tx, deps, tenant, order, system))
        else if (what < 0.6) await provideRewards(deps, tenant, { orderNumber: order })
        else await bench.run((tx) => releaseOrder(tx, deps, tenant, order, system))
      })
    }),
  )
  const [gone] = open
  await bench.run((tx) => cancelReferral(tx, deps, 'standard', gone!, system))
  server.clock.advance('P62D')
  await expireReferrals(deps, 'standard')
  const before = await bench.run(readRows)
  const kinds = new Set(before.map((row) => (row as { kind: string }).kind))
  expect([...kinds].toSorted()).toEqual(['leads', 'orders', 'referrals', 'rewards'])
  expect(await bench.run((tx) => correctCounts(tx, 'standard'))).toBe(0)
  expect(await rebuildReports(deps, 'standard')).toEqual({ rows: before.length, wrongSums: 0 })
  expect(await bench.run(readRows)).toEqual(before)
})

test('a rebuild mends rows and sums that somebody changed by hand', async () => {
  const bench = await makeAgencyBench(server, 'standard')
  await bench.makeOrder()
  await rebuildReports(server.deps, 'standard')
  const { agencyId } = bench
  await bench.run((tx) => makeLarge(tx, 'standard', { kind: 'orders', agencyId }, 5))
  const before = await run(readRows)
  await run(async (tx) => {
    await sql`update report_rows set state = 'cancelled', name = 'zz' where tenant = 'standard' and kind = 'orders'`.execute(
      tx,
    )
    await sql`delete from report_rows where tenant = 'standard' and kind = 'leads'`.execute(tx)
    await sql`update report_counts set count = count + 7 where tenant = 'standard' and axis = 'all'`.execute(
      tx,
    )
  })
  const { wrongSums } = await rebuildReports(server.deps, 'standard')
  expect(wrongSums).toBeGreaterThan(0)
  expect(await run(readRows)).toEqual(before)
  expect(await run((tx) => correctCounts(tx, 'standard'))).toBe(0)
})

test('a deleted account leaves no name in the lists', async () => {
  const bench = await makeAgencyBench(server, 'standard')
  const order = await bench.makeOrder()
  const names = () =>
    run(async (tx) => {
      const { rows } = await sql<{ name: string }>`
        select distinct name from report_rows where agency_id = ${bench.agencyId}`.execute(tx)
      return rows.map(({ name }) => name)
    })
  expect(order).toBeTruthy()
  expect(await names()).toEqual(['werber wera'])
  const { account_id: id } = await run((tx) =>
    tx
      .selectFrom('referrals')
      .select('account_id')
      .where('agency_id', '=', bench.agencyId)
      .executeTakeFirstOrThrow(),
  )
  await run(async (tx) => {
    await forgetPerson(tx, 'standard', id, server.clock.now())
    await endReferrals(tx, 'standard', id, { now: server.clock.now(), today: server.clock.today() })
  })
  expect(await names()).toEqual([''])
  expect(await run((tx) => correctCounts(tx, 'standard'))).toBe(0)
})

test('an account that is deleted while its order is cancelled, or comes in, leaves no name in the lists', async () => {
  const bench = await makeAgencyBench(server, 'standard')
  const tenant = await server.deps.tenants.get('standard')
  const at = { now: server.clock.now(), today: server.clock.today() }
  const names = () =>
    run(async (tx) => {
      const { rows } = await sql<{ name: string }>`
        select distinct name from report_rows where agency_id = ${bench.agencyId}`.execute(tx)
      return rows.map(({ name }) => name)
    })
  const waiting = () =>
    run(async (tx) => {
      const { rows } = await sql`
        select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
        tx,
      )
      return rows.length
    })
  const erase = (tx: Tx, id: string) =>
    forgetPerson(tx, 'standard', id, at.now).then(() => endReferrals(tx, 'standard', id, at))

  const referral = await bench.makeReferral()
  const recipient = await bench.makeRecipient(referral)
  const order = await bench.feed(bench.line(referral, { recipientNumber: recipient.number }))
  if (order.kind !== 'new') throw new Error(order.kind)
  const cancelling = await run(async (tx) => {
    await erase(tx, referral.accountId)
    const started = run((other) => cancelOrder(other, server.deps, tenant, order.number, system))
    await expect.poll(waiting).toBeGreaterThan(0)
    return { started }
  })
  await cancelling.started
  expect(await names()).toEqual([''])

  const late = await bench.makeReferral()
  const contact = await bench.makeRecipient(late)
  const line = bench.line(late, { recipientNumber: contact.number })
  const erasing = await run(async (tx) => {
    await importOrder(tx, server.deps, tenant, line, 'feed', system)
    const started = run((other) => erase(other, late.accountId))
    await expect.poll(waiting).toBeGreaterThan(0)
    return { started }
  })
  await erasing.started
  expect(await names()).toEqual([''])
  expect(await run((tx) => correctCounts(tx, 'standard'))).toBe(0)
})

const run = <T>(work: (tx: Tx) => Promise<T>) => withTenant(server.db, 'standard', work)
