import { afterAll, beforeAll, expect, test } from 'vitest'
import { iban, makeApiKey, makeJourney } from '../../../test/helpers/actors.ts'
import { queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { addressCode } from '../base/address-code.ts'
import { tokenText } from '../base/token-store.ts'
import { withTenant } from '../db/connection.ts'
import { codeTries, codesPerAddress } from '../access/prove-address.ts'

let server: TestServer
let apiKey: string
beforeAll(async () => {
  server = await startTestServer()
  apiKey = await makeApiKey(server, 'standard')
})
afterAll(() => server.stop())

const journey = () => makeJourney(server, 'standard', apiKey)
const bank = { Kontoinhaber: 'Mara Lindenau', Iban: iban }
const cash = { PraemieId: 'geld', Bankdaten: bank }
const none = 'zs_address=none' // a browser that has proved nothing

const proof = (
  method: string,
  token: string,
  {
    kind = 'praemierung',
    body,
    cookie = none,
    ip,
  }: { kind?: string; body?: object; cookie?: string; ip?: string } = {},
) =>
  server.call(method, `/standard/${kind}/adressnachweis`, {
    token,
    cookie,
    ...(body ? { body } : {}),
    ...(ip ? { ip } : {}),
  })

/** Asks for a code: what the browser keeps, and what the mail says. */
async function askCode(token: string, email: string, kind?: string, cookie = none) {
  const asked = await proof('POST', token, { body: {}, cookie, ...(kind ? { kind } : {}) })
  expect(asked.status).toBe(200)
  expect(asked.body).toMatchObject({ Bestaetigt: false, CodeVerschickt: true })
  const [kept = ''] = [asked.headers['set-cookie']].flat()
  expect(kept).toMatch(/^zs_address=[\w-]{43}; .*HttpOnly; SameSite=Lax/)
  const mails = await queuedMails(server, 'standard', email)
  const mail = mails.find(({ template }) => template === 'addressCode')!
  const { addressCode: id } = (mail.data as { code: { addressCode: string } }).code
  return { cookie: kept.split(';')[0]!, code: addressCode(server.deps.keys, id) }
}

const enter = (token: string, code: string, cookie: string, kind?: string) =>
  proof('PUT', token, { body: { Code: code }, cookie, ...(kind ? { kind } : {}) })
const collect = (token: string, cookie: string) =>
  server.call('PUT', '/standard/praemierung', { token, body: cash, cookie })
/** Of the link to the own page that the confirmation's mail has. */
async function ownPageToken(email: string): Promise<string> {
  const mails = await queuedMails(server, 'standard', email)
  const { area } = mails.find(({ template }) => template === 'confirmRecipient')!
    .data as unknown as {
    area: { link: { token: { id: string } } }
  }
  const { keys, db } = server.deps
  return (await withTenant(db, 'standard', (tx) =>
    tokenText(tx, keys, 'standard', area.link.token.id),
  ))!
}
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

test('a link alone gives no account for money: the mailed code does, once for this browser and all its fields', async () => {
  const { rewardToken: token, referrerEmail } = await journey()
  expect((await collect(token, none)).body.ErrorCode).toBe('PSOF0217')
  const account = (cookie: string) =>
    server.call('PUT', '/standard/empfehler/bankdaten', { token, body: bank, cookie })
  expect((await account(none)).body.ErrorCode).toBe('PSOF0217')
  expect((await proof('GET', token)).body).toEqual({
    Bestaetigt: false,
    CodeVerschickt: false,
    EmailMaskiert: expect.stringMatching(/^.\*\*\*@/),
  })
  const { cookie, code } = await askCode(token, referrerEmail)
  expect((await collect(token, cookie)).body.ErrorCode).toBe('PSOF0217')
  expect((await enter(token, `${code.slice(0, 3)} ${code.slice(3)}`, cookie)).body.Bestaetigt).toBe(
    true,
  )
  // Another browser that learned the code has nothing of it.
  expect((await enter(token, code, none)).body.ErrorCode).toBe('PSOF0219')
  expect((await collect(token, none)).body.ErrorCode).toBe('PSOF0217')
  expect((await account(cookie)).status).toBe(200)
  expect((await collect(token, cookie)).status).toBe(200)
})

test('a contact’s link needs a code, too, and theirs is good for the reward that it opens, not for anybody else’s', async () => {
  const one = await journey()
  const two = await journey()
  const { recipientEmail } = one
  const token = await ownPageToken(recipientEmail)
  const give = (cookie: string) =>
    server.call('POST', '/standard/empfaenger/bankdaten', { token, body: bank, cookie })
  expect((await give(none)).body.ErrorCode).toBe('PSOF0217')
  const { cookie, code } = await askCode(token, recipientEmail, 'empfaenger')
  expect((await enter(token, code, cookie, 'empfaenger')).status).toBe(200)
  expect((await proof('GET', one.recipientRewardToken, { cookie })).body.Bestaetigt).toBe(true)
  expect((await proof('GET', two.recipientRewardToken, { cookie })).body.Bestaetigt).toBe(false)
  expect((await collect(two.recipientRewardToken, cookie)).body.ErrorCode).toBe('PSOF0217')
  expect((await give(cookie)).status).toBe(200)
})

test('a voucher, a look and a log-in with the password need no code', async () => {
  const { rewardToken: token, recipientRewardToken, userToken } = await journey()
  const voucher = { PraemieId: 'seitenwind' }
  const taken = await server.call('PUT', '/standard/praemierung', {
    token: recipientRewardToken,
    body: voucher,
    cookie: none,
  })
  expect(taken.status).toBe(200)
  const { body } = await server.call('GET', '/standard/praemierung', { token, cookie: none })
  const opened = await server.call('POST', `/standard/empfehler/praemierung/${body.Id}`, {
    token: userToken,
    body: {},
  })
  expect(opened.status).toBe(201)
  expect((await proof('GET', opened.body.Token)).body.Bestaetigt).toBe(true)
  expect((await collect(opened.body.Token, none)).status).toBe(200)
})

test('a code is over after five tries, after a quarter of an hour, and with a newer one of the same browser', async () => {
  const { rewardToken: token, referrerEmail } = await journey()
  const first = await askCode(token, referrerEmail)
  for (let tried = 1; tried < codeTries; tried += 1)
    expect((await enter(token, other(first.code), first.cookie)).body.ErrorCode).toBe('PSOF0218')
  expect((await enter(token, other(first.code), first.cookie)).body.ErrorCode).toBe('PSOF0219')
  expect((await enter(token, first.code, first.cookie)).body.ErrorCode).toBe('PSOF0219')

  const second = await askCode(token, referrerEmail)
  const third = await askCode(token, referrerEmail, undefined, second.cookie)
  expect((await enter(token, second.code, second.cookie)).body.ErrorCode).toBe('PSOF0219')
  server.clock.advance('PT15M')
  expect((await enter(token, third.code, third.cookie)).body.ErrorCode).toBe('PSOF0219')

  const fourth = await askCode(token, referrerEmail)
  const guesses = await Promise.all(
    Array.from({ length: 12 }, () => enter(token, other(fourth.code), fourth.cookie)),
  )
  const wrong = guesses.filter(({ body }) => body.ErrorCode === 'PSOF0218')
  expect(wrong.length).toBeLessThanOrEqual(codeTries)
  expect((await enter(token, fourth.code, fourth.cookie)).body.ErrorCode).toBe('PSOF0219')
})

test('a confirmation ends after an hour, and codes to one address are limited', async () => {
  const { rewardToken: token, referrerEmail } = await journey()
  const { cookie, code } = await askCode(token, referrerEmail)
  expect((await enter(token, code, cookie)).status).toBe(200)
  server.clock.advance('PT59M')
  expect((await proof('GET', token, { cookie })).body.Bestaetigt).toBe(true)
  server.clock.advance('PT1M')
  expect((await proof('GET', token, { cookie })).body.Bestaetigt).toBe(false)
  expect((await collect(token, cookie)).body.ErrorCode).toBe('PSOF0217')
  server.clock.advance('PT15M')
  for (let sent = 0; sent < codesPerAddress.hour; sent += 1) await askCode(token, referrerEmail)
  const more = await proof('POST', token, { body: {} })
  expect([more.status, Number(more.headers['retry-after']) > 0]).toEqual([429, true])
})

test('whoever has somebody’s forwarded link uses up no codes but their own', async () => {
  const { rewardToken: token } = await journey()
  const ask = async (ip: string) => (await proof('POST', token, { body: {}, ip })).status
  const from = async (ip: string, times: number) => {
    for (let time = 0; time < times; time += 1) expect(await ask(ip)).toBe(200)
  }
  const { hour, day, dayOfAll } = codesPerAddress
  for (const other of ['198.51.100.1', '198.51.100.2']) {
    await from(other, hour)
    server.clock.advance('PT1H')
    await from(other, day - hour)
    server.clock.advance('PT1H')
    expect(await ask(other)).toBe(429)
  }
  expect(2 * day).toBe(dayOfAll)
  // Places that asked for few still get one an hour.
  expect([await ask('203.0.113.5'), await ask('203.0.113.6')]).toEqual([200, 429])
  server.clock.advance('PT1H')
  expect(await ask('203.0.113.6')).toBe(200)
})
