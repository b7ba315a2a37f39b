import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { withTenant } from '../src/server/db/connection.ts'
import { demoTenants } from '../src/server/demo/demo-tenants.ts'
import { makeKeys } from '../src/server/base/keys.ts'
import { readReferral } from '../src/server/referral/journey.test-helper.ts'
import { makeActors, type Actors } from './helpers/actors.ts'
import { buildHealth } from '../src/server/health.ts'
import { leaveWithin } from '../src/server/base/close-within.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'

// Details of the wire that hold for many calls and belong to none of them.

const blocked = { single: ['gesperrt@post.example'], wildcard: ['*@dienstleister.example'] }

let server: TestServer
let actors: Actors
beforeAll(async () => {
  server = await startTestServer({
    tenants: demoTenants.map((demo) =>
      demo.tenant.code === 'standard'
        ? {
            ...demo,
            tenant: { ...demo.tenant, blockedEmails: blocked, hosts: ['empfehlen.example'] },
          }
        : demo,
    ),
  })
  actors = await makeActors(server)
})
afterAll(() => server.stop())

let person = 0
const create = (more: {
  referral?: Record<string, unknown>
  referrer?: Record<string, unknown>
  body?: Record<string, unknown>
  headers?: Record<string, string>
}) => {
  person += 1
  return server.call('POST', '/standard/empfehlen/create', {
    ip: `198.51.100.${person}`,
    ...(more.headers ? { headers: more.headers } : {}),
    body: {
      Empfehlung: { ProductId: '101', ...more.referral },
      Empfehler: {
        Vorname: 'Wanda',
        Nachname: 'Draht',
        Email: `wanda${person}@post.example`,
        Agb: true,
        ...more.referrer,
      },
      ...more.body,
    },
  })
}

test.each([true, 'yes', 'YES', 1, 7])('%s counts as agreed to the terms', async (Agb) => {
  expect((await create({ referrer: { Agb } })).status).toBe(201)
})

test.each([false, 'no', 'ja', '', 0, -1])('%s does not count as agreed', async (Agb) => {
  const { status, body } = await create({ referrer: { Agb } })
  expect(status).toBe(422)
  expect(body.ErrorCode).toMatch(/^PSOF0/)
})

test('a referrer who says nothing about the split gets the default of the tenant', async () => {
  const { body } = await create({})
  expect((await readReferral(server, body.Empfehlungsnummer)).share).toBe(50)
})

test('a blocked address, and one of a blocked firm, is told so', async () => {
  for (const [Email, code] of [
    ['gesperrt@post.example', 'PSOF0210'],
    ['Gesperrt@Post.Example', 'PSOF0210'],
    ['wer@dienstleister.example', 'PSOF0211'],
  ]) {
    const { status, body } = await create({ referrer: { Email } })
    expect([Email, status, body.ErrorCode]).toEqual([Email, 403, code])
  }
  expect((await create({ referrer: { Email: 'frei@post.example' } })).status).toBe(201)
})

test('recipient data sent at creation are checked but not stored', async () => {
  const secret = 'Xaverinchen'
  const { status, body } = await create({
    body: { Empfaenger: { Vorname: secret, Nachname: secret, Email: `${secret}@post.example` } },
  })
  expect(status).toBe(201)
  const holding = await withTenant(server.db, 'standard', async (tx) => {
    const { rows } = await sql<{ name: string }>`
      select distinct table_name as name from information_schema.role_table_grants
      where table_schema = 'public' and privilege_type = 'SELECT'`.execute(tx)
    expect(rows.length).toBeGreaterThan(20)
    const found: string[] = []
    for (const { name } of rows) {
      const held =
        await sql`select 1 from ${sql.table(name)} as t where t::text ilike ${`%${secret}%`}`.execute(
          tx,
        )
      if (held.rows.length > 0) found.push(name)
    }
    return found
  })
  expect(holding).toEqual([])
  expect(JSON.stringify(body)).not.toContain(secret)
})

test('a token may come as X-Authorization where a proxy strips the first header', async () => {
  const path = '/standard/empfehler/empfehlungen'
  const header = { 'x-authorization': `Bearer ${actors.tokens.user}` }
  expect((await server.call('GET', path, { headers: header })).status).toBe(200)
  expect((await server.call('GET', path)).status).toBe(401)
})

test('every answer carries the id that its line in the log has', async () => {
  for (const path of ['/standard/produkte', '/standard/empfehler/empfehlungen', '/nowhere']) {
    const { headers, body, status } = await server.call('GET', path)
    expect(headers['x-request-id']).toMatch(/^[\w-]{8,}$/)
    if (status >= 400)
      expect(body.RequestId ?? headers['x-request-id']).toBe(headers['x-request-id'])
  }
})

test('an idempotent answer is the same for 24 hours, and a new one after that', async () => {
  const key = { 'idempotency-key': 'once-and-again' }
  const send = () =>
    server.call('POST', '/standard/empfehlen/create', {
      ip: '198.51.100.250',
      headers: key,
      body: {
        Empfehlung: { ProductId: '101' },
        Empfehler: {
          Vorname: 'Ida',
          Nachname: 'Immergleich',
          Email: 'ida.immergleich@post.example',
          Agb: true,
        },
      },
    })
  const first = await send()
  expect(first.status).toBe(201)
  server.clock.advance('PT23H')
  expect((await send()).body).toEqual(first.body)
  server.clock.advance('PT2H')
  const later = await send()
  expect(later.status).toBe(201)
  expect(later.body.Empfehlungsnummer).not.toBe(first.body.Empfehlungsnummer)
})

test('the OpenAPI document is served, and describes every call', async () => {
  const answer = await server.app.inject({ method: 'GET', url: '/api/openapi.json' })
  expect(answer.statusCode).toBe(200)
  const document = answer.json<{ openapi: string; paths: Record<string, object> }>()
  expect(document.openapi).toMatch(/^3\.1/)
  expect(Object.keys(document.paths).length).toBeGreaterThan(35)
})

test('from SIGTERM on the server says that it is not ready, and answers all else as before', async () => {
  const leaving = await startTestServer({ isNew: true })
  const get = (url: string) => leaving.app.inject({ url })
  expect((await get('/health/ready')).statusCode).toBe(200)
  await leaveWithin(leaving.deps, 0)
  const { statusCode, headers, body } = await get('/health/ready')
  expect([statusCode, headers['retry-after'], JSON.parse(body)]).toEqual([
    503,
    '2',
    { status: 'stopping' },
  ])
  expect((await get('/health/live')).statusCode).toBe(200)
  expect((await leaving.call('GET', '/standard/produkt')).status).toBe(200)
  const apart = buildHealth(leaving.deps)
  expect((await apart.inject({ url: '/health/ready' })).statusCode).toBe(503)
  expect((await apart.inject({ url: '/health/live' })).statusCode).toBe(200)
  expect((await apart.inject({ url: '/standard/produkt' })).statusCode).toBe(404)
  await apart.close()
  await leaving.stop()
})

test('the health calls answer without a tenant', async () => {
  for (const path of ['/health/live', '/health/ready']) {
    const answer = await server.app.inject({ method: 'GET', url: path })
    expect([path, answer.statusCode]).toEqual([path, 200])
  }
})

test('a tenant is found by a host name of its own, with a port, in capitals, and no other is', async () => {
  const { tenants } = server.deps
  for (const host of ['empfehlen.example', 'EMPFEHLEN.example:8443', 'empfehlen.example.'])
    expect((await tenants.byHost(host))?.code).toBe('standard')
  for (const host of ['x.empfehlen.example', 'empfehlen.example.evil', 'example', ''])
    expect(await tenants.byHost(host)).toBeNull()
})

test('after a new SECRET_KEY older values still open, in their own place alone', () => {
  const [older, newer] = [
    'an-older-secret-key-of-32-characters',
    'a-newer-secret-key-of-32-characters',
  ]
  const before = makeKeys([older])
  const after = makeKeys([newer, older])
  const sealed = before.encrypt('DE89370400440532013000', 'standard|rewards|1')
  expect(after.decrypt(sealed, 'standard|rewards|1')).toBe('DE89370400440532013000')
  expect(() => after.decrypt(sealed, 'standard|rewards|2')).toThrow()
  expect(() => after.decrypt(sealed, 'telko|rewards|1')).toThrow()
  expect(() => makeKeys([newer]).decrypt(sealed, 'standard|rewards|1')).toThrow()
  expect(after.lookups('x')).toContain(before.lookup('x'))
  expect(after.token('id', before.newestId)).toBe(before.token('id'))
  expect(after.lookup('x')).not.toBe(before.lookup('x'))
})
