import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import type { WebBundle } from '../../contract/page-context.ts'
import { registered } from '../account/people.test-helper.ts'
import { buildApp } from '../app.ts'
import { visitorCookies } from '../consent/visitor-cookies.ts'
import { cookieNames } from '../kinds.ts'
import { previewCookie } from '../team/preview.ts'
import { accepted, recommended } from '../referral/journey.test-helper.ts'
import { recipientCookieOf, referrerCookie } from './cookies.ts'
import { ownName, sentName } from './host-cookies.ts'

// Stands in for the built pages: one begins sessions, the other says what its own calls answer.
const bundle = {
  handlePage: async (request, context) => {
    if (new URL(request.url).pathname.endsWith('/anmelden')) {
      context.startSession('user', 'x'.repeat(43), null)
      const link = new URL(request.url).searchParams.get('t') ?? ''
      await context.openLink('recipient', link)
    }
    const { status } = await context.send({ method: 'GET', path: '/account/user' })
    return {
      status: 200,
      headers: new Headers({ 'Content-Type': 'text/html; charset=utf-8' }),
      body: [String(status)],
    }
  },
} as Partial<WebBundle> as WebBundle

const secure = { publicOrigin: 'https://empfehlen.example' }
let server: TestServer
let app: FastifyInstance
let clientFolder: string
let token: string
beforeAll(async () => {
  server = await startTestServer()
  clientFolder = mkdtempSync(join(tmpdir(), 'zuspruch-cookies-'))
  app = await buildApp({
    deps: { ...server.deps, ...secure },
    web: { bundle: async () => bundle, clientFolder },
  })
  await app.ready()
  ;({ token } = await registered(server))
})
afterAll(async () => {
  await app.close()
  await server.stop()
  rmSync(clientFolder, { recursive: true, force: true })
})

const open = (url: string, cookie = '') =>
  app.inject({ url, headers: { host: 'localhost', cookie } })
const user = '/api/v1/standard/account/user'

test('every cookie that lets somebody in is of its host alone over TLS, and has its plain name without', () => {
  const all = [
    ...Object.values(cookieNames),
    recipientCookieOf('ABCDEFGHJKMNPQRS'),
    referrerCookie,
    previewCookie,
  ]
  for (const name of all) {
    expect(sentName(secure, name)).toBe(`__Host-${name}`)
    expect(ownName(secure, `__Host-${name}`)).toBe(name)
    expect(ownName(secure, name)).toBeNull()
    expect(sentName({ publicOrigin: 'http://localhost:3000' }, name)).toBe(name)
  }
  for (const name of Object.values(visitorCookies)) {
    expect(sentName(secure, name)).toBe(name)
    expect(ownName(secure, name)).toBe(name)
  }
})

test('a call and a page’s own calls take a session in the host’s cookie, and none in a bare one, which a subdomain could set', async () => {
  expect((await open(user, `__Host-zs_user=${token}`)).statusCode).toBe(200)
  expect((await open(user, `zs_user=${token}`)).statusCode).toBe(401)
  expect((await open('/de', `__Host-zs_user=${token}`)).body).toBe('200')
  expect((await open('/de', `zs_user=${token}`)).body).toBe('401')
})

test('what a page sets is secure, of the whole host, and of no domain; a dead session’s cookie goes by the same name', async () => {
  const { Empfehlungsnummer: number } = await recommended(server)
  const { Token } = await accepted(server, number)
  const { cookies } = await open(`/de/anmelden?t=${Token}`)
  expect(cookies.map(({ name }) => name)).toEqual([
    '__Host-zs_user',
    '__Host-zs_recipient',
    `__Host-zs_recipient_${number}`,
  ])
  for (const cookie of cookies) {
    expect(cookie).toMatchObject({ path: '/', secure: true, httpOnly: true })
    expect(cookie.domain).toBeUndefined()
  }
  const dead = await open(user, `__Host-zs_user=${'x'.repeat(43)}`)
  expect(dead.cookies).toMatchObject([
    { name: '__Host-zs_user', value: '', path: '/', secure: true },
  ])
})
