import { mkdtempSync, rmSync } from 'node:fs'
import { request } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { buildApp } from '../app.ts'
import { makeAdmission } from '../base/admission.ts'

let server: TestServer
let app: FastifyInstance
let goOn: () => void
let asked = 0
const clientFolder = mkdtempSync(join(tmpdir(), 'zuspruch-pages-'))
const many = 125
beforeAll(async () => {
  server = await startTestServer()
  const gate = Promise.withResolvers<void>()
  goOn = gate.resolve
  app = await buildApp({
    deps: server.deps,
    // A refused page is made without it.
    web: { bundle: () => Promise.reject(new Error('not asked')), clientFolder },
    admission: makeAdmission(() => 0),
    register: async (open) => {
      open.get('/api/v1/standard/wartet', async () => {
        asked += 1
        await gate.promise
        return { fertig: true }
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
  goOn()
  for (const answer of await Promise.all(taken)) {
    expect(answer.status).toBe(200)
    expect(await answer.json()).toEqual({ fertig: true })
  }
  expect((await get('/api/v1/standard/produkt')).status).toBe(200)
})
