import type { FastifyRequest } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import type { ApiRequest } from '../../contract/page-context.ts'
import { make, paths, type Name } from '../access/somebody.test-helper.ts'
import { bodyLimit } from '../base/body-limits.ts'
import { revokeTokens } from '../base/token-store.ts'
import { flushLimits, listNoted } from '../base/note-limit.ts'
import { withTenant } from '../db/connection.ts'
import { telko } from '../demo/demo-tenants.ts'
import { kinds, logins } from '../kinds.ts'
import { most } from '../limit-reads.ts'
import { routes } from '../routes.ts'
import { makePageContext } from './make-page-context.ts'
import { makePageCalls, type Callers, type PageCalls } from './page-calls.ts'

let server: TestServer
let calls: PageCalls
beforeAll(async () => {
  server = await startTestServer()
  await changeTenant(server, 'standard', {
    agencies: true,
    salesPartners: telko.tenant.salesPartners,
  })
  calls = makePageCalls(server.deps, logins, routes)
})
afterAll(() => server.stop())

const page = () =>
  ({
    id: 'page',
    raw: { destroyed: false },
    log: server.deps.log,
    host: 'localhost:3000',
    address: '192.0.2.7',
    method: 'GET',
    headers: {},
  }) as unknown as FastifyRequest

const ask = (
  call: ApiRequest,
  cookies: Record<string, string> = {},
  callers: Callers | null = null,
) => calls({ tenant: 'standard', locale: 'de', cookies, request: page(), call, callers })

const reads = routes
  .map(({ endpoint }) => endpoint)
  .filter(
    ({ method, answer, console, path, name }) =>
      method === 'GET' && answer && !console && !path.includes(':') && !name.includes('aptcha'),
  )

test.each(['nobody', 'user', 'agency', 'sales-partner'] as const)(
  'every read of a page by %s has the status and the answer that it has over HTTP',
  async (who) => {
    const token = who === 'nobody' ? null : (await make[who](server, 'standard')).token
    const cookie = token ? `${kinds[who as Name].cookie}=${token}` : ''
    expect(reads.length).toBeGreaterThan(40)
    let answered = 0
    for (const { name, path } of reads) {
      const http = await server.call('GET', `/standard${path}`, cookie ? { cookie } : {})
      const cookies = token ? { [kinds[who as Name].cookie]: token } : {}
      const { status, body } = await ask({ method: 'GET', path }, cookies)
      const own = { ...(body as object), RequestId: 'any' }
      const other = { ...(http.body as object), RequestId: 'any' }
      expect([name, status, own]).toEqual([name, http.status, other])
      if (status === 200) answered++
    }
    expect(answered).toBeGreaterThan(5)
  },
)

test('what is refused over HTTP is refused to a page: input, paths, methods, sizes, another tenant', async () => {
  const contact = (body: unknown) => ask({ method: 'POST', path: '/kontakt', body })
  const refused = (answer: Awaited<ReturnType<PageCalls>>) => [
    answer.status,
    (answer.body as { ErrorCode?: string }).ErrorCode,
  ]
  const { status, body } = await contact({ Nachricht: 1 })
  const http = await server.call('POST', '/standard/kontakt', { body: { Nachricht: 1 } })
  expect([status, (body as { Fields: unknown }).Fields]).toEqual([http.status, http.body.Fields])
  expect(refused(await contact({ Nachricht: 'x'.repeat(bodyLimit) }))).toEqual([413, 'PSOF0102'])
  for (const path of ['/gibt-es-nicht', '/../telko/produkt', `/empfehlen/${'A'.repeat(301)}`])
    expect((await ask({ method: 'GET', path })).status).toBe(404)
  expect((await ask({ method: 'DELETE', path: '/produkt' })).status).toBe(404)
  const elsewhere = await ask({ method: 'GET', path: '/produkt', tenant: 'gibt-es-nicht' })
  expect(elsewhere.status).toBe(404)
})

test('a page asks once who its visitor is; what may change it asks at every call', async () => {
  const { token, id } = await make.user(server, 'standard')
  const cookies = { [kinds.user.cookie]: token }
  const me: ApiRequest = { method: 'GET', path: '/account/user' }
  const callers: Callers = new Map()
  expect((await ask(me, cookies, callers)).status).toBe(200)
  await withTenant(server.db, 'standard', (tx) =>
    revokeTokens(tx, 'standard', 'user-session', id, server.clock.realNow()),
  )
  expect((await ask(me, cookies, callers)).status).toBe(200)
  expect((await ask(me, cookies)).status).toBe(401)
  callers.clear()
  expect((await ask(me, cookies, callers)).status).toBe(401)
})

test.each(['user', 'agency', 'sales-partner'] as const)(
  'a page has read the session of its %s, so its reads do not ask again; a form asks',
  async (who) => {
    const { token, id } = await make[who](server, 'standard')
    const tenant = await server.deps.tenants.get('standard')
    const { cookie, session } = kinds[who]
    const [read, form] = await Promise.all(
      (['GET', 'POST'] as const).map((method) =>
        makePageContext(calls, server.deps, tenant, 'de', {
          ...page(),
          method,
          cookies: { [cookie]: token },
        }),
      ),
    )
    await withTenant(server.db, 'standard', (tx) =>
      revokeTokens(tx, 'standard', session, id, server.clock.realNow()),
    )
    const me: ApiRequest = { method: 'GET', path: paths[who].me }
    expect((await read!.context.send(me)).status).toBe(200)
    expect((await form!.context.send(me)).status).toBe(401)
  },
)

test('what a page at a desk reads at the same time shares a transaction; one that fails takes nothing of the others with it', async () => {
  const { token } = await make.agency(server, 'standard')
  const cookies = { [kinds.agency.cookie]: token }
  const visitor: Callers = new Map()
  const me: ApiRequest = { method: 'GET', path: '/agentur-konto/benutzer' }
  await ask(me, cookies, visitor)
  const asked = [
    ...['benutzer', 'stammdaten', 'kennzahlen'].map((name) => `/agentur-konto/${name}`),
    '/produkt',
  ].map((path): ApiRequest => ({ method: 'GET', path }))
  const count = async (calls: ApiRequest[], callers: Callers | null) => {
    let borrowed = 0
    const add = () => void (borrowed += 1)
    server.db.pool.on('acquire', add)
    const answers = await Promise.all(calls.map((call) => ask(call, cookies, callers)))
    server.db.pool.off('acquire', add)
    return { borrowed, answers: answers.map(({ status, body }) => ({ status, body })) }
  }
  const shared = await count(asked, visitor)
  expect(shared.borrowed).toBe(1)
  const apart = await count(asked, null)
  expect(apart.borrowed).toBeGreaterThanOrEqual(asked.length)
  expect(shared.answers).toEqual(apart.answers)
  expect(shared.answers.map(({ status }) => status)).toEqual(asked.map(() => 200))
  const none: ApiRequest = {
    method: 'GET',
    path: '/agentur-konto/akten/auftraege/GIBT-ES-NICHT',
  }
  const failed = await count([...asked, none], visitor)
  expect(failed.answers.slice(0, -1)).toEqual(apart.answers)
  expect(failed.answers.at(-1)?.status).toBe(404)
})

test('who owes a passkey is known to a page as such', async () => {
  const { token, id } = await make.agency(server, 'standard')
  const { session } = kinds.agency
  await withTenant(server.db, 'standard', (tx) =>
    tx
      .updateTable('tokens')
      .set({ details: JSON.stringify({ passkeyMissing: true }) })
      .where('tenant', '=', 'standard')
      .where('kind', '=', session)
      .where('subject', '=', id)
      .execute(),
  )
  const tenant = await server.deps.tenants.get('standard')
  const request = { ...page(), cookies: { [kinds.agency.cookie]: token } }
  const { context } = await makePageContext(calls, server.deps, tenant, 'de', request)
  expect(context.agencyUser?.passkeyMissing).toBe(true)
  const refused = await context.send({ method: 'GET', path: '/agentur-konto/stammdaten' })
  expect(refused).toMatchObject({ status: 403, body: { ErrorCode: 'PSOF0215' } })
})

test('an answer with a tag is parsed once, and given again as it is until it changes', async () => {
  const read = () => ask({ method: 'GET', path: '/produktkategorie/handys', tenant: 'telko' })
  const [first, second] = [await read(), await read()]
  expect(second.body).toBe(first.body)
  expect(Object.isFrozen(first.body)).toBe(true)
  server.deps.cache.forget()
  expect((await read()).body).toEqual(first.body)
})

test('a page that is refused for its number counts for operators as a call over HTTP does', async () => {
  const own = { ...page(), address: '192.0.2.77' } as FastifyRequest
  const number = 'A'.repeat(16)
  const call: ApiRequest = { method: 'GET', path: `/empfehlen/${number}` }
  const asked = { tenant: 'standard', locale: 'de', cookies: {}, call, callers: null } as const
  const statuses = []
  for (let at = 0; at <= most.number; at += 1)
    statuses.push((await calls({ ...asked, request: own })).status)
  expect(statuses).toEqual([...Array(most.number).fill(404), 429])
  await flushLimits(server.deps)
  const noted = await withTenant(server.db, 'standard', (tx) =>
    listNoted(tx, 'standard', server.clock.realNow().subtract({ hours: 2 })),
  )
  expect(noted).toContainEqual({ name: 'showReferral', hits: 1 })
})
