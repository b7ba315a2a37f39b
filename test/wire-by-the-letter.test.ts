import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '../src/contract/endpoint.ts'
import { endpoints } from '../src/contract/endpoints.ts'
import { registered } from '../src/server/account/people.test-helper.ts'
import { makeActors, type Actors } from './helpers/actors.ts'
import { makeAgency, setAgencyState } from './helpers/agency.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'
import { pathAt } from './helpers/operator.ts'

// What clients send who keep to the letter of the specification, and what addresses carry along.

let server: TestServer
let actors: Actors
beforeAll(async () => {
  server = await startTestServer()
  actors = await makeActors(server)
})
afterAll(() => server.stop())

const all = Object.values(endpoints) as unknown as Endpoint[]
const kinds = {
  anyone: undefined,
  referrer: 'user',
  'referrer-or-reward': 'user',
  recipient: 'recipient',
  reward: 'reward',
  'api-key': 'apiKey',
  agency: 'agency',
  'sales-partner': 'salesPartner',
  operator: 'operator',
} as const

let visitor = 0
const ip = () => `10.9.${((visitor += 1) >> 8) & 255}.${visitor & 255}`

test('query parameters that a call does not know, and empty ones, change nothing of any answer', async () => {
  for (const endpoint of all.filter(({ method }) => method === 'GET')) {
    const kind = kinds[endpoint.caller]
    const path = endpoint.path.replace(
      /:([A-Za-z]+)/g,
      (_, name: string) => actors.own[endpoint.name]?.[name] ?? actors.params[name] ?? 'x',
    )
    const url = pathAt(endpoint, 'standard', path)
    const ask = async (query: string) => {
      const token = kind && actors.tokens[kind]
      const answer = await server.call('GET', url + query, {
        ip: ip(),
        ...(token ? { token } : {}),
      })
      return [endpoint.name, answer.status, answer.body?.Fields]
    }
    const plain = await ask('')
    const empty = 'channel=&empfaengernummer=&quelle=&kategorie=&query=&page=&v='
    expect(await ask(`?utm_source=mail&fbclid=1&${empty}&__proto__=1&constructor=x`)).toEqual(plain)
  }
})

const person = () => ({ Vorname: 'Wanda', Nachname: 'Draht', Email: `wanda${ip()}@post.example` })
const create = (body: Record<string, unknown>) =>
  server.call('POST', '/standard/empfehlen/create', { ip: ip(), body })

test('null and an empty object in an optional field mean that it is absent; a required field is still missing', async () => {
  const { status, body } = await create({
    Empfehlung: { ProductId: '101', Channel: null, AgentId: null, Anteil: null, IsLink: null },
    Empfehler: { ...person(), Newsletter: null, Agb: true },
    Empfaenger: {},
  })
  expect([status, body.Fields]).toEqual([201, undefined])
  const nulls = await create({
    Empfehlung: { ProductId: '101' },
    Empfehler: { ...person(), Agb: true },
    Empfaenger: { Vorname: null, Nachname: null, Email: null },
  })
  expect(nulls.status).toBe(201)
  const missing = await create({
    Empfehlung: { ProductId: null },
    Empfehler: { ...person(), Agb: true },
  })
  expect([missing.status, missing.body.Fields]).toEqual([
    400,
    [{ Field: 'Empfehlung.ProductId', Message: 'Diese Angabe fehlt.' }],
  ])
})

test('an id may be a number; what is there in a wrong form is not called missing', async () => {
  const numbered = await create({
    Empfehlung: { ProductId: 101 },
    Empfehler: { ...person(), Agb: true },
  })
  expect(numbered.status).toBe(201)
  for (const wrong of [-1, 1.5, true, ['101'], { a: 1 }]) {
    const { status, body } = await create({
      Empfehlung: { ProductId: wrong },
      Empfehler: { ...person(), Agb: true },
    })
    expect([wrong, status, body.Fields]).toEqual([
      wrong,
      400,
      [{ Field: 'Empfehlung.ProductId', Message: 'Diese Angabe hat nicht die richtige Form.' }],
    ])
  }
})

test('terms that nobody agreed to are refused as that, also when the field is not there', async () => {
  for (const Agb of [undefined, null, false, 'no', 0]) {
    const { status, body } = await create({
      Empfehlung: { ProductId: '101' },
      Empfehler: { ...person(), Agb },
    })
    expect([Agb, status, body.ErrorCode]).toEqual([Agb, 422, 'PSOF0306'])
  }
})

test("a list's Filter may be the text or number to search for, as its field Suche, and no body asks for all", async () => {
  const list = async (name: string, Filter: unknown) => {
    const { status, body } = await server.call('PUT', `/standard/agentur/${name}`, {
      token: actors.tokens.agency,
      body: { Filter },
    })
    return [status, body.TotalCount]
  }
  for (const name of ['auftraege/alle', 'empfehlungen/alle', 'leads/alle', 'empfehler', 'praemien'])
    for (const text of ['', null, 'Niemand-mit-dem-Namen'])
      expect([name, ...(await list(name, text))]).toEqual([
        name,
        ...(await list(name, text ? { Suche: text } : {})),
      ])
  for (const path of ['auftraege/alle', 'mitarbeiter']) {
    const ask = async (body?: null | object) =>
      (
        await server.call('PUT', `/standard/agentur/${path}`, {
          token: actors.tokens.agency,
          ...(body === undefined ? {} : { body }),
        })
      ).body.TotalCount
    expect([path, await ask(null), await ask()]).toEqual([path, await ask({}), await ask({})])
    expect(await ask({})).toEqual(expect.any(Number))
  }
  for (const name of ['auftraege/alle', 'mitarbeiter'])
    expect(await list(name, 1)).toEqual(await list(name, '1'))
  expect(await list('auftraege/alle', { Suche: 1 })).toEqual(await list('auftraege/alle', '1'))
  expect(await list('auftraege/alle', 'x'.repeat(81))).toEqual([400, undefined])
  const { body: people } = await server.call('PUT', '/standard/agentur/mitarbeiter', {
    token: actors.tokens.agency,
    body: {},
  })
  const name = people.Content[0].Mitarbeiter.split(' ')[0] as string
  const [, found] = await list('mitarbeiter', name)
  expect(found).toBeGreaterThan(0)
  expect([found, found < people.TotalCount]).toEqual([
    (await list('mitarbeiter', { Suche: name }))[1],
    true,
  ])
})

test('an agent is found where products are, and an agency by its number where agents are', async () => {
  const { body: found } = await server.call('GET', '/bgv/produkt/berater?query=&page=1&pagesize=1')
  const agent = found.Content[0]
  expect((await server.call('GET', `/bgv/Produkt/${agent.ExterneId}`)).body).toEqual(agent)
  expect((await server.call('GET', '/bgv/Produkt/niemand')).status).toBe(404)
  expect((await server.call('GET', `/telko/Produkt/${agent.ExterneId}`)).status).toBe(404)
  const number = 'AG-7788'
  const agency = await makeAgency(server, 'bgv', number)
  const variables = (tenant: string, id: string, body: unknown = ['agentur.nummer']) =>
    server.call('POST', `/${tenant}/content/agenturvariables/${id}`, { body })
  const valuesOf = async (id: string, body: unknown) =>
    (await variables('bgv', id, body)).body.Variablen.map(
      ({ Name, Wert }: { Name: string; Wert: string }) => [Name, Wert],
    )
  const all = [
    ['agentur.nummer', number],
    ['agentur.name', agency.name],
    ['agentur.plz', ''],
    ['agentur.ort', ''],
  ]
  for (const none of [null, [], {}]) expect(await valuesOf(number, none)).toEqual(all)
  expect(await valuesOf(number, ['Agentur.Name', 'agentur.nummer', 'gibt.es.nicht'])).toEqual(
    all.slice(0, 2),
  )
  expect(await valuesOf(agent.ExterneId, null)).toEqual([
    ['agentur.nummer', agent.ExterneId],
    ['agentur.name', `${agent.FirstName} ${agent.LastName}`],
    ['agentur.plz', agent.ZipCode],
    ['agentur.ort', agent.City],
    ['agentur.vorname', agent.FirstName],
    ['agentur.nachname', agent.LastName],
  ])
  expect((await variables('telko', number)).status).toBe(404)
  expect((await variables('bgv', 'niemand')).status).toBe(404)
  await setAgencyState(server, 'bgv', agency.agencyId, 'closed')
  expect((await variables('bgv', number)).status).toBe(404)
  await setAgencyState(server, 'bgv', agency.agencyId, 'active')
  const list = (tenant: string, name: string) =>
    server.call('PUT', `/${tenant}/agentur/${name}`, { token: agency.owner.token, body: {} })
  const byNumber = await list('bgv', number)
  expect([byNumber.status, byNumber.body]).toEqual([200, (await list('bgv', 'empfehler')).body])
  expect((await list('bgv', 'AG-0000')).status).toBe(404)
})

test('an account without rewards is deleted without a body; a wrong password that comes along is refused', async () => {
  const somebody = await registered(server)
  const remove = (body?: Record<string, unknown>) =>
    server.call('DELETE', '/standard/empfehler/delete', {
      token: somebody.token,
      ...(body ? { body } : {}),
    })
  expect((await remove({ Password: 'Falsches-Passwort-1' })).body.ErrorCode).toBe('PSOF0201')
  expect((await remove()).status).toBe(200)
  expect((await remove()).status).toBe(401)
})

test('where a reward would be lost, the deletion says what its body has to confirm', async () => {
  const before = await actors.snapshot()
  const remove = (body?: Record<string, unknown>) =>
    server.call('DELETE', '/standard/empfehler/delete', {
      token: actors.tokens.user,
      ...(body ? { body } : {}),
    })
  const fields = async (body?: Record<string, unknown>) => {
    const answer = await remove(body)
    return [answer.status, answer.body.Fields.map(({ Field }: { Field: string }) => Field)]
  }
  expect(await fields()).toEqual([400, ['Password', 'PraemienVerfallen']])
  expect(await fields({ PraemienVerfallen: true })).toEqual([400, ['Password']])
  expect(await actors.snapshot()).toEqual(before)
})

test("a reward's token that is none logs nobody out at the bank details; a session that is over does", async () => {
  const ask = async (more: Parameters<TestServer['call']>[2]) => {
    const { status, body } = await server.call('GET', '/standard/empfehler/bankdaten', more)
    return [status, body.ErrorCode]
  }
  const madeUp = 'a'.repeat(43)
  expect(await ask({ token: madeUp })).toEqual([403, 'PSOF0402'])
  expect(await ask({ cookie: `zs_reward=${madeUp}` })).toEqual([403, 'PSOF0402'])
  expect(await ask({ headers: { 'x-authorization': `Bearer ${madeUp}` } })).toEqual([
    403,
    'PSOF0402',
  ])
  for (const broken of ['x', 'a b', 'ä', 'a'.repeat(201), 'a'.repeat(5000)])
    expect([broken.length, ...(await ask({ token: broken }))]).toEqual([
      broken.length,
      403,
      'PSOF0402',
    ])
  expect(await ask({})).toEqual([401, 'PSOF0204'])
  expect(await ask({ cookie: `zs_user=${madeUp}; zs_reward=${madeUp}` })).toEqual([401, 'PSOF0204'])
  const somebody = await registered(server)
  await server.call('POST', '/standard/account/logout', { token: somebody.token })
  expect((await ask({ token: somebody.token }))[0]).toBe(401)
})
