import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { noWay, type Way } from '../../domain/campaign-name.ts'
import { connect, withTenant } from '../db/connection.ts'
import { foldOldCampaigns } from './fold-campaigns.ts'
import { flushEvents, recordEvent, type SeenEvent } from './record-event.ts'
import { readCounts, readQueued } from './tracking.test-helper.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
startEachAfresh(() => server)
afterAll(() => server.stop())

async function asOwner(statement: string) {
  const owner = connect(server.database.ownerUrl, { max: 1 })
  await owner.pool.query(statement)
  await owner.close()
}

const way: Way = { channel: 'wa', campaign: 'herbst' }
const seen = (more: Partial<SeenEvent> = {}): SeenEvent => ({
  tenant: 'standard',
  event: 'home-viewed',
  page: 'Homepage',
  way,
  isEntry: true,
  analytics: null,
  ...more,
})
const record = (more: Partial<SeenEvent> = {}, deps = server.deps) => recordEvent(deps, seen(more))

test('events are summed by event, page, channel and campaign', async () => {
  for (let i = 0; i < 3; i++) record()
  record({ isEntry: false })
  record({ way: noWay })
  record({ event: 'filter-used', way: noWay })
  expect(await readCounts(server)).toEqual([
    { event: 'filter-used', page: 'Homepage', channel: 'xx', campaign: '', hits: 1, entries: 1 },
    {
      event: 'home-viewed',
      page: 'Homepage',
      channel: 'wa',
      campaign: 'herbst',
      hits: 4,
      entries: 3,
    },
    { event: 'home-viewed', page: 'Homepage', channel: 'xx', campaign: '', hits: 1, entries: 1 },
  ])
  record()
  expect((await readCounts(server))[1]).toMatchObject({ hits: 5, entries: 4 })
})

test('a day is a day in Germany', async () => {
  server.clock.set('2026-11-17T22:59:59Z')
  record()
  server.clock.set('2026-11-17T23:00:00Z')
  record()
  await flushEvents(server.deps)
  const days = await withTenant(server.db, 'standard', async (tx) => {
    const { rows } = await sql<{ day: string; hits: number }>`
      select day, hits from event_counts where tenant = 'standard' order by day`.execute(tx)
    return rows
  })
  expect(days).toEqual([
    { day: '2026-11-17', hits: 1 },
    { day: '2026-11-18', hits: 1 },
  ])
})

test('several processes that count the same at the same time lose nothing and block nobody', async () => {
  const others = await Promise.all(
    [1, 2, 3].map(() => startTestServer({ beside: { database: server.database } })),
  )
  try {
    const all = [server, ...others]
    const channels = ['wa', 'em', 'fb', 'qr', 'ln', 'xx'] as const
    for (let round = 0; round < 10; round++) {
      for (const { deps } of all) {
        // Each in another order, which is what makes two statements wait in a circle.
        for (const channel of channels.toSorted(() => Math.random() - 0.5))
          record({ way: { channel, campaign: null } }, deps)
      }
      await Promise.all(all.map(({ deps }) => flushEvents(deps)))
    }
    const counts = await readCounts(server)
    expect(counts.map(({ hits }) => hits)).toEqual(channels.map(() => 40))
  } finally {
    for (const other of others) await other.stop()
  }
})

test('what cannot be written is kept and written later, once', async () => {
  await asOwner('alter table event_counts rename to event_counts_away')
  record()
  await flushEvents(server.deps)
  record()
  await asOwner('alter table event_counts_away rename to event_counts')
  expect(await readCounts(server)).toMatchObject([{ hits: 2, entries: 2 }])
  expect(await readCounts(server)).toMatchObject([{ hits: 2, entries: 2 }])
})

test('one tenant’s sums are nobody else’s, and trouble with one keeps no other waiting', async () => {
  record({ tenant: 'nobody' })
  record({ tenant: 'bgv' })
  record()
  expect(await readCounts(server)).toMatchObject([{ hits: 1 }])
  expect(await readCounts(server, 'bgv')).toMatchObject([{ hits: 1 }])
  expect(await readCounts(server, 'telko')).toEqual([])
  const foreign = await withTenant(server.db, 'telko', (tx) =>
    sql`select from event_counts`.execute(tx),
  )
  expect(foreign.rows).toEqual([])
})

test('endless new campaigns do not create endless rows, and every visit is counted', async () => {
  for (let i = 0; i < 1_000; i++)
    record({ tenant: 'telko', way: { channel: 'wa', campaign: `c${i}` } })
  const counts = await readCounts(server, 'telko')
  expect(counts.length).toBe(301)
  expect(counts.reduce((sum, { hits }) => sum + hits, 0)).toBe(1_000)
  expect(counts.find(({ campaign }) => campaign === '')?.hits).toBe(700)
})

test('new campaigns are limited for a day, whichever process counts them, also after a restart', async () => {
  const beside = { ...server.deps, db: connect(server.database.appUrl, { max: 2 }) }
  const open = (name: string, deps = server.deps) =>
    record({ tenant: 'telko', way: { channel: 'wa', campaign: name } }, deps)
  for (let i = 0; i < 250; i++) open(`here${i}`)
  for (let i = 0; i < 250; i++) open(`there${i}`, beside)
  open('here1', beside)
  await Promise.all([flushEvents(server.deps), flushEvents(beside)])
  open('here1')
  await flushEvents(server.deps)
  const counts = await readCounts(server, 'telko')
  expect(counts.filter(({ campaign }) => campaign !== '')).toHaveLength(300)
  expect(counts.reduce((sum, { hits }) => sum + hits, 0)).toBe(502)
  await beside.db.close()
})

test('one visitor with ever new campaigns hides nobody’s new campaign', async () => {
  const open = (campaign: string, visitor: string) =>
    record({ tenant: 'bgv', way: { channel: 'wa', campaign }, visitor })
  for (let i = 0; i < 400; i++) open(`x${i}`, 'one')
  open('Herbstaktion', 'other')
  open('Herbstaktion', 'one')
  const counts = await readCounts(server, 'bgv')
  expect(counts.find(({ campaign }) => campaign === 'Herbstaktion')?.hits).toBe(2)
  expect(counts.find(({ campaign }) => campaign === '')?.hits).toBe(380)
})

test('a campaign of earlier days is told apart, however many new ones there are today', async () => {
  const open = (campaign: string) => record({ way: { channel: 'wa', campaign } })
  open('Herbstaktion')
  await flushEvents(server.deps)
  server.clock.set('2026-12-01T10:00:00Z')
  open('Winter')
  await flushEvents(server.deps)
  for (let i = 0; i < 400; i++) open(`x${i}`)
  open('Herbstaktion')
  const counts = await readCounts(server)
  expect(counts.find(({ campaign }) => campaign === 'Herbstaktion')?.hits).toBe(2)
  expect(counts.find(({ campaign }) => campaign === '')?.hits).toBe(101)
})

test('an event that can never be written is left out, and keeps no other from being written', async () => {
  const analytics = { consentId: 'id', locale: 'de' as const, userAgent: 'Firefox' }
  for (let i = 0; i < 3; i++) record({ analytics })
  record({ analytics: { ...analytics, userAgent: 'a\u0000b' } })
  for (let i = 0; i < 2; i++) record({ event: 'filter-used', page: 'Homepage', analytics })
  const before = (await readQueued(server)).length
  const counts = await readCounts(server)
  expect(counts.map(({ event, hits }) => [event, hits])).toEqual([
    ['filter-used', 2],
    ['home-viewed', 4],
  ])
  expect((await readQueued(server)).length).toBe(before)
  expect((await readQueued(server)).filter(({ payload }) => payload['consentId'] === 'id').length).toBe(5) // prettier-ignore
})

test('after 26 months the names of campaigns are gone, and nothing of the sums', async () => {
  record()
  record({ way: { channel: 'wa', campaign: 'winter' } })
  record({ way: { channel: 'wa', campaign: null } })
  record({ tenant: 'telko' })
  await flushEvents(server.deps)
  const start = Temporal.Instant.from(testNow).toZonedDateTimeISO('Europe/Berlin')
  server.clock.set(start.add({ months: 26 }).toInstant().toString())
  await foldOldCampaigns(server.deps, 'standard')
  expect((await readCounts(server)).map(({ campaign }) => campaign)).toEqual(['', 'herbst', 'winter']) // prettier-ignore
  server.clock.set(start.add({ months: 26, days: 1 }).toInstant().toString())
  for (let i = 0; i < 2; i++) await foldOldCampaigns(server.deps, 'standard')
  expect(await readCounts(server)).toMatchObject([
    { channel: 'wa', campaign: '', hits: 3, entries: 3 },
  ])
  expect(await readCounts(server, 'telko')).toMatchObject([{ campaign: 'herbst' }])
})

test('what has a row of its own is not counted a second time', async () => {
  record({ event: 'link-clicked' })
  record({ event: 'referral-created' })
  expect(await readCounts(server)).toEqual([])
})

test('the sums and the queue hold nothing of a person', async () => {
  const analytics = {
    consentId: 'id-of-the-proof-of-one',
    locale: 'de' as const,
    userAgent: 'Firefox',
  }
  record({ analytics })
  const [queued] = await readQueued(server)
  expect(Object.keys(queued!.payload).toSorted()).toEqual(
    ['at', 'campaign', 'channel', 'consentId', 'goal', 'locale', 'userAgent'].toSorted(),
  )
  const columns = await withTenant(server.db, 'standard', async (tx) => {
    const { rows } = await sql<{ column_name: string }>`
      select column_name from information_schema.columns where table_name = 'event_counts' order by 1`.execute(
      tx,
    )
    return rows.map(({ column_name }) => column_name)
  })
  expect(columns).toEqual([
    'campaign',
    'channel',
    'day',
    'entries',
    'event',
    'hits',
    'page',
    'tenant',
  ])
})
