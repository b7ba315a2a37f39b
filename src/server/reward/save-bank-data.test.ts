import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'
import { demoTenants } from '../demo/demo-tenants.ts'
import {
  bankData,
  ibanOf,
  makeBench,
  makeDesk,
  type Bench,
  type Desk,
} from './reward.test-helper.ts'

let server: TestServer
let bench: Bench
let desk: Desk
let off: Bench // a tenant that stores no bank data

beforeAll(async () => {
  server = await startTestServer({
    tenants: demoTenants.map((demo) =>
      demo.tenant.code === 'telko'
        ? {
            ...demo,
            tenant: {
              ...demo.tenant,
              flags: { ...demo.tenant.flags, ModuleStoringBankdata: false },
            },
          }
        : demo,
    ),
  })
  bench = await makeBench(server, 'standard')
  desk = await makeDesk(server, bench)
  off = await makeBench(server, 'telko')
})
beforeEach(() => server.clock.set(testNow))
afterAll(() => server.stop())
afterEach(() => bench.expectLedger())

const save = (token: string, iban: string, tenant = 'standard') =>
  server.call('PUT', `/${tenant}/empfehler/bankdaten`, { token, body: bankData(iban) })
const show = (token: string) => server.call('GET', '/standard/empfehler/bankdaten', { token })

test('the link of a waiting reward stores the first account and tells its owner; to change it one has to log in', async () => {
  const account = await bench.makeAccount()
  const { token } = await desk.reward({ account })
  expect((await save(token, ibanOf(801))).status).toBe(200)
  expect((await save(token, ibanOf(801))).status).toBe(200)
  const told = async (template: 'bankDataSaved' | 'bankDataChanged') =>
    (await bench.mails(template)).filter(({ to_address }) => to_address === account.email).length
  expect([await told('bankDataSaved'), await told('bankDataChanged')]).toEqual([1, 0])

  expect((await save(token, ibanOf(802))).body.ErrorCode).toBe('PSOF0209')
  const session = await bench.token('user-session', account.accountId)
  expect((await save(session, ibanOf(802))).status).toBe(200)
  expect([await told('bankDataSaved'), await told('bankDataChanged')]).toEqual([1, 1])
  expect((await show(session)).body.Iban).toContain(ibanOf(802).slice(-2))
})

test("a link that is no waiting reward of a referrer's stores nothing: use the link from the e-mail (0403)", async () => {
  const recipients = await bench.makeReward({ share: 0 })
  const theirs = await bench.token('reward', recipients.rewards[0]!.reward_id)
  expect((await save(theirs, ibanOf(803))).body.ErrorCode).toBe('PSOF0403')

  const account = await bench.makeAccount()
  const collected = await desk.reward({ account })
  await desk.collect(collected.token, { PraemieId: desk.voucher })
  const answer = await save(collected.token, ibanOf(804))
  expect([answer.status, answer.body.ErrorCode]).toEqual([422, 'PSOF0403'])
  expect(answer.body.Message).toContain('Link')
  expect((await show(await bench.token('user-session', account.accountId))).body).toBeNull()

  const late = await desk.reward({ account: await bench.makeAccount() })
  server.clock.advance('P370D')
  expect((await save(late.token, ibanOf(805))).body.ErrorCode).toBe('PSOF0403')
})

test('a tenant that stores no bank data refuses them (0403), keeps none when cash is collected, and asks each time', async () => {
  const account = await off.makeAccount()
  const session = await off.token('user-session', account.accountId)
  const refused = await save(session, ibanOf(806), 'telko')
  expect([refused.status, refused.body.ErrorCode]).toEqual([422, 'PSOF0403'])

  const collect = async (body: object) => {
    const { rewards } = await off.makeReward({ account })
    const token = await off.token('reward', rewards[0]!.reward_id)
    return server.call('PUT', '/telko/praemierung', { token, body: { PraemieId: 'cash', ...body } })
  }
  expect((await collect({ Bankdaten: bankData(ibanOf(807)) })).status).toBe(200)
  const stored = await server.call('GET', '/telko/empfehler/bankdaten', { token: session })
  expect([stored.status, stored.body]).toEqual([200, null])
  const without = await collect({})
  expect([without.body.ErrorCode, without.body.Fields[0].Field]).toEqual(['PSOF0101', 'Bankdaten'])
  await off.expectLedger()
})

test('whoever holds the link never replaces the account that its owner stores at the same moment', async () => {
  for (let turn = 0; turn < 10; turn++) {
    const account = await bench.makeAccount()
    const { token } = await desk.reward({ account })
    const session = await bench.token('user-session', account.accountId)
    const [own, link] = await Promise.all([
      save(session, ibanOf(820 + turn)),
      save(token, ibanOf(840 + turn)),
    ])
    expect(own.status).toBe(200)
    expect([200, 409]).toContain(link.status)
    expect((await show(session)).body).toEqual(own.body)
  }
})

test('two who store the same account by the link at once are both answered as done', async () => {
  const { token } = await desk.reward({ account: await bench.makeAccount() })
  const both = await Promise.all([save(token, ibanOf(860)), save(token, ibanOf(860))])
  expect(both.map(({ status }) => status)).toEqual([200, 200])
})

test('a holder’s name with a link or a sign of direction is refused at its field, and in words', async () => {
  const { token } = await desk.reward()
  for (const holder of ['Konto unter evil.example', 'Anna \u202eleipsieB', 'Anna\u0007']) {
    const { status, body } = await server.call('PUT', '/standard/empfehler/bankdaten', {
      token,
      body: bankData(ibanOf(7), holder),
      headers: { 'accept-language': 'en' },
    })
    expect([holder, status, body.Fields]).toEqual([
      holder,
      400,
      [{ Field: 'Kontoinhaber', Message: expect.stringContaining('letters, digits, spaces') }],
    ])
  }
})

test('a holder’s name in another script is asked for in Latin letters, at its field and in words, wherever it is typed', async () => {
  const account = await bench.makeAccount()
  const { token } = await desk.reward({ account })
  const session = await bench.token('user-session', account.accountId)
  for (const name of ['Иван Петров', '王小明', 'Γιώργος Π.', '--']) {
    const body = { ...bankData(ibanOf(870)), Kontoinhaber: name }
    const saved = await server.call('PUT', '/standard/empfehler/bankdaten', {
      token: session,
      body,
    })
    expect([saved.status, saved.body.Fields]).toEqual([
      400,
      [{ Field: 'Kontoinhaber', Message: expect.stringContaining('lateinischen Buchstaben') }],
    ])
    const collected = await desk.collect(token, { PraemieId: desk.cash, Bankdaten: body })
    expect([collected.status, collected.body.Fields[0].Field]).toEqual([
      400,
      'Bankdaten.Kontoinhaber',
    ])
  }
})

test('an account in a country that joined SEPA last is stored like any other foreign one', async () => {
  const account = await bench.makeAccount()
  await desk.reward({ account })
  const session = await bench.token('user-session', account.accountId)
  for (const iban of [
    'AL47212110090000000235698741',
    'MD24AG000225100013104168',
    'RS35260005601001611379',
  ]) {
    const body = { ...bankData(iban), Bic: `ABCD${iban.slice(0, 2)}22` }
    const path = '/standard/empfehler/bankdaten'
    const { status } = await server.call('PUT', path, { token: session, body })
    expect([iban, status]).toEqual([iban, 200])
  }
})

test('IBAN and BIC of different countries are refused at the field, and an account abroad needs its BIC', async () => {
  const token = await bench.token('user-session', (await bench.makeAccount()).accountId)
  const swiss = 'CH9300762011623852957'
  const put = async (iban: string, Bic?: string) => {
    const body = { ...bankData(iban), ...(Bic !== undefined && { Bic }) }
    const answer = await server.call('PUT', '/standard/empfehler/bankdaten', { token, body })
    return [answer.status, answer.body.Fields?.[0]?.Field, answer.body.Fields?.[0]?.Message]
  }
  const wrong = [400, 'Bic', expect.stringContaining('einem anderen Land')]
  expect(await put(ibanOf(841), 'UBSWCHZH80A')).toEqual(wrong)
  expect(await put(swiss, 'COBADEFFXXX')).toEqual(wrong)
  const missing = [400, 'Bic', expect.stringContaining('auch die BIC')]
  expect(await put(swiss)).toEqual(missing)
  expect(await put(swiss, '  ')).toEqual(missing)
  expect((await show(token)).body).toBeNull()
  expect(await put(swiss, 'UBSWCHZH80A')).toEqual([200, undefined, undefined])
  expect((await show(token)).body.Bic).toBe('UBSWCHZH80A')
  expect(await put(ibanOf(841))).toEqual([200, undefined, undefined])
})

test('a stored account with the BIC of another country is paid to without it, and one abroad is asked for its BIC', async () => {
  const swiss = 'CH9300762011623852957'
  const kept = async (iban: string, bic: string, stored: string | null) => {
    const account = await bench.makeAccount()
    const session = await bench.token('user-session', account.accountId)
    const body = { ...bankData(iban), Bic: bic }
    await server.call('PUT', '/standard/empfehler/bankdaten', { token: session, body })
    await withTenant(server.db, 'standard', (tx) =>
      sql`update bank_accounts set bic = ${stored} where tenant = 'standard' and account_id = ${account.accountId}`.execute(
        tx,
      ),
    )
    const { token } = await desk.reward({ account })
    return desk.collect(token, { PraemieId: desk.cash })
  }
  expect((await kept(ibanOf(842), 'COBADEFF', 'UBSWCHZH80A')).status).toBe(200)
  const refused = await kept(swiss, 'UBSWCHZH80A', 'COBADEFF')
  expect([refused.status, refused.body.Fields[0].Field]).toEqual([400, 'Bankdaten.Bic'])
})
