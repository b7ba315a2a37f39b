import { sql } from 'kysely'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Endpoint } from '../src/contract/endpoint.ts'
import { endpoints } from '../src/contract/endpoints.ts'
import { pagePath } from '../src/contract/paths.ts'
import { issueToken } from '../src/server/base/token-store.ts'
import { withTenant } from '../src/server/db/connection.ts'
import { makeActors, type Actors } from './helpers/actors.ts'
import { asOwner } from './helpers/as-owner.ts'
import { queuedMails } from './helpers/mails.ts'
import { pageNames } from './helpers/routes-beside.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'
import { buildWholeApp } from './helpers/whole-app.ts'
import { consoleHost, makeOperator, pathAt } from './helpers/operator.ts'
import { inBrowser } from './helpers/link-session.ts'

// HEAD answers as GET would and leaves nothing behind, on every call and page; but what limits guesses counts it, too.

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

let server: TestServer
let actors: Actors
let app: FastifyInstance
beforeAll(async () => {
  server = await startTestServer()
  actors = await makeActors(server)
  ;({ app } = await buildWholeApp(server))
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

const chrome = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 Chrome/149.0 Safari/537.36'
const ask = (method: 'GET' | 'HEAD', url: string, headers: Record<string, string> = {}) =>
  app.inject({ method, url, headers: { host: 'localhost:3000', 'user-agent': chrome, ...headers } })

/** Every row of the tenant in every table, with the transaction that wrote it. */
const dump = () =>
  asOwner(server, 'standard', async (tx) => {
    const { rows: tables } = await sql<{ name: string }>`
      select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'tenant'
      where c.relkind = 'r' and c.relnamespace = 'public'::regnamespace and c.relname <> 'rate_limits' order by 1`.execute(
      tx,
    )
    const found: Record<string, unknown> = {}
    for (const { name } of tables) {
      const { rows } = await sql`
        select count(*)::int as rows, md5(string_agg(t.xmin::text || t::text, ' ' order by t::text)) as sum
        from ${sql.table(name)} t where tenant = 'standard'`.execute(tx)
      found[name] = rows[0]
    }
    return found
  })

type Look = { name: string; url: string; headers: Record<string, string> }

const tokenFor: Partial<Record<Endpoint['caller'], keyof Actors['tokens']>> = {
  referrer: 'user',
  'referrer-or-reward': 'reward',
  recipient: 'recipient',
  reward: 'reward',
  'api-key': 'apiKey',
  agency: 'agency',
  'sales-partner': 'salesPartner',
  operator: 'operator',
}

const calls = (): Look[] =>
  (Object.values(endpoints) as unknown as Endpoint[])
    .filter(({ method }) => method === 'GET')
    .map((endpoint): Look => {
      const { name, path, caller, console } = endpoint
      const filled = path.replace(
        /:([A-Za-z]+)/g,
        (_, part: string) => actors.own[name]?.[part] ?? actors.params[part] ?? 'x',
      )
      const kind = tokenFor[caller]
      return {
        name,
        url: `/api/v1${pathAt(endpoint, 'standard', filled)}`,
        headers: {
          ...(kind ? { authorization: `Bearer ${actors.tokens[kind]}` } : {}),
          ...(console ? { host: consoleHost } : {}),
        },
      }
    })

async function pages(): Promise<Look[]> {
  const { routes } = await server.deps.tenants.get('standard')
  const tokens = await inBrowser(server, 'standard', actors.tokens)
  const { user, reward, recipient, agency, salesPartner } = tokens
  const cookie = `zs_user=${user}; zs_reward=${reward}; zs_recipient=${recipient}; zs_agency=${agency}; zs_partner=${salesPartner}`
  return pageNames.flatMap((page): Look[] => {
    const url = pagePath(routes as Record<string, string>, 'de', page, {
      produktId: '101',
      empfehlungsnummer: actors.params['number'] ?? '',
      kategorie: 'handys',
      nummer: 'x',
      praemieid: 'geld',
      adminLoginToken: 'x'.repeat(43),
    })
    return [
      { name: page, url: `${url}?channel=wa`, headers: {} },
      { name: `${page}, known`, url, headers: { cookie } },
    ]
  })
}

const beside = (): Look[] =>
  [
    `/k/${actors.params['code']}`,
    '/e/KARTE',
    '/',
    '/faq',
    '/en/faq?sprachwahl=1',
    '/health/live',
    '/api/openapi.json',
    `/api/v1/standard/empfehlen/click/${actors.params['number']}?channel=wa`,
    `/api/v1/standard/empfehlung/${actors.params['number']}/produkt/produktlink?channel=wa`,
    '/api/v1/standard/praemie',
    '/api/v1/standard/account/resetPassword/niemand@post.example',
    '/api/v1/standard/account/login', // of POST, too
    '/api/v1/standard/empfehlen/create', // of POST alone
  ].map((url) => ({ name: url, url, headers: {} }))

test(
  'HEAD has the status and the headers of GET on every call and page, and no row of any table changes',
  { tags: 'long' },
  async () => {
    const looks = [...calls(), ...(await pages()), ...beside()]
    expect(looks.length).toBeGreaterThan(200)
    const before = await dump()
    const heads = []
    for (const { url, headers } of looks) heads.push(await ask('HEAD', url, headers))
    expect(await dump()).toEqual(before)
    for (const [index, { name, url, headers }] of looks.entries()) {
      const [head, get] = [heads[index]!, await ask('GET', url, headers)]
      const said = ({ statusCode, headers: all }: typeof head) => [
        name,
        statusCode,
        all['content-type'],
        all.location,
        all['cache-control'],
        all['content-language'],
      ]
      expect(said(head)).toEqual(said(get))
      expect([name, head.body, head.headers['set-cookie']]).toEqual([name, '', undefined])
    }
    // What GET leaves is seen, so that nothing above went by unseen.
    expect(await dump()).not.toEqual(before)
  },
)

test('a link that logs in, and one that mails, are not used up by HEAD', async () => {
  const { rows } = await withTenant(server.db, 'standard', (tx) =>
    sql<{ id: string; email: string }>`
      select account_id as id, email from accounts where tenant = 'standard' and confirmed_at is not null limit 1`.execute(
      tx,
    ),
  )
  const { id, email } = rows[0]!
  const now = server.clock.realNow()
  const { session } = await makeOperator(server, 'hilfe@post.example', ['support'])
  const token = await withTenant(server.db, 'standard', (tx) =>
    issueToken(tx, server.deps.keys, 'standard', {
      kind: 'admin-login',
      subject: id,
      now,
      expiresAt: now.add({ minutes: 5 }),
      uses: 1,
      details: { operatorSession: session },
    }),
  )
  const login = `/api/v1/standard/account/login?token=${token.text}`
  expect((await ask('HEAD', login)).statusCode).toBe(200)
  expect((await ask('HEAD', login)).statusCode).toBe(200)
  expect((await ask('GET', login)).statusCode).toBe(200)
  expect((await ask('HEAD', login)).statusCode).toBe(410)

  const before = (await queuedMails(server, 'standard', email)).length
  expect((await ask('HEAD', `/api/v1/standard/account/resetPassword/${email}`)).statusCode).toBe(
    202,
  )
  expect(await queuedMails(server, 'standard', email)).toHaveLength(before)
})

test('guesses by HEAD are limited as those by GET are', async () => {
  const guess = (method: 'GET' | 'HEAD', index: number) =>
    app.inject({
      method,
      url: `/api/v1/standard/empfehlung/empfehlungscode/AAAA-AAA${'ABCDEFGH'[index % 8]}`,
      remoteAddress: '203.0.113.77',
      headers: { 'user-agent': chrome },
    })
  let last = 0
  for (let index = 0; index < 200 && last !== 429; index++)
    last = (await guess('HEAD', index)).statusCode
  expect(last).toBe(429)
  expect((await guess('GET', 0)).statusCode).toBe(429)
})
