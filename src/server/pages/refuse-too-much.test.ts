import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { buildApp } from '../app.ts'
import { makeAdmission } from '../base/admission.ts'

let server: TestServer
let app: FastifyInstance
let gate = Promise.withResolvers<void>()
let asked = 0
beforeEach(() => {
  gate = Promise.withResolvers<void>()
  asked = 0
})
const clientFolder = mkdtempSync(join(tmpdir(), 'zuspruch-pages-'))
const many = 125
beforeAll(async () => {
  server = await startTestServer()
  app = await buildApp({
    deps: server.deps,
    // A refused page is made without it.
    web: { bundle: () => Promise.reject(new Error('not asked')), clientFolder },
    admission: makeAdmission(() => 0),
    register: async (open) => {
      open.route({
        method: ['GET', 'POST'],
        url: '/api/v1/standard/wartet',
        handler: async () => {
          asked += 1
          await gate.promise
          return { fertig: true }
        },
      })
    },
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
})
afterAll(async () => {
  await app.close()
  await server.stop()
  rmSync(clientFolder, { recursive: true })
})

const statusOf = (port: number, path: string) =>
  new Promise<number | undefined>((done, failed) => {
    const sent = request({ port, host: '127.0.0.1', path, headers: { host: 'localhost' } })
    sent.once('response', (answer) => done(answer.resume().statusCode)).once('error', failed)
    sent.end()
  })

test('with too much in hand the next ones are refused at once, health answers, and nothing that was taken on is lost', async () => {
  const { port } = app.server.address() as { port: number }
  const get = (path: string) =>
    fetch(`http://127.0.0.1:${port}${path}`, { headers: { host: 'localhost' } })
  const taken = Array.from({ length: many }, () => get('/api/v1/standard/wartet'))
  await expect.poll(() => asked).toBe(many)
  const call = await get('/api/v1/standard/produkt')
  expect([call.status, call.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await call.json()).toMatchObject({ ErrorCode: 'PSOF0002' })
  const page = await get('/de')
  expect([page.status, page.headers.get('retry-after')]).toEqual([503, '2'])
  expect(await page.text()).toMatch(/<h1>.*href="">/s)
  expect(page.headers.get('content-security-policy')).toMatch(
    /default-src 'none'.* style-src 'sha256-/,
  )
  expect(Buffer.from(await (await get('/de')).arrayBuffer()).length).toBe(
    Number(page.headers.get('content-length')),
  )
  expect((await get('/assets/gone.js')).status).toBe(404)
  // As no browser sends it: a page behind a file's name.
  for (const path of ['/assets/../de', '/health/../de', '/assets/%2e%2e/de', '/k/0000-0000'])
    expect([path, await statusOf(port, path)]).toEqual([path, 503])
  for (const path of ['/health/live', '/health/ready']) expect((await get(path)).status).toBe(200)
  gate.resolve()
  for (const answer of await Promise.all(taken)) {
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ fertig: true })
  }
  expect((await get('/api/v1/standard/produkt')).status).toBe(200)
})

test.each([
  ['GET', 'at the same moment'],
  ['POST', 'held back before their last byte'],
])('of many %s requests that come %s no more are taken on', async (method) => {
  const { port } = app.server.address() as { port: number }
  const statuses: (number | undefined)[] = []
  const held = Array.from({ length: 200 }, () => {
    const headers = {
      host: 'localhost',
      ...(method === 'POST' ? { 'content-type': 'application/json', 'content-length': '2' } : {}),
    }
    const sent = request({
      port,
      host: '127.0.0.1',
      path: '/api/v1/standard/wartet',
      method,
      headers,
    })
    const answered = new Promise<void>((done, failed) => {
      sent.once('response', (answer) => {
        statuses.push(answer.resume().statusCode)
        done()
      })
      sent.once('error', failed)
    })
    if (method === 'POST') sent.write('{')
    return { sent, answered }
  })
  // All are connected, and the server has their heads.
  await expect
    .poll(() => new Promise((done) => app.server.getConnections((_, count) => done(count))))
    .toBeGreaterThanOrEqual(200)
  expect(asked).toBe(0)
  for (const { sent } of held) sent.end(method === 'POST' ? '}' : undefined)
  await expect.poll(() => [asked, statuses.filter((one) => one === 503).length]).toEqual([125, 75])
  gate.resolve()
  await Promise.all(held.map(({ answered }) => answered))
  expect(statuses.filter((one) => one === 200)).toHaveLength(125)
})

test('a connection that asks on and on before it has its answers is closed, and keeps nobody waiting', async () => {
  const { port } = app.server.address() as { port: number }
  const socket = connect(port, '127.0.0.1')
  const closed = new Promise<void>((done) => socket.once('close', () => done()))
  socket.on('error', () => {})
  socket.write('GET /api/v1/standard/wartet HTTP/1.1\r\nHost: localhost\r\n\r\n'.repeat(400))
  await closed
  expect(asked).toBeLessThanOrEqual(64)
  expect(await statusOf(port, '/api/v1/standard/produkt')).toBe(200)
  gate.resolve()
})
