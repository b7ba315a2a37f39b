import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { connect, type AddressInfo } from 'node:net'
import { Writable } from 'node:stream'
import pino from 'pino'
import type { Endpoint } from '../../src/contract/endpoint.ts'
import { endpoints } from '../../src/contract/endpoints.ts'
import { pagePath } from '../../src/contract/paths.ts'
import { makeFormToken } from '../../src/server/pages/form-token.ts'
import { flushEvents } from '../../src/server/tracking/record-event.ts'
import { iban, makeActors, password, type Actors } from './actors.ts'
import { inBrowser } from './link-session.ts'
import { demoRoutes, openRoutes, pageNames } from './routes-beside.ts'
import { bodySchema, sample } from './sample-body.ts'
import { startTestServer, type TestServer } from './server.ts'
import { buildWholeApp } from './whole-app.ts'
import { consoleHost, pathAt } from './operator.ts'

type Wanted = { method: string; path: string; headers?: Record<string, string>; body?: string }

/** When a client hangs up: mid-request, right after it, while it is handled, and when the answer begins. */
export const moments = ['half', 'sent', 'handled', 'answered'] as const
type Moment = (typeof moments)[number]

/**
 * Serves everything on its own port, requests each endpoint, page and form from changing addresses, and resets the connection `times` times
 * at each moment. Returns unhandled errors and log lines from warnings on; a client that hangs up must cause none.
 */
export async function resetEverything(times: number) {
  const server = await startTestServer()
  const unhandled: string[] = []
  const hear = (reason: unknown) => void unhandled.push(String((reason as Error)?.stack ?? reason))
  process.on('unhandledRejection', hear)
  process.on('uncaughtException', hear)
  const logged: string[] = []
  const write = process.stderr.write.bind(process.stderr)
  process.stderr.write = ((text: string) => Boolean(logged.push(text))) as typeof write
  const lines = new Writable({
    write(line: Buffer, _, done) {
      const { msg, code, log } = JSON.parse(line.toString()) as {
        msg: string
        code?: string
        log?: 'security'
      }
      // No server listens at the test's single sign-on address.
      const isSignOn =
        msg === 'single sign-on cannot begin' ||
        (msg === 'a needed part is unavailable' && code === undefined)
      // Refusals are events there, and no errors.
      if (!isSignOn && log !== 'security') logged.push(line.toString())
      done()
    },
  })
  const deps = { ...server.deps, log: pino({ level: 'warn' }, lines) }
  const actors = await makeActors(server)
  const { app } = await buildWholeApp({ ...server, deps })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  // By address and port: two addresses may share a port.
  const handled = new Map<string, () => void>()
  app.server.on('request', ({ socket }: IncomingMessage) =>
    handled.get(`${socket.remoteAddress}:${socket.remotePort}`)?.(),
  )
  let visitor = 0
  let answers = 0
  const hangUp = async (wanted: Wanted, moment: Moment) => {
    visitor += 1
    const localAddress = `127.1.${(visitor >> 8) & 255}.${visitor & 255}`
    const socket = connect({ port, host: '127.0.0.1', localAddress })
    const closed = once(socket, 'close')
    socket.on('error', () => undefined)
    await once(socket, 'connect')
    const from = `${localAddress}:${socket.localPort}`
    const text = requestText(wanted)
    const reset = () => void socket.resetAndDestroy()
    if (moment === 'half') {
      const half = (wanted.body?.length ?? text.length) / 2
      // The server is waiting for the rest of the body when the connection is reset.
      if (wanted.body) handled.set(from, reset)
      socket.write(text.slice(0, -Math.ceil(half)), wanted.body ? undefined : reset)
    }
    if (moment === 'sent') socket.write(text, reset)
    if (moment === 'handled') {
      handled.set(from, reset)
      socket.write(text)
    }
    if (moment === 'answered') {
      socket.once('data', () => ((answers += 1), reset()))
      socket.write(text)
    }
    await closed
    handled.delete(from)
  }
  const all = [...(await pagesAndForms(server, actors)), ...(await calls(actors))]
  for (const wanted of all)
    for (const moment of moments)
      await Promise.all(Array.from({ length: times }, () => hangUp(wanted, moment)))
  // Requests are served to the end even after a hang-up: handlers are done when no database connection is in use.
  const { pool } = server.db
  while (pool.idleCount < pool.totalCount || pool.waitingCount > 0)
    await new Promise((done) => pool.once('release', () => setImmediate(done)))
  const alive = await fetch(`http://127.0.0.1:${port}/health/ready`, {
    headers: { connection: 'close' },
  })
  await app.close()
  // As on shutdown (start.ts): write counts while there is a database.
  await flushEvents(deps)
  await server.stop()
  process.stderr.write = write
  process.off('unhandledRejection', hear)
  process.off('uncaughtException', hear)
  return { asked: all.length, answers, unhandled, logged, alive: alive.status }
}

function requestText({ method, path, headers = {}, body }: Wanted): string {
  const all = {
    host: 'localhost:3000',
    'x-requested-with': 'test',
    'accept-encoding': 'br, gzip',
    ...headers,
    ...(body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n${body ?? ''}`
}

/** Values that pass the field checks, so that the handlers' own work is interrupted. */
const believable: Record<string, unknown> = {
  email: 'wer@post.example',
  password,
  iban,
  kontoinhaber: 'Mara Muster',
  geburtsdatum: '01.02.1990',
  plz: '80331',
  productid: '101',
  praemieid: 'geld',
  agb: true,
}

const filled = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(filled)
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      believable[key.toLowerCase()] ?? filled(inner),
    ]),
  )
}

/** Every call of the contract by its caller; what ends a session or account comes last. */
async function calls({ tokens, params, own }: Actors): Promise<Wanted[]> {
  const kinds = {
    anyone: undefined,
    referrer: tokens.user,
    'referrer-or-reward': tokens.user,
    recipient: tokens.recipient,
    reward: tokens.reward,
    'api-key': tokens.apiKey,
    agency: tokens.agency,
    'sales-partner': tokens.salesPartner,
    operator: tokens.operator,
  }
  const all = Object.values(endpoints) as unknown as Endpoint[]
  const ends = ({ name }: Endpoint) => Number(/logout|delete|withdraw/i.test(name))
  return all
    .toSorted((one, other) => ends(one) - ends(other))
    .map((endpoint) => {
      const { name, method, path, caller } = endpoint
      const at = path.replace(/:([A-Za-z]+)/g, (_, key: string) =>
        encodeURIComponent(own[name]?.[key] ?? params[key] ?? 'x'),
      )
      const body = endpoint.body ? JSON.stringify(filled(sample(bodySchema(endpoint)))) : undefined
      const token = kinds[caller]
      return {
        method,
        path: `/api/v1${pathAt(endpoint, 'standard', at)}`,
        headers: {
          ...(endpoint.console ? { host: `${consoleHost}:3000` } : {}),
          ...(token ? { authorization: `Bearer ${token}` } : {}),
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        },
        ...(body === undefined ? {} : { body }),
      }
    })
}

/** Every German page with its form, with all tokens; short links, pictures, files and demo mode. */
async function pagesAndForms(
  server: TestServer,
  { tokens: made, params }: Actors,
): Promise<Wanted[]> {
  const { deps, clock } = server
  const tokens = await inBrowser(server, 'standard', made)
  const cookie = `zs_user=${tokens.user}; zs_reward=${tokens.reward}; zs_recipient=${tokens.recipient}; zs_agency=${tokens.agency}; zs_partner=${tokens.salesPartner}; zs_betrieb=${tokens.operator}`
  const { routes } = await deps.tenants.get('standard')
  const form = makeFormToken(deps.keys, 'standard', null, clock.realNow())
  const paths = pageNames
    .filter((name) => !/Logout/.test(name))
    .map((name) =>
      pagePath(routes as Record<string, string>, 'de', name, {
        produktId: '101',
        empfehlungsnummer: params['number'] ?? '',
        kategorie: 'handys',
        nummer: 'x',
        praemieid: 'geld',
        adminLoginToken: 'x'.repeat(43),
      }),
    )
  const beside = [
    ...openRoutes,
    `/k/${params['code']}`,
    '/e/x',
    '/bild/standard/berater/x',
    '/',
    ...demoRoutes
      .filter((route) => route.startsWith('GET '))
      .map((route) => route.slice(4).replace(/:[a-z]+/g, 'standard')),
  ]
  return [
    ...paths.flatMap((path) => [
      { method: 'GET', path, headers: { cookie } },
      {
        method: 'POST',
        path,
        headers: {
          origin: 'http://localhost:3000',
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ _form: form, email: 'wer@post.example' }).toString(),
      },
    ]),
    ...beside.map((path) => ({ method: 'GET', path })),
  ]
}
