import { afterAll, beforeAll, expect, test } from 'vitest'
import { iban } from '../../../test/helpers/actors.ts'
import { mailedToken, queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { stillLoggedIn } from '../../../test/helpers/still-logged-in.ts'
import { goodPassword, registered, stranger } from '../account/people.test-helper.ts'
import { postReferral, wish } from './journey.test-helper.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const press = (Token: string, token?: string, tenant = 'standard') =>
  server.call('PUT', `/${tenant}/empfehlen/bestaetigung`, {
    body: { Token },
    ...(token ? { token } : {}),
  })
const bank = { Kontoinhaber: 'Mara Lindenau', Iban: iban }
const saveBank = (token: string) =>
  server.call('PUT', '/standard/empfehler/bankdaten', { body: bank, token })
const choose = (token: string, password = goodPassword) =>
  server.call('PUT', '/standard/account/resetPasswordWithoutToken', {
    body: { Password: password },
    token,
  })
const login = (Email: string, Password: string) =>
  server.call('POST', '/standard/account/login', { body: { Email, Password }, ip: stranger().ip })

async function recommended() {
  const { email } = stranger()
  const made = (await postReferral(server, wish(email))).body
  return {
    email,
    number: made.Empfehlungsnummer as string,
    link: await mailedToken(server, 'standard', email, 'welcome'),
  }
}

async function pressed() {
  const person = await recommended()
  const { body } = await press(person.link)
  return { ...person, session: body.Anmeldung.Token as string }
}

test('one press of the mailed button confirms the address, owns the referral and logs in', async () => {
  const { email, number, link } = await recommended()
  const { status, body } = await press(link)
  expect([status, body.Empfehlungsnummer, body.Anmeldung.Email]).toEqual([200, number, email])
  const own = await server.call('GET', '/standard/empfehler/empfehlungen', {
    token: body.Anmeldung.Token,
  })
  expect(own.body.map((one: { Empfehlungsnummer: string }) => one.Empfehlungsnummer)).toEqual([
    number,
  ])
})

test('of many presses one logs in; the others are answered as done and let nobody in', async () => {
  const { link, number } = await recommended()
  const answers = await Promise.all(Array.from({ length: 8 }, () => press(link)))
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(answers.filter(({ body }) => body.Anmeldung !== null)).toHaveLength(1)
  const later = await press(link)
  expect([later.body.Anmeldung, later.body.Empfehlungsnummer]).toEqual([null, number])
})

test('a mailed link knows the device on which its address was typed, or its owner, and nobody else’s', async () => {
  const { email } = stranger()
  const asked = (Token: string, more: object = {}) =>
    server
      .call('PUT', '/standard/account/validateResetPassword', { body: { Token }, ...more })
      .then(({ body }) => body.SelbesGeraet as boolean)
  const typed = await postReferral(server, wish(email))
  const mark = String(typed.headers['set-cookie'])
  expect(mark).toMatch(/^zs_referrer=[\w-]{43}; Path=\/; HttpOnly; SameSite=Lax$/)
  const cookie = mark.split(';')[0]!
  const link = await mailedToken(server, 'standard', email, 'welcome')
  expect(await asked(link)).toBe(false)
  expect(await asked(link, { cookie })).toBe(true)
  const other = await postReferral(server, wish(stranger().email))
  expect(await asked(link, { cookie: String(other.headers['set-cookie']).split(';')[0] })).toBe(
    false,
  )
  const known = await registered(server)
  await postReferral(server, wish(known.email))
  const own = await mailedToken(server, 'standard', known.email, 'finishReferral')
  expect(await asked(own, { token: known.token })).toBe(true)
  expect(await asked(own, { cookie })).toBe(false)
})

test('a link is over after seven days, and opens nothing at another tenant', async () => {
  const { link } = await recommended()
  expect((await press(link, undefined, 'telko')).body.ErrorCode).toBe('PSOF0205')
  server.clock.advance('P8D')
  expect((await press(link)).body.ErrorCode).toBe('PSOF0205')
})

test('a second welcome link says that everything is confirmed, rather than that it is over', async () => {
  const first = await recommended()
  await postReferral(server, wish(first.email, { product: '103' }))
  const second = await mailedToken(server, 'standard', first.email, 'welcome')
  expect(second).not.toBe(first.link)
  await press(first.link)
  const { body } = await press(second)
  expect([body.Anmeldung, typeof body.Empfehlungsnummer]).toEqual([null, 'string'])
  const asked = await server.call('PUT', '/standard/account/validateResetPassword', {
    body: { Token: second },
  })
  expect(asked.body.ErrorCode).toBe('PSOF0206')
})

test('a session by link sees everything and touches no money until a password was chosen, once', async () => {
  const { session, email } = await pressed()
  for (const call of [
    () => saveBank(session),
    () => server.call('DELETE', '/standard/empfehler/bankdaten', { token: session }),
    () =>
      server.call('DELETE', '/standard/empfehler/delete', {
        token: session,
        body: { PraemienVerfallen: true },
      }),
  ]) {
    const { status, body } = await call()
    expect([status, body.ErrorCode, body.Details]).toEqual([
      403,
      'PSOF0203',
      { MissingPassword: true },
    ])
  }
  const weak = await choose(session, 'kurz')
  expect([weak.status, weak.body.Fields[0].Field]).toEqual([400, 'Password'])
  expect((await choose(session)).status).toBe(200)
  expect((await saveBank(session)).status).toBe(200)
  expect((await login(email, goodPassword)).status).toBe(200)
  expect((await queuedMails(server, 'standard', email))[0]?.template).toBe('bankDataSaved')
  const told = (await queuedMails(server, 'standard', email))[1]
  expect([told?.template, told?.data.first]).toEqual(['passwordChanged', 1])
  // From then on the old one is asked for.
  expect((await choose(session, 'Anders-2026-Wort')).body.ErrorCode).toBe('PSOF0201')
})

test('of many who choose the first password at once one does', async () => {
  const { session, email } = await pressed()
  const words = Array.from({ length: 5 }, (_, at) => `Zugvogel-2026-Nord${at}`)
  const answers = await Promise.all(words.map((word) => choose(session, word)))
  const won = answers.flatMap(({ status }, at) => (status === 200 ? [words[at]!] : []))
  expect(won).toHaveLength(1)
  expect((await login(email, won[0]!)).status).toBe(200)
})

test('a day after the press the session chooses no password any more; a fresh link does', async () => {
  const { session, email } = await pressed()
  server.clock.advance('PT24H')
  await stillLoggedIn(server, 'standard')
  expect((await choose(session)).body.ErrorCode).toBe('PSOF0203')
  expect((await server.call('GET', '/standard/account/user', { token: session })).status).toBe(200)
  await server.call('GET', `/standard/account/resetPassword/${email}`, { ip: stranger().ip })
  const set = await server.call('PUT', '/standard/account/resetPassword', {
    body: {
      Token: await mailedToken(server, 'standard', email, 'setPassword'),
      Password: goodPassword,
    },
  })
  expect((await saveBank(set.body.Token)).status).toBe(200)
  // Whoever pressed a stolen link is out by then.
  expect((await server.call('GET', '/standard/account/user', { token: session })).status).toBe(401)
})

test('somebody with a password who presses a link is asked for it where money is concerned', async () => {
  const known = await registered(server)
  await postReferral(server, wish(known.email))
  const link = await mailedToken(server, 'standard', known.email, 'finishReferral')
  const byLink = (await press(link)).body.Anmeldung.Token as string
  expect((await saveBank(byLink)).body.ErrorCode).toBe('PSOF0203')
  expect((await choose(byLink, 'Anders-2026-Wort')).body.ErrorCode).toBe('PSOF0201')
  const { body } = await login(known.email, goodPassword)
  expect((await saveBank(body.Token)).status).toBe(200)
})

test('whoever is logged in with a password already keeps that session', async () => {
  const known = await registered(server)
  await postReferral(server, wish(known.email))
  const link = await mailedToken(server, 'standard', known.email, 'finishReferral')
  const { body } = await press(link, known.token)
  expect(body.Anmeldung.Token).toBe(known.token)
  expect((await saveBank(known.token)).status).toBe(200)
})

test('a link that sets a new password logs in by no press', async () => {
  const known = await registered(server)
  await server.call('GET', `/standard/account/resetPassword/${known.email}`, { ip: known.ip })
  const link = await mailedToken(server, 'standard', known.email, 'setPassword')
  expect((await press(link)).body.ErrorCode).toBe('PSOF0205')
})
