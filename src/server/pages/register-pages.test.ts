import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import type { WebBundle } from '../../contract/page-context.ts'
import { buildApp } from '../app.ts'

// Stands in for the built pages, which leave the caching of a stranger's page to the browser; what it sets is the server's to judge.
const bundle = {
  handlePage: async (request, context) => {
    if (new URL(request.url).pathname.endsWith('/anmelden'))
      context.startSession('recipient', 'x'.repeat(43), null)
    return {
      status: 200,
      headers: new Headers({
        'Cache-Control': 'private, no-cache',
        'Content-Type': 'text/html; charset=utf-8',
      }),
      body: '<!doctype html>',
    }
  },
} as Partial<WebBundle> as WebBundle

let server: TestServer
let app: FastifyInstance
let clientFolder: string
beforeAll(async () => {
  server = await startTestServer()
  clientFolder = mkdtempSync(join(tmpdir(), 'zuspruch-pages-'))
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

test('under a host that is nobody’s no link leads back to the same error', async () => {
  const { statusCode, body } = await app.inject({ url: '/de', headers: { host: 'nobody.example' } })
  expect(statusCode).toBe(404)
  expect(body).toContain('Noch einmal versuchen')
  expect(body).not.toContain('Zur Startseite')
})
