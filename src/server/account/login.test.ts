import { parseOptions } from '@node-rs/argon2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailedToken } from '../../../test/helpers/mails.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { issueToken } from '../base/token-store.ts'
import { withTenant } from '../db/connection.ts'
import { argon2Options, decoyHash } from '../access/password-hash.ts'
import { goodPassword, registered, solve, stranger } from './people.test-helper.ts'
import { openSession } from './session.ts'
import { findAccountByEmail } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const login = (email: string, password: string, ip: string, tenant = 'standard') =>
  server.call('POST', `/${tenant}/account/login`, {
    ip,
    body: { Email: email, Password: password },
  })

test('a login answers the current user with a bearer that works, whatever the case of the address', async () => {
  const person = await registered(server)
  const answer = await login(person.email.toUpperCase(), goodPassword, person.ip)
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({
    Email: person.email,
    Vorname: 'Mara',
    Nachname: 'Lindenau',
    Anrede: null,
    NewsletterOptinGegeben: false,
    NewsletterOptinVersendetAm: null,
    Language: 'de',
    SupportZugriff: false,
  })
  const user = await server.call('GET', '/standard/account/user', { token: answer.body.Token })
  expect(user.body).toEqual(answer.body)
  const fortnight = server.clock
    .realNow()
    .add({ hours: 14 * 24 })
    .toString()
  expect(answer.body.TokenGueltigBis).toBe(fortnight)
})

test('an unknown address and a wrong password are the same answer', async () => {
  const person = await registered(server)
  const wrong = await login(person.email, 'Falsches-Passwort-1', person.ip)
  const unknown = await login('niemand@post.example', 'Falsches-Passwort-1', person.ip)
  expect([wrong.status, wrong.body.ErrorCode]).toEqual([400, 'PSOF0201'])
  expect({ ...unknown.body, RequestId: '' }).toEqual({ ...wrong.body, RequestId: '' })
})

test('verifying against a missing password takes as long as against a real one', () => {
  expect(parseOptions(decoyHash)).toMatchObject(argon2Options)
})

test('an account that was never confirmed has no password to log in with', async () => {
  const { email, ip } = stranger()
  await server.call('POST', '/standard/account/createEmpfehler', {
    ip,
    body: { Vorname: 'Ole', Nachname: 'Brand', Email: email },
  })
  expect((await login(email, goodPassword, ip)).body.ErrorCode).toBe('PSOF0201')
})

test('an unconfirmed account says so to who knows its password alone, with the id to resend to', async () => {
  const person = await registered(server)
  const account = await withTenant(server.db, 'standard', async (tx) => {
    await tx
      .updateTable('accounts')
      .set({ confirmed_at: null })
      .where('tenant', '=', 'standard')
      .where('email', '=', person.email)
      .execute()
    return findAccountByEmail(tx, 'standard', person.email)
  })
  expect((await login(person.email, 'Falsches-Passwort-1', person.ip)).body.ErrorCode).toBe(
    'PSOF0201',
  )
  const answer = await login(person.email, goodPassword, person.ip)
  expect([answer.status, answer.body.ErrorCode]).toEqual([403, 'PSOF0207'])
  expect(answer.body.Details).toEqual({ Id: account!.account_id })
})

test('the id of that refusal mails a link that confirms with one press, and the login works', async () => {
  const person = await registered(server)
  await withTenant(server.db, 'standard', (tx) =>
    tx
      .updateTable('accounts')
      .set({ confirmed_at: null })
      .where('tenant', '=', 'standard')
      .where('email', '=', person.email)
      .execute(),
  )
  const refused = await login(person.email, goodPassword, person.ip)
  const { Id } = refused.body.Details
  await server.call('GET', `/standard/account/resendWelcomeMail/${Id}`, { ip: person.ip })
  const Token = await mailedToken(server, 'standard', person.email, 'welcome')
  const pressed = await server.call('PUT', '/standard/empfehlen/bestaetigung', { body: { Token } })
  expect(pressed.body.Anmeldung.Email).toBe(person.email)
  expect((await login(person.email, goodPassword, person.ip)).status).toBe(200)
})

test('guessing stops after ten wrong tries, also in parallel; right ones are never counted', async () => {
  const person = await registered(server)
  for (let round = 0; round < 12; round++) {
    expect((await login(person.email, goodPassword, person.ip)).status).toBe(200)
  }
  const tries = await Promise.all(
    Array.from({ length: 14 }, () => login(person.email, 'Falsches-Passwort-1', person.ip)),
  )
  const codes = tries.map((answer) => answer.body.ErrorCode)
  expect(codes.filter((code) => code === 'PSOF0201')).toHaveLength(10)
  expect(codes.filter((code) => code === 'PSOF0605')).toHaveLength(4)
  const stopped = await login(person.email, goodPassword, person.ip)
  expect(stopped.status).toBe(429)
  expect(Number(stopped.headers['retry-after'])).toBeGreaterThan(0)
  // From elsewhere the owner still gets in: a stranger's guesses do not lock an account.
  expect((await login(person.email, goodPassword, stranger().ip)).status).toBe(200)
  server.clock.advance('PT15M')
  expect((await login(person.email, goodPassword, person.ip)).status).toBe(200)
})

test('strangers who guess from many places cost the owner a captcha, and never lock him out', async () => {
  const person = await registered(server)
  const guess = (query = '', password = 'Falsches-Passwort-1', ip = stranger().ip) =>
    server.call('POST', `/standard/account/login${query}`, {
      ip,
      body: { Email: person.email, Password: password },
    })
  const tries = await Promise.all(Array.from({ length: 60 }, () => guess()))
  const codes = tries.map((answer) => answer.body.ErrorCode)
  expect(codes.filter((code) => code === 'PSOF0201')).toHaveLength(20)
  expect(codes.filter((code) => code === 'PSOF0501')).toHaveLength(40)
  const due = await guess('', goodPassword)
  expect([due.status, due.body.ErrorCode]).toEqual([428, 'PSOF0501'])
  const solution = await solve(due.body.Details.Challenge)
  // Nothing goes out by mail here, so that word buys nothing.
  expect((await guess('?captcha=mail', goodPassword)).body.ErrorCode).toBe('PSOF0502')
  expect((await guess(`?captcha=${solution}`, goodPassword)).status).toBe(200)
  // One solution is one try, also for a wrong password.
  expect((await guess(`?captcha=${solution}`)).body.ErrorCode).toBe('PSOF0502')
  const wrong = await solve((await guess()).body.Details.Challenge)
  expect((await guess(`?captcha=${wrong}`)).body.ErrorCode).toBe('PSOF0201')
  expect((await guess(`?captcha=${wrong}`, goodPassword)).body.ErrorCode).toBe('PSOF0502')
})

test('a visitor’s own limit is hard, with or without captcha, and covers the whole network', async () => {
  const person = await registered(server)
  const login6 = (host: number) => login(person.email, 'Falsches-Passwort-1', `2001:db8::${host}`)
  for (let host = 1; host <= 10; host++)
    expect((await login6(host)).body.ErrorCode).toBe('PSOF0201')
  expect((await login6(11)).body.ErrorCode).toBe('PSOF0605')
  expect((await login(person.email, goodPassword, '2001:db8:0:1::1')).status).toBe(200)
})

test('a blocked company is refused after the password, with its reason', async () => {
  const person = await registered(server, 'standard')
  await withTenant(server.db, 'standard', (tx) =>
    tx
      .updateTable('accounts')
      .set({ email: 'jemand@sonnseite.example' })
      .where('tenant', '=', 'standard')
      .where('email', '=', person.email)
      .execute(),
  )
  expect(
    (await login('jemand@sonnseite.example', 'Falsches-Passwort-1', person.ip)).body.ErrorCode,
  ).toBe('PSOF0201')
  expect((await login('jemand@sonnseite.example', goodPassword, person.ip)).body.ErrorCode).toBe(
    'PSOF0211',
  )
})

test('an account of one tenant is none in another', async () => {
  const person = await registered(server, 'standard')
  expect((await login(person.email, goodPassword, person.ip, 'telko')).body.ErrorCode).toBe(
    'PSOF0201',
  )
  expect((await server.call('GET', '/telko/account/user', { token: person.token })).status).toBe(
    401,
  )
})

test('wrong fields are listed by their wire names', async () => {
  const { status, body } = await server.call('POST', '/standard/account/login', {
    body: { Email: 'a@b.example', Passwort: 'x' },
  })
  expect([status, body.ErrorCode]).toEqual([400, 'PSOF0101'])
  expect(body.Fields.map((one: { Field: string }) => one.Field).toSorted()).toEqual([
    'Password',
    'Passwort',
  ])
})

test('a session from the cookie never shows its token; logout ends it, and only it', async () => {
  const person = await registered(server)
  const second = (await login(person.email, goodPassword, person.ip)).body.Token as string
  const cookie = `zs_user=${second}`
  const user = await server.call('GET', '/standard/account/user', { cookie })
  expect([user.status, user.body.Token]).toEqual([200, null])
  expect((await server.call('POST', '/standard/account/logout', { cookie })).body).toEqual({})
  expect((await server.call('GET', '/standard/account/user', { cookie })).body.ErrorCode).toBe(
    'PSOF0204',
  )
  expect((await server.call('GET', '/standard/account/user', { token: person.token })).status).toBe(
    200,
  )
})

test('the language is kept with the account', async () => {
  const { token } = await registered(server)
  expect(
    (
      await server.call('POST', '/standard/account/updateLanguage/', {
        token,
        body: { Language: 'en' },
      })
    ).body,
  ).toEqual({})
  expect((await server.call('GET', '/standard/account/user', { token })).body.Language).toBe('en')
  const wrong = await server.call('POST', '/standard/account/updateLanguage/', {
    token,
    body: { Language: 'fr' },
  })
  expect(wrong.body.ErrorCode).toBe('PSOF0101')
})

test('an admin token logs in once, within 5 minutes, as support, and says so in the audit log', async () => {
  const person = await registered(server)
  const { id: operator, session } = await makeOperator(server, 'hilfe@post.example', ['support'])
  const issue = () =>
    withTenant(server.db, 'standard', async (tx) => {
      const account = await findAccountByEmail(tx, 'standard', person.email)
      const now = server.clock.realNow()
      const token = await issueToken(tx, server.deps.keys, 'standard', {
        kind: 'admin-login',
        subject: account!.account_id,
        now,
        expiresAt: now.add({ minutes: 5 }),
        uses: 1,
        details: { operator, operatorSession: session },
      })
      return { ...token, accountId: account!.account_id }
    })
  const token = await issue()
  const answers = await Promise.all(
    Array.from({ length: 5 }, () =>
      server.call('GET', `/standard/account/login/?token=${token.text}`),
    ),
  )
  const good = answers.filter(({ status }) => status === 200)
  expect(good).toHaveLength(1)
  expect(good[0]!.body).toMatchObject({ Email: person.email, SupportZugriff: true })
  expect(answers.filter(({ body }) => body.ErrorCode === 'PSOF0206')).toHaveLength(4)
  // Support looks and does not touch.
  const change = await server.call('POST', '/standard/account/updateLanguage', {
    token: good[0]!.body.Token,
    body: { Language: 'de' },
  })
  expect([change.status, change.body.ErrorCode]).toEqual([403, 'PSOF0203'])
  const rows = await withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'support'])
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', token.accountId)
      .orderBy('audit_id')
      .execute(),
  )
  expect(rows.at(-1)).toEqual({ action: 'log-in-as-support', support: true })
  const late = await issue()
  server.clock.advance('PT5M')
  const expired = await server.call('GET', `/standard/account/login/?token=${late.text}`)
  expect([expired.status, expired.body.ErrorCode]).toEqual([410, 'PSOF0205'])
})

test('a support session ends after two hours, and the audit log marks what it wrote', async () => {
  const person = await registered(server)
  const {
    id: operator,
    token: console,
    session,
  } = await makeOperator(server, 'pause@post.example', ['support'])
  const open = () =>
    withTenant(server.db, 'standard', async (tx) => {
      const { account_id: id } = (await findAccountByEmail(tx, 'standard', person.email))!
      const by = { support: true, operator, operatorSession: session }
      return { id, token: (await openSession(tx, server.deps, 'standard', id, by)).token }
    })
  const { id, token } = await open()
  expect((await server.call('POST', '/standard/account/logout', { token })).status).toBe(200)
  const rows = await withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'support'])
      .where('tenant', '=', 'standard')
      .where('subject_id', '=', id)
      .orderBy('audit_id')
      .execute(),
  )
  expect(rows.at(-1)).toEqual({ action: 'log-out', support: true })
  const late = (await open()).token
  const status = async () =>
    (await server.call('GET', '/standard/account/user', { token: late })).status
  // The console is used meanwhile, else its session ends first.
  for (const _ of Array.from({ length: 7 })) {
    server.clock.advance('PT17M')
    const me = await server.call('GET', '/betrieb/betrieb/ich', { token: console })
    expect(me.status).toBe(200)
  }
  expect(await status()).toBe(200)
  server.clock.advance('PT1M')
  expect(await status()).toBe(401)
})

test('an address at a domain beyond ASCII is one account and one mailbox, in whichever spelling it is typed', async () => {
  const [name] = stranger().email.split('@')
  const [letters, ascii] = [`${name}@bücher.example`, `${name}@xn--bcher-kva.example`]
  const person = await registered(server, 'standard', ascii)
  const answer = await login(letters.toUpperCase(), goodPassword, person.ip)
  expect([answer.status, answer.body.Email]).toEqual([200, ascii])
  const ask = (email: string) =>
    server.call('POST', '/standard/account/createEmpfehler', {
      ip: stranger().ip,
      body: { Vorname: 'Mara', Nachname: 'Lindenau', Email: email },
    })
  // The first of the day's five mails was the welcome.
  for (const email of [letters, ascii, `${name}+2@bücher.example`, letters])
    expect((await ask(email)).status).toBe(202)
  for (const email of [ascii, letters, `${name}+3@bücher.example`])
    expect((await ask(email)).body.ErrorCode).toBe('PSOF0501')
  const rows = await withTenant(server.db, 'standard', (tx) =>
    tx.selectFrom('accounts').select('email').where('email', 'like', `${name}@%`).execute(),
  )
  expect(rows).toEqual([{ email: ascii }])
})
