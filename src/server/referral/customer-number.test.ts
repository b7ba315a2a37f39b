import { createServer, type Server } from 'node:http'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { registered } from '../account/people.test-helper.ts'
import { withTenant } from '../db/connection.ts'
import { limitOutgoing } from '../gateways/http/where-to-ask.ts'
import { hideQuery } from '../../domain/hidden-query.ts'
import { saveSecret } from '../base/secret-store.ts'
import { checkCustomerNumber } from './check-customer-number.ts'

let server: TestServer
let provider: Server
let check: string // where the provider answers
let answers = 200
const asked: string[] = []

beforeAll(async () => {
  server = await startTestServer()
  provider = createServer((request, response) => {
    asked.push(request.url ?? '')
    response.statusCode = answers
    response.end('{}')
  })
  await new Promise<void>((done) => provider.listen(0, '127.0.0.1', done))
  const { port } = provider.address() as { port: number }
  check = `http://127.0.0.1:${port}/customers/{number}`
})
beforeEach(() => {
  server.clock.set(testNow)
  answers = 200
  asked.length = 0
})
afterAll(async () => {
  await new Promise((done) => provider.close(done))
  await server.stop()
})

async function customer(tenant = 'telko') {
  const person = await registered(server, tenant)
  const { body } = await server.call('GET', `/${tenant}/account/user`, { token: person.token })
  const accountId = await withTenant(server.db, tenant, async (tx) => {
    const row = await tx
      .selectFrom('accounts')
      .select('account_id')
      .where('tenant', '=', tenant)
      .where('email', '=', person.email)
      .executeTakeFirstOrThrow()
    return row.account_id
  })
  return { ...person, hash: body.Empfehlerhash as string, accountId }
}
type Customer = Awaited<ReturnType<typeof customer>>

const say = ({ token, hash, ip }: Customer, number: string, tenant = 'telko') =>
  server.call(
    'PUT',
    `/${tenant}/empfehler/SetKundennummerForEmpfehler/${hash}?kundennummer=${encodeURIComponent(number)}`,
    { token, ip },
  )
const result = async ({ token }: Customer) =>
  (await server.call('GET', '/telko/empfehler/GetResultFromKundennummer/', { token })).body
const tenant = async (customerNumberCheck: string | null = check) => ({
  ...(await server.deps.tenants.get('telko')),
  customerNumberCheck,
})
const judge = async ({ accountId }: Customer, at?: string | null) =>
  checkCustomerNumber(server.deps, await tenant(at), accountId)

test('a customer number is stored in its one spelling, pending, and shown masked', async () => {
  const person = await customer()
  expect(await result(person)).toEqual({
    Angefragt: true,
    Kundennummer: null,
    Ergebnis: null,
    GespeichertAm: null,
  })
  const answer = await say(person, ' fn 1234-5678 ')
  expect(answer.status).toBe(200)
  expect(await result(person)).toMatchObject({
    Kundennummer: 'FN******78',
    Ergebnis: 'inPruefung',
  })
})

test('the provider says checked or unknown; what it did not know can be asked about again', async () => {
  const person = await customer()
  await say(person, 'FN12345678')
  await judge(person)
  expect(asked).toEqual(['/customers/FN12345678'])
  expect((await result(person)).Ergebnis).toBe('geprueft')
  // Twice is once.
  await judge(person)
  expect(asked).toHaveLength(1)

  answers = 404
  await say(person, 'FN87654321')
  await judge(person)
  expect((await result(person)).Ergebnis).toBe('unbekannt')
  expect((await say(person, 'FN87654321')).body.Ergebnis).toBe('inPruefung')
})

test('a key in the provider’s address is sealed beside the settings, and sent', async () => {
  const person = await customer()
  await say(person, 'FN12348888')
  const whole = `${check}?key=geheim`
  const shown = hideQuery(whole, 'AbCd')
  expect(shown).not.toContain('geheim')
  await expect(judge(person, shown)).rejects.toThrow('customerNumberCheck is not kept here')
  const { deps, clock } = server
  await withTenant(server.db, 'telko', (tx) =>
    saveSecret(tx, deps.keys, 'telko', 'customer-number-address', whole, clock.now()),
  )
  answers = 200
  await judge(person, shown)
  expect(asked.at(-1)).toBe('/customers/FN12348888?key=geheim')
  expect((await result(person)).Ergebnis).toBe('geprueft')
})

test('a path of this host is asked also inside a private network, and no full address there', async () => {
  const person = await customer()
  await say(person, 'FN12347777')
  limitOutgoing({ listed: null })
  const { publicOrigin } = server.deps
  try {
    const inside = new URL(check)
    server.deps.publicOrigin = inside.origin
    await expect(judge(person, check)).rejects.toThrow(/Not asked: 127\.0\.0\.1 is in a private/)
    await expect(judge(person, `//localhost:${inside.port}/{number}`)).rejects.toThrow(/Not asked/)
    expect(asked).toEqual([])
    await judge(person, '/customers/{number}')
    expect(asked).toEqual(['/customers/FN12347777'])
  } finally {
    server.deps.publicOrigin = publicOrigin
    limitOutgoing(null)
  }
})

test('a provider that is down leaves it pending, and the job is tried again', async () => {
  const person = await customer()
  await say(person, 'FN11112222')
  answers = 503
  await expect(judge(person)).rejects.toThrow(/503/)
  expect((await result(person)).Ergebnis).toBe('inPruefung')
  await expect(judge(person, 'http://127.0.0.1:1/{number}')).rejects.toThrow()
  answers = 200
  await judge(person)
  expect((await result(person)).Ergebnis).toBe('geprueft')
})

test("what does not look like a number of the provider's is refused, and so is somebody else's id", async () => {
  const [person, other] = [await customer(), await customer()]
  for (const number of ['FN1', '12345678', 'x'.repeat(80)]) {
    const { status, body } = await say(person, number)
    expect([status, body.Fields[0].Field]).toEqual([400, 'kundennummer'])
  }
  expect((await say({ ...person, hash: other.hash }, 'FN12345678')).body.ErrorCode).toBe('PSOF0308')
  expect((await result(person)).Kundennummer).toBeNull()
  expect((await result(other)).Kundennummer).toBeNull()
})

test('numbers cannot be guessed: ten tries a day', async () => {
  const person = await customer()
  const codes = []
  for (let round = 0; round < 12; round++)
    codes.push((await say(person, `FN1000000${round % 10}`)).status)
  expect(codes.slice(0, 10)).toEqual(Array.from({ length: 10 }, () => 200))
  expect(codes.slice(10)).toEqual([429, 429])
})

test('a tenant without customer numbers has none to store, and one that cannot ask checks by the pattern alone', async () => {
  const person = await customer('standard')
  expect((await say(person, 'FN12345678', 'standard')).body.ErrorCode).toBe('PSOF0308')
  const { body } = await server.call('GET', '/standard/empfehler/GetResultFromKundennummer', {
    token: person.token,
  })
  expect(body).toMatchObject({ Angefragt: false, Ergebnis: null })

  const other = await customer()
  await say(other, 'FN12345678')
  await judge(other, null)
  expect((await result(other)).Ergebnis).toBe('geprueft')
  expect(asked).toEqual([])
})
