import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import type { WebBundle } from '../../contract/page-context.ts'
import { operatorRoles } from '../../domain/operator-abilities.ts'
import { platformCode } from '../../domain/platform.ts'
import { buildApp } from '../app.ts'
import { withTenant } from '../db/connection.ts'
import { endGrantOf, findOperatorByEmail, listGrantsOf } from '../team/store.ts'
import { demoOperators } from './demo-operators.ts'
import { registerDemo } from './register-demo.ts'
import { seedOperators } from './seed-operators.ts'

let server: TestServer
let app: FastifyInstance
beforeAll(async () => {
  server = await startTestServer()
  await seedOperators(server.deps)
  const nothing = async () => undefined
  const bundle = { renderDemoPage: () => '<!doctype html>' } as unknown as WebBundle
  const deps = { ...server.deps, demo: true }
  app = await buildApp({
    deps,
    web: null,
    register: (demo) =>
      registerDemo(demo, deps, {
        inbox: null,
        drain: nothing,
        runSweeps: nothing,
        bundle: async () => bundle,
      }),
  })
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

const host = 'betrieb.localhost:3000'
const open = (role: string, headers: Record<string, string> = {}, of = app) =>
  of.inject({
    method: 'POST',
    url: '/demo/konsole?lang=en',
    headers: {
      host,
      origin: 'http://localhost:3000',
      'sec-fetch-site': 'cross-site', // as browsers call a form of localhost that goes to betrieb.localhost
      'content-type': 'application/x-www-form-urlencoded',
      ...headers,
    },
    payload: new URLSearchParams({ Rolle: role }).toString(),
  })
const atPlatform = <T>(work: Parameters<typeof withTenant<T>>[2]) =>
  withTenant(server.db, platformCode, work)

test.each(operatorRoles)('the demo’s %s is in with one button, with its right', async (role) => {
  const { statusCode, headers, cookies } = await open(role)
  expect([statusCode, headers.location]).toEqual([303, '/en'])
  const [cookie] = cookies
  expect(cookie).toMatchObject({ name: 'zs_betrieb', httpOnly: true, path: '/', sameSite: 'Lax' })
  const me = (of: FastifyInstance) =>
    of.inject({
      url: '/api/v1/betrieb/betrieb/ich',
      headers: { host, 'x-requested-with': 'x', cookie: `zs_betrieb=${cookie!.value}` },
    })
  // The same rows served without demo mode let nobody in.
  expect((await me(server.app)).statusCode).toBe(401)
  expect((await me(app)).json()).toMatchObject({
    Name: demoOperators[role].name,
    Email: demoOperators[role].email,
    Demo: true,
    Orte: (role === 'platform-operator' ? [platformCode] : ['bgv', 'standard', 'telko']).map(
      (tenant) => ({ Mandant: tenant, Rollen: [role] }),
    ),
  })
})

test('a script gets the token as JSON', async () => {
  const payload = JSON.stringify({ Rolle: 'auditor' })
  const headers = { host, 'content-type': 'application/json' }
  const answer = await app.inject({ method: 'POST', url: '/demo/konsole', headers, payload })
  expect(answer.json()).toEqual({ Token: expect.any(String), GueltigBis: expect.any(String) })
})

test('the console opens on its own host, in demo mode and from this machine’s pages alone', async () => {
  for (const other of ['localhost:3000', 'telko.localhost:3000'])
    expect([other, (await open('auditor', { host: other })).statusCode]).toEqual([other, 404])
  expect((await open('auditor', {}, server.app)).statusCode).toBe(404)
  const others: Record<string, string>[] = [
    { origin: 'http://evil.example' },
    { origin: 'http://localhost:8080' },
    { origin: 'null' },
    { host: 'evil.example' },
  ]
  for (const foreign of others) {
    const { statusCode, cookies } = await open('auditor', foreign)
    expect([foreign, statusCode, cookies]).toEqual([foreign, 403, []])
  }
  const wrong = await open('boss')
  expect([wrong.headers.location, wrong.cookies]).toEqual(['/demo?lang=en&problem=validation', []])
})

test('the overview alone may post a form to the console', async () => {
  const headersOf = async (url: string) => {
    const { headers } = await app.inject({ url, headers: { host: 'localhost:3000' } })
    const policy = String(headers['content-security-policy']).replace(/nonce-[^']*/g, '')
    return { policy, referrer: headers['referrer-policy'] }
  }
  const shop = await headersOf('/demo/shop/standard')
  expect(shop).toEqual({
    policy: expect.stringContaining("form-action 'self';"),
    referrer: 'same-origin',
  })
  // Browsers send no Origin across sites under same-origin.
  expect(await headersOf('/demo')).toEqual({
    policy: shop.policy.replace("form-action 'self'", `form-action 'self' http://${host}`),
    referrer: 'strict-origin',
  })
})

test('another start brings nobody a right back, and makes up for one that was cut off', async () => {
  const now = server.clock.realNow()
  const operatorOf = async (role: 'editor' | 'publisher') =>
    (await atPlatform((tx) => findOperatorByEmail(tx, demoOperators[role].email)))!.operator_id
  const places = async (id: string) =>
    (await atPlatform((tx) => listGrantsOf(tx, id, now))).map(({ tenant }) => tenant)
  const [editor, publisher] = [await operatorOf('editor'), await operatorOf('publisher')]
  const end = (operatorId: string, role: 'editor' | 'publisher') =>
    withTenant(server.db, 'telko', (tx) =>
      endGrantOf(tx, 'telko', { operatorId, role, by: 'test' }, now),
    )
  await end(editor, 'editor')
  await end(publisher, 'publisher')
  await atPlatform((tx) =>
    tx
      .updateTable('operators')
      .set({ joined_at: null })
      .where('tenant', '=', platformCode)
      .where('operator_id', '=', publisher)
      .execute(),
  )
  await Promise.all([seedOperators(server.deps), seedOperators(server.deps)])
  expect(await places(editor)).toEqual(['bgv', 'standard'])
  expect(await places(publisher)).toEqual(['bgv', 'standard', 'telko'])
})
