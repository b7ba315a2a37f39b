import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { browserEvents, goalOf, goals } from '../../domain/tracking-goals.ts'
import { stranger } from '../account/people.test-helper.ts'
import { connect } from '../db/connection.ts'
import { flushEvents } from '../tracking/record-event.ts'
import {
  agreedCookie,
  readCounts,
  readQueued,
  useMatomo,
} from '../tracking/tracking.test-helper.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  server.clock.set(testNow)
  await flushEvents(server.deps)
  const owner = connect(server.database.ownerUrl, { max: 1 })
  await owner.pool.query('truncate event_counts; delete from outbox')
  await owner.close()
  await useMatomo(server, 'standard', null)
})
afterAll(() => server.stop())

type Options = { query?: string; cookie?: string; headers?: Record<string, string>; ip?: string }
const tell = (body: unknown, { query = '', ip = stranger().ip, ...more }: Options = {}) =>
  server.call('POST', `/standard/tracking/ziel${query}`, { body, ip, ...more })

test('what a browser tells is counted, with the way by which somebody came', async () => {
  for (const event of browserEvents)
    expect(
      (await tell({ Ereignis: event }, { query: '?channel=wa&mtm_campaign=Herbst' })).status,
    ).toBe(204)
  expect(await readCounts(server)).toEqual(
    browserEvents.toSorted().map((event) => ({
      event,
      page: '',
      channel: 'wa',
      campaign: 'Herbst',
      hits: 1,
      entries: 0,
    })),
  )
})

test('a page that the browser changed to is seen, but nobody came with it', async () => {
  expect((await tell({ Seite: 'Recommendation' })).status).toBe(204)
  expect(await readCounts(server)).toMatchObject([
    { event: 'recommendation-started', page: 'Recommendation', hits: 1, entries: 0 },
  ])
})

test('a browser tells of nothing that only the server can know', async () => {
  const others = goals.filter(({ event }) => !(browserEvents as string[]).includes(event))
  expect(others.length + browserEvents.length).toBe(27)
  for (const { event } of others) expect((await tell({ Ereignis: event })).status).toBe(400)
  for (const body of [
    {},
    { Seite: 'Reward' },
    { Ereignis: 'filter-used', Seite: 'Homepage' },
    null,
  ])
    expect((await tell(body)).status).toBe(400)
  expect(await readCounts(server)).toEqual([])
})

test('robots, and one place that tells far too much, are answered and not counted', async () => {
  expect(
    (await tell({ Ereignis: 'filter-used' }, { headers: { 'user-agent': 'curl/8 +http' } })).status,
  ).toBe(204)
  const { ip } = stranger()
  for (let i = 0; i < 605; i += 55)
    await Promise.all(Array.from({ length: 55 }, () => tell({ Ereignis: 'filter-used' }, { ip })))
  expect((await tell({ Ereignis: 'filter-used' }, { ip })).status).toBe(204)
  expect(await readCounts(server)).toMatchObject([{ hits: 600 }])
})

// Who is told: all ways in which one of the conditions is missing, and the one in which none is.
const agrees = { Analyse: true, Merken: true }
const declines = { Marketing: true, Merken: true }
const quiet: Record<string, string> = {}
test.each([
  { why: 'all is given', matomo: true, says: agrees, headers: quiet, told: true },
  { why: 'the tenant has no service', matomo: false, says: agrees, headers: quiet, told: false },
  { why: 'statistics were declined', matomo: true, says: declines, headers: quiet, told: false },
  { why: 'nothing was said yet', matomo: true, says: null, headers: quiet, told: false },
  {
    why: 'the browser objects (GPC)',
    matomo: true,
    says: agrees,
    headers: { ...quiet, 'sec-gpc': '1' },
    told: false,
  },
  {
    why: 'the browser objects (DNT)',
    matomo: true,
    says: agrees,
    headers: { ...quiet, dnt: '1' },
    told: false,
  },
])('told: $told, because $why; counted in any case', async ({ matomo, says, headers, told }) => {
  if (matomo) await useMatomo(server, 'standard', { url: 'https://matomo.example', siteId: 1 })
  const said = says && (await server.call('PUT', '/standard/cookies/zustimmung', { body: says }))
  const cookie = [said?.headers['set-cookie'] ?? []]
    .flat()
    .map((line) => line.split(';')[0])
    .join('; ')
  await tell({ Ereignis: 'filter-used' }, { cookie, headers })
  expect(await readCounts(server)).toMatchObject([{ event: 'filter-used', hits: 1 }])
  const queued = await readQueued(server)
  expect(queued.map(({ payload }) => payload.goal)).toEqual(told ? [3] : [])
})

test('consent to another tenant or to an older text does not count', async () => {
  await useMatomo(server, 'standard', { url: 'https://matomo.example', siteId: 1 })
  const cookie = await agreedCookie(server, 'standard')
  await tell({ Ereignis: 'filter-used' }, { cookie: cookie.replace(/=[\w-]+\./, '=2026-11.') })
  expect(await readQueued(server)).toEqual([])
  const bgv = await server.call('POST', '/bgv/tracking/ziel', {
    body: { Ereignis: 'filter-used' },
    cookie,
  })
  expect(bgv.status).toBe(204)
  expect(await readQueued(server, 'bgv')).toEqual([])
})

test('of a step that a call makes, an agreeing visitor’s goal is queued with it, once, however often the call is repeated', async () => {
  await useMatomo(server, 'standard', { url: 'https://matomo.example', siteId: 1 })
  const cookie = await agreedCookie(server, 'standard')
  const { email, ip } = stranger()
  const body = {
    Empfehlung: { ProductId: '101', Channel: 'wa' },
    Empfehler: { Vorname: 'Mara', Nachname: 'Lindenau', Email: email, Agb: true },
  }
  const headers = { 'idempotency-key': 'one' }
  for (let i = 0; i < 3; i++) {
    const answer = await server.call('POST', '/standard/empfehlen/create?mtm_campaign=Herbst', {
      body,
      ip,
      cookie,
      headers,
    })
    expect(answer.status).toBe(201)
  }
  const refused = await server.call('POST', '/standard/empfehlen/create', {
    body: { ...body, Empfehler: { ...body.Empfehler, Agb: false } },
    cookie,
    ip,
  })
  expect(refused.status).toBe(422)
  const queued = await readQueued(server)
  expect(queued.map(({ payload }) => payload)).toMatchObject([
    { goal: goalOf('referral-created')!.id, channel: 'wa', campaign: 'Herbst' },
  ])
  expect(JSON.stringify(queued)).not.toContain(email)
})
