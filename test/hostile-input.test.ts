import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '../src/contract/endpoint.ts'
import { endpoints } from '../src/contract/endpoints.ts'
import { makeActors, type Actors } from './helpers/actors.ts'
import { bodySchema, sample } from './helpers/sample-body.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'
import { platformCode } from '../src/domain/platform.ts'
import { consoleHost, makeOperator, pathAt } from './helpers/operator.ts'

// Every call with missing, unknown, over-long, wrong-typed and wrongly encoded input: the catalogue's error, never a 500.

let server: TestServer
let actors: Actors
let platformOperator: string
beforeAll(async () => {
  server = await startTestServer()
  actors = await makeActors(server)
  const roles = ['platform-operator'] as const
  platformOperator = (await makeOperator(server, 'platte@post.example', roles, platformCode)).token
})
afterAll(() => server.stop())

const all = Object.values(endpoints) as unknown as Endpoint[]
const tokenFor = (endpoint: Endpoint): string | undefined => {
  if (endpoint.caller === 'anyone') return undefined
  if (endpoint.needs?.[1] === 'platform') return platformOperator
  const kinds = {
    referrer: 'user',
    'referrer-or-reward': 'user',
    recipient: 'recipient',
    reward: 'reward',
    'api-key': 'apiKey',
    agency: 'agency',
    'sales-partner': 'salesPartner',
    operator: 'operator',
  } as const
  return actors.tokens[kinds[endpoint.caller]]
}

type Answer = { status: number; body: any } // eslint-disable-line

function expectCatalogue(name: string, { status, body }: Answer): void {
  if (status < 400) return
  expect([name, status < 500 || status === 503]).toEqual([name, true])
  expect(body, name).toMatchObject({
    ErrorCode: expect.stringMatching(/^PSOF\d{4}$/),
    Message: expect.any(String),
    Fields: expect.any(Array),
    RequestId: expect.any(String),
  })
  expect(JSON.stringify(body), name).not.toMatch(
    /\bat \/|node_modules|\.ts:\d|syntax error|relation "|constraint/i,
  )
}

const odd: unknown[] = [
  null,
  0,
  -1,
  1.5,
  true,
  [],
  {},
  '',
  ' ',
  '\u0000',
  '<script>alert(1)</script>',
  '😀'.repeat(50),
  'x'.repeat(100_000),
  { $ne: 1 },
  ['a'],
  '1970-01-01',
  'NaN',
  '../../etc/passwd',
  "' or 1=1 --",
]

const url = (endpoint: Endpoint, value?: string) => {
  const path = endpoint.path.replace(/:([A-Za-z]+)/g, (_, name: string) =>
    encodeURIComponent(value ?? actors.own[endpoint.name]?.[name] ?? actors.params[name] ?? 'x'),
  )
  return pathAt(endpoint, 'standard', path)
}

let visitor = 0
/** Each try from another address, so that limits do not hide what is behind them. */
const send = (
  endpoint: Endpoint,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => {
  visitor += 1
  const token = tokenFor(endpoint)
  return server.call(endpoint.method, path, {
    ...(body === undefined ? {} : { body }),
    ...(token ? { token } : {}),
    ...(headers ? { headers } : {}),
    ip: `10.${(visitor >> 16) & 255}.${(visitor >> 8) & 255}.${visitor & 255}`,
  })
}

const withBody = all.filter((endpoint) => endpoint.body)

type Place = (string | number)[]
const placesIn = (value: unknown, path: Place = []): Place[] =>
  typeof value === 'object' && value !== null
    ? [path, ...Object.entries(value).flatMap(([key, inner]) => placesIn(inner, [...path, key]))]
    : [path]

function replace(value: unknown, [first, ...rest]: Place, by: unknown): unknown {
  if (first === undefined) return by
  const copy = (Array.isArray(value) ? [...value] : { ...(value as object) }) as Record<
    string,
    unknown
  >
  copy[first] = replace(copy[first], rest, by)
  return copy
}

/** @param valuesAt the odd values to try at the nth field */
async function expectToSurvive(endpoint: Endpoint, valuesAt: (n: number) => unknown[]) {
  const whole = sample(bodySchema(endpoint))
  for (const [n, path] of placesIn(whole).entries()) {
    const place = `${endpoint.name} ${path.join('.')}`
    const answers = await Promise.all(
      valuesAt(n).map((value) => send(endpoint, url(endpoint), replace(whole, path, value))),
    )
    for (const answer of answers) expectCatalogue(place, answer)
    if (path.length > 0)
      expectCatalogue(
        `${place} left out`,
        await send(endpoint, url(endpoint), replace(whole, path, undefined)),
      )
  }
}

const named = withBody.map((endpoint, at) => [endpoint.name, endpoint, at] as const)

test.each(named)('%s survives odd values, a few in each field', async (_, endpoint, at) => {
  await expectToSurvive(endpoint, (n) => odd.filter((_value, index) => (index + n + at) % 4 === 0))
})

test.each(named)('%s survives odd values in every field', { tags: 'long' }, async (_, endpoint) => {
  await expectToSurvive(endpoint, () => odd)
})

test('unknown fields are refused with a list that names them', async () => {
  for (const endpoint of withBody) {
    if (endpoint.name === 'importOrders') continue // line by line: see reward and order tests
    const whole = sample(bodySchema(endpoint)) as object
    if (Array.isArray(whole)) continue // a list of names has no fields
    const { status, body } = await send(endpoint, url(endpoint), { ...whole, Überraschung: 1 })
    expect([endpoint.name, status, body.ErrorCode]).toEqual([endpoint.name, 400, 'PSOF0101'])
    expect(
      body.Fields.map((field: { Field: string }) => field.Field),
      endpoint.name,
    ).toContain('Überraschung')
  }
})

test('ids of nothing and hostile ids are refused by the catalogue', { tags: 'long' }, async () => {
  for (const endpoint of all.filter(({ path }) => path.includes(':'))) {
    const ids = [
      'x',
      '0',
      'ZZZZZZZZZZZZZZZZ',
      '00000000-0000-7000-8000-000000000000',
      '\u0000',
      '../..',
      '%',
      "'",
      '😀',
      'a'.repeat(250),
      '<b>',
    ]
    const body = endpoint.body ? sample(bodySchema(endpoint)) : undefined
    const answers = await Promise.all(ids.map((id) => send(endpoint, url(endpoint, id), body)))
    for (const [index, answer] of answers.entries())
      expectCatalogue(`${endpoint.name} ${ids[index]}`, answer)
  }
})

test('wrong content types, broken JSON and bodies over the limit have their own answers', async () => {
  for (const endpoint of withBody) {
    visitor += 1
    const token = tokenFor(endpoint)
    const raw = (payload: string | Buffer, type: string) =>
      server.app.inject({
        method: endpoint.method,
        url: `/api/v1${url(endpoint)}`,
        headers: {
          'x-requested-with': 'test',
          'content-type': type,
          ...(endpoint.console ? { host: consoleHost } : {}),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        payload,
      })
    const status = async (payload: string | Buffer, type: string) => {
      const answer = await raw(payload, type)
      return [endpoint.name, answer.statusCode, answer.json().ErrorCode]
    }
    expect(await status('<a/>', 'application/xml')).toEqual([endpoint.name, 415, 'PSOF0102'])
    expect(await status('{"a":', 'application/json')).toEqual([endpoint.name, 400, 'PSOF0101'])
    expect((await raw('{"a":', 'application/json')).json().Fields).toEqual([
      { Field: '', Message: 'Der Inhalt ist kein gültiges JSON.' },
    ])
    expect(await status(Buffer.from([0x22, 0xff, 0xfe, 0x22]), 'application/json')).toEqual([
      endpoint.name,
      400,
      'PSOF0101',
    ])
    // A claim and settings come with files of 5 MB, orders with one of 8 MB.
    const letters = /^(make(Contact)?Claim|(check|save)Settings)$/.test(endpoint.name)
      ? 8_000_000
      : ['checkOrderFile', 'uploadBankFile', 'importVoucherCodes'].includes(endpoint.name)
        ? 13_000_000
        : 2_000_000
    expect(await status(`{"a":"${'x'.repeat(letters)}"}`, 'application/json')).toEqual([
      endpoint.name,
      413,
      'PSOF0102',
    ])
  }
})

test('deep nesting, prototype keys and huge numbers do no harm', async () => {
  for (const endpoint of withBody) {
    for (const text of [
      '['.repeat(20_000) + ']'.repeat(20_000),
      '{"__proto__":{"polluted":true}}',
      '{"constructor":{"prototype":{"polluted":true}}}',
      '1e400',
      `{"a":${'9'.repeat(400)}}`,
    ]) {
      const token = tokenFor(endpoint)
      const answer = await server.app.inject({
        method: endpoint.method,
        url: `/api/v1${url(endpoint)}`,
        headers: {
          'x-requested-with': 'test',
          'content-type': 'application/json',
          ...(token ? { authorization: `Bearer ${token}` } : {}),
        },
        payload: text,
      })
      expectCatalogue(`${endpoint.name} ${text.slice(0, 30)}`, {
        status: answer.statusCode,
        body: answer.json(),
      })
    }
  }
  expect(({} as { polluted?: boolean }).polluted).toBeUndefined()
})

test('addresses that no route can read are answered by the catalogue, too', async () => {
  for (const path of [
    '/standard/empfehlen/%zz',
    '/standard/produkt/%',
    `/standard/produkt/${'a'.repeat(5000)}`,
    '/standard/%00',
  ]) {
    const answer = await server.call('GET', path)
    expect([path.slice(0, 30), answer.status >= 400 && answer.status < 500]).toEqual([
      path.slice(0, 30),
      true,
    ])
    expectCatalogue(path.slice(0, 30), answer)
  }
})

test('an answer never grows with what was sent: 100,000 unknown keys are refused at once and in short', async () => {
  // As many as a body holds are told by the first few; more are not read at all.
  for (const [keys, status] of [
    [5_000, 400],
    [100_000, 413],
  ] as const) {
    const body = Object.fromEntries(Array.from({ length: keys }, (_, index) => [`k${index}`, 1]))
    const answer = await server.app.inject({
      method: 'POST',
      url: '/api/v1/standard/account/login',
      headers: { 'x-requested-with': 'test', 'content-type': 'application/json' },
      payload: JSON.stringify(body),
    })
    expect(answer.statusCode).toBe(status)
    expect(answer.body.length).toBeLessThan(20_000)
    expect(answer.json().Fields.length).toBeLessThanOrEqual(20)
  }
})
