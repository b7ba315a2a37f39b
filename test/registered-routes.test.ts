import { subscribe } from 'node:diagnostics_channel'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endpoints } from '../src/contract/endpoints.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'

// The walk over the contract (walk-routes.test.ts) sees nothing of a route that was registered past it. Here what Fastify itself
// has registered is compared with the contract: the API without the pages and without the demo's calls.

/** Open on purpose: they say nothing about anybody. */
const open = [
  'GET /health/live',
  'HEAD /health/live',
  'GET /health/ready',
  'HEAD /health/ready',
  'GET /api/openapi.json',
  'HEAD /api/openapi.json',
  'GET /api/docs',
  'HEAD /api/docs',
]

const registered: string[] = []
let server: TestServer
beforeAll(async () => {
  subscribe('fastify.initialization', (message) => {
    const { fastify } = message as { fastify: FastifyInstance }
    fastify.addHook('onRoute', ({ method, url }) => {
      for (const one of [method].flat()) registered.push(`${one} ${url}`)
    })
  })
  server = await startTestServer()
})
afterAll(() => server.stop())

test('a route that nobody classified is not there: all are of the contract, open on purpose, or refuse their method', async () => {
  const known = new Set([
    ...open,
    'GET /api/v1/mandant/:tenant',
    ...Object.values(endpoints).map(({ method, path }) => `${method} /api/v1/:tenant${path}`),
  ])
  expect(registered.length).toBeGreaterThan(Object.keys(endpoints).length)
  const serving: string[] = []
  for (const route of registered.filter((one) => !known.has(one))) {
    const [method = '', url = ''] = route.split(' ')
    const path = url.replace(':tenant', 'standard').replace(/:[A-Za-z]+/g, 'x')
    const headers = { 'x-requested-with': 'test' }
    const answer = await server.app.inject({ method: method as 'GET', url: path, headers })
    if (answer.statusCode !== 405) serving.push(`${route}: ${answer.statusCode}`)
  }
  expect(serving).toEqual([])
  for (const route of known) expect(registered).toContain(route)
})
