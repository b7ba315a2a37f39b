import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { makePartnerBench } from '../../../test/helpers/sales-partner.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { parseCsv } from '../../domain/csv.ts'
import type { Tx } from '../db/connection.ts'
import { listOrdersAfter, listOrdersOf, sumOrdersOf, type OrderColumn } from './list-store.ts'

const rows = 6_000
const rowsOfOthers = 40_000
let server: TestServer
let bench: Awaited<ReturnType<typeof makePartnerBench>>

beforeAll(async () => {
  server = await startTestServer()
  server.clock.set('2026-12-01T11:00:00Z')
  bench = await makePartnerBench(server, 'bgv')
  const billed = await bench.order('=HYPERLINK("http://x.example")')
  await bench.release(billed, Temporal.Instant.from('2026-11-20T10:00:00Z'))
  await bench.write()
  const fill = (partnerId: string, mark: string, count: number) =>
    bench.run((tx) =>
      sql`
      insert into partner_orders (tenant, number, external_number, partner_id, product_id, contract_on, state, source,
        commission_cents, confirmed_at, releasable_on)
      select 'bgv', ${mark} || lpad(n::text, 8, '0'), ${mark} || n, ${partnerId}, product_id,
        date '2026-01-01' + n % 300, (array['confirmed', 'released', 'cancelled'])[1 + n % 3], 'feed', n % 700,
        '2026-12-01', '2026-12-01'
      from generate_series(1, ${count}::int) n,
        (select product_id from products where tenant = 'bgv' order by position limit 1) product`.execute(
        tx,
      ),
    )
  await fill(bench.partnerId, 'A', rows)
  await fill((await makePartnerBench(server, 'bgv')).partnerId, 'B', rowsOfOthers)
})
afterAll(() => server.stop())

const file = async (list: string, query: Record<string, string> | [string, string][] = {}) => {
  const answer = await server.app.inject({
    url: `/api/v1/bgv/verkaufspartner/${list}/csv?${new URLSearchParams(query)}`,
    headers: { authorization: `Bearer ${await bench.session()}` },
  })
  const cells = [...parseCsv(answer.body, { separator: ';' })].map((row) => row.cells)
  return { answer, head: cells[0]!, lines: cells.slice(1) }
}

describe('the lists as files', () => {
  test('hold every row once, in the order that is asked for, however many parts they are read in', async () => {
    const { answer, lines } = await file('auftraege', { OrderBy: 'Status', Descending: 'false' })
    expect(answer.headers['x-total-count']).toBe(String(rows + 1))
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(new Set(lines.map((cells) => cells[2])).size).toBe(rows + 1)
    expect(lines).toHaveLength(rows + 1)
    expect([...new Set(lines.map((cells) => cells[4]))]).toEqual([
      'Storniert',
      'Bestätigt',
      'Freigegeben',
    ])
  })

  test('are filtered as the page is, and belong to one partner', async () => {
    const { lines } = await file('auftraege', { Suche: 'A11', Status: 'confirmed' })
    expect(lines.length).toBeGreaterThan(10)
    for (const cells of lines) {
      expect(cells[1]).toMatch(/^A11/)
      expect(cells[4]).toBe('Bestätigt')
    }
    const both: [string, string][] = [
      ['Status', 'confirmed'],
      ['Status', 'cancelled'],
      ['Suche', 'A11'],
    ]
    const { lines: two, answer } = await file('auftraege', both)
    expect(new Set(two.map((cells) => cells[4]))).toEqual(new Set(['Bestätigt', 'Storniert']))
    const cancelled = await file('auftraege', { Suche: 'A11', Status: 'cancelled' })
    expect(two).toHaveLength(lines.length + cancelled.lines.length)
    expect(answer.headers['x-total-count']).toBe(String(two.length))
    const body = { Filter: { Status: ['confirmed', 'cancelled'], Suche: 'A11' } }
    const list = await server.call('PUT', '/bgv/verkaufspartner/auftraege', {
      token: await bench.session(),
      body,
    })
    expect(list.body.TotalCount).toBe(two.length)
    expect((await file('auftraege', { Suche: 'nirgends' })).lines).toEqual([])
    expect((await file('auftraege', { Status: 'billed' })).answer.statusCode).toBe(400)
  })

  test('name the credit note, and start no formula in a spreadsheet', async () => {
    const { head, lines } = await file('provisionen', { Status: 'billed' })
    expect(head).toContain('Gutschrift')
    expect(lines).toMatchObject([
      [
        '2026-12-01',
        '\'=HYPERLINK("http://x.example")',
        expect.anything(),
        expect.anything(),
        'Abgerechnet',
        expect.anything(),
        `${bench.number}-2026-1`,
        '60,00',
      ],
    ])
  })
})

/** What the database would do for each statement of `work`. */
async function plansOf(work: (tx: Tx) => Promise<unknown>): Promise<string[]> {
  const plans: string[] = []
  await bench.run((tx) =>
    work(
      tx.withPlugin({
        transformQuery: ({ node }) => {
          if (node.kind !== 'RawNode') throw new Error(`not a statement of SQL: ${node.kind}`)
          const [first, ...more] = node.sqlFragments
          return { ...node, sqlFragments: [`explain ${first}`, ...more] }
        },
        transformResult: async ({ result }) => {
          plans.push(result.rows.map((row) => row['QUERY PLAN']).join('\n'))
          return { ...result, rows: [] }
        },
      }) as Tx,
    ),
  )
  return plans
}

test('pages, sums, searches and file parts read one partner’s orders only, by an index that is already sorted', async () => {
  const owner = new pg.Client({ connectionString: server.database.ownerUrl })
  await owner.connect()
  // As the database does by itself after a while: then sums need not look at the rows behind the index.
  // What was committed without waiting for the disk counts as old enough once it is there.
  await owner.query('checkpoint')
  await owner.query('vacuum analyze partner_orders')
  await owner.end()
  const of = ['bgv', bench.partnerId] as const
  const columns: OrderColumn[] = [
    'Vertragsdatum',
    'Auftragsnummer',
    'Status',
    'Provision',
    'Provisionsstatus',
  ]
  const after = { key: '2026-05-01', number: 'A00000100' }
  for (const column of columns)
    for (const descending of [true, false]) {
      const asked = { column, descending, by: 'order', filter: {}, limit: 25 } as const
      const key = { ...after, ...(column === 'Provision' && { key: '100' }) }
      const plans = await plansOf(async (tx) => {
        await listOrdersOf(tx, ...of, { ...asked, offset: 100 })
        await listOrdersAfter(tx, ...of, { ...asked, limit: 500 }, key)
      })
      expect(plans).toHaveLength(2)
      for (const plan of plans) {
        expect(plan).not.toMatch(/Seq Scan on partner_orders/)
        // The rows come to the limit as the index has them: between the two nothing sorts or gathers.
        const below = plan.slice(plan.indexOf('Limit')).split('\n').slice(1, 4).join('\n')
        expect(below, plan).toMatch(/Index (Only )?Scan (Backward )?using partner_orders_by_/)
        expect(below, plan).not.toMatch(/Sort|Bitmap/)
      }
    }
  const [all, filtered, searched] = await plansOf(async (tx) => {
    await sumOrdersOf(tx, ...of, {}, 'commission')
    await sumOrdersOf(tx, ...of, { state: 'released' }, 'order')
    await sumOrdersOf(tx, ...of, { search: 'A11' }, 'order')
  })
  for (const plan of [all, filtered, searched])
    expect(plan).not.toMatch(/Seq Scan on partner_orders/)
  expect(all).toMatch(/Index Only Scan using partner_orders_by_money/)
  expect(filtered).toMatch(/partner_orders_by_money/)
  expect(searched).toMatch(/Index (Only )?Scan (using|on) partner_orders_/)
  expect(searched).not.toMatch(/Seq Scan/)
})
