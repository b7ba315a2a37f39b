import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { admitAll, startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import type { WebBundle } from '../../contract/page-context.ts'
import { pages } from '../../contract/pages.ts'
import { countedPages } from '../../domain/tracking-goals.ts'
import { buildApp } from '../app.ts'
import { connect } from '../db/connection.ts'
import { flushEvents } from '../tracking/record-event.ts'
import {
  agreedCookie,
  readCounts,
  readQueued,
  useMatomo,
} from '../tracking/tracking.test-helper.ts'
import { pageAt } from './count-page.ts'

// Stands in for the built pages; that a page answers 200 is the web's business.
const bundle = {
  handlePage: async (request) => ({
    status: request.url.includes('weg') ? 404 : 200,
    headers: new Headers(),
    body: ['<!doctype html>'],
  }),
} as Partial<WebBundle> as WebBundle

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0'

let server: TestServer
let app: FastifyInstance
let clientFolder: string
beforeAll(async () => {
  server = await startTestServer()
  clientFolder = mkdtempSync(join(tmpdir(), 'zuspruch-pages-'))
  app = await buildApp({
    deps: server.deps,
    web: { bundle: async () => bundle, clientFolder },
    admission: admitAll,
  })
  await app.ready()
})
beforeEach(async () => {
  await flushEvents(server.deps)
  const owner = connect(server.database.ownerUrl, { max: 1 })
  await owner.pool.query('truncate event_counts')
  await owner.close()
})
afterAll(async () => {
  await app.close()
  await server.stop()
  rmSync(clientFolder, { recursive: true, force: true })
})

const open = (url: string, headers: Record<string, string> = {}, method: 'GET' | 'HEAD' = 'GET') =>
  app.inject({ method, url, headers: { host: 'localhost', 'user-agent': firefox, ...headers } })

test('a page that is shown counts as a view, and as a visit where somebody came from elsewhere, without any cookie', async () => {
  const answer = await open('/de?channel=wa&mtm_campaign=Herbst')
  expect(answer.headers['set-cookie']).toBeUndefined()
  await open('/de/empfehlen/101?channel=wa&mtm_campaign=Herbst', {
    'sec-fetch-site': 'same-origin',
  })
  await open('/en/empfehlen/102', { referer: 'http://localhost/en' })
  await open('/de/empfaengerdaten/ABCDEFGHJKMNPQRS?c=em', { 'sec-fetch-site': 'cross-site' })
  await open('/de', { referer: 'https://anderswo.example/' })
  expect(await readCounts(server)).toEqual([
    {
      event: 'home-viewed',
      page: 'Homepage',
      channel: 'wa',
      campaign: 'Herbst',
      hits: 1,
      entries: 1,
    },
    { event: 'home-viewed', page: 'Homepage', channel: 'xx', campaign: '', hits: 1, entries: 1 },
    {
      event: 'recipient-page-viewed',
      page: 'RecipientData',
      channel: 'em',
      campaign: '',
      hits: 1,
      entries: 1,
    },
    {
      event: 'recommendation-started',
      page: 'Recommendation',
      channel: 'wa',
      campaign: 'Herbst',
      hits: 1,
      entries: 0,
    },
    {
      event: 'recommendation-started',
      page: 'Recommendation',
      channel: 'xx',
      campaign: '',
      hits: 1,
      entries: 0,
    },
  ])
})

test('the remembered channel counts where the address says nothing, and only there', async () => {
  const cookie = `zs_channel=${Buffer.from('channel=fb&mtm_campaign=Sommer').toString('base64url')}`
  await open('/de', { cookie })
  await open('/de?channel=wa', { cookie })
  expect((await readCounts(server)).map(({ channel, campaign }) => [channel, campaign])).toEqual([
    ['fb', 'Sommer'],
    ['wa', ''],
  ])
})

test('robots, programs that only look, prefetches, and pages that are not there, are no visits', async () => {
  await open('/de', { 'user-agent': 'WhatsApp/2.23' })
  await open('/de', { 'user-agent': 'Mozilla/5.0 (compatible; Googlebot/2.1)' })
  await open('/de', { 'sec-purpose': 'prefetch' })
  await open('/de', { purpose: 'prefetch' })
  await open('/de', {}, 'HEAD')
  await open('/de/empfehlen/weg')
  await open('/') // leads to a language first
  await open('/de/meinedaten') // a page of one's own
  expect(await readCounts(server)).toEqual([])
})

test('each tenant’s own paths lead to its own counts', async () => {
  const tenant = await server.deps.tenants.get('bgv')
  const path = tenant.routes['Recommendation']!.replace(/:\w+/, '301')
  await open(`/de${path}`, { host: 'bgv.localhost' })
  expect(await readCounts(server)).toEqual([])
  expect(await readCounts(server, 'bgv')).toMatchObject([{ page: 'Recommendation', hits: 1 }])
})

test('an analytics service is told of a page only where the visitor agreed, and not of its address', async () => {
  await useMatomo(server, 'standard', { url: 'https://matomo.example', siteId: 1 })
  const cookie = await agreedCookie(server, 'standard')
  await open('/de/empfaengerdaten/ABCDEFGHJKMNPQRS?t=geheim', {})
  expect(await readQueued(server)).toEqual([])
  await open('/de/empfaengerdaten/ABCDEFGHJKMNPQRS?t=geheim', { cookie, 'sec-gpc': '1' })
  expect(await readQueued(server)).toEqual([])
  await open('/de/empfaengerdaten/ABCDEFGHJKMNPQRS?t=geheim', { cookie })
  const queued = await readQueued(server)
  expect(queued.map(({ payload }) => payload.goal)).toEqual([14])
  expect(JSON.stringify(queued)).not.toMatch(/ABCDEFGHJKMNPQRS|geheim/)
})

test('a path is that of the page that the router shows there', () => {
  const routes = Object.fromEntries(Object.entries(pages).map(([name, { path }]) => [name, path]))
  expect(pageAt(routes, '/produkte/vergleich')).toBe('Comparison')
  expect(pageAt(routes, '/Produkte/Internet/')).toBe('Category')
  expect(pageAt(routes, '')).toBe('Homepage')
  expect(pageAt(routes, '/')).toBe('Homepage')
  expect(pageAt(routes, '/empfehlen/101/mehr')).toBeUndefined()
  expect(pageAt({ Faq: '/f.q' }, '/faq')).toBeUndefined()
  expect(Object.keys(countedPages).filter((name) => !(name in pages))).toEqual([])
})

test('one visitor’s page views count up to 600 an hour, without any cookie; others go on', async () => {
  const from = (remoteAddress: string) =>
    app.inject({
      url: '/de',
      headers: { host: 'localhost', 'user-agent': firefox },
      remoteAddress,
    })
  const many = await Promise.all(Array.from({ length: 700 }, () => from('198.51.100.7')))
  expect(new Set(many.map(({ statusCode }) => statusCode))).toEqual(new Set([200]))
  await from('198.51.100.8')
  const hits = (await readCounts(server)).reduce((sum, count) => sum + count.hits, 0)
  expect(hits).toBe(601)
})
