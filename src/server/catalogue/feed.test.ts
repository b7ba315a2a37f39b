import { gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import {
  pour,
  startOutsideServer,
  type Answering,
  type OutsideServer,
} from '../../../test/helpers/outside-server.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { pauseMinutes } from '../../domain/feed.ts'
import { saveSecret } from '../base/secret-store.ts'
import { withTenant } from '../db/connection.ts'
import { runSweeps } from '../run-sweeps.ts'
import { startJobs } from '../start-jobs.ts'
import {
  fixedLine,
  json,
  makeFeedTenant,
  mobileOffer,
  refresh,
  rowsOf,
  stateOf,
  sweep,
} from './feed.test-helper.ts'
import { beginAttempt } from './feed-store.ts'
import { refreshQueued } from './queue-feed.ts'

vi.setConfig({ testTimeout: 60_000 })

let server: TestServer
let feed: OutsideServer
beforeAll(async () => {
  ;[server, feed] = await Promise.all([startTestServer(), startOutsideServer()])
})
afterAll(async () => {
  await server.stop()
  await feed.stop()
})

let tenants = 0
/** A tenant of its own for each test, with ten products that its feed gave it. */
async function filled(count = 10): Promise<string> {
  const code = `feed-${(tenants += 1)}`
  await makeFeedTenant(server, code, `${feed.origin}/katalog.json`)
  feed.answer((_, response) => json(response, { Festnetz: rowsOf(count) }))
  expect(await refresh(server, code)).toMatchObject({ kind: 'taken', rows: count })
  return code
}

const productsOf = async (code: string) =>
  withTenant(server.db, code, (tx) =>
    tx
      .selectFrom('products')
      .select(['product_id', 'title', 'commission_cents', 'active'])
      .where('tenant', '=', code)
      .orderBy('product_id')
      .execute(),
  )
const activeIds = async (code: string) =>
  (await productsOf(code)).filter(({ active }) => active).map(({ product_id }) => product_id)

/** The feed answers that, nothing of the catalogue changes, pages go on, and an operator reads why. */
async function refuses(code: string, how: Answering, problem: RegExp) {
  const before = await productsOf(code)
  feed.answer(how)
  const outcome = await refresh(server, code)
  expect(outcome).toMatchObject({ kind: 'failed', problems: expect.any(Array) })
  expect(outcome.kind === 'failed' && outcome.problems[0]).toMatch(problem)
  expect(await productsOf(code)).toEqual(before)
  expect((await stateOf(server, code))?.last_error).toMatch(problem)
  expect((await server.call('GET', `/${code}/produkt/f1`)).status).toBe(200)
}

describe('a feed that answers well', () => {
  test('is the catalogue: new, changed and gone products, each where pages and calls find it', async () => {
    const code = await filled()
    expect(await activeIds(code)).toHaveLength(10)
    expect((await server.call('GET', `/${code}/produkt/f3`)).body.Titel).toBe('Leitung f3')
    const rows = [...rowsOf(8), fixedLine('f11'), fixedLine('f12')]
    rows[2] = fixedLine('f3', { Anzeigename: 'Neuer Name', Provision: 'standard;7000' })
    feed.answer((_, response) => json(response, { Festnetz: rows }))
    expect(await refresh(server, code)).toMatchObject({
      kind: 'taken',
      diff: { added: ['f11', 'f12'], gone: ['f9', 'f10'], unchanged: 7 },
    })
    expect((await server.call('GET', `/${code}/produkt/f3`)).body).toMatchObject({
      Titel: 'Neuer Name',
      PraemieCent: 7000,
    })
    expect((await server.call('GET', `/${code}/produkt/f9`)).status).toBe(404)
    const audited = await withTenant(server.db, code, (tx) =>
      tx.selectFrom('audit_log').select(['action', 'details']).where('tenant', '=', code).execute(),
    )
    expect(audited.map(({ details }) => details)).toEqual([
      { added: 10, changed: 0, gone: 0, rows: 10, forced: false },
      { added: 2, changed: 1, gone: 2, rows: 10, forced: false },
    ])
  })

  test('is known by its tag: what is still the same is not read again', async () => {
    const code = await filled()
    const answering: Answering = (request, response) =>
      request.headers['if-none-match'] === '"v1"'
        ? response.writeHead(304).end()
        : json(response, { Festnetz: rowsOf(10) }, { ETag: '"v1"' })
    feed.answer(answering)
    expect(await refresh(server, code)).toMatchObject({ kind: 'taken' })
    server.clock.advance('PT20M')
    expect(await refresh(server, code)).toEqual({ kind: 'same' })
    expect((await stateOf(server, code))?.fetched_at).toEqual(server.clock.realNow())
    expect((await refresh(server, code, true)).kind).toBe('taken')
  })

  test('may have pages, all of them of its own server', async () => {
    const code = await filled()
    feed.answer((request, response) => {
      const page = Number(new URL(request.url ?? '', feed.origin).searchParams.get('seite') ?? 1)
      json(response, {
        Festnetz: rowsOf(5, (page - 1) * 5 + 1),
        ...(page < 4 ? { Naechste: `?seite=${page + 1}` } : {}),
      })
    })
    expect(await refresh(server, code)).toMatchObject({ kind: 'taken', rows: 20 })
    expect(feed.requests.map(({ url }) => url)).toEqual([
      '/katalog.json',
      '/katalog.json?seite=2',
      '/katalog.json?seite=3',
      '/katalog.json?seite=4',
    ])
    const leaving = 'https://anderswo.example/seite2'
    await refuses(
      code,
      (_, response) => json(response, { Festnetz: [], Naechste: leaving }),
      /leads to another server/,
    )
    await refuses(
      code,
      (_, response) => json(response, { Naechste: '/katalog.json' }),
      /names a page twice/,
    )
    await refuses(
      code,
      (_, response) => json(response, { Naechste: 7 }),
      /Naechste that is no address/,
    )
    let page = 0
    await refuses(
      code,
      (_, response) => json(response, { Naechste: `?p=${(page += 1)}` }),
      /more than 200 pages/,
    )
    // The limit of values is one for all pages.
    const many = `[${'0,'.repeat(200_000)}0]`
    await refuses(
      code,
      (_, response) => json(response, `{"Naechste":"?p=${(page += 1)}","Festnetz":${many}}`),
      /JSON of more than \d+ values/,
    )
  })

  test('gets the credentials of the tenant, and nobody else’s', async () => {
    const code = await filled()
    expect(feed.requests[0]?.headers.authorization).toBeUndefined()
    await withTenant(server.db, code, (tx) =>
      saveSecret(tx, server.deps.keys, code, 'product-feed', 'geheim-1', server.clock.now()),
    )
    feed.answer((_, response) => json(response, { Festnetz: rowsOf(10) }))
    await refresh(server, code)
    expect(feed.requests[0]?.headers.authorization).toBe('Bearer geheim-1')
    await refuses(
      code,
      (_, response) => response.writeHead(401).end('geheim-1'),
      /answered with status 401/,
    )
    expect((await stateOf(server, code))?.last_error).not.toContain('geheim')
    // The address is the provider's business: clients find the products here.
    const { body } = await server.call('GET', `/mandant/${code}`)
    expect(body).toMatchObject({ ProductApiType: 'http', ApiRoute: '/produkt' })
    expect(JSON.stringify(body)).not.toContain(feed.origin)
  })
})

describe('a feed that answers badly changes nothing and says why', () => {
  test('rows that are wrong are named with their field', async () => {
    const code = await filled()
    const bad =
      (row: unknown): Answering =>
      (_, response) =>
        json(response, { Festnetz: [fixedLine('f1'), row] })
    const changed = (more: Record<string, unknown>) => bad(fixedLine('f2', more))
    for (const [how, problem] of [
      [changed({ MonatspreisCent: '3995' }), /^Festnetz row 2: MonatspreisCent is /],
      [changed({ MonatspreisCent: 39.95 }), /^Festnetz row 2: MonatspreisCent is /],
      [changed({ MonatspreisCent: -1 }), /^Festnetz row 2: MonatspreisCent is /],
      [changed({ Provision: '50 Euro' }), /^Festnetz row 2: Provision is /],
      [
        changed({ Provision: 'standard;100001' }),
        /^Festnetz row 2: Provision is more than 1,000 €/,
      ],
      [changed({ Provision: 'standard;999999999' }), /^Festnetz row 2: Provision is more than/],
      [changed({ Provision: 'stan\u0000dard;5000' }), /^Festnetz row 2: Provision is not/],
      [changed({ Provision: `${'x'.repeat(41)};5000` }), /^Festnetz row 2: Provision is not/],
      [changed({ Kategorie: 'XX' }), /^Festnetz row 2: Kategorie is /],
      [changed({ Id: '../f2' }), /^Festnetz row 2: Id is /],
      [changed({ Anzeigename: 'Zeile\u0000zwei' }), /^Festnetz row 2: Anzeigename has /],
      [changed({ Anzeigename: 'x'.repeat(81) }), /^Festnetz row 2: Anzeigename is /],
      [changed({ Preis: 1 }), /^Festnetz row 2: there is no field Preis\.$/],
      [changed({ Id: 'f1' }), /^Festnetz row 2: Id f1 stands further up, too\.$/],
      [
        changed({ AnbieterProduktId: 'FEED-f1' }),
        /^Festnetz row 2: AnbieterProduktId FEED-f1 stands/,
      ],
      [bad(null), /^Festnetz row 2: it is wrong/],
      [bad([]), /^Festnetz row 2: it is wrong/],
      [bad('<script>alert(1)</script>'), /^Festnetz row 2: it is wrong/],
    ] as const)
      await refuses(code, how, problem)
  })

  test('so are lists that are none', async () => {
    const code = await filled()
    const whole =
      (content: unknown): Answering =>
      (_, response) =>
        json(response, content)
    for (const [how, problem] of [
      [whole({}), /^It has none of the lists/],
      [whole({ Festnetz: null }), /^Festnetz is no list/],
      [whole({ Festnetz: [] }), /^Festnetz is empty/],
      [whole({ Festnetz: rowsOf(10), Mobilfunk: [] }), /^Mobilfunk is empty/],
      [whole({ Festnetz: { length: 3 } }), /^Festnetz is no list/],
      [whole({ Produkte: [] }), /^There is no list Produkte/],
      [whole([]), /JSON that is no object/],
      [whole('null'), /JSON that is no object/],
      [whole('"Festnetz"'), /JSON that is no object/],
      [whole('{"__proto__":{"Festnetz":[]}}'), /^There is no list __proto__/],
      [whole('{"Festnetz":[{"__proto__":{"Id":"f1"}}]}'), /^Festnetz row 1: Id is missing\./],
      [whole(`{"Festnetz":[${'0,'.repeat(20_000)}0]}`), /^Festnetz has more than 20000 rows/],
      [whole('{"Festnetz":[{"MonatspreisCent":NaN}]}'), /something that is no JSON/],
      [whole('{"Festnetz":['), /something that is no JSON/],
      [whole(''), /something that is no JSON/],
      [whole(`{"a":${'['.repeat(200_000)}${']'.repeat(200_000)}}`), /nested deeper than 6 levels/],
      [whole('['.repeat(1_000_000)), /nested deeper than 6 levels/],
      [whole(`{"Festnetz":[${'{},'.repeat(2_000_000)}{}]}`), /more than 1200000 values/],
    ] as const)
      await refuses(code, how, problem)
    expect(({} as Record<string, unknown>)['Festnetz']).toBeUndefined()
  })

  test('a feed of nonsense has twenty problems, not twenty thousand', async () => {
    const code = await filled()
    const nonsense = Array.from({ length: 20_000 }, () => ({ a: 1, b: 2, c: 3 }))
    feed.answer((_, response) => json(response, { Festnetz: nonsense, Mobilfunk: nonsense }))
    const outcome = await refresh(server, code)
    expect(outcome.kind === 'failed' && outcome.problems.length).toBe(20)
    expect((await stateOf(server, code))?.last_error?.length).toBeLessThanOrEqual(2_000)
  })

  test('answers that are none: 500, redirects, other types, broken off, wrong about their length', async () => {
    const code = await filled()
    const body = JSON.stringify({ Festnetz: rowsOf(10) })
    const type = { 'Content-Type': 'application/json' }
    const utf16 = Buffer.concat([Buffer.from([0xff, 0xfe]), Buffer.from(body, 'utf16le')])
    for (const [how, problem] of [
      [(_, response) => response.writeHead(500).end('oh'), /status 500/],
      [(_, response) => response.writeHead(204).end(), /status 204/],
      [(_, response) => response.writeHead(304).end(), /status 304/],
      [(_, response) => response.writeHead(302, { Location: '/else' }).end(), /redirect/],
      [
        (_, response) => response.writeHead(301, { Location: 'http://127.0.0.1:1/' }).end(),
        /redirect/,
      ],
      [
        (_, response) => response.writeHead(200, { 'Content-Type': 'text/html' }).end('<html>'),
        /text\/html, not application\/json/,
      ],
      [(_, response) => response.writeHead(200).end(body), /no media type/],
      [(_, response) => response.writeHead(200, type).end(utf16), /no JSON/],
      [
        (_, response) =>
          response
            .writeHead(200, { ...type, 'Content-Length': body.length + 500 })
            .write(body, () => response.destroy()),
        /broke off/,
      ],
      [
        (_, response) =>
          response.writeHead(200, { ...type, 'Content-Length': 5 }).end(body.slice(0, 5)),
        /no JSON/,
      ],
      [
        (_, response) =>
          response.writeHead(200, { ...type, 'Content-Length': 900_000_000 }).write(body),
        /longer than \d+ bytes/,
      ],
      [
        (_, response) =>
          response.writeHead(200, { ...type, 'Content-Encoding': 'gzip' }).end('no gzip'),
        /broke off/,
      ],
      [(_, response) => response.socket?.destroy(), /cannot be reached/],
    ] as [Answering, RegExp][])
      await refuses(code, how, problem)
    expect(feed.requests).toHaveLength(1)
  })

  test('200 MB, or 20 MB that unpack to 200, are read no further than 20, in memory that stays flat', async () => {
    const code = await filled()
    const gzip = gzipSync(Buffer.alloc(200 * 1024 * 1024, ' '))
    expect(gzip.length).toBeLessThan(1_000_000)
    const type = { 'Content-Type': 'application/json' }
    for (const how of [
      (_, response) => pour(response.writeHead(200, type), 200 * 1024 * 1024),
      (_, response) => response.writeHead(200, { ...type, 'Content-Encoding': 'gzip' }).end(gzip),
    ] as Answering[]) {
      const before = process.memoryUsage()
      let most = 0
      const watch = setInterval(() => {
        const { external, arrayBuffers, heapUsed } = process.memoryUsage()
        most = Math.max(most, external + arrayBuffers + heapUsed)
      }, 5)
      await refuses(code, how, /longer than 20971520 bytes/)
      clearInterval(watch)
      const grown = most - before.external - before.arrayBuffers - before.heapUsed
      expect(grown).toBeLessThan(100 * 1024 * 1024)
    }
  })

  test('a feed that hangs is left after ten seconds, wherever it hangs, and nobody waits for it', async () => {
    const type = { 'Content-Type': 'application/json' }
    const hanging: Answering[] = [
      () => undefined,
      (_, response) => response.writeHead(200, type).write('{"Festnetz":['),
      (_, response) => {
        response.writeHead(200, type)
        const drip = setInterval(() => response.write(' '), 100)
        response.on('close', () => clearInterval(drip))
      },
    ]
    const codes: string[] = []
    for (const _ of hanging) codes.push(await filled())
    const asked = codes.map(async (code, index) => {
      const slow = await startOutsideServer()
      slow.answer(hanging[index]!)
      await makeFeedTenant(server, code, slow.origin)
      const outcome = await refresh(server, code)
      await slow.stop()
      return outcome
    })
    for (const code of codes)
      expect((await server.call('GET', `/${code}/produkt/f1`)).status).toBe(200)
    for (const outcome of await Promise.all(asked))
      expect(outcome.kind === 'failed' && outcome.problems).toEqual([
        expect.stringMatching(/gave no answer in 10000 ms/),
      ])
    for (const code of codes) expect(await activeIds(code)).toHaveLength(10)
  })
})

describe('a feed that shrinks', () => {
  test('by more than half is held back until an operator says so', async () => {
    const code = await filled()
    for (const rows of [rowsOf(1), rowsOf(4), rowsOf(10, 101)]) {
      feed.answer((_, response) => json(response, { Festnetz: rows }, { ETag: '"short"' }))
      expect(await refresh(server, code)).toMatchObject({ kind: 'held', rows: rows.length })
      expect(await activeIds(code)).toHaveLength(10)
      expect(await stateOf(server, code)).toMatchObject({
        held_rows: rows.length,
        last_error: expect.stringMatching(/^Held back: \d+ products would leave/),
      })
    }
    // The feed is whole again: nobody has to say anything.
    feed.answer((_, response) => json(response, { Festnetz: rowsOf(10) }))
    expect(await refresh(server, code)).toMatchObject({ kind: 'taken' })
    expect(await stateOf(server, code)).toMatchObject({ held_rows: null, last_error: null })
    feed.answer((_, response) => json(response, { Festnetz: rowsOf(4) }))
    expect(await refresh(server, code, true)).toMatchObject({ kind: 'taken' })
    expect(await activeIds(code)).toEqual(['f1', 'f2', 'f3', 'f4'])
  })

  test('a list that is left out stays as it is', async () => {
    const code = await filled()
    feed.answer((_, response) => json(response, { Mobilfunk: [mobileOffer('m1')] }))
    expect(await refresh(server, code)).toMatchObject({ kind: 'taken', rows: 1 })
    expect(await activeIds(code)).toHaveLength(11)
  })

  test('step by step is held back as one that shrinks at once, for a day', async () => {
    const code = await filled()
    const kinds = async (...counts: number[]) => {
      const all: string[] = []
      for (const count of counts) {
        feed.answer((_, response) => json(response, { Festnetz: rowsOf(count) }))
        all.push((await refresh(server, code)).kind)
      }
      return all
    }
    expect(await kinds(7, 5, 4, 3, 5)).toEqual(['taken', 'taken', 'held', 'held', 'taken'])
    feed.answer((_, response) => json(response, { Festnetz: rowsOf(4) }))
    expect((await refresh(server, code)).kind).toBe('held')
    expect((await stateOf(server, code))?.last_error).toBe(
      'Held back: 4 products would be left of the 10 of the last day.',
    )
    // What an operator took is what the next ones are compared with.
    expect((await refresh(server, code, true)).kind).toBe('taken')
    expect(await kinds(2, 1)).toEqual(['taken', 'held'])
    server.clock.advance('PT24H')
    expect(await kinds(1)).toEqual(['taken'])
  })
})

describe('commissions of a feed', () => {
  test('that fall to nothing, or jump for many, are held back until an operator says so', async () => {
    const code = await filled()
    const earning = (...plans: string[]) =>
      rowsOf(10).map((row, at) => ({ ...row, Provision: plans[at] ?? row.Provision }))
    const zero = rowsOf(10).map((row) => ({ ...row, MonatspreisCent: 0, Provision: 'standard;0' }))
    for (const [rows, reason] of [
      [earning('standard;0'), /^Held back: 1 products would earn nothing any more, f1 /],
      [zero, /^Held back: 10 products would earn nothing/],
      [earning('standard;90000', 'standard;10'), /^Held back: 2 of 10 products would earn more/],
    ] as const) {
      const before = await productsOf(code)
      feed.answer((_, response) => json(response, { Festnetz: rows }))
      expect(await refresh(server, code)).toMatchObject({ kind: 'held' })
      expect((await stateOf(server, code))?.last_error).toMatch(reason)
      expect(await productsOf(code)).toEqual(before)
    }
    expect((await refresh(server, code, true)).kind).toBe('taken')
    feed.answer((_, response) => json(response, { Festnetz: earning('standard;0') }))
    await refresh(server, code, true)
    expect((await productsOf(code))[0]?.commission_cents).toBe(0)
  })
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

  test('an answer that kills its reader is asked for less and less often, and operators see it', async () => {
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

  test('whoever dies with it is followed after two minutes, and a late answer of the dead writes nothing', async () => {
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
    web: () => Promise.reject(new Error('no page is needed')),
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

test('an address that nothing may be asked of is an unknown product API', async () => {
  for (const [index, route] of ['', 'http://feed.example/', 'ftp://feed.example/'].entries()) {
    const code = `falsch-${index}`
    await makeFeedTenant(server, code, route)
    expect((await server.call('GET', `/${code}/produkt`)).body.ErrorCode).toBe('PSOF0602')
    expect(await sweep(server, code)).toBeNull()
  }
})
