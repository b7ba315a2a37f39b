import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '../src/contract/endpoint.ts'
import { endpoints } from '../src/contract/endpoints.ts'
import { routeOf } from '../src/server/serve.ts'
import { openRoutes, pictureRoute, previewRoute } from './helpers/routes-beside.ts'
import { consoleHost } from './helpers/operator.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'
import { recordRoutes } from './helpers/whole-app.ts'

// The walk over the contract (walk-routes.test.ts) sees nothing of a route that was registered past it. Here what Fastify itself
// has registered is compared with the contract: the API without the pages and without the demo's calls (those: walk-beside.test.ts).

let registered: string[] = []
let server: TestServer
beforeAll(async () => {
  const { routes, stop } = recordRoutes()
  server = await startTestServer({ isNew: true })
  stop()
  registered = routes.map(({ method, url }) => `${method} ${url}`)
})
afterAll(() => server.stop())

test('a route that nobody classified is not there: all are of the contract, open on purpose, or refuse their method', async () => {
  const known = new Set([
    ...[...openRoutes, pictureRoute, previewRoute].flatMap((url) => [`GET ${url}`, `HEAD ${url}`]),
    `POST ${previewRoute}`,
    'GET /api/v1/mandant/:tenant',
    'HEAD /api/v1/mandant/:tenant',
    ...(Object.values(endpoints) as unknown as Endpoint[]).flatMap((endpoint) =>
      (endpoint.method === 'GET' ? ['GET', 'HEAD'] : [endpoint.method]).map(
        (one) => `${one} ${routeOf(endpoint)}`,
      ),
    ),
  ])
  expect(registered.length).toBeGreaterThan(Object.keys(endpoints).length)
  const serving: string[] = []
  for (const route of registered.filter((one) => !known.has(one))) {
    const [method = '', url = ''] = route.split(' ')
    const path = url.replace(':tenant', 'standard').replace(/:[A-Za-z]+/g, 'x')
    const host = url.includes('/betrieb/') ? { host: consoleHost } : {}
    const headers = { 'x-requested-with': 'test', ...host }
    const answer = await server.app.inject({ method: method as 'GET', url: path, headers })
    if (answer.statusCode !== 405) serving.push(`${route}: ${answer.statusCode}`)
  }
  expect(serving).toEqual([])
  for (const route of known) expect(registered).toContain(route)
})
