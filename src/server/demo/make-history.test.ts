import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { sql } from 'kysely'
import { BERLIN } from '../../domain/dates.ts'
import { startOfMonth } from '../../domain/invoice.ts'
import { createInvoices, runInvoices } from '../agency/create-invoices.ts'
import { checkInvoices } from '../agency/invoice-check-store.ts'
import { listStatedInvoices } from '../agency/invoice-payment-store.ts'
import { listAgencies } from '../agency/store.ts'
import { rebuildReports } from '../agency/rebuild-reports.ts'
import { system } from '../base/audit-store.ts'
import { withTenant } from '../db/connection.ts'
import { checkLedger } from '../reward/ledger-store.ts'
import { releaseDueOrders } from '../reward/release-due-orders.ts'
import { makeHistory } from './make-history.ts'
import { bgv } from './tenants/bgv.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
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
  const made = await makeHistory(server.deps, tenant, bgv, system)
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

for (const day of ['2026-11-22', '2026-12-01', '2027-01-11', '2027-03-31'])
  test(`of a year that ends on ${day} every month has its invoice with its own date, the older ones paid, one overdue, the last open, and rewards in every state`, async () => {
    const other = await startTestServer()
    try {
      other.clock.set(`${day}T11:00:00Z`)
      const tenant = await other.deps.tenants.get('bgv')
      await makeHistory(other.deps, tenant, bgv, system)
      const today = other.deps.clock.today()
      await withTenant(other.db, 'bgv', async (tx) => {
        for (const { agency_id: agencyId } of (await listAgencies(tx, 'bgv')).slice(0, 2)) {
          const rows = await listStatedInvoices(tx, 'bgv', agencyId, today, {
            states: [],
            search: '',
            orderBy: 'Nummer',
            descending: false,
            limit: 100,
            offset: 0,
          })
          const invoices = rows.filter(({ kind }) => kind === 'invoice')
          expect(invoices.length).toBeGreaterThan(6)
          const months = invoices.map(({ month }) => month)
          expect(months).toEqual([...new Set(months)].toSorted())
          for (const { month, issued_on: issuedOn } of invoices.slice(0, -1))
            expect(issuedOn).toBe(
              startOfMonth(month)
                .toZonedDateTimeISO(BERLIN)
                .add({ months: 1 })
                .toPlainDate()
                .toString(),
            )
          expect(invoices.map(({ state }) => state)).toEqual([
            ...invoices.slice(0, -2).map(() => 'paid'),
            'overdue',
            'open',
          ])
        }
        const { rows: states } = await sql<{ state: string; days: number }>`
          select state, count(distinct created_at::date)::int as days from rewards
          where tenant = 'bgv' group by state`.execute(tx)
        const of = Object.fromEntries(states.map(({ state, days }) => [state, days]))
        for (const state of ['provided', 'collected', 'paid', 'cancelled'])
          expect([state, of[state] ?? 0]).toEqual([state, expect.toSatisfy((n) => n > 0)])
        const { rows: late } = await sql`
          select reward_id from rewards where tenant = 'bgv' and (greatest(provided_at, collected_at, paid_at) > ${other.deps.clock.now().toString()}
            or paid_at < collected_at or collected_at < provided_at)`.execute(tx)
        expect(late).toEqual([])
        expect(await checkLedger(tx, 'bgv')).toEqual([])
        expect(await checkInvoices(tx, 'bgv')).toEqual([])
        const { rows: twice } = await sql`
          select first_name, last_name from (
            select first_name, last_name from invitations where tenant = 'bgv' and first_name <> ''
            union all select first_name, last_name from recipients where tenant = 'bgv') as people
          group by 1, 2 having count(*) > 1`.execute(tx)
        expect(twice).toEqual([])
      })
      expect(await runInvoices(other.deps, 'bgv')).toBeUndefined()
      expect(await createInvoices(other.deps, tenant, system)).toMatchObject({ created: [] })
    } finally {
      await other.stop()
    }
  }, 120_000)

test('a tenant without agencies gets none', async () => {
  const tenant = await server.deps.tenants.get('standard')
  expect(await makeHistory(server.deps, tenant, { products: [] }, system)).toBe(0)
})
