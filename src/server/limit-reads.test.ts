import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../test/helpers/server.ts'
import { makeAgency } from '../../test/helpers/agency.ts'
import { registered, stranger } from './account/people.test-helper.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const get = (path: string, ip: string) => server.call('GET', `/telko${path}`, { ip })
const statuses = async (many: number, path: string, ip: (at: number) => string) =>
  Promise.all(Array.from({ length: many }, async (_, at) => (await get(path, ip(at))).status))
const unknown = '/empfehlen/0123456789ABCDEF'

test('unknown numbers are tried sixty times by one address, and then no number is told', async () => {
  const { ip } = stranger()
  for (const status of await statuses(60, unknown, () => ip)) expect(status).toBe(404)
  const answer = await get(unknown, ip)
  expect(answer.status).toBe(429)
  expect(Number(answer.headers['retry-after'])).toBeGreaterThan(0)
  expect((await get('/empfehlung/0123456789ABCDEF/produkt/produktlink', ip)).status).toBe(429)
  expect((await get('/empfehlen/click/0123456789ABCDEF', ip)).status).toBe(429)
  expect((await get(unknown, stranger().ip)).status).toBe(404)
  server.clock.advance('PT15M')
  expect((await get(unknown, ip)).status).toBe(404)
})

test('whoever is logged in tries no more numbers than others do', async () => {
  const { token, ip } = await registered(server, 'telko')
  const tried = () => server.call('GET', `/telko${unknown}`, { token, ip })
  const answers = await Promise.all(Array.from({ length: 60 }, tried))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
  expect((await tried()).status).toBe(429)
})

test('clicks of unknown numbers count with them', async () => {
  const { ip } = stranger()
  const click = '/empfehlen/click/0123456789ABCDEF'
  for (const status of await statuses(60, click, () => ip)) expect(status).toBe(302)
  expect((await get(unknown, ip)).status).toBe(429)
})

test('a /48 has ten times as much as one of its networks', async () => {
  server.clock.advance('PT15M')
  const from = (at: number) => `2001:db8:9:${at.toString(16)}::1`
  for (const status of await statuses(600, unknown, from)) expect(status).toBe(404)
  expect((await get(unknown, from(601))).status).toBe(429)
  expect((await get(unknown, '2001:db8:a::1')).status).toBe(404)
})

test('a person reads a hundred and twenty files in a quarter of an hour, from wherever; others go on', async () => {
  const { owner, employee } = await makeAgency(server, 'telko', 'AG-9001')
  const file = (token: string) =>
    server.call('GET', '/telko/agentur-konto/statistik/monate/csv', { token, ...stranger() })
  const answers = await Promise.all(Array.from({ length: 125 }, () => file(owner.token)))
  expect(answers.filter(({ status }) => status === 429)).toHaveLength(5)
  expect((await file(employee.token)).status).not.toBe(429)
})

test('codes of cards are guessed as often as numbers, by the card’s page and by registering', async () => {
  const { ip } = stranger()
  const card = (at: number) => `/telko/agentur-konto/karte/${(0xabcd000000 + at).toString(16)}`
  for (let at = 0; at < 59; at++)
    expect((await server.call('GET', card(at), { ip })).status).toBe(410)
  const registering = (at: number) =>
    server.call('POST', '/telko/account/createEmpfehler', {
      ip,
      body: {
        Vorname: 'Rita',
        Nachname: 'Rat',
        Email: 'rita.rat@post.example',
        Karte: (0xabcd100000 + at).toString(16),
      },
    })
  expect((await registering(1)).status).toBe(410)
  expect((await registering(2)).status).toBe(429)
  expect((await server.call('GET', card(60), { ip })).status).toBe(429)
  expect((await server.call('GET', card(60), stranger())).status).toBe(410)
})
