import { connect as openSocket, type AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import pino from 'pino'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApiKey } from '../../test/helpers/actors.ts'
import { startTestServer, type TestServer } from '../../test/helpers/server.ts'
import { buildApp } from './app.ts'
import { answerClientError } from './answer-client-error.ts'
import { ownOrigin } from './pages/own-origin.ts'
import { safetyHeaders } from './base/safety-headers.ts'

let server: TestServer
let port: number
beforeAll(async () => {
  server = await startTestServer()
  await server.app.listen({ port: 0, host: '127.0.0.1' })
  port = (server.app.server.address() as AddressInfo).port
})
afterAll(() => server.stop())

/** What the server says to these bytes, until it hangs up. */
const send = (text: string, to = port) =>
  new Promise<string>((done, fail) => {
    const socket = openSocket(to, '127.0.0.1')
    let said = ''
    socket.on('data', (part) => (said += part.toString()))
    socket.on('close', () => done(said))
    socket.on('error', fail)
    socket.write(text)
  })

test('invalid HTTP is answered in the shape of all errors, without repeating the input', async () => {
  for (const [text, status, code] of [
    ['GEHEIM quatsch\r\n\r\n', 400, 'PSOF0101'],
    ['GET / HTTP/1.1\r\nHost: a\r\nGEHEIM\u0000: x\r\n\r\n', 400, 'PSOF0101'],
    [`GET / HTTP/1.1\r\nHost: a\r\nX: GEHEIM${'x'.repeat(40_000)}\r\n\r\n`, 431, 'PSOF0102'],
  ] as const) {
    const [head = '', body = ''] = (await send(text)).split('\r\n\r\n')
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} .*content-type: application/json`, 'is'))
    const answer = JSON.parse(body)
    expect(Object.keys(answer)).toEqual(['ErrorCode', 'Message', 'Fields', 'RequestId'])
    expect([answer.ErrorCode, answer.Fields]).toEqual([code, []])
    expect(head + body).not.toMatch(/GEHEIM|HPE_|parse/i)
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`)
  }
})

test('a sender that stalled is told, and one that hung up is not', () => {
  const said: string[] = []
  let destroyed = 0
  const socket = {
    writable: true,
    destroyed: false,
    destroy: () => void destroyed++,
    end: (text: string) => void said.push(text),
  } as unknown as Parameters<typeof answerClientError>[1]
  answerClientError({ code: 'ERR_HTTP_REQUEST_TIMEOUT' }, socket, { 'X-Safe': 'yes' })
  expect(said[0]).toMatch(/^HTTP\/1\.1 408 .*X-Safe: yes.*PSOF0102/s)
  answerClientError({ code: 'ECONNRESET' }, socket, {})
  expect([said.length, destroyed]).toEqual([1, 1])
})

test('a body has 64 kB at most, but for the order feed', async () => {
  const long = { Email: 'a@post.example', Password: 'x'.repeat(65 * 1024) }
  const login = await server.call('POST', '/standard/account/login', { body: long })
  expect([login.status, login.body.ErrorCode]).toEqual([413, 'PSOF0102'])
  const form = await server.app.inject({
    method: 'POST',
    url: '/api/v1/standard/account/login',
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-requested-with': 'test' },
    payload: `a=${'x'.repeat(65 * 1024)}`,
  })
  expect(form.statusCode).toBe(413)
  const token = await makeApiKey(server, 'standard')
  const orders = Array.from({ length: 1_000 }, (_, index) => ({
    ExterneAuftragsnummer: `V-${index}-${'x'.repeat(60)}`,
    Email: 'niemand@post.example',
    ProduktExterneId: 'gibt-es-nicht',
    Vertragsdatum: '2026-11-17',
    Status: 'abgeschlossen',
  }))
  expect(JSON.stringify(orders).length).toBeGreaterThan(100_000)
  const feed = await server.call('POST', '/standard/auftraege', { token, body: orders })
  expect([feed.status, feed.body.Fehler]).toEqual([207, 1_000])
  const tooLong = await server.call('POST', '/standard/auftraege', {
    token,
    body: [{ ExterneAuftragsnummer: 'x'.repeat(1024 * 1024) }],
  })
  expect([tooLong.status, tooLong.body.ErrorCode]).toEqual([413, 'PSOF0102'])
})

test('a request has 300,000 ms to arrive, and its connection as long', () => {
  const { requestTimeout, timeout } = server.app.server
  expect([requestTimeout, timeout]).toEqual([300_000, 300_000])
})

test('a connection is kept longer than its client is told, who would else ask on a closed one', async () => {
  const { headers } = await fetch(`http://127.0.0.1:${port}/health/live`)
  expect(headers.get('keep-alive')).toBe('timeout=72')
  const { keepAliveTimeout, keepAliveTimeoutBuffer } = server.app.server
  expect(keepAliveTimeout).toBe(72_000)
  expect(keepAliveTimeoutBuffer).toBeGreaterThanOrEqual(10_000)
})

test('what may frame a page, and where fonts come from, is said once and alike by every header', async () => {
  const { headers } = await server.app.inject({ url: '/api/v1/mandant/standard' })
  const policy = String(headers['content-security-policy'])
  expect(policy).toMatch(/(^|;)font-src 'self'(;|$)/)
  expect(policy).toMatch(/(^|;)frame-ancestors 'none'(;|$)/)
  expect(headers['x-frame-options']).toBe('DENY')
})

test('a parameter that stands twice is refused, and one of the address counts in no body', async () => {
  const search = (query: string) =>
    server
      .call('GET', `/bgv/produkt/berater?${query}`)
      .then(({ status, body }) => [
        status,
        (body.Fields as { Field: string }[] | undefined)?.map(({ Field }) => Field),
      ])
  expect(await search('query=a')).toEqual([200, undefined])
  expect(await search('query=a&query=')).toEqual([200, undefined])
  expect(await search('query=a&query=b')).toEqual([400, ['query']])
  expect((await search('query[]=a'))[0]).toBe(200)
  const { body } = await server.call(
    'POST',
    '/standard/account/login?Email=wer@post.example&Password=Sehr-geheim-1',
    { body: {} },
  )
  expect(body.Fields.map(({ Field }: { Field: string }) => Field)).toEqual(['Email', 'Password'])
})

test('no answer lets pages of another origin read it, nor allows what they ask before a call', async () => {
  const headers = {
    origin: 'https://evil.example',
    'access-control-request-method': 'PUT',
    'access-control-request-headers': 'x-requested-with, authorization',
  }
  for (const [method, url] of [
    ['OPTIONS', '/api/v1/standard/empfehler/bankdaten'],
    ['OPTIONS', '/api/v1/standard/account/login'],
    ['GET', '/api/v1/mandant/standard'],
    ['GET', '/api/docs'],
    ['POST', '/api/v1/standard/account/login'],
    ['GET', '/nirgends'],
  ] as const) {
    const answer = await server.app.inject({ method, url, headers })
    const allowed = Object.keys(answer.headers).filter((name) => name.startsWith('access-control-'))
    expect([method, url, allowed]).toEqual([method, url, []])
    if (method === 'OPTIONS') expect(answer.statusCode).toBeGreaterThanOrEqual(400)
  }
})

test('every answer has the safety headers: before routing, without a host, refused, and whatever is answered', async () => {
  const publicOrigin = 'https://empfehlen.example'
  const app = await buildApp({ deps: { ...server.deps, publicOrigin }, web: null })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const own = (app.server.address() as AddressInfo).port
  const { 'Content-Security-Policy': _, ...safe } = safetyHeaders(publicOrigin)
  const expected = Object.fromEntries(
    Object.entries(safe).map(([name, value]) => [name.toLowerCase(), value]),
  )
  expect(Object.keys(expected)).toHaveLength(11)
  const host = 'HTTP/1.1\r\nHost: localhost'
  const login = `POST /api/v1/standard/account/login ${host}\r\nContent-Type: application/json`
  for (const [request, status] of [
    [`GET /api/v1/mandant/standard ${host}`, 200],
    [`HEAD /api/v1/mandant/standard ${host}`, 200],
    [`OPTIONS /api/v1/mandant/standard ${host}`, 404],
    [`GET /api/v1/standard/praemie/geld/grafik100?produktId=101 ${host}`, 200],
    [`GET /api/v1/bgv/produkt/berater/A-1001/foto ${host}`, 200],
    [`GET /health/ready ${host}`, 200],
    [`GET /api/docs ${host}`, 200],
    [`GET /nirgends ${host}`, 404],
    [`GET /bild/standard/inhalt/nichts ${host}`, 404],
    [`PATCH /api/v1/standard/produkt ${host}\r\nContent-Length: 0`, 405],
    [`${login}\r\nContent-Length: 2\r\n\r\n{}`, 403],
    [`${login}\r\nContent-Length: 1\r\n\r\n{`, 400],
    [`${login}\r\nContent-Encoding: gzip\r\nContent-Length: 0`, 415],
    [`${login}\r\nExpect: 200-ok\r\nContent-Length: 0`, 417],
    [`GET /de/%zz ${host}`, 400],
    [`GET /api/v1/${'x'.repeat(5_000)}/produkt ${host}`, 414],
    ['GET /api/v1/mandant/standard HTTP/1.1\r\nX: y', 400],
    ['GET /api/v1/mandant/standard HTTP/1.1\r\nHost: a b', 400],
    ['GEHEIM quatsch', 400],
    [`GET / ${host}\r\nX: ${'x'.repeat(40_000)}`, 431],
  ] as const) {
    const raw = request.includes('\r\n\r\n')
      ? request.replace('\r\n', '\r\nConnection: close\r\n')
      : `${request}\r\nConnection: close\r\n\r\n`
    const [start = '', ...lines] = ((await send(raw, own)).split('\r\n\r\n')[0] ?? '').split('\r\n')
    const headers = Object.fromEntries(
      lines.map((line) => [
        line.split(': ')[0]?.toLowerCase(),
        line.split(': ').slice(1).join(': '),
      ]),
    )
    const what = request.slice(0, 160)
    expect([what, start.split(' ')[1]]).toEqual([what, String(status)])
    expect({ what, ...headers }).toMatchObject({ what, ...expected })
    const policy = headers['content-security-policy']
    expect([what, policy]).toEqual([what, expect.stringMatching(/frame-ancestors 'none'/)])
    expect([what, policy]).toEqual([what, expect.stringMatching(/default-src '(none|self)'/)])
    expect([what, policy]).toEqual([what, expect.stringMatching(/base-uri 'none'/)])
    // What is not said of objects is as the default.
    expect([what, policy]).toEqual([what, expect.stringMatching(/(default|object)-src 'none'/)])
    const type = headers['content-type'] ?? 'charset'
    expect([what, type]).toEqual([what, expect.stringContaining('charset')])
    expect(lines.filter((line) => /^x-frame-options/i.test(line))).toHaveLength(1)
  }
  await app.close()
})

test('text that a browser would guess the encoding of names it, and other types stay as they are', async () => {
  const types = {
    'image/svg+xml': 'image/svg+xml; charset=utf-8',
    'text/csv': 'text/csv; charset=utf-8',
    'text/plain': 'text/plain; charset=utf-8',
    'text/csv; charset=iso-8859-1': 'text/csv; charset=iso-8859-1',
    'image/png': 'image/png',
  }
  const register = async (app: FastifyInstance) => {
    app.get('/nur-hier', (request, reply) =>
      reply.type(String((request.query as { type: string }).type)).send(Buffer.from('ä')),
    )
  }
  const app = await buildApp({ deps: server.deps, web: null, register })
  for (const [type, told] of Object.entries(types)) {
    const { headers } = await app.inject({ url: '/nur-hier', query: { type } })
    expect(headers['content-type']).toBe(told)
  }
  await app.close()
})

test('what a proxy or a visitor says of host and scheme is not heard, also from a trusted proxy; the visitor’s address is', async () => {
  const heard: unknown[] = []
  const register = async (app: FastifyInstance) => {
    app.get('/nur-hier', async (request) => {
      heard.push([request.host, request.protocol, request.ip, ownOrigin(server.deps, request)])
      return {}
    })
  }
  const app = await buildApp({ deps: server.deps, web: null, register, trustProxy: true })
  await app.inject({
    url: '/nur-hier',
    headers: {
      host: 'localhost:3000',
      'x-forwarded-host': 'telko.localhost',
      'x-forwarded-proto': 'https',
      forwarded: 'host=telko.localhost;proto=https',
      'x-forwarded-for': '198.51.100.7',
    },
  })
  expect(heard).toEqual([['localhost:3000', 'http', '198.51.100.7', 'http://localhost:3000']])
  await app.close()
})

test(
  'a compressed body is refused unread, whatever the encoding: 300 of 60 MB each use no memory',
  { tags: 'long' },
  async () => {
    const bomb = brotliCompressSync(Buffer.alloc(60 * 1024 * 1024, 0x20))
    expect(bomb.length).toBeLessThan(200)
    const ask = (path: string, encoding: string, body: Buffer, type = 'application/json') =>
      fetch(`http://127.0.0.1:${port}${path}`, {
        method: 'POST',
        headers: { 'content-encoding': encoding, 'content-type': type, 'x-requested-with': 'test' },
        body: new Uint8Array(body),
      })
    const login = '/api/v1/standard/account/login'
    const gzip = gzipSync('{}')
    for (const [path, encoding, body] of [
      [login, 'br', bomb],
      [login, 'gzip', gzip],
      [login, 'deflate', gzip],
      [login, 'zstd', gzip],
      [login, 'x', gzip],
      [login, 'gzip, gzip', gzip],
      ['/api/v1/standard/auftraege', 'br', bomb],
      ['/de/login', 'br', bomb],
      ['/nirgends', 'br', bomb],
    ] as const) {
      const answer = await ask(path, encoding, body)
      expect([path, encoding, answer.status]).toEqual([path, encoding, 415])
      expect(await answer.json()).toMatchObject({ ErrorCode: 'PSOF0102' })
    }
    const form = await ask('/de/login', 'br', bomb, 'application/x-www-form-urlencoded')
    expect(form.status).toBe(415)
    const before = process.memoryUsage().rss
    for (let sent = 0; sent < 300; sent += 1) await (await ask(login, 'br', bomb)).arrayBuffer()
    // Unpacked they left 4 MB each.
    expect((process.memoryUsage().rss - before) / 1024 ** 2).toBeLessThan(100)
  },
)

test('invalid request targets and hosts are refused as such, without a stack in the log', async () => {
  const logged: string[] = []
  const lines = new Writable({
    write(line: Buffer, _, done) {
      logged.push(line.toString())
      done()
    },
  })
  const deps = { ...server.deps, log: pino({ level: 'warn' }, lines) }
  const app = await buildApp({ deps, web: null })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const own = (app.server.address() as AddressInfo).port
  const path = '/api/v1/standard/produkt'
  for (const [head, status] of [
    [`GET ${path} HTTP/1.1\r\nHost: localhost`, 200],
    [`GET ${path} HTTP/1.0`, 200],
    [`GET ${path} HTTP/1.1\r\nHost: localhost:99999`, 400],
    [`GET ${path} HTTP/1.1\r\nHost: a b`, 400],
    [`GET ${path} HTTP/1.1\r\nHost: user@localhost`, 400],
    [`GET ${path} HTTP/1.1\r\nHost: localhost/demo`, 400],
    [`GET ${path} HTTP/1.1\r\nHost: localhost:`, 400],
    [`GET ${path} HTTP/1.1\r\nHost: [::1]:3000`, 200],
    [`GET ${path} HTTP/1.1\r\nHost:`, 400],
    [`GET ${path} HTTP/1.1\r\nX: y`, 400],
    [`GET ${path} HTTP/1.1\r\nHost: localhost\r\nHost: telko.localhost`, 400],
    [`GET ${path} HTTP/1.1\r\nHost: localhost\r\nhost: localhost`, 400],
    [`GET http://localhost${path} HTTP/1.1\r\nHost: localhost`, 400],
    [`GET http:// HTTP/1.1\r\nHost: localhost`, 400],
    [`OPTIONS * HTTP/1.1\r\nHost: localhost`, 400],
  ] as const) {
    const said = await send(`${head}\r\nConnection: close\r\n\r\n`, own)
    expect([head, said.split(' ')[1]]).toEqual([head, String(status)])
  }
  await app.close()
  expect(logged).toEqual([])
})
