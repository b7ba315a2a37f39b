import {
  request as send,
  type IncomingHttpHeaders,
  type IncomingMessage,
  type ServerResponse,
} from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { FastifyInstance } from 'fastify'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import type { WebBundle } from '../../contract/page-context.ts'
import { buildApp } from '../app.ts'
import { windowStart } from '../base/limit-store.ts'
import { quarterHour, type Limit } from '../base/limits.ts'
import { safetyHeaders } from '../base/safety-headers.ts'
import { most as mostReads } from '../limit-reads.ts'
import { accepted, recommended } from './journey.test-helper.ts'
import { guessLimits } from './guess-code.ts'
import { quickClick, readQuickClick } from './quick-click.ts'

// Each click is sent over a port, where the quick answer comes first, and into the framework: a person must not see which one answered.

let server: TestServer
let app: FastifyInstance
let owner: pg.Client
beforeAll(async () => {
  server = await startTestServer({ isNew: true })
  owner = new pg.Client({ connectionString: server.database.ownerUrl })
  await owner.connect()
  app = await buildApp({
    deps: server.deps,
    web: { bundle: async () => ({}) as WebBundle, clientFolder: import.meta.dirname },
    trustProxy: true,
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
})
afterAll(async () => {
  await app.close()
  await owner.end()
  await server.stop()
})

type Answer = { status: number; headers: IncomingHttpHeaders; isQuick: boolean }

const browser = {
  host: 'localhost:3000',
  'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  'accept-language': 'de',
}

/** Over the port; a framework's answer has a page's policy, with its nonce. */
function overPort(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const { port } = app.server.address() as AddressInfo
  return new Promise<Answer>((done, fail) => {
    const all = { ...browser, ...headers }
    send({ host: '127.0.0.1', port, path, method, headers: all }, (response) => {
      response.resume().once('end', () =>
        done({
          status: response.statusCode ?? 0,
          headers: response.headers,
          isQuick: String(response.headers['content-security-policy']).startsWith(
            "default-src 'none'",
          ),
        }),
      )
    })
      .once('error', fail)
      .end()
  })
}

async function intoFramework(path: string, headers: Record<string, string> = {}, method = 'GET') {
  const all = { ...browser, ...headers }
  const answer = await app.inject({ method: method as 'GET', url: path, headers: all })
  return { status: answer.statusCode, headers: answer.headers }
}

const rowsOf = async (number: string) =>
  (
    await owner.query(
      `select channel, campaign, recipient_number, source from clicks where referral_number = $1 order by at`,
      [number],
    )
  ).rows as unknown[]

const call = (number: string, query = '', tenant = 'standard') =>
  `/api/v1/${tenant}/empfehlen/click/${number}${query}`

/** Both ways by turns; what they answer and count is the same. */
async function bothWays(
  number: string,
  path: string,
  headers: Record<string, string> = {},
  method = 'GET',
) {
  const before = (await rowsOf(number)).length
  const quick = await overPort(path, headers, method)
  const between = await rowsOf(number)
  const slow = await intoFramework(path, headers, method)
  const after = await rowsOf(number)
  expect([path, quick.status]).toEqual([path, slow.status])
  expect(quick.headers.location).toBe(slow.headers.location)
  expect(quick.headers['cache-control']).toBe(slow.headers['cache-control'])
  const counted = between.slice(before)
  expect(after.slice(between.length)).toEqual(counted)
  return { ...quick, counted }
}

test('the usual click is answered ahead of the framework, as the framework would, and counted once', async () => {
  const { Empfehlungsnummer: number } = await recommended(server)
  const { Empfaengernummer: contact } = await accepted(server, number)
  const usual = [
    '',
    '?channel=wa',
    '?c=FB',
    '?channel=rauchzeichen',
    '?channel=wa&mtm_campaign=Herbst_2026',
    '?pk_campaign=herbst&channel=em',
    `?channel=wa&empfaengernummer=${contact}`,
  ]
  for (const query of usual)
    for (const language of ['de', 'en-GB,de;q=0.8', 'fr'])
      expect(
        await bothWays(number, call(number, query), { 'accept-language': language }),
      ).toMatchObject({ status: 302, isQuick: true, counted: [{}] })
  const [last] = (await rowsOf(number)).slice(-1)
  expect(last).toEqual({
    channel: 'wa',
    campaign: null,
    recipient_number: contact,
    source: 'Einsprungslink',
  })
})

test('a quick answer has the safety headers, an id of its own and no body', async () => {
  const { Empfehlungsnummer: number } = await recommended(server)
  const answers = [await overPort(call(number)), await overPort(call(number))]
  for (const { headers } of answers) {
    for (const [name, value] of Object.entries(safetyHeaders(server.deps.publicOrigin)))
      expect([name, headers[name.toLowerCase()]]).toEqual([name, value])
    expect(headers['content-length']).toBe('0')
  }
  expect(new Set(answers.map(({ headers }) => headers['x-request-id'])).size).toBe(2)
})

test('what is over, withdrawn, unknown, malformed or another tenant’s is the framework’s, and nothing of it is counted', async () => {
  const [late, gone] = [await recommended(server), await recommended(server)]
  await owner.query(`update referrals set valid_until = '2026-11-16' where number = $1`, [
    late.Empfehlungsnummer,
  ])
  await owner.query(`update referrals set state = 'cancelled' where number = $1`, [
    gone.Empfehlungsnummer,
  ])
  for (const path of [
    call(late.Empfehlungsnummer),
    call(gone.Empfehlungsnummer, '?channel=wa'),
    call('7777777777777777'),
    call('unsinn'),
    call(gone.Empfehlungsnummer, '', 'telko'),
    call(gone.Empfehlungsnummer, '', 'niemand'),
  ])
    expect(await bothWays(late.Empfehlungsnummer, path)).toMatchObject({
      isQuick: false,
      counted: [],
    })
})

test.each<[string, string, Record<string, string>, string?]>([
  ['HEAD', '', {}, 'HEAD'],
  ['a robot', '', { 'user-agent': 'WhatsApp/2.23' }],
  ['a prefetch', '', { 'sec-purpose': 'prefetch' }],
  ['no user agent', '', { 'user-agent': '' }],
  ['a repeated parameter', '?channel=wa&channel=fb', {}],
  ['an empty parameter', '?channel=', {}],
  ['a foreign parameter', '?channel=wa&fbclid=IwAR0abc', {}],
  ['escapes', '?channel=%77a', {}],
  ['no number of a contact', '?empfaengernummer=keiner', {}],
  ['a compressed body', '', { 'content-encoding': 'gzip' }],
  ['a body', '', { 'content-length': '0' }],
  ['a key', '', { authorization: 'Bearer x' }],
  ['the console’s host', '', { host: 'betrieb.localhost:3000' }],
])('%s is the framework’s to judge', async (_, query, headers, method) => {
  const { Empfehlungsnummer: number } = await recommended(server)
  const answer = await bothWays(number, call(number, query), headers, method)
  expect(answer.isQuick).toBe(false)
})

test('a tenant whose clicks lead into a shop or are told to an analytics service has the framework', async () => {
  const { Empfehlungsnummer: number } = await recommended(server)
  const { clickTarget, shopUrl } = await server.deps.tenants.get('standard')
  for (const change of [
    { clickTarget: 'shop' as const, shopUrl: 'https://shop.example/?e={number}' },
    { matomo: { url: 'https://matomo.example/', siteId: 1 } },
  ]) {
    await changeTenant(server, 'standard', change)
    try {
      expect(await bothWays(number, call(number, '?channel=wa'))).toMatchObject({
        isQuick: false,
        counted: [{}],
      })
    } finally {
      await changeTenant(server, 'standard', { clickTarget, shopUrl, matomo: undefined })
    }
  }
})

test('a short link is answered ahead of the framework, in any spelling, and counted as one', async () => {
  const { Empfehlungsnummer: number, Empfehlungscode: code } = await recommended(server)
  for (const spelled of [code, code.toLowerCase(), code.replace('-', '')])
    expect(await bothWays(number, `/k/${spelled}?channel=qr`)).toMatchObject({
      status: 302,
      isQuick: true,
      counted: [{ channel: 'qr', source: 'KurzURL' }],
    })
  const other = { host: 'telko.localhost:3000' }
  expect(await bothWays(number, `/k/${code}`, other)).toMatchObject({
    isQuick: false,
    counted: [],
  })
})

test('who has guessed too many codes finds none behind a short link, over the port as well; others do, and right ones are no guesses', async () => {
  const { Empfehlungsnummer: number, Empfehlungscode: code } = await recommended(server)
  const from = (address: string) => ({ 'x-forwarded-for': address })
  for (let guess = 0; guess < 15; guess += 1)
    expect((await overPort(`/k/${code}`, from('203.0.113.8'))).isQuick).toBe(true)
  for (let guess = 0; guess < 11; guess += 1) await overPort('/k/ZZZZ-ZZZZ', from('203.0.113.9'))
  const before = (await rowsOf(number)).length
  expect((await overPort(`/k/${code}`, from('203.0.113.9'))).status).toBe(429)
  expect((await rowsOf(number)).length).toBe(before)
  expect(await overPort(`/k/${code}`, from('203.0.113.8'))).toMatchObject({
    status: 302,
    isQuick: true,
  })
  // Many networks of one site count together.
  for (let guess = 0; guess < 110; guess += 1)
    await overPort('/k/ZZZZ-ZZZZ', from(`2001:db8:7:${guess}::1`))
  expect((await overPort(`/k/${code}`, from('2001:db8:7:ffff::1'))).status).toBe(429)
  expect((await overPort(`/k/${code}`, from('2001:db8:8:1::1'))).isQuick).toBe(true)
})

test('two hosts, or none that is one, are the framework’s, which refuses them', async () => {
  const { Empfehlungsnummer: number, Empfehlungscode: code } = await recommended(server)
  const { port } = app.server.address() as { port: number }
  for (const hosts of ['Host: localhost\r\nHost: bgv.localhost', 'Host: a/b']) {
    const socket = connect(port, '127.0.0.1')
    socket.write(
      `GET /k/${code} HTTP/1.1\r\n${hosts}\r\nUser-Agent: ${browser['user-agent']}\r\nConnection: close\r\n\r\n`,
    )
    expect(await text(socket)).toMatch(/^HTTP\/1\.1 400 /)
  }
  expect(await rowsOf(number)).toEqual([])
})

test('who asks for unknown numbers keeps nobody else from the quick way', async () => {
  const { Empfehlungsnummer: number } = await recommended(server)
  const guesser = { 'x-forwarded-for': '203.0.113.41' }
  for (let guess = 0; guess < mostReads.number; guess += 1)
    await overPort(call('2'.repeat(16)), guesser)
  expect(await overPort(call(number), guesser)).toMatchObject({ isQuick: false })
  expect(await overPort(call(number), { 'x-forwarded-for': '203.0.113.42' })).toMatchObject({
    status: 302,
    isQuick: true,
  })
})

test('of many guesses together none goes beyond the limit', async () => {
  const { Empfehlungscode: code } = await recommended(server)
  const ask = (address: string, guesses: readonly string[]) => {
    const quick = quickClick(
      server.deps,
      () => address,
      () => {},
    )
    const response = { writeHead: () => response, end: () => response } as unknown as ServerResponse
    return Promise.all(
      guesses.map((guess) => {
        const request = {
          method: 'GET',
          url: `/k/${guess}`,
          headers: browser,
          rawHeaders: ['Host', browser.host],
          httpVersion: '1.1',
        }
        return Promise.resolve(quick(request as unknown as IncomingMessage, response, []))
      }),
    )
  }
  const wrong = (many: number) => Array.from({ length: many }, () => '0000-0000')
  expect((await ask('203.0.113.20', [...wrong(9), code])).at(-1)).toBe(true)
  expect((await ask('203.0.113.21', [...wrong(10), code])).at(-1)).toBe(false)
  expect(await ask('203.0.113.22', [code, code])).toEqual([true, true])
})

test('who is stopped by another server is stopped here at the first wrong guess', async () => {
  const { Empfehlungscode: code } = await recommended(server)
  const stranger = { 'x-forwarded-for': '203.0.113.30' }
  const [{ bucket }] = guessLimits(server.deps, 'standard', { address: '203.0.113.30' }) as [Limit]
  const start = windowStart(server.deps.clock.realNow(), quarterHour)
  await owner.query(
    `insert into rate_limits (tenant, bucket, window_start, hits) values ('standard', $1, $2, 10)`,
    [bucket, start],
  )
  expect((await overPort('/k/ZZZZ-ZZZZ', stranger)).status).toBe(429)
  expect((await overPort(`/k/${code}`, stranger)).status).toBe(429)
})

test('many clicks at once, on numbers and codes, are each counted where they belong', async () => {
  const made = [await recommended(server), await recommended(server)]
  const paths = made.flatMap(({ Empfehlungsnummer: number, Empfehlungscode: code }) =>
    Array.from({ length: 20 }, (_, at) => (at % 2 ? call(number) : `/k/${code}`)),
  )
  const answers = await Promise.all(paths.map((path) => overPort(path)))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([302]))
  for (const { Empfehlungsnummer: number } of made) expect((await rowsOf(number)).length).toBe(20)
})

test('a click whose commit fails has no 302, is tried no second time, and the next one counts', async () => {
  const { Empfehlungsnummer: number } = await recommended(server)
  await owner.query(`
    create function refuse_commit() returns trigger language plpgsql as $$ begin raise exception 'no commit'; end $$;
    create constraint trigger refuse_commit after insert on clicks deferrable initially deferred
      for each row execute function refuse_commit()`)
  const failed = await Promise.all([overPort(call(number)), overPort(call(number))])
  await owner.query('drop function refuse_commit cascade')
  expect(failed.map(({ status }) => status)).toEqual([500, 500])
  expect(await rowsOf(number)).toEqual([])
  expect((await overPort(call(number))).status).toBe(302)
  expect((await rowsOf(number)).length).toBe(1)
})

test.each([
  ['/api/v1/standard/empfehlen/click/ABCDEFGHJKMNPQRS', true],
  ['/api/v1/standard/empfehlen/click/ABCDEFGHJKMNPQRS/', false],
  ['/api/v1/Standard/empfehlen/click/ABCDEFGHJKMNPQRS', false],
  ['/api/v1/standard/empfehlen/click/ABCDEFGHIKMNPQRS', false],
  ['/api/v1/standard/empfehlen/click/ABCDEFGHJKMNPQRS?__proto__=x', false],
  ['/api/v1/standard/empfehlen/click/ABCDEFGHJKMNPQRS?channel=a=b', false],
  ['//k/ZZZZ-ZZZZ', false],
  ['/k/0000-0000', true],
  ['/k/0000-0001', false],
  ['/de', false],
])('%s is quick: %s', (url, isQuick) => {
  const found = readQuickClick({
    method: 'GET',
    url,
    headers: { host: 'localhost:3000' },
    rawHeaders: ['Host', 'localhost:3000'],
    httpVersion: '1.1',
  })
  expect(found !== null).toBe(isQuick)
})
