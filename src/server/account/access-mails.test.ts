import { afterAll, beforeAll, expect, test } from 'vitest'
import { queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'
import { accountCalls } from './account-calls.test-helper.ts'
import { mailBucket } from '../access/mail-limit.ts'
import { goodPassword, registered, solve, stranger } from './people.test-helper.ts'

// Mails that let somebody in, whoever asks for them: to whom, how many, and what an answer tells.

let server: TestServer
let calls: ReturnType<typeof accountCalls>
let ask: typeof calls.ask
let create: typeof calls.create
beforeAll(async () => {
  server = await startTestServer()
  calls = accountCalls(server)
  ;({ ask, create } = calls)
})
afterAll(() => server.stop())

/** As if so many mails had gone to a mailbox today: asking for each costs the work of a captcha. */
const setHits = (email: string, hits: number) =>
  withTenant(server.db, 'standard', (tx) =>
    tx
      .updateTable('rate_limits')
      .set({ hits })
      .where('tenant', '=', 'standard')
      .where('bucket', '=', mailBucket(server.deps.keys, email))
      .execute(),
  )

const audits = (action: string) =>
  withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('audit_log')
      .select('subject_id')
      .where('tenant', '=', 'standard')
      .where('action', '=', action)
      .execute(),
  )

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
  const resend = (query = '') => calls.resend(email, query)
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

test(
  'the second half of a mailbox’s daily mails needs a solved captcha, for known and unknown addresses alike',
  { tags: 'long' },
  async () => {
    const known = await registered(server)
    for (const email of [known.email, stranger().email]) {
      const register = (captcha = '') => {
        const path = `/standard/account/createEmpfehler?captcha=${captcha}`
        const body = { Vorname: 'Ida', Nachname: 'Sommer', Email: email }
        return server.call('POST', path, { ip: stranger().ip, body })
      }
      expect((await register()).status).toBe(202)
      await setHits(email, 5)
      const refused = await register()
      expect([refused.status, refused.body.ErrorCode]).toEqual([428, 'PSOF0501'])
      for (let hits = 5; hits < 10; hits++) expect((await register('mail')).status).toBe(202)
      const half = [await register('mail'), await ask(email, stranger().ip, '?captcha=mail')]
      for (const { status, body } of half)
        expect([status, body.ErrorCode]).toEqual([428, 'PSOF0501'])
      const first = await solve(half[0]!.body.Details.Challenge)
      expect((await register(first)).status).toBe(202)
      expect((await register(first)).body.ErrorCode).toBe('PSOF0502')
      await setHits(email, 20)
      const second = await solve(half[1]!.body.Details.Challenge)
      const { status, body, headers } = await register(second)
      expect([status, body.ErrorCode]).toEqual([429, 'PSOF0605'])
      expect(Number(headers['retry-after'])).toBeGreaterThan(0)
      // The refusals used nothing up.
      await setHits(email, 19)
      expect((await ask(email, stranger().ip, `?captcha=${second}`)).status).toBe(202)
    }
  },
)

test(
  'the owner gets a link an hour for a captcha, however many mails strangers have used up, alike for unknown addresses',
  { tags: 'long' },
  async () => {
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
      await setHits(email, 15)
      let stolen = 0
      let refused = await link(thief)
      for (; refused.status === 202; refused = await link(thief)) stolen += 1
      expect([stolen, refused.status, refused.body.ErrorCode]).toEqual([5, 429, 'PSOF0605'])
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
  },
)

test('another site, or another host of the provider’s, cannot make its visitors’ browsers request mails', async () => {
  const { email, ip } = stranger()
  await create(email, ip)
  for (const call of ['resetPassword', 'resendWelcomeMail']) {
    const get = (site: string) =>
      server.call('GET', `/standard/account/${call}/${encodeURIComponent(email)}`, {
        ...stranger(),
        headers: { 'sec-fetch-site': site },
      })
    for (const site of ['cross-site', 'same-site', 'made-up']) {
      const refused = await get(site)
      expect([site, refused.status, refused.body.ErrorCode]).toEqual([site, 403, 'PSOF0203'])
    }
    for (const site of ['same-origin', 'none']) expect((await get(site)).status).toBe(202)
  }
  expect(await queuedMails(server, 'standard', email)).toHaveLength(5)
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

test('the welcome mail comes again by address and by the id that a refused login names, and each of its links lets its owner in', async () => {
  const { email, ip } = stranger()
  await create(email, ip)
  expect((await calls.resend(email)).body).toEqual({})
  const byAddress = await queuedMails(server, 'standard', email)
  expect(byAddress.map(({ template }) => template)).toEqual(['welcome', 'welcome'])
  expect((await calls.set(byAddress[0]!.token!, goodPassword)).status).toBe(200)

  await withTenant(server.db, 'standard', (tx) =>
    tx
      .updateTable('accounts')
      .set({ confirmed_at: null })
      .where('tenant', '=', 'standard')
      .where('email', '=', email)
      .execute(),
  )
  const login = () =>
    server.call('POST', '/standard/account/login', {
      ip,
      body: { Email: email, Password: goodPassword },
    })
  const refused = await login()
  expect([refused.status, refused.body.ErrorCode]).toEqual([403, 'PSOF0207'])
  expect((await calls.resend(refused.body.Details.Id)).body).toEqual({})
  const [mail, ...before] = await queuedMails(server, 'standard', email)
  expect([mail!.template, before.length]).toEqual(['welcome', 2])
  const pressed = await server.call('PUT', '/standard/empfehlen/bestaetigung', {
    body: { Token: mail!.token },
  })
  expect(pressed.body.Anmeldung.Email).toBe(email)
  expect((await login()).status).toBe(200)
})

test('an id of nobody, of another tenant’s or none at all mails nothing, and is answered alike', async () => {
  const { email } = await registered(server, 'telko')
  const telko = await withTenant(server.db, 'telko', (tx) =>
    tx
      .selectFrom('accounts')
      .select('account_id')
      .where('tenant', '=', 'telko')
      .where('email', '=', email)
      .executeTakeFirstOrThrow(),
  )
  const before = (await queuedMails(server, 'telko', email)).length
  for (const id of [crypto.randomUUID(), telko.account_id, email, 'unsinn'])
    expect([id, (await calls.resend(id)).status]).toEqual([id, 202])
  expect(await queuedMails(server, 'telko', email)).toHaveLength(before)
  expect(await queuedMails(server, 'standard', email)).toEqual([])
})
