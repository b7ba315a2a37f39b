import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { impatiently } from '../../../test/helpers/impatient.ts'
import {
  pour,
  startOutsideServer,
  type Answering,
  type OutsideServer,
} from '../../../test/helpers/outside-server.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { saveSecret } from '../base/secret-store.ts'
import { limitOutgoing } from '../gateways/http/where-to-ask.ts'
import { withTenant } from '../db/connection.ts'
import {
  fixedLine,
  json,
  makeFeedBench,
  makeFeedTenant,
  refresh,
  rowsOf,
  stateOf,
} from './feed.test-helper.ts'

vi.setConfig({ testTimeout: 60_000 })

type Bench = ReturnType<typeof makeFeedBench>
let server: TestServer
let feed: OutsideServer
let filled: Bench['filled']
let activeIds: Bench['activeIds']
let refuses: Bench['refuses']
beforeAll(async () => {
  ;[server, feed] = await Promise.all([startTestServer(), startOutsideServer()])
  ;({ filled, activeIds, refuses } = makeFeedBench(server, feed))
})
afterAll(async () => {
  await server.stop()
  await feed.stop()
})

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
      tx
        .selectFrom('audit_log')
        .select(['action', 'details'])
        .where('tenant', '=', code)
        .orderBy('number')
        .execute(),
    )
    expect(audited.map(({ details }) => details)).toEqual([
      expect.objectContaining({
        after: { products: 10, added: 10, changed: 0, gone: 0 },
        rows: 10,
        forced: false,
      }),
      expect.objectContaining({
        before: { products: 10 },
        after: { products: 10, added: 2, changed: 1, gone: 2 },
      }),
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

  test('invalid answers: 500, redirects, other types, cut off, of a wrong length', async () => {
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

  test('a feed of the own network is not asked, and whoever runs the tenant reads why', async () => {
    const code = await filled()
    limitOutgoing({ listed: null })
    try {
      await refuses(
        code,
        (_, response) => json(response, { Festnetz: [] }),
        /^Not asked: 127\.0\.0\.1 is in a private network/,
      )
    } finally {
      limitOutgoing(null)
    }
    expect(feed.requests).toEqual([])
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
    const outcomes = await impatiently(async () => {
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
      return Promise.all(asked)
    })
    for (const outcome of outcomes)
      expect(outcome.kind === 'failed' && outcome.problems).toEqual([
        expect.stringMatching(/gave no answer in 10000 ms/),
      ])
    for (const code of codes) expect(await activeIds(code)).toHaveLength(10)
  })
})
