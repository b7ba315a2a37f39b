import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { sql } from 'kysely'
import { reviewReasons } from '../../domain/eligibility.ts'
import { rebuildReports } from '../reports/rebuild-reports.ts'
import { system } from '../base/audit-store.ts'
import { withTenant } from '../db/connection.ts'
import { checkLedger } from '../reward/check-ledger-store.ts'
import { releaseDueOrders } from '../reward/release-due-orders.ts'
import { checkYear } from './check-year.test-helper.ts'
import { findCaller } from './demo-caller.ts'
import { demoOperators } from './demo-operators.ts'
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

test('thirty rewards are held, some for every reason there is, overdue, due today, this week and later', async () => {
  expect(await count('review_cases', sql`closed_at is null`)).toBeGreaterThan(29)
  for (const reason of reviewReasons)
    expect([reason, await count('review_cases', sql`${reason} = any (reasons)`)]).toEqual([
      reason,
      expect.toSatisfy((held) => held > 0),
    ])
  const today = server.deps.clock.today()
  const due = (from: number, to: number) =>
    count(
      'review_cases',
      sql`answer_by between ${today.add({ days: from }).toString()} and ${today.add({ days: to }).toString()}`,
    )
  for (const days of [await due(-9, -1), await due(0, 0), await due(1, 7), await due(8, 99)])
    expect(days).toBeGreaterThan(0)
})

test('each number of Today is the total of the list that it links to, and what others decide is no work of the auditor', async () => {
  const ask = async (token: string, path: string, body: object) =>
    (await server.call('PUT', `/bgv/betrieb/${path}`, { token, body })).body
  const auditor = await makeOperator(server, 'revision@post.example', ['auditor'], 'bgv')
  const { Aufgaben, Faellig } = await ask(auditor.token, 'heute', {})
  const lists: Record<string, [path: string, filter: object]> = {
    reviews: ['pruefungen', { Art: ['erstmals', 'widerspruch'] }],
    'own-refusals': ['pruefungen', { Art: 'eigene-ablehnung' }],
    claims: ['nachbuchungen', {}],
    goodwill: ['kulanz', {}],
    clawbacks: ['rueckforderungen', { Stand: 'zu-tun' }],
    'clawback-proposals': ['rueckforderungen', { Stand: 'vorgeschlagen' }],
    'payout-proposals': ['auszahlungen', { Stand: 'offen' }],
    'voucher-codes': ['praemien', { Stand: 'code-gemeldet' }],
    'unmatched-orders': ['auftraege', { Stand: 'ohne-person' }],
    agencies: ['agenturen', { Stand: 'wartet', EmailBestaetigt: 'ja' }],
    'overdue-invoices': ['rechnungen', { Stand: 'ueberfaellig' }],
    'dead-jobs': ['vorgaenge', {}],
  }
  const total = async ([path, filter]: [string, object], more: object = {}) => {
    const body = { Pagesize: 1, Filter: { ...filter, ...more } }
    return (await ask(auditor.token, path, body)).TotalCount
  }
  const groups = { overdue: 'Ueberfaellig', today: 'Heute', week: 'Woche', later: 'Spaeter' }
  const seen: string[] = []
  for (const task of Aufgaben) {
    expect([task.Art, task.Entscheidbar]).toEqual([task.Art, false])
    const list = lists[task.Art]
    if (!list) continue
    const all = task.Ueberfaellig + task.Heute + task.Woche + task.Spaeter + task.OhneFrist
    expect([task.Art, await total(list)]).toEqual([task.Art, all])
    if (all > 0) seen.push(task.Art)
    if (task.Art === 'reviews' || task.Art === 'claims')
      for (const [due, name] of Object.entries(groups))
        expect([due, await total(list, { Faelligkeit: due })]).toEqual([due, task[name]])
  }
  expect(seen).toEqual([
    'reviews',
    'claims',
    'clawbacks',
    'clawback-proposals',
    'voucher-codes',
    'unmatched-orders',
    'payout-proposals',
    'overdue-invoices',
  ])
  expect(Faellig).not.toEqual([])
  const payments = Faellig.reduce((sum: number, { Anzahl }: { Anzahl: number }) => sum + Anzahl, 0)
  expect(await total(['praemien', { Stand: 'zahlbar' }])).toBe(payments)
  for (const { Tag, Ueberfaellig, Anzahl } of Faellig) {
    const filter = Ueberfaellig ? { Stand: 'zahlbar-verspaetet' } : { ZahlbarAm: Tag }
    expect([Tag, await total(['praemien', filter])]).toEqual([Tag, Anzahl])
  }
  const reviewer = await makeOperator(server, 'pruefung@post.example', ['reviewer'], 'bgv')
  const own = await ask(reviewer.token, 'heute', {})
  expect(own.Aufgaben).toContainEqual(
    expect.objectContaining({ Art: 'reviews', Entscheidbar: true }),
  )
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
  expect(rows).toContainEqual({ state: 'done', created: 0, kept: 4, failed: 2 })
  const settable = sql`state in ('provided', 'collected') and payout_id is null and exists (
    select from clawbacks join rewards owed on owed.tenant = 'bgv' and owed.reward_id = clawbacks.reward_id
    where clawbacks.tenant = 'bgv' and owed.account_id = rewards.account_id)`
  expect(await count('rewards', settable)).toBeGreaterThan(0)
})

test('a second person has one case of each kind to decide: whoever brought it sees it apart', async () => {
  const tasks = async (role: keyof typeof demoOperators) => {
    const { token } = await makeOperator(server, demoOperators[role].email, [role], 'bgv')
    const { body } = await server.call('PUT', '/bgv/betrieb/heute', { token, body: {} })
    type Task = Record<'Art' | 'Heute' | 'Woche' | 'OhneFrist', never> & { Entscheidbar: boolean }
    return Object.fromEntries(
      (body.Aufgaben as Task[]).map((task) => [
        task.Art,
        [task.Entscheidbar, task.Heute + task.Woche + task.OhneFrist],
      ]),
    )
  }
  const kinds = ['clawback-proposals', 'voucher-codes', 'order-files']
  expect(await tasks('reviewer')).toMatchObject(
    Object.fromEntries(
      kinds.flatMap((kind) => [
        [kind, [true, 1]],
        [`own-${kind}`, [false, 0]],
      ]),
    ),
  )
  expect(await tasks('support')).toMatchObject({
    'own-clawback-proposals': [false, 1],
    'own-voucher-codes': [false, 1],
  })
  expect(await tasks('payout-preparer')).toMatchObject({
    'order-files': [true, 0],
    'own-order-files': [false, 1],
  })
  expect(await count('orders', sql`external_number like 'BV-204%'`)).toBe(0)
})

test('every payout is proposed, approved and brought to the bank by the demo’s people, and no code was given out before it was bought', async () => {
  const preparer = await findCaller(server.deps, 'payout-preparer')
  const approver = await findCaller(server.deps, 'payout-approver')
  const { rows } = await withTenant(server.db, 'bgv', (tx) =>
    sql`select distinct 'proposed' as what, proposed_by as by from payout_proposals where tenant = 'bgv'
      union select 'approved', approved_by from payout_approvals where tenant = 'bgv'
      union select 'brought', brought_by from bank_files where tenant = 'bgv' order by what`.execute(
      tx,
    ),
  )
  expect(rows).toEqual([
    { what: 'approved', by: approver!.operatorId },
    { what: 'brought', by: preparer!.operatorId },
    { what: 'proposed', by: preparer!.operatorId },
  ])
  expect(await count('vouchers', sql`taken_at is not null`)).toBeGreaterThan(0)
  expect(await count('vouchers', sql`taken_at < imported_at`)).toBe(0)
})

test('a stranger’s money is an open item of the newest statement, and what else the bank booked in the year is explained', async () => {
  expect(await count('bank_lines', sql`kind is null and likely_kind is null`)).toBe(1)
  expect(await count('bank_lines', sql`kind is not null`)).toBeGreaterThan(10)
})

// Other days of the calendar come with the long tests (test/long/history.test.ts).
test(`of a year that ends on ${day} every month has its invoice with its own date, the older ones paid, one overdue, the last open, and rewards in every state`, () =>
  checkYear(day, server))

test('a tenant without agencies gets none', async () => {
  const tenant = await server.deps.tenants.get('standard')
  expect(await makeHistory(server.deps, tenant, { products: [] }, system)).toBe(0)
})
