import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Caller, Endpoint } from '../src/contract/endpoint.ts'
import { endpoints } from '../src/contract/endpoints.ts'
import { makeActors, type Actors } from './helpers/actors.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'
import { pathAt } from './helpers/operator.ts'

// Walks every endpoint of the contract with no token, the wrong kind of token, another person's token and another tenant's.

let server: TestServer
let actors: Actors
beforeAll(async () => {
  server = await startTestServer()
  actors = await makeActors(server)
})
afterAll(() => server.stop())

const all = Object.values(endpoints) as unknown as Endpoint[]

/** What a caller without the right token is answered; 401 only for sessions. */
const refusal: Record<Exclude<Caller, 'anyone'>, [number, string]> = {
  referrer: [401, 'PSOF0204'],
  'referrer-or-reward': [401, 'PSOF0204'],
  recipient: [403, 'PSOF0212'],
  reward: [403, 'PSOF0402'],
  'api-key': [403, 'PSOF0213'],
  agency: [401, 'PSOF0204'],
  'sales-partner': [401, 'PSOF0204'],
  operator: [401, 'PSOF0204'],
}

/** Which kinds of token a kind of endpoint takes. */
const takes: Record<Exclude<Caller, 'anyone'>, (keyof Actors['tokens'])[]> = {
  referrer: ['user'],
  'referrer-or-reward': ['user', 'reward'],
  recipient: ['recipient'],
  reward: ['reward'],
  'api-key': ['apiKey'],
  agency: ['agency', 'agencyEmployee'],
  'sales-partner': ['salesPartner'],
  operator: ['operator'],
}

const path = (endpoint: Endpoint, tenant = 'standard') => {
  const filled = endpoint.path.replace(
    /:([A-Za-z]+)/g,
    (_, name: string) => actors.own[endpoint.name]?.[name] ?? actors.params[name] ?? 'x',
  )
  return pathAt(endpoint, tenant, filled)
}
const call = (endpoint: Endpoint, token?: string, tenant?: string) =>
  server.call(endpoint.method, path(endpoint, tenant), {
    ...(token ? { token } : {}),
    ...(endpoint.body ? { body: {} } : {}),
  })

test('every endpoint says who may call it', () => {
  const kinds = new Set(['anyone', ...Object.keys(refusal)])
  expect(all.filter((endpoint) => !kinds.has(endpoint.caller)).map(({ name }) => name)).toEqual([])
})

test('an endpoint that needs a token refuses no token, nonsense, and every other kind of token', async () => {
  for (const endpoint of all) {
    if (endpoint.caller === 'anyone') continue
    const wrong = Object.entries(actors.tokens).filter(
      ([kind]) => !takes[endpoint.caller as 'referrer'].includes(kind as 'user'),
    )
    const tokens = [undefined, 'nonsense', 'a'.repeat(43), ...wrong.map(([, text]) => text)]
    const answers = await Promise.all(tokens.map((token) => call(endpoint, token)))
    for (const [at, { status, body }] of answers.entries()) {
      // Whoever brings a token there that is none of a session is told of a reward's, and stays logged in.
      const isOfReward = endpoint.caller === 'referrer-or-reward' && tokens[at] !== undefined
      expect([endpoint.name, status, body.ErrorCode]).toEqual([
        endpoint.name,
        ...refusal[isOfReward ? 'reward' : endpoint.caller],
      ])
    }
  }
})

test("another tenant's token opens nothing", async () => {
  for (const endpoint of all) {
    if (endpoint.caller === 'anyone') continue
    // Operators log in at the platform; at a tenant without a grant they may do nothing.
    const tokens = Object.entries(actors.tokens).filter(
      ([kind]) => !(kind === 'operator' && endpoint.console === 'platform'),
    )
    const answers = await Promise.all(tokens.map(([, text]) => call(endpoint, text, 'telko')))
    for (const [at, { status, body }] of answers.entries()) {
      const kind = tokens[at]?.[0]
      if (kind === 'operator' && endpoint.caller === 'operator') {
        expect([endpoint.name, status, body.ErrorCode]).toEqual([endpoint.name, 403, 'PSOF0203'])
        continue
      }
      const isOfReward = endpoint.caller === 'referrer-or-reward'
      expect([endpoint.name, status, body.ErrorCode]).toEqual([
        endpoint.name,
        ...refusal[isOfReward ? 'reward' : endpoint.caller],
      ])
    }
  }
})

const logouts = ['logout', 'logoutAgencyUser', 'signOut']

test('what concerns one employee alone is neither shown to nor changed by colleagues of the same agency', async () => {
  const before = await actors.snapshot()
  for (const endpoint of all) {
    if (endpoint.caller !== 'agency' || logouts.includes(endpoint.name)) continue
    const { status, body } = await call(endpoint, actors.colleague)
    expect([endpoint.name, status < 500]).toEqual([endpoint.name, true])
    for (const secret of actors.employeeSecrets)
      expect(JSON.stringify(body ?? ''), endpoint.name).not.toContain(secret)
  }
  expect(await actors.snapshot()).toEqual(before)
})

test("another person's token shows and changes nothing of the first one's", async () => {
  const before = await actors.snapshot()
  for (const endpoint of all) {
    if (endpoint.caller === 'anyone' || logouts.includes(endpoint.name)) continue
    for (const kind of takes[endpoint.caller as 'referrer']) {
      const other = actors.others[kind]
      if (!other) continue
      const { status, body } = await call(endpoint, other)
      expect([endpoint.name, status < 500]).toEqual([endpoint.name, true])
      // The addresses, the IBAN, the numbers and the codes of the first person appear in no answer to the second.
      for (const secret of actors.secrets)
        expect(JSON.stringify(body ?? ''), endpoint.name).not.toContain(secret)
    }
  }
  expect(await actors.snapshot()).toEqual(before)
})

test('a call that changes something needs X-Requested-With', async () => {
  // Mail programs send none; what they may do says so one by one, and takes no session.
  const byMail = all.filter(({ byMailProgram }) => byMailProgram)
  expect(byMail.map(({ name, caller }) => [name, caller])).toEqual([
    ['leaveNewsletterByMail', 'anyone'],
  ])
  for (const endpoint of all) {
    if (endpoint.method === 'GET' || byMail.includes(endpoint)) continue
    const { status, body } = await server.call(endpoint.method, path(endpoint), {
      headers: { 'x-requested-with': '' },
      ...(endpoint.body ? { body: {} } : {}),
    })
    expect([endpoint.name, status, body.ErrorCode]).toEqual([endpoint.name, 403, 'PSOF0203'])
  }
})
