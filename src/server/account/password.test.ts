import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailedToken, queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'
import { accountCalls } from './account-calls.test-helper.ts'
import { goodPassword, registered, stranger } from './people.test-helper.ts'

let server: TestServer
let ask: ReturnType<typeof accountCalls>['ask']
let set: ReturnType<typeof accountCalls>['set']
let create: ReturnType<typeof accountCalls>['create']
beforeAll(async () => {
  server = await startTestServer()
  ;({ ask, set, create } = accountCalls(server))
})
afterAll(() => server.stop())

const other = 'Blauwal-1987-Ost'

test('a registration: welcome mail, its link completes it once, and logs in', async () => {
  const { email, ip } = stranger()
  const answer = await create(email, ip)
  expect([answer.status, answer.body]).toEqual([202, {}])
  const token = await mailedToken(server, 'standard', email, 'welcome')
  const shown = await server.call('PUT', '/standard/account/validateResetPassword', {
    body: { Token: token },
  })
  expect(shown.body).toEqual({
    Email: email,
    Vorname: 'Ida',
    Nachname: 'Sommer',
    Registrierung: true,
    SelbesGeraet: false,
  })
  const done = await set(token, goodPassword, { Anrede: 'Frau', Nachname: 'Sommerfeld' })
  expect(done.body).toMatchObject({
    Email: email,
    Anrede: 'Frau',
    Vorname: 'Ida',
    Nachname: 'Sommerfeld',
  })
  expect(
    (await server.call('GET', '/standard/account/user', { token: done.body.Token })).status,
  ).toBe(200)
  expect((await set(token, other)).body.ErrorCode).toBe('PSOF0206')
  const again = await server.call('PUT', '/standard/account/validateResetPassword', {
    body: { Token: token },
  })
  expect([again.status, again.body.ErrorCode]).toEqual([410, 'PSOF0206'])
})

test('a known address gets a way in instead, and what is known of it stays', async () => {
  const person = await registered(server)
  const answer = await create(person.email, stranger().ip)
  expect([answer.status, answer.body]).toEqual([202, {}])
  const [mail] = await queuedMails(server, 'standard', person.email)
  expect(mail).toMatchObject({ template: 'setPassword', data: { firstName: 'Mara' } })
  expect(
    (await server.call('GET', '/standard/account/user', { token: person.token })).body.Vorname,
  ).toBe('Mara')
})

test('registering twice with the same key mails once; another body under the key is refused', async () => {
  const { email, ip } = stranger()
  const headers = { 'idempotency-key': `register-${email}` }
  const answers = await Promise.all(Array.from({ length: 5 }, () => create(email, ip, { headers })))
  expect(answers.map(({ status }) => status)).toEqual([202, 202, 202, 202, 202])
  expect(await queuedMails(server, 'standard', email)).toHaveLength(1)
  const body = { Vorname: 'Udo', Nachname: 'Sommer', Email: email }
  expect((await create(email, ip, { headers, body })).body.ErrorCode).toBe('PSOF0606')
})

test('parallel registrations of one address make one account', async () => {
  const { email, ip } = stranger()
  const answers = await Promise.all(Array.from({ length: 10 }, () => create(email, ip)))
  const count = (status: number) => answers.filter((answer) => answer.status === status).length
  expect([count(202), count(428)]).toEqual([5, 5])
  const accounts = await withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('accounts')
      .select('account_id')
      .where('tenant', '=', 'standard')
      .where('email', '=', email)
      .execute(),
  )
  expect(accounts).toHaveLength(1)
  // However often strangers ask, an address gets five such mails a day.
  expect(await queuedMails(server, 'standard', email)).toHaveLength(5)
})

test('addresses that may not take part are refused with their reason', async () => {
  const tries: [string, string, string][] = [
    ['standard', 'keine-adresse', 'PSOF0304'],
    ['standard', 'jemand@sonnseite.example', 'PSOF0211'],
    ['bgv', 'fremd@post.example', 'PSOF0303'],
  ]
  for (const [tenant, Email, code] of tries) {
    const { body } = await server.call('POST', `/${tenant}/account/createEmpfehler`, {
      ...stranger(),
      body: { Vorname: 'Ida', Nachname: 'Sommer', Email },
    })
    expect(body.ErrorCode).toBe(code)
  }
})

test('a password link requested for a reward leads on to it; a registration’s does not', async () => {
  const person = await registered(server)
  const reward = '0198f0c0-0000-7000-8000-000000000001'
  const query = `?praemie=${reward}`
  const linkIn = async (email: string) =>
    (await queuedMails(server, 'standard', email))[0]?.data.link
  expect((await ask(person.email, person.ip, query)).status).toBe(202)
  expect(await linkIn(person.email)).toMatchObject({
    link: { page: 'SetPassword', query: { reward } },
  })
  expect((await ask(person.email, person.ip, '?praemie=//beute.example')).body.ErrorCode).toBe(
    'PSOF0101',
  )
  const { email, ip } = stranger()
  await create(email, ip)
  await ask(email, ip, query)
  expect(await linkIn(email)).toMatchObject({ link: { page: 'Registration' } })
  expect(await linkIn(email)).not.toHaveProperty('link.query')
})

test('a new password by mail: the link works once and for a day, ends other sessions, and the owner is told', async () => {
  const person = await registered(server)
  expect((await ask(person.email, person.ip)).status).toBe(202)
  const token = await mailedToken(server, 'standard', person.email, 'setPassword')
  const shown = await server.call('PUT', '/standard/account/validateResetPassword', {
    body: { Token: token },
  })
  expect(shown.body.Registrierung).toBe(false)
  // The names of an account are not changed by a link that sets its password.
  const done = await set(token, other, { Vorname: 'Eva' })
  expect([done.status, done.body.Vorname]).toEqual([200, 'Mara'])
  expect((await server.call('GET', '/standard/account/user', { token: person.token })).status).toBe(
    401,
  )
  expect(
    (await server.call('GET', '/standard/account/user', { token: done.body.Token })).status,
  ).toBe(200)
  expect((await queuedMails(server, 'standard', person.email))[0]!.template).toBe('passwordChanged')
  const login = (Password: string) =>
    server.call('POST', '/standard/account/login', {
      ip: person.ip,
      body: { Email: person.email, Password },
    })
  expect((await login(goodPassword)).body.ErrorCode).toBe('PSOF0201')
  expect((await login(other)).status).toBe(200)

  await ask(person.email, person.ip)
  const late = await mailedToken(server, 'standard', person.email, 'setPassword')
  server.clock.advance('PT24H')
  expect((await set(late, goodPassword)).body.ErrorCode).toBe('PSOF0205')
})

test('of many presses of one link one sets the password; older links die with it', async () => {
  const person = await registered(server)
  await ask(person.email, person.ip)
  const older = await mailedToken(server, 'standard', person.email, 'setPassword')
  await ask(person.email, person.ip)
  const token = await mailedToken(server, 'standard', person.email, 'setPassword')
  const answers = await Promise.all(Array.from({ length: 8 }, () => set(token, other)))
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(answers.filter(({ body }) => body.ErrorCode === 'PSOF0206')).toHaveLength(7)
  expect((await set(older, goodPassword)).body.ErrorCode).toBe('PSOF0205')
})

test('a newer reset link ends the older one, and a registration’s links stay until one is used', async () => {
  const person = await registered(server)
  await ask(person.email, person.ip)
  const older = await mailedToken(server, 'standard', person.email, 'setPassword')
  await ask(person.email, person.ip)
  const newer = await mailedToken(server, 'standard', person.email, 'setPassword')
  expect(newer).not.toBe(older)
  expect((await set(older, other)).body.ErrorCode).toBe('PSOF0205')
  expect((await set(newer, other)).status).toBe(200)

  const { email, ip } = stranger()
  await create(email, ip)
  const first = await mailedToken(server, 'standard', email, 'welcome')
  await ask(email, ip)
  expect(await mailedToken(server, 'standard', email, 'welcome')).not.toBe(first)
  expect((await set(first, goodPassword)).status).toBe(200)
})

test('a link of one tenant is none in another, and a made-up one is expired', async () => {
  const person = await registered(server)
  await ask(person.email, person.ip)
  const token = await mailedToken(server, 'standard', person.email, 'setPassword')
  const body = { Token: token, Password: other, PasswordConfirm: other }
  expect((await server.call('PUT', '/telko/account/resetPassword', { body })).body.ErrorCode).toBe(
    'PSOF0205',
  )
  expect((await set('x'.repeat(43), other)).body.ErrorCode).toBe('PSOF0205')
  expect((await set(person.token, other)).body.ErrorCode).toBe('PSOF0205')
})

test('weak, common and mistyped passwords are refused at their fields, in the language of the caller', async () => {
  const { email, ip } = stranger()
  await create(email, ip)
  const Token = await mailedToken(server, 'standard', email, 'welcome')
  const fields = async (Password: string, PasswordConfirm = Password) => {
    const { status, body } = await server.call('PUT', '/standard/account/resetPassword', {
      body: { Token, Password, PasswordConfirm },
      headers: { 'accept-language': 'en' },
    })
    expect([status, body.ErrorCode]).toEqual([400, 'PSOF0101'])
    return body.Fields as { Field: string; Message: string }[]
  }
  expect((await fields('kurz')).map(({ Message }) => Message)).toEqual([
    '8 to 200 characters – from 15 on that is enough',
    'at least one uppercase letter',
    'at least one digit',
  ])
  expect(await fields('Passwort2026!')).toEqual([
    { Field: 'Password', Message: 'This password is too well known. Please choose another one.' },
  ])
  expect((await fields(goodPassword, other)).map(({ Field }) => Field)).toEqual(['PasswordConfirm'])
  expect((await set(Token, goodPassword)).status).toBe(200)
})

test('changing the password needs the old one and keeps this session alone', async () => {
  const person = await registered(server)
  const second = await server.call('POST', '/standard/account/login', {
    ip: person.ip,
    body: { Email: person.email, Password: goodPassword },
  })
  const change = (OldPassword: string, Password: string) =>
    server.call('PUT', '/standard/account/resetPasswordWithoutToken', {
      token: person.token,
      body: { OldPassword, Password, PasswordConfirm: Password },
    })
  expect((await change('Falsches-Passwort-1', other)).body.ErrorCode).toBe('PSOF0201')
  expect((await change(goodPassword, 'kurz')).body.ErrorCode).toBe('PSOF0101')
  const done = await change(goodPassword, other)
  expect([done.status, done.body]).toEqual([200, {}])
  expect((await server.call('GET', '/standard/account/user', { token: person.token })).status).toBe(
    200,
  )
  expect(
    (await server.call('GET', '/standard/account/user', { token: second.body.Token })).status,
  ).toBe(401)
  for (let round = 0; round < 11; round++) await change('Falsches-Passwort-1', goodPassword)
  expect((await change(other, goodPassword)).body.ErrorCode).toBe('PSOF0605')
})

test('changing the password ends the mailed links that could set another one', async () => {
  const person = await registered(server)
  await ask(person.email, person.ip)
  const link = await mailedToken(server, 'standard', person.email, 'setPassword')
  const changed = await server.call('PUT', '/standard/account/resetPasswordWithoutToken', {
    token: person.token,
    body: { OldPassword: goodPassword, Password: other, PasswordConfirm: other },
  })
  expect(changed.status).toBe(200)
  expect((await set(link, goodPassword)).body.ErrorCode).toBe('PSOF0205')
})

test('the password rules are those that are checked, as plain expressions of any client', async () => {
  const rulesIn = async (language: string) =>
    (
      await server.call('GET', '/standard/account/passwortvalidator', {
        headers: { 'accept-language': language },
      })
    ).body as { Id: string; Regex: string; Text: string }[]
  const rules = await rulesIn('en')
  expect(rules.map(({ Id }) => Id)).toEqual(['length', 'lower', 'upper', 'digit', 'common'])
  for (const [at, { Text }] of (await rulesIn('de')).entries()) {
    expect(Text).toMatch(/\S/)
    expect(Text).not.toBe(rules[at]!.Text)
  }
  const { email, ip } = stranger()
  await create(email, ip)
  const token = await mailedToken(server, 'standard', email, 'welcome')
  const refusals = async (password: string) => {
    const { body } = await server.call('PUT', '/standard/account/resetPassword', {
      body: { Token: token, Password: password, PasswordConfirm: password },
      headers: { 'accept-language': 'en' },
    })
    return (body.Fields ?? []).map(({ Message }: { Message: string }) => Message)
  }
  // Each rule is broken alone, some together, and at their edges: the server names just what a client finds.
  for (const password of [
    'Kurz-26',
    'OHNEKLEINE-26',
    'ohnegrosse-26',
    'OhneZiffern',
    'ohne',
    'äöüß-ohne-1',
    '🔑🔑🔑🔑Aa1',
  ]) {
    const found = rules.filter(({ Regex }) => !new RegExp(Regex).test(password))
    expect(found.length, password).toBeGreaterThan(0)
    expect([password, await refusals(password)]).toEqual([password, found.map(({ Text }) => Text)])
  }
  // What no expression can say is a rule that lets all pass, and the server's word.
  expect(rules.every(({ Regex }) => new RegExp(Regex).test('Passwort2026!'))).toBe(true)
  expect(await refusals('Passwort2026!')).toHaveLength(1)
  expect(rules.every(({ Regex }) => new RegExp(Regex).test('Kürbis-Moos-7'))).toBe(true)
  expect((await set(token, 'Kürbis-Moos-7')).status).toBe(200)
})
