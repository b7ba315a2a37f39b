import type { FastifyInstance } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { errorCatalogue } from '../src/domain/errors.ts'
import { demoReferrers } from '../src/server/demo/demo-tenants.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'
import { buildWholeApp } from './helpers/whole-app.ts'

// A fault that nobody foresaw (spec section 8): statements of ours that the database no longer understands.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 })

let server: TestServer
let app: FastifyInstance
let session: string
beforeAll(async () => {
  server = await startTestServer()
  ;({ app } = await buildWholeApp(server))
  const { email, password } = demoReferrers.standard
  const { body } = await server.call('POST', '/standard/account/login', {
    body: { Email: email, Password: password },
  })
  session = body.Token
  const owner = new pg.Client({ connectionString: server.database.ownerUrl })
  await owner.connect()
  await owner.query('alter table products rename column title to geheime_spalte')
  await owner.query('alter table accounts rename column first_name to geheime_spalte')
  await owner.end()
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

const page = (url: string, cookie = '') =>
  app.inject({ url, headers: { host: 'localhost:3000', cookie } })

const leak =
  /geheim|column|does not exist|42703|first_name|\bselect\b .*\bfrom\b|kysely|pg-|postgres|node_modules|\.ts:\d|\n\s+at /i

/** The page without what every page has: its styles, and its own data. */
const wordsOf = (html: string) => html.replace(/<style.*?<\/style>/gs, '')

test('a call answers PSOF0001 with an id to ask about, in the language of the caller, and nothing of what it was', async () => {
  for (const language of ['de', 'en'] as const) {
    const { status, body, headers } = await server.call('GET', '/standard/produkt', {
      headers: { 'accept-language': language },
    })
    expect([status, body.ErrorCode, body.Fields]).toEqual([500, 'PSOF0001', []])
    expect(body.Message).toBe(errorCatalogue['technical-error'][language === 'de' ? 'du' : 'en'])
    expect(body.RequestId).toBe(headers['x-request-id'])
    expect(Object.keys(body).toSorted()).toEqual(['ErrorCode', 'Fields', 'Message', 'RequestId'])
    expect(JSON.stringify([body, headers])).not.toMatch(leak)
  }
})

test('what was sent stands in no answer, and can be sent again', async () => {
  const { status, body } = await server.call('POST', '/standard/account/login', {
    body: { Email: demoReferrers.standard.email, Password: 'Mein-Geheimnis-1' },
  })
  expect([400, 500]).toContain(status)
  expect(JSON.stringify(body)).not.toMatch(/Mein-Geheimnis|@/)
})

test('a page whose call failed is the designed error page with a way on', async () => {
  for (const url of ['/de', '/de/empfehlen/101', '/en']) {
    const { statusCode, body } = await page(url)
    expect([url, statusCode]).toEqual([url, 500])
    expect(body).toMatch(/<h1[^>]*>(Das hat gerade nicht geklappt|[A-Z][^<]+)<\/h1>/)
    expect(body).toContain(`href="${url}"`)
    expect(body).toContain('<meta name="robots" content="noindex">')
    expect(leak.exec(wordsOf(body))?.[0]).toBeUndefined()
  }
})

test('a page that failed before any of it was there says so, with the id for support', async () => {
  const { statusCode, body, headers } = await page('/de/meinedaten', `zs_user=${session}`)
  expect(statusCode).toBe(500)
  expect(body).toContain('Noch einmal versuchen')
  expect(body).toContain(String(headers['x-request-id']))
  expect(leak.exec(wordsOf(body))?.[0]).toBeUndefined()
})
