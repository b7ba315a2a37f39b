import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { axes, dimsOf } from '../src/server/reports/axes-store.ts'
import * as buckets from '../src/server/reports/buckets-store.ts'
import type { ReportFilter, ReportSort } from '../src/server/reports/list-store.ts'
import * as pages from '../src/server/reports/page-store.ts'
import * as rows from '../src/server/reports/rows-store.ts'
import * as sums from '../src/server/reports/sums-store.ts'
import type { Tx } from '../src/server/db/connection.ts'
import { createTestDatabase, type TestDatabase } from './helpers/database.ts'
import { keepStatements } from './helpers/whole-sql.ts'

// The statements of the lists are put together from axes, sorts and filters. Here each stands whole, with values, to be read or copied into
// psql: `npx vitest run test/reports-sql -u` writes them anew, and the difference in the commit is what a list will ask.

const tenant = 'standard'
const agencyId = '00000000-0000-7000-8000-0000000000a9'
const [ida, uwe] = ['00000000-0000-7000-8000-000000000001', '00000000-0000-7000-8000-000000000002']
const scope = { kind: 'orders', agencyId, employee: null } as const
const list = { kind: 'orders', agencyId } as const
const step = { from: 'm', to: 'n' }

/** What the database would say: the answers decide which statement follows. */
const answersOf =
  (isLarge: boolean, group: string, bucket: string) =>
  (statement: string): object[] => {
    const answers: [RegExp, object][] = [
      [/and summed$/, {}],
      [/^with buckets /, { group, bucket, count: 9000, before: 495_000, total: 700_000, cents: 0 }],
      [/^select day, before/, { day: '2026-03-17', before: 4_900 }],
      [/^select count\(\*\) as count/, { count: 700_000, cents: 0 }],
      [/^select user_id/, { id: ida }],
      [/as parted from parted$/, { parted: 2 }],
      [/as cells from differing$/, { cells: 0 }],
      [/^select step/, { step: 'm' }],
      [/as month/, { month: '2026-03' }],
      [/^select bucket as from/, step],
      [/as summed/, { ...list, summed: true }],
      [/ pg_advisory_xact_lock/, {}],
    ]
    const found = answers.find(([pattern]) => pattern.test(statement))
    return found && (isLarge || found[0].source !== 'and summed$') ? [found[1]] : []
  }

const groups: Record<ReportSort, [group: string, bucket: string]> = {
  day: ['', '2026-03'],
  name: ['', 'mul'],
  product: ['301', '2026-03'],
  state: ['released', '2026-03'],
  employee: [ida, '2026-03'],
  cents: ['000000005000', '2026-03'],
}
const sorts = Object.keys(groups) as ReportSort[]

const filters: Record<string, ReportFilter> = {
  'of some days ': { from: '2026-01-15', to: '2026-04-10' },
  'of an employee ': { employee: [ida] },
}
const more: Record<string, ReportFilter> = {
  'of a product and state ': { product: ['301'], state: ['released'] },
  'of several states ': { state: ['confirmed', 'released'] },
  'of an employee, product and state, some days ': {
    ...filters['of some days '],
    employee: [uwe],
    product: ['301'],
    state: ['released'],
  },
}
const found: Record<string, ReportFilter> = {
  'found by name ': { found: { names: ['muller anna', 'anna muller'], ids: [] } },
  'found by number ': { found: { names: [], ids: ['A1', 'B2'] } },
}

type Scene = {
  title: string
  ask: (tx: Tx) => Promise<unknown>
  isLarge?: boolean
  sort?: ReportSort
}

const page = (
  sort: ReportSort,
  isLarge: boolean,
  [words, filter]: [string, ReportFilter],
  descending = sort === 'day',
): Scene => ({
  title: `findReportPage: ${isLarge ? 'large' : 'short'} list ${words}by ${sort}${descending ? ', descending' : ''}`,
  ask: (tx) => {
    const asked = { sort, descending, limit: 25, offset: 500_000, filter }
    return pages.findReportPage(tx, tenant, scope, asked)
  },
  isLarge,
  sort,
})
const isWhole: [string, ReportFilter] = ['', {}]

const scenes: Scene[] = [
  ...sorts.flatMap((sort) => [
    ...[isWhole, ...Object.entries(filters)].map((filter) => page(sort, true, filter)),
    page(sort, false, isWhole),
  ]),
  page('name', true, isWhole, true),
  ...Object.entries(more).map((filter) => page('day', true, filter)),
  ...Object.entries(found).map((filter) => page('day', true, filter)),
  ...sorts.map((sort): Scene => ({
    title: `readReportAfter: by ${sort}`,
    ask: (tx) => {
      const key =
        sort === 'cents' ? '5000' : sort === 'day' ? '2026-03-17' : groups[sort][0] || 'mul'
      const after = { row_id: 'A1', day: '2026-03-17', key }
      const asked = { sort, descending: false, limit: 1000, filter: {} }
      return pages.readReportAfter(tx, tenant, scope, asked, after)
    },
  })),
  { title: 'isLong', ask: (tx) => pages.isLong(tx, tenant, scope) },
  ...rows.reportKinds.flatMap((kind): Scene[] => {
    const ids = [kind === 'rewards' || kind === 'recommenders' ? uwe : 'A1']
    return [
      { title: `recordReport: ${kind}`, ask: (tx) => rows.recordReport(tx, tenant, kind, ids) },
      {
        title: `listReportIds: ${kind}`,
        ask: (tx) => rows.listReportIds(tx, tenant, kind, '', 2000),
      },
      { title: `lockSubjects: ${kind}`, ask: (tx) => rows.lockSubjects(tx, tenant, kind, ids) },
    ]
  }),
  { title: 'recordReportNames', ask: (tx) => rows.recordReportNames(tx, tenant, uwe) },
  { title: 'foldDeltas', ask: (tx) => sums.foldDeltas(tx, tenant, 10_000) },
  { title: 'dropEmptyCounts', ask: (tx) => sums.dropEmptyCounts(tx, tenant, list) },
  { title: 'noteLarge', ask: (tx) => sums.noteLarge(tx, tenant, list) },
  { title: 'listLarge', ask: (tx) => sums.listLarge(tx, tenant) },
  { title: 'partLargeSteps', ask: (tx) => sums.partLargeSteps(tx, tenant, list) },
  { title: 'partStep', ask: (tx) => sums.partStep(tx, tenant, list, step) },
  { title: 'sumList', ask: (tx) => sums.sumList(tx, tenant, list) },
  { title: 'correctCounts', ask: (tx) => sums.correctCounts(tx, tenant) },
]

type Shown = { title: string; statements: string[] }

async function show({ title, ask, isLarge = true, sort = 'day' }: Scene): Promise<Shown> {
  const { tx, kept } = keepStatements(answersOf(isLarge, ...groups[sort]))
  await ask(tx)
  return { title, statements: kept }
}

let shown: Shown[]
let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  shown = []
  for (const scene of scenes) shown.push(await show(scene))
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

test('every statement of the lists stands whole in a file, with the list, sort and filter that it is for', async () => {
  const first = new Map<string, string>()
  const text = shown.map(({ title, statements }) => {
    const written = statements.map((statement) => {
      const known = first.get(statement)
      if (known !== undefined) return `-- again: ${statement.split('\n')[0]} ... (${known})`
      first.set(statement, title)
      return `${statement};`
    })
    return `-- ${title}\n\n${written.join('\n\n')}\n`
  })
  await expect(text.join('\n')).toMatchFileSnapshot('./snapshots/reports.sql')
})

test('the file has every axis, and every function of the stores that asks', () => {
  const all = shown.flatMap(({ statements }) => statements).join('\n')
  // Folding writes every axis; lists ask of every base but the statistics' own.
  expect(axes.filter(({ name }) => !all.includes(`'${name}'`))).toEqual([])
  const unasked = Object.keys(dimsOf).filter((base) => !all.includes(`axis = '${base}'`))
  expect(unasked).toEqual(['tally'])
  const isAsking = ([, value]: [string, unknown]) =>
    typeof value === 'function' && value.constructor.name === 'AsyncFunction'
  const asking = [buckets, pages, rows, sums].flatMap((store) =>
    Object.entries(store).filter(isAsking),
  )
  const names = new Set([
    ...shown.map(({ title }) => title.split(':')[0]),
    'findBuckets',
    'findDay',
  ])
  expect(asking.map(([name]) => name).filter((name) => !names.has(name))).toEqual([])
})

test('the database takes every statement as it stands in the file', async () => {
  const statements = new Set(shown.flatMap((one) => one.statements))
  expect(statements.size).toBeGreaterThan(100)
  for (const statement of statements)
    await expect(client.query(`explain ${statement}`), statement).resolves.toBeDefined()
})
