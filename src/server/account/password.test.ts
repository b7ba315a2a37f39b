import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailedToken, queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'
import { mailBucket } from './mail-limit.ts'
import { goodPassword, registered, solve, stranger } from './people.test-helper.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const other = 'Blauwal-1987-Ost'
const ask = (email: string, ip: string, query = '') =>
  server.call('GET', `/standard/account/resetPassword/${encodeURIComponent(email)}${query}`, { ip })
const set = (Token: string, Password: string, more: Record<string, unknown> = {}) =>
  server.call('PUT', '/standard/account/resetPassword', {
    body: { Token, Password, PasswordConfirm: Password, ...more },
  })
const create = (email: string, ip: string, more: Parameters<TestServer['call']>[2] = {}) =>
  server.call('POST', '/standard/account/createEmpfehler', {
    ip,
    body: { Vorname: 'Ida', Nachname: 'Sommer', Email: email },
    ...more,
  })
const audits = (action: string) =>
  withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('audit_log')
      .select('subject_id')
      .where('tenant', '=', 'standard')
      .where('action', '=', action)
      .execute(),
  )

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

test('nobody learns from the answer or its time whether an address is registered', async () => {
  const person = await registered(server)
  const timed = async (path: string) => {
    const start = performance.now()
    const { status, body } = await server.call('GET', path, stranger())
    return { status, body, ms: performance.now() - start }
  }
  for (const call of ['resetPassword', 'resendWelcomeMail']) {
    const known = await timed(`/standard/account/${call}/${person.email}`)
    const unknown = await timed(`/standard/account/${call}/${stranger().email}`)
    expect([known.status, known.body]).toEqual([202, {}])
    expect([unknown.status, unknown.body]).toEqual([202, {}])
    for (const { ms } of [known, unknown]) expect(ms).toBeGreaterThanOrEqual(149)
  }
})

test('a mailbox gets five mails a day by whichever calls of strangers, then each costs a captcha', async () => {
  const { email, ip } = stranger()
  const again = email.replace('@', '+noch@')
  await create(email, ip)
  await create(email, ip)
  await create(again, ip)
  expect((await ask(email, stranger().ip)).status).toBe(202)
  const resend = (query = '') =>
    server.call(
      'GET',
      `/standard/account/resendWelcomeMail/${encodeURIComponent(email)}${query}`,
      stranger(),
    )
  expect((await resend()).status).toBe(202)
  const all = async () => [
    ...(await queuedMails(server, 'standard', email)),
    ...(await queuedMails(server, 'standard', again)),
  ]
  expect(await all()).toHaveLength(5)
  for (const call of [create(email, ip), ask(email, stranger().ip), resend()])
    expect((await call).body.ErrorCode).toBe('PSOF0501')
  const unknown = stranger().email
  for (let round = 0; round < 5; round++) await ask(unknown, stranger().ip)
  expect((await ask(unknown, stranger().ip)).body.ErrorCode).toBe('PSOF0501')
  const referral = await server.call('POST', '/standard/empfehlen/create', {
    ip: stranger().ip,
    body: {
      Empfehlung: { ProductId: '101' },
      Empfehler: { Vorname: 'Ole', Nachname: 'Brand', Email: email, Agb: true },
    },
  })
  expect(referral.body.ErrorCode).toBe('PSOF0501')
  expect(await all()).toHaveLength(5)
  const captcha = await solve(referral.body.Details.Challenge)
  expect((await resend(`?captcha=${captcha}`)).status).toBe(202)
  expect(await all()).toHaveLength(6)
  expect((await audits('send-access-mail')).length).toBeGreaterThanOrEqual(3)
})

test('without the work of a captcha half of a mailbox is out of reach, alike for known and unknown addresses', async () => {
  const known = await registered(server)
  for (const email of [known.email, stranger().email]) {
    const register = (captcha = '') => {
      const path = `/standard/account/createEmpfehler?captcha=${captcha}`
      const body = { Vorname: 'Ida', Nachname: 'Sommer', Email: email }
      return server.call('POST', path, { ip: stranger().ip, body })
    }
    const setHits = (hits: number) =>
      withTenant(server.db, 'standard', (tx) =>
        tx
          .updateTable('rate_limits')
          .set({ hits })
          .where('tenant', '=', 'standard')
          .where('bucket', '=', mailBucket(server.deps.keys, email))
          .execute(),
      )
    expect((await register()).status).toBe(202)
    await setHits(5)
    const refused = await register()
    expect([refused.status, refused.body.ErrorCode]).toEqual([428, 'PSOF0501'])
    for (let hits = 5; hits < 10; hits++) expect((await register('mail')).status).toBe(202)
    const half = [await register('mail'), await ask(email, stranger().ip, '?captcha=mail')]
    for (const { status, body } of half) expect([status, body.ErrorCode]).toEqual([428, 'PSOF0501'])
    const first = await solve(half[0]!.body.Details.Challenge)
    expect((await register(first)).status).toBe(202)
    expect((await register(first)).body.ErrorCode).toBe('PSOF0502')
    await setHits(20)
    const second = await solve(half[1]!.body.Details.Challenge)
    const { status, body, headers } = await register(second)
    expect([status, body.ErrorCode]).toEqual([429, 'PSOF0605'])
    expect(Number(headers['retry-after'])).toBeGreaterThan(0)
    // The refusals used nothing up.
    await setHits(19)
    expect((await ask(email, stranger().ip, `?captcha=${second}`)).status).toBe(202)
  }
})

test('the owner gets a link an hour for a captcha, however many mails strangers have used up, alike for unknown addresses', async () => {
  const known = await registered(server)
  for (const email of [known.email, stranger().email]) {
    const link = async (ip: string) => {
      const asked = await ask(email, ip)
      const captcha = await solve(asked.body.Details.Challenge)
      return ask(email, ip, `?captcha=${captcha}`)
    }
    const thief = stranger().ip
    while ((await ask(email, stranger().ip)).status === 202);
    // A stranger at one place takes all that the day has left, and gets nothing beyond it.
    let stolen = 0
    let refused = await link(thief)
    for (; refused.status === 202; refused = await link(thief)) stolen += 1
    expect([stolen, refused.status, refused.body.ErrorCode]).toEqual([15, 429, 'PSOF0605'])
    const owner = stranger().ip
    expect((await link(owner)).status).toBe(202)
    // Once an hour for whoever asks: another way to flood the mailbox it is not.
    for (const ip of [owner, stranger().ip]) {
      const { status, headers } = await link(ip)
      expect(status).toBe(429)
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(3600)
    }
    server.clock.advance('PT1H')
    expect((await link(thief)).status).toBe(429)
    expect((await link(owner)).status).toBe(202)
  }
}, 60_000)

test("another site's page cannot have mails sent by its visitors' browsers", async () => {
  const { email, ip } = stranger()
  await create(email, ip)
  for (const call of ['resetPassword', 'resendWelcomeMail']) {
    const get = (site: string) =>
      server.call('GET', `/standard/account/${call}/${encodeURIComponent(email)}`, {
        ...stranger(),
        headers: { 'sec-fetch-site': site },
      })
    const refused = await get('cross-site')
    expect([refused.status, refused.body.ErrorCode]).toEqual([403, 'PSOF0203'])
    expect((await get('same-origin')).status).toBe(202)
  }
  expect(await queuedMails(server, 'standard', email)).toHaveLength(3)
})

test('who asks often solves a captcha; a solution counts once', async () => {
  const { ip } = stranger()
  for (let round = 0; round < 5; round++) expect((await ask(stranger().email, ip)).status).toBe(202)
  const refused = await ask(stranger().email, ip)
  expect([refused.status, refused.body.ErrorCode]).toEqual([428, 'PSOF0501'])
  const captcha = await solve(refused.body.Details.Challenge)
  expect((await ask(stranger().email, ip, `?captcha=${captcha}`)).status).toBe(202)
  const again = await ask(stranger().email, ip, `?captcha=${captcha}`)
  expect([again.status, again.body.ErrorCode]).toEqual([422, 'PSOF0502'])
})

test('the welcome mail comes again by address and by the id of an error', async () => {
  const { email, ip } = stranger()
  await create(email, ip)
  const resend = (id: string) =>
    server.call('GET', `/standard/account/resendWelcomeMail/${encodeURIComponent(id)}`, stranger())
  const account = await withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('accounts')
      .select('account_id')
      .where('tenant', '=', 'standard')
      .where('email', '=', email)
      .executeTakeFirstOrThrow(),
  )
  await resend(email)
  await resend(account.account_id)
  const mails = await queuedMails(server, 'standard', email)
  expect(mails.map(({ template }) => template)).toEqual(['welcome', 'welcome', 'welcome'])
  expect((await set(mails[0]!.token!, goodPassword)).status).toBe(200)
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
    '8 to 200 characters',
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

test('the password rules are those that are checked, as plain expressions of any client', async () => {
  const { body } = await server.call('GET', '/standard/account/passwortvalidator')
  expect(body.map(({ Id }: { Id: string }) => Id)).toEqual([
    'length',
    'lower',
    'upper',
    'digit',
    'common',
  ])
  const ok = (text: string) =>
    body.every((rule: { Regex: string }) => new RegExp(rule.Regex).test(text))
  expect([ok(goodPassword), ok('kurz'), ok('ohneziffer-Gross')]).toEqual([true, false, false])
})
