import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import type { WebBundle } from '../../contract/page-context.ts'
import { buildApp } from '../app.ts'
import { withTenant } from '../db/connection.ts'
import { demoReferrers } from '../demo/demo-tenants.ts'
import { safetyHeaders } from '../base/safety-headers.ts'
import { sessionSources } from '../kinds.ts'
import { saveTenantPictures } from '../tenant/picture-store.ts'

// Stands in for the built pages, which leave the caching of a stranger's page to the browser; what it sets is the server's to judge.
const bundle = {
  handlePage: async (request, context) => {
    if (new URL(request.url).pathname.endsWith('/anmelden'))
      context.startSession('second', 'x'.repeat(43), null)
    if (request.method === 'POST') {
      const ends = new URL(request.url).searchParams.get('ende')
      if (ends === 'tot') context.endSession()
      else if (ends !== null) context.endSession(ends as 'user')
    }
    return {
      status: 200,
      headers: new Headers({
        'Cache-Control': 'private, no-cache',
        'Content-Type': 'text/html; charset=utf-8',
      }),
      body: [`<!doctype html>${context.formToken}`],
    }
  },
} as Partial<WebBundle> as WebBundle

let server: TestServer
let app: FastifyInstance
let clientFolder: string
beforeAll(async () => {
  server = await startTestServer()
  clientFolder = mkdtempSync(join(tmpdir(), 'zuspruch-pages-'))
  writeFileSync(join(clientFolder, 'bild.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
  mkdirSync(join(clientFolder, 'assets'))
  for (const name of ['Abc.js', 'Abc.js.br']) writeFileSync(join(clientFolder, 'assets', name), '1')
  app = await buildApp({ deps: server.deps, web: { bundle: async () => bundle, clientFolder } })
  await app.ready()
})
afterAll(async () => {
  await app.close()
  await server.stop()
  rmSync(clientFolder, { recursive: true, force: true })
})

const caching = async (url: string, cookie = '') => {
  const answer = await app.inject({ url, headers: { host: 'localhost', cookie } })
  expect(answer.statusCode).toBe(200)
  return answer.headers['cache-control']
}

test('a page that may show a person is stored nowhere, whoever is known and however', async () => {
  const page = '/de/empfaengerdaten/ABCDEFGHJKMNPQRS'
  for (const name of ['zs_user', 'zs_reward', 'zs_recipient'])
    expect([name, await caching(page, `${name}=${'x'.repeat(43)}`)]).toEqual([name, 'no-store'])
  for (const url of ['/de/empfaengerbestaetigung?t=abc', '/de/anmelden'])
    expect([url, await caching(url)]).toEqual([url, 'no-store'])
})

test("a stranger's page may be kept by the browser for its back button", async () => {
  expect(await caching('/de/empfaengerdaten/ABCDEFGHJKMNPQRS', 'zs_language=de')).toBe(
    'private, no-cache',
  )
})

test('wrong codes of the short link and of its call count together, ten for one address', async () => {
  const get = (url: string, remoteAddress: string) =>
    app.inject({ url, remoteAddress, headers: { host: 'localhost' } })
  const call = '/api/v1/standard/empfehlung/empfehlungscode/ZZZZ-ZZZZ'
  const tries = await Promise.all(
    Array.from({ length: 14 }, (_, at) => get(at % 2 ? call : '/k/ZZZZ-ZZZZ', '203.0.113.70')),
  )
  expect(tries.filter(({ statusCode }) => statusCode === 429)).toHaveLength(4)
  const refused = await get('/k/ZZZZ-ZZZZ', '203.0.113.70')
  expect([refused.statusCode, refused.headers['content-type']]).toEqual([
    429,
    'text/html; charset=utf-8',
  ])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await get('/k/ZZZZ-ZZZZ', '203.0.113.71')).statusCode).toBe(302)
  // Every network of one /48.
  const many = await Promise.all(
    Array.from({ length: 110 }, (_, at) => get('/k/0000-0000', `2001:db8:6:${at}::1`)),
  )
  expect(many.filter(({ statusCode }) => statusCode === 429)).toHaveLength(10)
})

test('under a host that is nobody’s no link leads back to the same error', async () => {
  const { statusCode, body } = await app.inject({ url: '/de', headers: { host: 'nobody.example' } })
  expect(statusCode).toBe(404)
  expect(body).toContain('Noch einmal versuchen')
  expect(body).not.toContain('Zur Startseite')
})

test('pages, built files, pictures of a brand and redirects have the safety headers, and text its encoding', async () => {
  const name = `${'a'.repeat(24)}.png`
  const bytes = Buffer.from('89504e470d0a1a0a', 'hex')
  await withTenant(server.db, 'standard', (tx) =>
    saveTenantPictures(tx, 'standard', [{ name, bytes, width: 1, height: 1 }], server.clock.now()),
  )
  const { 'Content-Security-Policy': _, ...safe } = safetyHeaders(server.deps.publicOrigin)
  const expected = Object.entries(safe).map(([name, value]) => [name.toLowerCase(), value])
  for (const [url, status, type] of [
    ['/de/login', 200, 'text/html; charset=utf-8'],
    ['/bild.svg', 200, 'image/svg+xml; charset=utf-8'],
    [`/marke/standard/${name}`, 200, 'image/png'],
    ['/marke/standard/gibt-es-nicht.png', 404, 'application/json; charset=utf-8'],
    ['/assets/gibt-es-nicht.js', 404, 'application/json; charset=utf-8'],
    ['/de/%zz', 400, 'application/json; charset=utf-8'],
    ['/', 302, undefined],
    ['/e/karte', 302, undefined],
  ] as const) {
    const { statusCode, headers } = await app.inject({ url, headers: { host: 'localhost' } })
    expect([url, statusCode, headers['content-type']]).toEqual([url, status, type])
    expect({ url, ...headers }).toMatchObject({ url, ...Object.fromEntries(expected) })
    expect([url, headers['content-security-policy']]).toEqual([
      url,
      expect.stringMatching(/frame-ancestors 'none'/),
    ])
  }
})

test('a built file is found by its own name alone, and its packed copy goes out for it', async () => {
  const get = (path: string) =>
    app.inject({ url: path, headers: { host: 'localhost', 'accept-encoding': 'br' } })
  const { statusCode, headers } = await get('/assets/Abc.js')
  expect([statusCode, headers['content-encoding']]).toEqual([200, 'br'])
  expect(headers['cache-control']).toBe('public, max-age=31536000, immutable')
  for (const path of ['Abc.js.br', 'abc.js', '', '.', '%2e%2e%2fbild.svg', 'Abc.js%2f..'])
    expect([path, (await get(`/assets/${path}`)).statusCode]).toEqual([path, 404])
})

test('whoever wants a built file only as it no longer is gets that said, not an error of ours', async () => {
  for (const [name, value] of [
    ['if-match', '"other"'],
    ['if-unmodified-since', 'Thu, 01 Jan 2004 00:00:00 GMT'],
  ] as const) {
    const headers = { host: 'localhost', [name]: value }
    const { statusCode } = await app.inject({ url: '/assets/Abc.js', headers })
    expect([name, statusCode]).toEqual([name, 412])
  }
})

test('a call by another method is refused as one, whether a page could have answered or not', async () => {
  const ask = async (method: 'GET' | 'HEAD' | 'POST' | 'PUT' | 'DELETE' | 'PATCH', url: string) =>
    (await app.inject({ method, url, headers: { host: 'localhost' } })).statusCode
  for (const method of ['POST', 'PUT', 'DELETE', 'PATCH'] as const)
    expect([method, await ask(method, '/api/v1/standard/ROUTE/default/')]).toEqual([method, 405])
  for (const method of ['GET', 'HEAD'] as const)
    expect([method, await ask(method, '/api/v1/standard/account/logout?x=1')]).toEqual([
      method,
      405,
    ])
  for (const method of ['GET', 'POST', 'PUT'] as const) {
    expect([method, await ask(method, '/api/v1/standard/gibt/es/nicht')]).toEqual([method, 404])
    expect([method, await ask(method, '/api/v1/niemand/route/x/y')]).toEqual([method, 404])
  }
  expect(await ask('PUT', '/api/v1/niemand/route/default')).toBe(404)
})

describe('a form that ends a session', () => {
  const press = async (query: string, dest?: string) => {
    const { email, password } = demoReferrers.standard
    const login = await server.call('POST', '/standard/account/login', {
      body: { Email: email, Password: password },
    })
    const cookie = `zs_user=${login.body.Token}`
    const headers = { host: 'localhost:3000', cookie }
    const { body } = await app.inject({ url: '/de/abmelden', headers })
    const answer = await app.inject({
      url: `/de/abmelden${query}`,
      method: 'POST',
      headers: {
        ...headers,
        origin: 'http://localhost:3000',
        'content-type': 'application/x-www-form-urlencoded',
        ...(dest ? { 'sec-fetch-dest': dest } : {}),
      },
      payload: new URLSearchParams({ _form: body.split('>')[1] ?? '' }).toString(),
    })
    expect(answer.statusCode).toBe(200)
    return answer.headers['clear-site-data']
  }

  test('has the browser forget what it kept of pages, and no cookies, which may be other sessions', async () => {
    for (const kind of Object.keys(sessionSources))
      expect([kind, await press(`?ende=${kind}`, 'document')]).toEqual([kind, '"cache", "storage"'])
  })

  test.each([
    ['in a frame', '?ende=user', 'iframe'],
    ['called by a script', '?ende=user', 'empty'],
    ['by a client that does not say', '?ende=user', undefined],
    ['that ends none', '', 'document'],
    ['that finds a dead one', '?ende=tot', 'document'],
    ['that ends a sign-on under way', '?ende=sso', 'document'],
  ])('%s has it forget nothing', async (_, query, dest) => {
    expect(await press(query, dest)).toBeUndefined()
  })
})

describe('a form with files', () => {
  const send = (parts: number, headers: Record<string, string> = {}, boundary = 'b') => {
    const part = `--${boundary}\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n`
    return app.inject({
      method: 'POST',
      url: '/de/kontakt',
      headers: {
        host: 'localhost:3000',
        origin: 'http://localhost:3000',
        'content-type': `multipart/form-data; boundary=${boundary}`,
        ...headers,
      },
      payload: `${part.repeat(parts)}--${boundary}--\r\n`,
    })
  }

  test('of more parts than any form has is refused before it is read, a smaller one is not', async () => {
    // Without its token it leads back to the page.
    expect((await send(400)).statusCode).toBe(303)
    expect((await send(400, {}, '----WebKitFormBoundaryx')).statusCode).toBe(303)
    for (const parts of [600, 150_000]) expect((await send(parts)).statusCode).toBe(400)
    const nameless = await send(1, { 'content-type': 'multipart/form-data' })
    expect(nameless.statusCode).toBe(400)
    const quoted = await send(1, { 'content-type': 'multipart/form-data; boundary="b"' })
    expect(quoted.statusCode).toBe(303)
  })

  test('whose boundary could be read in two ways, or whose parts begin with endless heads, is refused', async () => {
    for (const type of [
      'a="boundary=AAAA"; boundary=b',
      'xboundary=AAAA; boundary=b',
      'x=boundary=ZZ;boundary=b',
      'boundary="b\\b"',
      'boundary=b; boundary=c',
      'boundary=b; charset=utf-8',
    ]) {
      const answer = await send(600, { 'content-type': `multipart/form-data; ${type}` })
      expect([type, answer.statusCode]).toEqual([type, 400])
    }
    const long = await app.inject({
      method: 'POST',
      url: '/de/kontakt',
      headers: {
        host: 'localhost:3000',
        origin: 'http://localhost:3000',
        'content-type': 'multipart/form-data; boundary=b',
      },
      payload: `--b\r\nContent-Disposition: form-data; name="a"\r\n${'X: y\r\n'.repeat(1_000)}\r\nx\r\n--b--\r\n`,
    })
    expect(long.statusCode).toBe(400)
  })

  test('of another site is refused unread, however it looks', async () => {
    const foreign = { origin: 'https://fremd.example' }
    for (const parts of [1, 600]) expect((await send(parts, foreign)).statusCode).toBe(403)
    const broken = { ...foreign, 'content-type': 'multipart/form-data' }
    expect((await send(1, broken)).statusCode).toBe(403)
  })
})
