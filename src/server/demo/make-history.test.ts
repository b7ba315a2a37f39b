import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { sql } from 'kysely'
import { rebuildReports } from '../reports/rebuild-reports.ts'
import { system } from '../base/audit-store.ts'
import { withTenant } from '../db/connection.ts'
import { checkLedger } from '../reward/ledger-store.ts'
import { releaseDueOrders } from '../reward/release-due-orders.ts'
import { checkYear } from './check-year.test-helper.ts'
import { makeHistory } from './make-history.ts'
import { bgv } from './demo-tenants.ts'
import { seedOperators } from './seed-operators.ts'

// The first day of a month: an invoice is made on it.
const day = '2026-12-01'

let server: TestServer
let made: number
beforeAll(async () => {
  server = await startTestServer()
  server.clock.set(`${day}T11:00:00Z`)
  await seedOperators(server.deps)
  made = await makeHistory(server.deps, await server.deps.tenants.get('bgv'), bgv, system)
})
afterAll(() => server.stop())

const count = (table: string, more = sql`true`) =>
  withTenant(server.db, 'bgv', async (tx) => {
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from ${sql.ref(table)} where tenant = 'bgv' and ${more}`.execute(tx)
    return rows[0]!.count
  })

test('a year of agency business is made once, its books add up, and nothing of it is left for the sweeps to release', async () => {
  const tenant = await server.deps.tenants.get('bgv')
  expect(made).toBeGreaterThan(30)
  expect(await count('orders')).toBe(made)
  expect(await withTenant(server.db, 'bgv', (tx) => checkLedger(tx, 'bgv'))).toEqual([])
  const released = await count('orders', sql`state = 'released'`)
  expect(await count('orders', sql`state = 'cancelled' and released_at is not null`)).not.toBe(0)
  expect(await count('invitations', sql`state <> 'accepted'`)).not.toBe(0)
  expect(await count('report_rows', sql`kind = 'orders' and state = 'confirmed'`)).toBeGreaterThan(
    5,
  )
  const listed = await count('report_rows')
  expect(await rebuildReports(server.deps, 'bgv')).toEqual({ rows: listed, wrongSums: 0 })
  await releaseDueOrders(server.deps, tenant)
  expect(await count('orders', sql`state = 'released'`)).toBe(released)
  expect(await makeHistory(server.deps, tenant, bgv, system)).toBe(0)
  expect(await count('orders')).toBe(made)
})

test('some rewards of the last months are held for review', async () => {
  expect(await count('review_cases', sql`closed_at is null`)).toBeGreaterThan(2)
})

test('three claims are left: one of a contract that counts for nobody, one with a file, one of another’s contract', async () => {
  expect(await count('claims', sql`state = 'open'`)).toBe(3)
  expect(await count('claims', sql`claimant_kind = 'recipient'`)).toBe(1)
  expect(await count('claim_files')).toBe(1)
  expect(await count('unmatched_orders')).toBe(1)
})

test('two clawbacks are left, of one a reward of the same person could be set off, and a file with faulty lines that changed nothing', async () => {
  expect(await count('clawbacks', sql`closed_at is null`)).toBeGreaterThan(1)
  const { rows } = await withTenant(server.db, 'bgv', (tx) =>
    sql`select state, created, kept, failed from order_imports where tenant = 'bgv'`.execute(tx),
  )
  expect(rows).toEqual([{ state: 'done', created: 0, kept: 4, failed: 2 }])
  const settable = sql`state in ('provided', 'collected') and payout_id is null and exists (
    select from clawbacks join rewards owed on owed.tenant = 'bgv' and owed.reward_id = clawbacks.reward_id
    where clawbacks.tenant = 'bgv' and owed.account_id = rewards.account_id)`
  expect(await count('rewards', settable)).toBeGreaterThan(0)
})

// Other days of the calendar come with the long tests (test/long/history.test.ts).
test(`of a year that ends on ${day} every month has its invoice with its own date, the older ones paid, one overdue, the last open, and rewards in every state`, () =>
  checkYear(day, server))

test('a tenant without agencies gets none', async () => {
  const tenant = await server.deps.tenants.get('standard')
  expect(await makeHistory(server.deps, tenant, { products: [] }, system)).toBe(0)
})
