import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { makeRandom } from '../../../test/long/random.ts'
import { correctCounts } from './sums-store.ts'
import { withTenant } from '../db/connection.ts'
import { makeAgencyBench } from '../agency/billing.test-helper.ts'
import { makeLarge } from '../agency/large-list.test-helper.ts'
import type { ReportFilter, ReportSort } from './list-store.ts'
import { findReportPage, readReportAfter, type ReportKey } from './page-store.ts'

// The lists against a plain reference: all rows in memory, filtered, sorted and cut.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const sorts: ReportSort[] = ['day', 'name', 'product', 'state', 'employee', 'cents']
const states = ['reported', 'confirmed', 'released', 'cancelled']
const products = ['301', '302', '303']
const names = ['', 'adler ida', 'amsel uwe', 'arndt bo', 'muller anna', 'muller zoe', 'zander pia']

test.each([
  ['short', false],
  ['large', true],
] as const)(
  'every sort, filter and page of a %s list is what sorting and filtering all rows gives, and counts and sums are exact',
  (name, isLarge) => compareLists(name, isLarge, 200),
)

test(
  'every sort, filter and page of a large and unfolded list is what sorting and filtering all rows gives',
  { tags: 'long' },
  () =>
    // Of each month a dozen rows, or two.
    compareLists('large and unfolded', true, 900),
)

async function compareLists(name: string, isLarge: boolean, days: number): Promise<void> {
  const { agencyId } = await makeAgencyBench(server, 'standard')
  const { agencyId: other } = await makeAgencyBench(server, 'standard')
  const random = makeRandom(7 + days)
  const employees = ['', `1${agencyId.slice(1)}`, `2${agencyId.slice(1)}`]
  // By name they stand the other way round than by id.
  const people = ['', employees[2]!, employees[1]!]
  const keyOf = (row: Made, sort: ReportSort) =>
    sort === 'employee' ? people.indexOf(row.employee) : row[sort]
  await withTenant(server.db, 'standard', (tx) =>
    tx
      .insertInto('agency_users')
      .values(
        employees.slice(1).map((id, i) => ({
          tenant: 'standard',
          user_id: id,
          agency_id: agencyId,
          role: 'employee',
          email: `${i}@${agencyId}.example`,
          first_name: 'Uwe',
          last_name: ['Zöller', 'Öhler'][i]!,
          employee_number: `${i}-${agencyId}`,
          language: 'de',
          created_at: server.clock.now().toString(),
        })),
      )
      .execute(),
  )
  const pick = <T>(from: readonly T[]): T => from[Math.floor(random() * from.length)]!
  const made = Array.from({ length: 700 }, (_, i) => ({
    row_id: `${name} ${String(Math.floor(random() * 1e9)).padStart(9, '0')}${i}`,
    agency_id: i < 600 ? agencyId : other,
    employee: pick(employees),
    product: pick(products),
    state: pick(states),
    day: Temporal.PlainDate.from('2025-11-20')
      .add({ days: Math.floor(random() * days) })
      .toString(),
    name: pick(names),
    cents: pick([0, 1500, 5000, 12_000]),
  }))
  await withTenant(server.db, 'standard', async (tx) => {
    const values = made.map((row) => ({ tenant: 'standard', kind: 'orders', ...row }))
    await tx.insertInto('report_rows').values(values).execute()
    await correctCounts(tx, 'standard')
  })
  if (isLarge)
    await withTenant(server.db, 'standard', async (tx) => {
      const list = { kind: 'orders', agencyId } as const
      expect(await makeLarge(tx, 'standard', list, 100)).toBeGreaterThan(2)
    })
  // What nobody folded yet counts as well.
  if (name === 'large and unfolded')
    await changeSome(
      made.slice(0, 60).map((row) => [
        { ...row },
        Object.assign(row, {
          state: pick(states),
          employee: pick(employees),
          product: pick(products),
          name: pick(names),
          cents: pick([0, 2500]),
        }),
      ]),
    )
  const own = made.filter(({ agency_id }) => agency_id === agencyId)
  const day = () =>
    Temporal.PlainDate.from('2025-11-10')
      .add({ days: Math.floor(random() * (days + 20)) })
      .toString()
  const some = <T>(from: readonly T[]): T[] => [...new Set([pick(from), pick(from)])]
  const maybe = <T>(value: () => T): T | undefined => (random() < 0.35 ? value() : undefined)
  for (let round = 0; round < 80; round++) {
    const descending = random() < 0.5
    const filter: ReportFilter = {
      state: maybe(() => some(states)),
      product: maybe(() => some(products)),
      employee: maybe(() => some(employees)),
      from: maybe(day),
      to: maybe(day),
      found: pick([
        ...Array.from({ length: 9 }, () => undefined),
        { names: [pick(['mul', 'a', 'zander pia'])], ids: [] },
        { names: ['muller anna', 'anna muller'], ids: [] },
        { names: ['a'], ids: [pick(own).row_id, 'X'] },
        { names: [], ids: [] },
      ]),
    }
    const sort = pick(sorts)
    const limit = pick([1, 7, 25])
    const employee = random() < 0.2 ? pick(employees.slice(1)) : null
    const expected = own
      .filter(
        (row) =>
          (employee === null || row.employee === employee) &&
          (filter.state === undefined || filter.state.includes(row.state)) &&
          (filter.product === undefined || filter.product.includes(row.product)) &&
          (filter.employee === undefined || filter.employee.includes(row.employee)) &&
          (filter.from === undefined || row.day >= filter.from) &&
          (filter.to === undefined || row.day <= filter.to) &&
          (!filter.found ||
            (filter.found.ids.length > 0
              ? filter.found.ids.includes(row.row_id)
              : filter.found.names.some((name) => row.name.startsWith(name)))),
      )
      .toSorted((a, b) => {
        const order =
          compare(keyOf(a, sort), keyOf(b, sort)) ||
          compare(a.day, b.day) ||
          compare(a.row_id, b.row_id)
        return descending ? -order : order
      })
    const offset = Math.floor(random() * (expected.length + 3))
    const scope = { kind: 'orders' as const, agencyId, employee }
    const gathered = pick([0, 50, undefined])
    const asked = { sort, descending, limit, offset, filter, gathered, shortSkip: pick([0, 20]) }
    const page = await withTenant(server.db, 'standard', (tx) =>
      findReportPage(tx, 'standard', scope, asked),
    )
    expect(page, JSON.stringify({ asked, employee })).toEqual({
      ids: expected.slice(offset, offset + limit).map(({ row_id }) => row_id),
      count: expected.length,
      cents: expected
        .filter(({ state }) => state !== 'cancelled')
        .reduce((sum, { cents }) => sum + cents, 0),
    })
    if (round % 10 > 0) continue
    const read: string[] = []
    let after: ReportKey | null = null
    for (;;) {
      const next: ReportKey[] = await withTenant(server.db, 'standard', (tx) =>
        readReportAfter(tx, 'standard', scope, { sort, descending, limit: 40, filter }, after),
      )
      read.push(...next.map(({ row_id }) => row_id))
      if (next.length < 40) break
      after = next.at(-1)!
    }
    expect(read).toEqual(expected.map(({ row_id }) => row_id))
  }
}

type Made = {
  row_id: string
  agency_id: string
  employee: string
  product: string
  state: string
  day: string
  name: string
  cents: number
}

const changeSome = (changes: [was: Made, is: Made][]) =>
  withTenant(server.db, 'standard', async (tx) => {
    for (const [was, is] of changes) {
      await tx
        .updateTable('report_rows')
        .set(is)
        .where('tenant', '=', 'standard')
        .where('row_id', '=', is.row_id)
        .execute()
      const delta = (row: Made, count: number) => ({
        tenant: 'standard',
        kind: 'orders',
        agency_id: row.agency_id,
        employee: row.employee,
        product: row.product,
        state: row.state,
        day: row.day,
        name: row.name,
        channel: '',
        tally: '',
        amount: row.cents,
        count,
      })
      await tx
        .insertInto('report_deltas')
        .values([delta(was, -1), delta(is, 1)])
        .execute()
    }
    expect(await correctCounts(tx, 'standard')).toBe(0)
  })

const compare = (a: string | number, b: string | number) => (a < b ? -1 : a > b ? 1 : 0)
