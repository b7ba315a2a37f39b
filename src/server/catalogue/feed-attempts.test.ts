import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { startOutsideServer, type OutsideServer } from '../../../test/helpers/outside-server.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { pauseMinutes } from '../../domain/feed.ts'
import { withTenant } from '../db/connection.ts'
import { runSweeps } from '../run-sweeps.ts'
import { startJobs } from '../start-jobs.ts'
import {
  fixedLine,
  json,
  makeFeedBench,
  makeFeedTenant,
  refresh,
  rowsOf,
  stateOf,
  sweep,
} from './feed.test-helper.ts'
import { beginAttempt } from './feed-store.ts'
import { refreshQueued } from './queue-feed.ts'

// When a feed is asked, by whom, and what becomes of an attempt.

vi.setConfig({ testTimeout: 60_000 })

type Bench = ReturnType<typeof makeFeedBench>
let server: TestServer
let feed: OutsideServer
let filled: Bench['filled']
let productsOf: Bench['productsOf']
beforeAll(async () => {
  ;[server, feed] = await Promise.all([startTestServer(), startOutsideServer()])
  ;({ filled, productsOf } = makeFeedBench(server, feed))
})
afterAll(async () => {
  await server.stop()
  await feed.stop()
})

describe('an attempt that nothing comes of', () => {
  test('an error of ours is a failure with its pause and its reason, and the next attempt is free', async () => {
    const code = await filled()
    const owner = new pg.Client({ connectionString: server.database.ownerUrl })
    await owner.connect()
    await owner.query(
      "alter table fixed_line_products add constraint broken check (name <> 'Kaputt')",
    )
    await owner.end()
    const rows = [fixedLine('f1', { Name: 'Kaputt' }), ...rowsOf(9, 2)]
    feed.answer((_, response) => json(response, { Festnetz: rows }))
    for (const failures of [1, 2]) {
      await expect(refresh(server, code)).rejects.toThrow(/broken/)
      expect(await stateOf(server, code)).toMatchObject({
        failures,
        last_error: expect.stringMatching(/^It could not be taken: .*broken/),
      })
    }
    expect(await sweep(server, code)).toBeNull()
    feed.answer((_, response) => json(response, { Festnetz: rowsOf(10) }))
    expect((await refresh(server, code)).kind).toBe('taken')
    expect(await stateOf(server, code)).toMatchObject({ failures: 0, last_error: null })
  })

  test('a feed whose answer kills the process is fetched less and less often, and operators see it', async () => {
    const code = await filled()
    const tenant = await server.deps.tenants.get(code)
    server.clock.advance('PT15M')
    for (const [failures, minutes] of [2, 2, 2, 2, 4, 8].entries()) {
      // Nothing comes of it, as of a process that ended.
      const lease = (await sweep(server, code))!
      await withTenant(server.db, code, (tx) => {
        const now = server.clock.realNow()
        const until = now.add({ minutes: 2 })
        const dueAfter = (before: number) => now.add({ minutes: pauseMinutes(before + 1) })
        return beginAttempt(tx, code, lease, { now, until, dueAfter })
      })
      // The queue brings the job of the dead again.
      const asked = feed.requests.length
      await refreshQueued(server.deps, tenant, lease)
      expect(feed.requests.length).toBe(asked)
      expect(await stateOf(server, code)).toMatchObject({ failures })
      server.clock.advance(`PT${minutes * 60 - 1}S`)
      expect(await sweep(server, code)).toBeNull()
      server.clock.advance('PT1S')
    }
    await sweep(server, code)
    expect(await stateOf(server, code)).toMatchObject({
      failures: 6,
      last_error: 'The process that asked ended before anything came of it.',
    })
  })

  test('a provider id that begins with a tilde is one as any other', async () => {
    const code = await filled(2)
    const rows = [fixedLine('f1'), fixedLine('f2', { AnbieterProduktId: '~f1' })]
    feed.answer((_, response) => json(response, { Festnetz: rows }))
    expect((await refresh(server, code)).kind).toBe('taken')
    rows[0] = fixedLine('f1', { MonatspreisCent: 1 })
    expect((await refresh(server, code)).kind).toBe('taken')
    rows[0] = fixedLine('f1', { AnbieterProduktId: '~f1' })
    rows[1] = fixedLine('f2', { AnbieterProduktId: 'FEED-f1' })
    expect((await refresh(server, code)).kind).toBe('taken')
  })
})

describe('when a feed is asked', () => {
  test('every fifteen minutes, or as the tenant says, by a job that a sweep queues', async () => {
    const code = await filled()
    const tenant = await server.deps.tenants.get(code)
    expect(await sweep(server, code)).toBeNull()
    server.clock.advance('PT14M59S')
    expect(await sweep(server, code)).toBeNull()
    server.clock.advance('PT1S')
    const lease = await sweep(server, code)
    expect(lease).not.toBeNull()
    expect(feed.requests).toHaveLength(1)
    await refreshQueued(server.deps, tenant, lease!)
    expect(feed.requests).toHaveLength(2)
    // The job again, as after a crash: nobody is asked twice.
    await refreshQueued(server.deps, tenant, lease!)
    expect(feed.requests).toHaveLength(2)
  })

  test('after failures first each minute, then after 1, 2, 4 ... 60', async () => {
    const code = await filled()
    const tenant = await server.deps.tenants.get(code)
    feed.answer((_, response) => response.writeHead(500).end())
    server.clock.advance('PT15M')
    for (const minutes of [1, 1, 1, 2, 4, 8, 16, 32, 60, 60]) {
      await refreshQueued(server.deps, tenant, (await sweep(server, code))!)
      const { due_at } = (await stateOf(server, code))!
      expect(due_at.since(server.clock.realNow()).total('minutes')).toBe(minutes)
      expect(await sweep(server, code)).toBeNull()
      server.clock.advance(`PT${minutes}M`)
    }
    expect((await stateOf(server, code))?.failures).toBe(10)
    feed.answer((_, response) => json(response, { Festnetz: rowsOf(10) }))
    await refreshQueued(server.deps, tenant, (await sweep(server, code))!)
    expect(await stateOf(server, code)).toMatchObject({ failures: 0, last_error: null })
  })

  test('two processes that find it due ask it once', async () => {
    const code = await filled()
    server.clock.advance('PT15M')
    const leases = await Promise.all(Array.from({ length: 8 }, () => sweep(server, code)))
    expect(new Set(leases.filter((lease) => lease !== null)).size).toBe(1)
    const all = await Promise.all(Array.from({ length: 5 }, () => refresh(server, code)))
    expect(all.map(({ kind }) => kind)).toEqual(Array.from({ length: 5 }, () => 'busy'))
  })

  test('a killed process’s lease is taken over after two minutes, and its late answer writes nothing', async () => {
    const code = await filled()
    const tenant = await server.deps.tenants.get(code)
    server.clock.advance('PT15M')
    const first = (await sweep(server, code))!
    // The first one hangs in the middle of its answer ...
    let goOn: (() => void) | null = null
    feed.answer((_, response) => {
      goOn = () =>
        json(response, { Festnetz: [fixedLine('f1', { Anzeigename: 'Zu spät' }), ...rowsOf(9, 2)] })
    })
    const late = refreshQueued(server.deps, tenant, first)
    await vi.waitFor(() => expect(goOn).not.toBeNull())
    server.clock.advance('PT2M1S')
    const second = (await sweep(server, code))!
    expect(second).not.toBe(first)
    const finish = goOn!
    feed.answer((_, response) => json(response, { Festnetz: rowsOf(10) }))
    await refreshQueued(server.deps, tenant, second)
    const before = await productsOf(code)
    // ... and comes back when the second one is done.
    ;(finish as () => void)()
    await late
    expect(await productsOf(code)).toEqual(before)
    expect(await stateOf(server, code)).toMatchObject({ failures: 0, rows: 10 })
  })

  test('a new address begins anew: no tag, no pause', async () => {
    const code = await filled()
    feed.answer((_, response) => response.writeHead(500).end())
    for (let times = 0; times < 5; times += 1) await refresh(server, code)
    expect(await sweep(server, code)).toBeNull()
    const tenant = await makeFeedTenant(server, code, `${feed.origin}/neu.json`)
    feed.answer((_, response) => json(response, { Festnetz: rowsOf(10) }))
    await refreshQueued(server.deps, tenant, (await sweep(server, code))!)
    expect(feed.requests.map(({ url }) => url)).toEqual(['/neu.json'])
    expect(feed.requests[0]?.headers['if-none-match']).toBeUndefined()
  })
})

test('in a running worker a sweep, the queue and the job bring a feed to the pages', async () => {
  const code = await filled()
  const jobs = await startJobs(server.deps, {
    url: server.database.appUrl,
    mailer: { send: async () => undefined, close: () => undefined },
    works: true,
    soleWorker: true,
  })
  try {
    const rows = [fixedLine('f1', { Anzeigename: 'Aus dem Hintergrund' }), ...rowsOf(9, 2)]
    feed.answer((_, response) => json(response, { Festnetz: rows }))
    server.clock.advance('PT15M')
    await runSweeps(server.deps)
    await vi.waitFor(
      async () => {
        server.deps.cache.forget()
        const { body } = await server.call('GET', `/${code}/produkt/f1`)
        expect(body.Titel).toBe('Aus dem Hintergrund')
      },
      { timeout: 30_000, interval: 100 },
    )
  } finally {
    await jobs.stop()
  }
})

test('what one server takes from a feed is on the pages of the other within a second', async () => {
  const one = await startTestServer({ hears: true })
  const other = await startTestServer({ beside: one, hears: true })
  try {
    await makeFeedTenant(one, 'zwei', feed.origin)
    feed.answer((_, response) => json(response, { Festnetz: rowsOf(10) }))
    await refresh(one, 'zwei')
    const titleAt = async (at: TestServer) => (await at.call('GET', '/zwei/produkt/f1')).body.Titel
    expect([await titleAt(one), await titleAt(other)]).toEqual(['Leitung f1', 'Leitung f1'])
    const rows = [fixedLine('f1', { Anzeigename: 'Blitz' }), ...rowsOf(9, 2)]
    feed.answer((_, response) => json(response, { Festnetz: rows }))
    await refresh(one, 'zwei')
    await vi.waitFor(async () => expect(await titleAt(other)).toBe('Blitz'), { timeout: 1_000 })
    // The one that asked is not asked again by the other, before it is due.
    feed.answer((_, response) => response.writeHead(500).end())
    for (const at of [one, other]) expect(await sweep(at, 'zwei')).toBeNull()
  } finally {
    await other.stop()
    await one.stop()
  }
})

test('a forbidden address is an unknown product API', async () => {
  for (const [index, route] of ['', 'http://feed.example/', 'ftp://feed.example/'].entries()) {
    const code = `falsch-${index}`
    await makeFeedTenant(server, code, route)
    expect((await server.call('GET', `/${code}/produkt`)).body.ErrorCode).toBe('PSOF0602')
    expect(await sweep(server, code)).toBeNull()
  }
})
