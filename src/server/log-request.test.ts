import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeCall } from '../../test/helpers/make-call.ts'
import { startTestServer, type TestServer } from '../../test/helpers/server.ts'
import type { WebBundle } from '../contract/page-context.ts'
import { registered, goodPassword, stranger } from './account/people.test-helper.ts'
import { buildApp } from './app.ts'
import { makeLog } from './base/make-log.ts'

type Line = Record<string, unknown>

// Stands in for the built pages: a page of two calls.
const bundle = {
  handlePage: async (_request, context) => {
    await context.send({ method: 'GET', path: '/produkt' })
    await context.send({ method: 'GET', path: '/account/user' })
    return { status: 200, headers: new Headers(), body: [context.formToken] }
  },
} as Partial<WebBundle> as WebBundle

let server: TestServer
let app: FastifyInstance
let folder: string
let call: ReturnType<typeof makeCall>
let lines: Line[] = []
const openApp = (level: string, logSample = 1) => {
  const to = new Writable({
    write(line: Buffer, _, done) {
      lines.push(JSON.parse(line.toString()) as Line)
      done()
    },
  })
  const deps = { ...server.deps, log: makeLog(level, to) }
  return buildApp({ deps, web: { bundle: async () => bundle, clientFolder: folder }, logSample })
}
beforeAll(async () => {
  server = await startTestServer()
  folder = mkdtempSync(join(tmpdir(), 'zuspruch-log-'))
  app = await openApp('info')
  call = makeCall(app)
})
beforeEach(() => {
  lines = []
})
afterAll(async () => {
  await app.close()
  await server.stop()
  rmSync(folder, { recursive: true })
})

const security = () => lines.filter(({ log }) => log === 'security')
const said = () => security().map(({ event, reason, actor }) => ({ event, reason, actor }))
const logIn = (Email: string, Password: string, ip: string, captcha = '') =>
  call('POST', `/standard/account/login${captcha}`, { ip, body: { Email, Password } })

test('each log-in has one line: who, from which network as a hash, in which request, and no address', async () => {
  const { email, ip } = await registered(server)
  const answer = await logIn(email, goodPassword, ip)
  expect(security()).toEqual([
    {
      level: 30,
      time: expect.any(Number),
      pid: expect.any(Number),
      hostname: expect.any(String),
      log: 'security',
      event: 'log-in',
      reason: 'login',
      tenant: 'standard',
      actor: { kind: 'referrer', id: expect.stringMatching(/^[0-9a-f-]{36}$/) },
      visitor: expect.stringMatching(/^[\w-]{22}$/),
      request: answer.headers['x-request-id'],
      route: '/api/v1/:tenant/account/login',
      msg: 'log-in',
    },
  ])
})

test('each kind of refusal has one line with its reason', async () => {
  const { email, ip, token } = await registered(server)
  const one = async (work: () => Promise<{ status: number }>) => {
    lines = []
    const { status } = await work()
    expect(security()).toHaveLength(1)
    const [{ event, reason, actor } = {}] = security()
    return [status, event, reason, (actor as { kind: string } | null)?.kind]
  }
  expect(await one(() => logIn(email, 'Falsches-Passwort-1', ip))).toEqual([
    400,
    'log-in-refused',
    'wrong-credentials',
    'anyone',
  ])
  const dead = () => call('GET', '/standard/account/user', { ip, token: 'x'.repeat(43) })
  expect(await one(dead)).toEqual([401, 'token-refused', 'session-missing', undefined])
  const link = { Token: 'x'.repeat(43), Password: goodPassword, PasswordConfirm: goodPassword }
  const set = () => call('PUT', '/standard/account/resetPassword', { ip, body: link })
  expect(await one(set)).toEqual([410, 'token-refused', 'link-expired', 'anyone'])
  const feed = () => call('POST', '/standard/auftraege', { ip, token: 'x'.repeat(43), body: [] })
  expect(await one(feed)).toEqual([403, 'key-refused', 'api-key-invalid', undefined])
  const bare = () =>
    call('POST', '/standard/account/logout', { ip, token, headers: { 'x-requested-with': '' } })
  expect(await one(bare)).toEqual([403, 'right-refused', 'not-authorised', undefined])
  for (let tries = 0; tries < 9; tries++) await logIn(email, 'Falsches-Passwort-1', ip)
  expect(await one(() => logIn(email, goodPassword, ip))).toEqual([
    429,
    'limit-reached',
    'too-many-requests',
    'anyone',
  ])
})

test('a call that is refused says why by the catalogue’s name, also where that is no event', async () => {
  await call('PUT', '/standard/account/resetPassword', { body: { Unbekannt: 'geheim' } })
  await call('GET', '/standard/nirgends')
  await call('GET', '/standard/produkt')
  expect(lines.map(({ log, status, error }) => [log, status, error])).toEqual([
    [undefined, 400, 'validation'],
    [undefined, 404, 'not-found'],
    [undefined, 200, undefined],
  ])
  expect(JSON.stringify(lines)).not.toMatch(/Unbekannt|geheim/)
})

test('a captcha that is asked for and one that is wrong have a line each', async () => {
  const { email } = await registered(server)
  for (let tries = 0; tries < 20; tries++) await logIn(email, 'Falsches-Passwort-1', stranger().ip)
  lines = []
  await logIn(email, goodPassword, stranger().ip)
  await logIn(email, goodPassword, stranger().ip, '?captcha=bm8')
  expect(said()).toEqual([
    { event: 'captcha-asked', reason: 'captcha-required', actor: expect.anything() },
    { event: 'captcha-refused', reason: 'captcha-wrong', actor: expect.anything() },
  ])
})

test('who opens a page without ever having logged in is no event', async () => {
  expect((await call('GET', '/standard/account/user')).status).toBe(401)
  expect(security()).toEqual([])
})

test('the security log is written whatever LOG_LEVEL leaves out, but for silence', async () => {
  for (const [level, many] of [
    ['error', 1],
    ['silent', 0],
  ] as const) {
    lines = []
    const other = await openApp(level)
    await makeCall(other)('GET', '/standard/account/user', { token: 'x'.repeat(43) })
    await other.close()
    expect(lines.map(({ log }) => log)).toEqual(Array(many).fill('security'))
  }
})

test('a page has one line with tenant and kind of caller, and what it calls none', async () => {
  const { token } = await registered(server)
  lines = []
  const headers = { host: 'localhost', cookie: `zs_user=${token}` }
  const answer = await app.inject({ url: '/de', headers })
  expect(answer.statusCode).toBe(200)
  expect(lines).toMatchObject([
    { route: '/*', status: 200, tenant: 'standard', actor: 'referrer', msg: 'request' },
  ])
  lines = []
  await call('GET', '/standard/produkt', { headers: { 'x-requested-with': 'zuspruch-page' } })
  expect(lines).toMatchObject([{ tenant: 'standard', actor: 'anyone', msg: 'request' }])
})

test('a form that is not of this page is an event', async () => {
  const headers = { host: 'localhost', 'sec-fetch-site': 'same-origin' }
  await app.inject({ method: 'POST', url: '/de', headers, payload: {} })
  expect(said()).toEqual([{ event: 'form-refused', reason: 'form-token', actor: null }])
})

test('of clicks and pictures every n-th has a line that says so, of refused ones each', async () => {
  const sampled = await openApp('info', 5)
  for (let many = 0; many < 10; many++)
    await sampled.inject({ url: '/k/XXXX-XXXX', headers: { host: 'localhost' } })
  expect(lines.filter(({ route }) => route === '/k/:code')).toMatchObject([
    { sample: 5 },
    { sample: 5 },
  ])
  lines = []
  for (let many = 0; many < 4; many++) await sampled.inject('/bild/standard/tarif/keins')
  await sampled.close()
  expect(lines.map(({ status }) => status)).toEqual([404, 404, 404, 404])
})

test('no line holds an address, a name, a password or a token', async () => {
  const { email, ip, token } = await registered(server)
  lines = []
  const headers = { cookie: `zs_user=${token}` }
  await logIn(email, goodPassword, ip)
  await logIn(email, 'Falsches-Passwort-1', ip)
  await call('GET', `/standard/account/requestPassword/${email}`, { ip })
  await call('GET', '/standard/account/user', { ip, token: 'x'.repeat(43) })
  await call('GET', '/standard/account/user', { ip, token, headers })
  await call('POST', '/standard/account/createEmpfehler', {
    ip,
    body: { Vorname: 'Mara', Nachname: 'Lindenau', Email: email },
  })
  await app.inject({ url: `/de?mail=${email}`, headers: { host: 'localhost', ...headers } })
  expect(lines.length).toBeGreaterThan(7)
  const text = JSON.stringify(lines)
  for (const personal of [email, '@', ip, 'Mara', 'Lindenau', goodPassword, token, 'x'.repeat(43)])
    expect(text).not.toContain(personal)
})

test('an error is logged with its message, and without what it quotes or the values of a row', () => {
  const logged: string[] = []
  const to = new Writable({ write: (line: Buffer, _, done) => (logged.push(String(line)), done()) })
  const log = makeLog('info', to)
  const error = Object.assign(
    new Error('550 <mara@post.example> unknown, DE02 1203 0000 0000 2020 51'),
    {
      code: '23505',
      detail: 'Key (email)=(mara@post.example) already exists.',
    },
  )
  for (const name of ['error', 'err'])
    log.error({ [name]: error } satisfies Record<string, unknown>, 'failed')
  for (const line of logged) {
    expect(line).toContain('550 <…> unknown')
    expect(line).toContain('23505')
    expect(line).not.toMatch(/post\.example|1203|already/)
  }
  expect(logged).toHaveLength(2)
})
