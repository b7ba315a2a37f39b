import { readFileSync, globSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { endpoints } from '../src/contract/endpoints.ts'
import { errorCatalogue } from '../src/domain/errors.ts'
import { routes } from '../src/server/routes.ts'
import { createTestDatabase, type TestDatabase } from './helpers/database.ts'

// The rules of the house (architecture.md). Each one is proven to bite by a planted violation in docs/testing.md.

const root = new URL('..', import.meta.url).pathname
const read = (file: string) => readFileSync(join(root, file), 'utf8')
const isTest = (file: string) => /\.test\.tsx?$|\.test-(helper|process)\.tsx?$/.test(file)
const sources = globSync('src/**/*.{ts,tsx}', { cwd: root }).filter((file) => !isTest(file))

type Import = { from: string; to: string; typeOnly: boolean }

function importsOf(file: string): Import[] {
  const found: Import[] = []
  const pattern =
    /^\s*(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm
  for (const match of read(file).matchAll(pattern)) {
    const target = match[3] ?? match[4] ?? ''
    const to = target.startsWith('.') ? normalize(join(dirname(file), target)) : target
    found.push({ from: file, to, typeOnly: match[2] !== undefined })
  }
  return found
}

const imports = sources.flatMap(importsOf)
const show = ({ from, to }: Import) => `${from} -> ${to}`

/**
 * Rooms of the server, lowest first: files at its root, folders that are technical, and slices in the order of architecture.md. A
 * room imports those above it in this list; what goes the other way is known by name, with the reason.
 */
const serverRooms = [
  'errors.ts',
  'env',
  'db',
  'base',
  'jobs',
  'context.ts',
  'only-look.ts',
  'password-needed.ts',
  'say-issue.ts',
  'is-person.ts',
  'check-request.ts',
  'serve.ts',
  'answer-error.ts',
  'answer-client-error.ts',
  'health.ts',
  'gateways',
  'tenant',
  'tracking',
  'mail',
  'access',
  'reports',
  'account',
  'consent',
  'catalogue',
  'referral',
  'newsletter',
  'order',
  'reward',
  'content',
  'agency',
  'sales-partner',
  'billing',
  'payout',
  'operator',
  'kinds.ts',
  'routes.ts',
  'run-sweeps.ts',
  'docs',
  'pages',
  'app.ts',
  'demo',
  'start-jobs.ts',
  'build-unready.ts',
  'start.ts',
  'main.ts',
  'supervise.ts',
]
const upwardInServer: Record<string, string> = {
  'db -> jobs': 'the queue is installed with the schema',
  'context.ts -> tenant': 'the type of the tenants that every request is handed',
  'context.ts -> tracking': 'the type of the sinks of events',
  'serve.ts -> access': 'every call asks who calls',
  'serve.ts -> consent': 'every call is counted, where its caller agreed',
}

/** The same of the web. Areas of accounts show referrals and rewards, so there they come after them. */
const webRooms = [
  'texts',
  'runtime',
  'ui',
  'tracking',
  'captcha',
  'consent',
  'exit',
  'layout',
  'access',
  'content',
  'newsletter',
  'catalogue',
  'referral',
  'reward',
  'account',
  'agency',
  'sales-partner',
  'operator',
  'demo',
  'mails',
  'page-gate.ts',
  'pages.ts',
  'routes.ts',
  'hydrate.tsx',
  'entry-client.ts',
  'entry-server.tsx',
]

const roomOf = (path: string, side: 'server' | 'web') =>
  new RegExp(`^src/${side}/([^/]+)`).exec(path)?.[1] ?? null

function upward(side: 'server' | 'web', rooms: readonly string[], found = imports) {
  return found.filter(({ from, to }) => {
    const [own, other] = [roomOf(from, side), roomOf(to, side)]
    return own !== null && other !== null && rooms.indexOf(other) > rooms.indexOf(own)
  })
}

test.each([
  ['server', serverRooms],
  ['web', webRooms],
] as const)('every room of the %s has its place', (side, rooms) => {
  const found = new Set(sources.flatMap((file) => roomOf(file, side) ?? []))
  expect(found.size).toBeGreaterThan(15)
  expect([...found].filter((room) => !rooms.includes(room))).toEqual([])
})

test('domain imports nothing but itself (and ibantools, CASL and re2js, see docs/decisions.md)', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      from.startsWith('src/domain/') &&
      !to.startsWith('src/domain/') &&
      !['ibantools', '@casl/ability', 're2js'].includes(to),
  )
  expect(wrong.map(show)).toEqual([])
})

test('contract imports nothing but domain and zod', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      from.startsWith('src/contract/') && !/^src\/(contract|domain)\//.test(to) && to !== 'zod',
  )
  expect(wrong.map(show)).toEqual([])
})

test('web and server never import each other', () => {
  const wrong = imports.filter(
    ({ from, to }) =>
      (from.startsWith('src/web/') && /^src\/(server|cli)\//.test(to)) ||
      (/^src\/(server|cli)\//.test(from) && to.startsWith('src/web/')),
  )
  expect(wrong.map(show)).toEqual([])
})

test('stores and jobs import no endpoint', () => {
  const isEndpoint = (file: string) =>
    file.startsWith('src/server/') &&
    /from '[./]*serve\.ts'/.test(sources.includes(file) ? read(file) : '')
  const wrong = imports.filter(
    ({ from, to }) =>
      /(store|jobs)\.ts$/.test(from) && from.startsWith('src/server/') && isEndpoint(to),
  )
  expect(wrong.map(show)).toEqual([])
})

test('a room of the server imports only rooms before it, but for what is known', () => {
  const wrong = upward('server', serverRooms)
  const known = ({ from, to }: Import) =>
    `${roomOf(from, 'server')} -> ${roomOf(to, 'server')}` in upwardInServer
  expect(wrong.filter((one) => !known(one)).map(show)).toEqual([])
  const needed = new Set(
    wrong.map(({ from, to }) => `${roomOf(from, 'server')} -> ${roomOf(to, 'server')}`),
  )
  expect(Object.keys(upwardInServer).filter((pair) => !needed.has(pair))).toEqual([])
})

test('a room of the web imports only rooms before it, so that ui and runtime know no slice', () => {
  expect(upward('web', webRooms).map(show)).toEqual([])
  const planted = { from: 'src/web/ui/card.tsx', to: 'src/web/reward/thanks.tsx', typeOnly: true }
  expect(upward('web', webRooms, [planted])).toEqual([planted])
})

/** The circles of a graph, types included: where a type goes round, one of its files says what the other is. */
function circlesOf(found: readonly Import[]): string[] {
  const graph = new Map<string, string[]>()
  for (const { from, to } of found)
    if (to.startsWith('src/')) graph.set(from, [...(graph.get(from) ?? []), to])
  const circles: string[] = []
  const done = new Set<string>()
  const walk = (file: string, path: string[]): void => {
    if (path.includes(file))
      return void circles.push([...path.slice(path.indexOf(file)), file].join(' -> '))
    if (done.has(file)) return
    for (const next of graph.get(file) ?? []) walk(next, [...path, file])
    done.add(file)
  }
  for (const file of graph.keys()) walk(file, [])
  return circles
}

test('there are no import cycles, not even of types', () => {
  expect(circlesOf(imports)).toEqual([])
  const planted = [
    { from: 'src/a.ts', to: 'src/b.ts', typeOnly: true },
    { from: 'src/b.ts', to: 'src/a.ts', typeOnly: true },
  ]
  expect(circlesOf(planted)).toHaveLength(1)
})

// Per node: a second coordinator would not see them (architecture.md, scale). Both are of one tenant, whose statements one coordinator sends.
const advisoryLocks: Record<string, string> = {
  'src/server/base/consent-store.ts':
    'texts are not deleted while a consent to them is recorded; the sweep does nothing and comes again',
  'src/server/reports/sums-store.ts': 'sums are not folded while they are set right',
}

test('advisory locks are known, with their reason', () => {
  const found = sources.filter((file) => /pg_(try_)?advisory/.test(read(file)))
  expect(found.toSorted()).toEqual(Object.keys(advisoryLocks).toSorted())
})

test('nothing imports main.ts, and src never imports test', () => {
  const wrong = imports.filter(({ to }) => to === 'src/server/main.ts' || to.startsWith('test/'))
  expect(wrong.map(show)).toEqual([])
})

// Kysely's builders and tag, and text given to a connection of any name (`pool.query(`, `client.query<Row>(`).
const queries =
  /\.(selectFrom|insertInto|updateTable|deleteFrom|executeQuery)\(|\bsql`|\bsql<|\.query(<[^()]*>)?\(/

test('concurrent work is started by together(), which loses none of it when one throws at once', () => {
  const pattern = /Promise\.(all|allSettled|any)\(\s*\[/
  expect('await Promise.all([\n  a(),').toMatch(pattern)
  const known = [
    'src/server/start.ts',
    'src/server/db/connection.ts', // a transaction's own first and last words
    'src/server/gateways/invoice-files/document-fonts.ts', // a list of names
  ]
  const wrong = sources.filter(
    (file) => file.startsWith('src/server/') && !known.includes(file) && pattern.test(read(file)),
  )
  expect(wrong).toEqual([])
})

test('SQL stands in stores and db alone', () => {
  for (const planted of ['pool.query(`select 1`)', "client.query<{ a: 1 }>('select 1')", 'sql`x`'])
    expect(planted).toMatch(queries)
  const wrong = sources.filter(
    (file) =>
      file.startsWith('src/') &&
      !/(^|[/-])store\.ts$/.test(file) &&
      !file.startsWith('src/server/db/') &&
      file !== 'src/server/health.ts' &&
      // The router's own query() lives there.
      file !== 'src/web/entry-server.tsx' &&
      queries.test(read(file)),
  )
  expect(wrong).toEqual([])
})

// Each is drawn by one component of web/ui (text-link, card, question, data-table); what stays different is known, with its reason.
test.each<[what: string, pattern: RegExp, planted: string, known: Record<string, string>]>([
  ['text links', /(?<![\w:-])underline(?![\w-])/, '"text-link underline"', {}],
  ['cards', /rounded-card border/, '"card rounded-card border border-hairline"', {}],
  [
    'questions',
    /border-danger bg-danger-tint/,
    '"rounded-field border-2 border-danger bg-danger-tint p-4"',
    { 'src/web/agency/order-question.tsx': 'sums and reasons of many orders' },
  ],
  [
    'tables',
    /<table\b/,
    '<table className="w-full">',
    {
      'src/web/agency/plot.tsx': "a chart's own numbers, with a foot",
      'src/web/catalogue/comparison-page.tsx': 'offers are its columns',
      'src/web/reward/reward-overview-page.tsx': 'three shares of one reward, without script',
    },
  ],
])('%s are drawn in web/ui alone, but for what is known', (_what, pattern, planted, known) => {
  expect(planted).toMatch(pattern)
  const found = sources.filter(
    (file) => /^src\/web\/(?!ui|mails|demo)[^.]*\.tsx$/.test(file) && pattern.test(read(file)),
  )
  expect(found.toSorted()).toEqual(Object.keys(known).toSorted())
})

test('files stay small enough to be read: 400 lines at the most, tables of data aside', () => {
  const data = /db\/tables\.ts|common-passwords|bank-names|sepa-letters|domain\/errors\.ts/
  const wrong = sources.filter((file) => !data.test(file) && read(file).split('\n').length > 400)
  expect(wrong).toEqual([])
})

test('every endpoint of the contract is served exactly once, and nothing else is', () => {
  const served = routes.map(({ endpoint }) => endpoint.name)
  expect(served.toSorted()).toEqual(Object.keys(endpoints).toSorted())
  expect(new Set(served).size).toBe(served.length)
  for (const [name, endpoint] of Object.entries(endpoints)) expect(endpoint.name).toBe(name)
})

test('every job that is queued has a handler', () => {
  const queued = sources
    .filter((file) => file.startsWith('src/server/'))
    .flatMap((file) => [...read(file).matchAll(/\benqueue\(\s*tx,[^,]+,\s*'([a-z-]+)'/g)])
    .map(([, kind = '']) => kind)
  expect(new Set(queued).size).toBeGreaterThan(4)
  const handlers = read('src/server/start-jobs.ts')
  expect(queued.filter((kind) => !handlers.includes(`'${kind}': `))).toEqual([])
})

test('every error that is thrown is in the catalogue, and every one of the catalogue is used or awaited', () => {
  const codes = Object.values(errorCatalogue).map((entry) => entry.code)
  expect(new Set(codes).size).toBe(codes.length)
  for (const endpoint of Object.values(endpoints)) {
    for (const name of endpoint.errors)
      expect(errorCatalogue[name], `${endpoint.name}: ${name}`).toBeDefined()
  }
})

test('every text stands in both languages', () => {
  const flat = (value: unknown, path = ''): string[] =>
    typeof value === 'object' && value !== null
      ? Object.entries(value).flatMap(([key, inner]) => flat(inner, `${path}.${key}`))
      : [path]
  // A text may have forms of address (du, Sie) in German alone, and another word for the reward (texts/de/bonus).
  const plain = (keys: string[]) =>
    [...new Set(keys.map((key) => key.replace(/_(du|Sie|sie)(?=$|_(one|other)$)/, '')))].toSorted()
  for (const file of globSync('src/web/texts/**/*.json', { cwd: root }).filter(
    (path) => /(^|[/.])de([/.])/.test(path) && !path.includes('/de/bonus/'),
  )) {
    const english = file.replace(/([/.])de([/.])/, '$1en$2')
    expect(plain(flat(JSON.parse(read(english)))), english).toEqual(
      plain(flat(JSON.parse(read(file)))),
    )
  }
  for (const [name, entry] of Object.entries(errorCatalogue))
    expect([entry.de.length > 5, entry.en.length > 5], name).toEqual([true, true])
})

test('a figure stays on one line with its percent or euro sign', () => {
  for (const file of globSync('src/web/**/texts/**/*.json', { cwd: root }))
    expect(read(file).match(/.*[\d}] [%€].*/g), file).toBeNull()
})

test('log calls name no person: no address, name, IBAN, token or body', () => {
  const wrong = sources.flatMap((file) =>
    [...read(file).matchAll(/\blog\.(?:trace|debug|info|warn|error|fatal)\(([^;]*?)\)\n/g)]
      .filter(([, args]) =>
        /\b(email|firstName|lastName|iban|holder|password|token|body|request\.url|to_address|ip)\b/i.test(
          (args ?? '').replace(/'[^']*'/g, ''),
        ),
      )
      .map(([call]) => `${file}: ${call}`),
  )
  expect(wrong).toEqual([])
})

let database: TestDatabase
let client: pg.Client
beforeAll(async () => {
  database = await createTestDatabase()
  client = new pg.Client({ connectionString: database.ownerUrl })
  await client.connect()
})
afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Tables that belong to no tenant: the demo clock's offset, the keys of SECRET_KEY, and the migration tool's own. */
const shared = ['clock', 'secret_keys', 'kysely_migration', 'kysely_migration_lock']

/** The room whose stores write a table; nobody else does. */
const owners: Record<string, string> = {
  base: 'audit_log consent_proofs consent_texts consents idempotency_keys objections rate_limits secret_keys tenant_secrets tokens',
  jobs: 'outbox',
  gateways: 'content_copies content_entries',
  tenant: 'tenant_pictures tenants',
  tracking: 'event_counts',
  mail: 'mails',
  reports: 'report_counts report_deltas report_lists report_rows report_steps',
  account: 'accounts invitations',
  catalogue:
    'agent_tokens agents bonus_plans campaigns fixed_line_products mobile_offers product_feeds products reward_options',
  referral: 'clicks ended_referrals recipients referrals',
  order: 'commission_plans commission_postings order_decisions orders partner_orders',
  reward: 'bank_accounts ledger_postings reward_bank_data rewards vouchers',
  content: 'pictures',
  agency: 'agencies agency_users',
  'sales-partner': 'sales_partners',
  billing:
    'invoice_counters invoice_lines invoice_payments invoice_runs invoices partner_note_counters partner_note_lines partner_note_postings partner_note_runs partner_notes',
  payout: 'payout_batches payouts',
  demo: 'clock',
}
const otherWriters: Record<string, { tables: string[]; why: string }> = {
  'src/server/referral/recipient-store.ts': {
    tables: ['orders'],
    why: 'a merged entry hands its orders over in the same step; referral is a room below order',
  },
  'src/server/base/sealed-store.ts': {
    tables: [
      'bank_accounts',
      'payout_batches',
      'payouts',
      'reward_bank_data',
      'sales_partners',
      'vouchers',
    ],
    why: 'a new key seals every encrypted value anew, as the owner of the tables',
  },
  'src/server/demo/history-store.ts': {
    tables: ['accounts', 'invitations', 'referrals', 'recipients'],
    why: 'past rows of the demo, with days that no call of their owners takes',
  },
}
/** Whose statements hold for several tables, which they name in an object of their own. */
const forSeveral = ['src/server/base/sealed-store.ts', 'src/server/billing/document-store.ts']

/** What a text writes: tables in statements of SQL and of Kysely, and the tables of database functions that it calls. */
function writesOf(text: string, functions: ReadonlyMap<string, readonly string[]>): string[] {
  const statement =
    /\b(?:insert\s+into|update|delete\s+from|merge\s+into|truncate)\s+(?:only\s+)?(\w+)|\.(?:insertInto|updateTable|deleteFrom|mergeInto)\(\s*'(\w+)/gi
  const direct = [...text.matchAll(statement)].map(([, plain, built]) => plain ?? built ?? '')
  const called = [...functions].filter(([name]) => new RegExp(`\\b${name}\\(`).test(text))
  return [...direct, ...called.flatMap(([, tables]) => tables)]
}
const computed =
  /\b(insert\s+into|update|delete\s+from|merge\s+into)\s+\$\{|\.(insertInto|updateTable|deleteFrom|mergeInto)\(\s*[^'\s]/i

test('one room owns a table and writes it in its own stores', async () => {
  const { rows: found } = await client.query<{ name: string }>(`
    select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and relname not like 'kysely%' order by 1`)
  const tables = found.map(({ name }) => name)
  const ownerOf = new Map(
    Object.entries(owners).flatMap(([room, names]) =>
      names.split(' ').map((name) => [name, room] as const),
    ),
  )
  expect([...ownerOf.keys()].toSorted()).toEqual(tables.toSorted())

  const { rows: bodies } = await client.query<{ name: string; body: string }>(`
    select proname as name, prosrc as body from pg_proc where pronamespace = 'public'::regnamespace`)
  const written = (text: string, functions: ReadonlyMap<string, string[]>) =>
    writesOf(text, functions).filter((name) => ownerOf.has(name))
  const functions = new Map(
    bodies
      .map(({ name, body }) => [name, written(body, new Map())] as const)
      .filter(([, names]) => names.length > 0),
  )
  expect(functions.get('move_unowned_referrals')).toEqual(['referrals'])
  const planted = `tx.updateTable('accounts'), sql\`delete from tokens\`, sql\`select confirm_reported_order(\``
  expect(written(planted, functions)).toEqual(['accounts', 'tokens', 'orders'])
  for (const one of ['.insertInto(table)', 'update ${sql.id(table)} set'])
    expect(one).toMatch(computed)

  const writes = sources
    .filter((file) => !file.startsWith('src/server/db/'))
    .flatMap((file) => {
      const text = read(file)
      const named = forSeveral.includes(file)
        ? [...ownerOf.keys()].filter((name) => new RegExp(`\\b${name}: \\{|: '${name}'`).test(text))
        : []
      return [...new Set([...written(text, functions), ...named])].map((table) => ({ file, table }))
    })
  const isOwn = ({ file, table }: (typeof writes)[number]) =>
    roomOf(file, 'server') === ownerOf.get(table) && /(^|[/-])store\.ts$/.test(file)
  const others = writes.filter((one) => !isOwn(one))
  expect(others.map(({ file, table }) => `${file}: ${table}`).toSorted()).toEqual(
    Object.entries(otherWriters)
      .flatMap(([file, known]) => known.tables.map((table) => `${file}: ${table}`))
      .toSorted(),
  )
  const ownWrites = new Set(writes.filter(isOwn).map(({ table }) => table))
  expect(tables.filter((table) => !ownWrites.has(table))).toEqual([])
  const isComputed = (file: string) =>
    !file.startsWith('src/server/db/') && computed.test(read(file))
  expect(sources.filter(isComputed).toSorted()).toEqual(forSeveral)
})

test('every table has tenant first in every key and index, and row security that the app role cannot bypass', async () => {
  const { rows: tables } = await client.query<{
    name: string
    secured: boolean
    forced: boolean
    policies: number
  }>(`
    select c.relname as name, c.relrowsecurity as secured, c.relforcerowsecurity as forced,
      (select count(*)::int from pg_policies p where p.tablename = c.relname) as policies
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where n.nspname = 'public' and c.relkind in ('r', 'p')`)
  const own = tables.filter(({ name }) => !shared.includes(name))
  expect(own.length).toBeGreaterThan(20)
  for (const table of own)
    expect([table.name, table.secured, table.forced, table.policies > 0]).toEqual([
      table.name,
      true,
      true,
      true,
    ])
  const { rows: keys } = await client.query<{ name: string; first: string }>(
    `
    select i.indexrelid::regclass::text as name, a.attname as first
    from pg_index i join pg_class c on c.oid = i.indrelid join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = i.indrelid and a.attnum = i.indkey[0]
    where n.nspname = 'public' and not (c.relname = any($1))`,
    [shared],
  )
  expect(keys.filter(({ first }) => first !== 'tenant')).toEqual([])
  const { rows: foreign } = await client.query<{ name: string; first: string; rule: string }>(`
    select conname as name, a.attname as first, confdeltype as rule
    from pg_constraint k join pg_attribute a on a.attrelid = k.conrelid and a.attnum = k.conkey[1]
    where k.contype = 'f' and k.connamespace = 'public'::regnamespace`)
  expect(foreign.filter(({ first, rule }) => first !== 'tenant' || rule === 'n')).toEqual([])
})

test('the app role owns nothing, is no superuser, cannot bypass row security, and the ledger and the audit log only grow', async () => {
  const app = new pg.Client({ connectionString: database.appUrl })
  await app.connect()
  try {
    const { rows } = await app.query(`select rolsuper, rolbypassrls, rolcreatedb, rolcreaterole,
      (select count(*)::int from pg_class where relowner = pg_roles.oid and relnamespace = 'public'::regnamespace) as owns
      from pg_roles where rolname = current_user`)
    expect(rows[0]).toEqual({
      rolsuper: false,
      rolbypassrls: false,
      rolcreatedb: false,
      rolcreaterole: false,
      owns: 0,
    })
    for (const table of ['ledger_postings', 'audit_log', 'clicks']) {
      await expect(app.query(`update ${table} set tenant = tenant`)).rejects.toThrow(
        /permission denied/,
      )
      await expect(app.query(`delete from ${table}`)).rejects.toThrow(/permission denied/)
    }
  } finally {
    await app.end()
  }
})

test('no column is a serial number, and no index is built on an operator that row security cannot use', async () => {
  const { rows } = await client.query<{ table_name: string; column_name: string }>(
    `
    select table_name, column_name from information_schema.columns
    where table_schema = 'public' and (column_default like 'nextval%' or data_type in ('numeric', 'USER-DEFINED'))
      and not (table_name = any($1))`,
    [shared],
  )
  expect(rows).toEqual([])
})
