import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailedToken, queuedMails } from '../../../test/helpers/mails.ts'
import { openSupport } from '../../../test/helpers/operator.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { demoTenants } from '../demo/demo-tenants.ts'
import { goodPassword, registered, stranger } from '../account/people.test-helper.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { postReferral, wish } from '../referral/journey.test-helper.ts'
import { askWished } from './ask-wished.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer({
    tenants: demoTenants.map((demo) =>
      demo.tenant.code === 'telko'
        ? {
            ...demo,
            tenant: {
              ...demo.tenant,
              flags: { ...demo.tenant.flags, ModuleNewsletterPermission: false },
            },
          }
        : demo,
    ),
  })
})
afterAll(() => server.stop())

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(server.db, 'standard', work)

const wishFor = (token: string) =>
  server.call('PUT', '/standard/empfehler/setNewsletterOptin', { token })
const confirm = (Token: string) =>
  server.call('PUT', '/standard/empfehler/newsletter/optin', { body: { Token } })
const leave = (Token: string) =>
  server.call('PUT', '/standard/empfehler/newsletter/optout', { body: { Token } })

const flagsOf = async (token: string) => {
  const { body } = await server.call('GET', '/standard/account/user', { token })
  return [body.NewsletterOptinGegeben, body.NewsletterOptinVersendetAm !== null]
}

const consentsOf = async (email: string) =>
  inTenant(async (tx) => {
    const rows = await tx
      .selectFrom('consents')
      .innerJoin('accounts', (join) => join.onTrue())
      .innerJoin('consent_texts', (join) =>
        join
          .onRef('consent_texts.tenant', '=', 'consents.tenant')
          .onRef('consent_texts.text_hash', '=', 'consents.text_hash'),
      )
      .select([
        'consents.kind',
        'consents.given',
        'consents.version',
        'consent_texts.text',
        'consents.subject_id',
        'accounts.account_id',
      ])
      .where('consents.tenant', '=', 'standard')
      .where('accounts.tenant', '=', 'standard')
      .where('accounts.email', '=', email)
      .where('consents.subject_kind', '=', 'account')
      .orderBy('consents.consent_id')
      .execute()
    return rows.filter((row) => row.subject_id === row.account_id)
  })

/** Somebody who confirmed the newsletter, with the token of its mail that leaves it. */
async function subscribed() {
  const person = await registered(server)
  await wishFor(person.token)
  await confirm(await mailedToken(server, 'standard', person.email, 'newsletterOptin'))
  const [mail] = await queuedMails(server, 'standard', person.email)
  const { unsubscribe } = mail!.data
  const link = (unsubscribe as { link: { token: { id: string } } }).link
  return { ...person, out: server.deps.keys.token(link.token.id) }
}

test('a wish is pending until its mailed link is pressed; then it is consent, and proof of both is kept', async () => {
  const { token, email } = await registered(server)
  expect(await flagsOf(token)).toEqual([false, false])
  const asked = await wishFor(token)
  expect([asked.status, asked.body]).toEqual([
    200,
    { OptinMailAlreadySent: false, OptinAlreadySet: false },
  ])
  expect(await flagsOf(token)).toEqual([false, true])
  const link = await mailedToken(server, 'standard', email, 'newsletterOptin')
  expect((await confirm(link)).body).toEqual({ SchonAngemeldet: false })
  expect(await flagsOf(token)).toEqual([true, true])
  expect((await wishFor(token)).body).toEqual({
    OptinMailAlreadySent: false,
    OptinAlreadySet: true,
  })
  expect((await queuedMails(server, 'standard', email))[0]?.template).toBe('newsletterConfirmed')
  const { legal } = await server.deps.tenants.get('standard')
  const text = expect.stringContaining('Das kann ich jederzeit widerrufen.')
  expect(await consentsOf(email)).toMatchObject([
    { kind: 'newsletter-wish', given: true, version: legal.termsVersion, text },
    { kind: 'newsletter', given: true, version: legal.termsVersion, text },
  ])
  const login = await server.call('POST', '/standard/account/login', {
    body: { Email: email, Password: goodPassword },
  })
  expect(login.body.NewsletterOptinGegeben).toBe(true)
})

test('the link opts in once: pressed again it says so, after a withdrawal it opens nothing', async () => {
  const { token, email } = await registered(server)
  await wishFor(token)
  const link = await mailedToken(server, 'standard', email, 'newsletterOptin')
  const answers = await Promise.all([confirm(link), confirm(link), confirm(link)])
  expect(answers.map(({ body }) => body.SchonAngemeldet).toSorted()).toEqual([false, true, true])
  const withdrawn = await server.call('DELETE', '/standard/empfehler/setNewsletterOptin', { token })
  expect(withdrawn.status).toBe(200)
  expect(await flagsOf(token)).toEqual([false, false])
  const dead = await confirm(link)
  expect([dead.status, dead.body.ErrorCode]).toEqual([410, 'PSOF0205'])
  expect((await consentsOf(email)).map(({ kind, given }) => [kind, given])).toEqual([
    ['newsletter-wish', true],
    ['newsletter', true],
    ['newsletter', false],
  ])
})

test('a link lives seven days; a wish that is taken back before takes its link along', async () => {
  const { token, email } = await registered(server)
  await wishFor(token)
  const first = await mailedToken(server, 'standard', email, 'newsletterOptin')
  await server.call('DELETE', '/standard/empfehler/setNewsletterOptin', { token })
  expect((await confirm(first)).status).toBe(410)
  await wishFor(token)
  const second = await mailedToken(server, 'standard', email, 'newsletterOptin')
  server.clock.advance('P7D')
  expect((await confirm(second)).body.ErrorCode).toBe('PSOF0205')
  server.clock.set('2026-11-17T11:00:00Z')
})

test('three opt-in mails a day, then one waits', async () => {
  const { token, email } = await registered(server)
  const answers = []
  for (let index = 0; index < 4; index += 1) answers.push(await wishFor(token))
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 429])
  expect(answers.map(({ body }) => body.OptinMailAlreadySent)).toEqual([
    false,
    true,
    true,
    undefined,
  ])
  expect(answers[3]?.headers['retry-after']).toBeDefined()
  const mails = await queuedMails(server, 'standard', email)
  expect(mails.filter(({ template }) => template === 'newsletterOptin')).toHaveLength(3)
  // The one that arrived may be any of them.
  expect((await confirm(mails[2]!.token!)).status).toBe(200)
})

test('the link of a mail leaves the newsletter however late and however often, and says what it found', async () => {
  const person = await subscribed()
  server.clock.advance('P3Y')
  expect((await leave(person.out)).body).toEqual({ SchonAbgemeldet: false })
  expect((await leave(person.out)).body).toEqual({ SchonAbgemeldet: true })
  server.clock.set('2026-11-17T11:00:00Z')
  expect(await flagsOf(person.token)).toEqual([false, false])
  for (const wrong of ['x'.repeat(43), await mailedTokenOf(person.email)]) {
    const answer = await leave(wrong)
    expect([answer.status, answer.body.ErrorCode]).toEqual([410, 'PSOF0205'])
  }
  expect((await confirm(person.out)).status).toBe(410)
})

const mailedTokenOf = (email: string) => mailedToken(server, 'standard', email, 'newsletterOptin')

test.each([
  ['application/x-www-form-urlencoded', 'List-Unsubscribe=One-Click'],
  [
    'multipart/form-data; boundary=b',
    '--b\r\nContent-Disposition: form-data; name="List-Unsubscribe"\r\n\r\nOne-Click\r\n--b--\r\n',
  ],
])(
  'a mail program leaves with one click (%s), from nowhere and without a cookie',
  async (type, payload) => {
    const person = await subscribed()
    const url = `/api/v1/standard/empfehler/newsletter/optout?t=${person.out}`
    const opened = await server.app.inject({ method: 'GET', url })
    expect([opened.statusCode, opened.headers.location]).toEqual([
      302,
      `http://localhost:3000/de/empfehler/newsletter/optout?t=${person.out}`,
    ])
    // Who only looks changes nothing.
    expect(await flagsOf(person.token)).toEqual([true, true])
    for (let index = 0; index < 2; index += 1) {
      const answer = await server.app.inject({
        method: 'POST',
        url,
        payload,
        headers: { 'content-type': type, origin: 'https://mail.example' },
      })
      expect(answer.statusCode).toBe(200)
    }
    expect(await flagsOf(person.token)).toEqual([false, false])
    const wrong = await server.app.inject({
      method: 'POST',
      url: url.replace(/t=.*/, `t=${'x'.repeat(43)}`),
    })
    expect(wrong.statusCode).toBe(410)
  },
)

test('who ticks the newsletter while recommending gets the opt-in mail once the account is confirmed, and once', async () => {
  const person = stranger()
  const body = wish(person.email)
  Object.assign(body.Empfehler, { Newsletter: true })
  const made = await postReferral(server, body, { ip: person.ip })
  expect(made.status).toBe(201)
  const templates = async () =>
    (await queuedMails(server, 'standard', person.email)).map(({ template }) => template)
  await runAsked()
  expect(await templates()).toEqual(['welcome'])
  const set = await server.call('PUT', '/standard/account/resetPassword', {
    ip: person.ip,
    body: {
      Token: await mailedToken(server, 'standard', person.email, 'welcome'),
      Password: goodPassword,
      PasswordConfirm: goodPassword,
    },
  })
  expect(await runAsked()).toBeGreaterThan(0)
  await runAsked()
  expect((await templates()).filter((one) => one === 'newsletterOptin')).toHaveLength(1)
  // A wish that was taken back is none, and one with the own session is asked about at once.
  const token: string = set.body.Token
  server.clock.advance('PT1H')
  await server.call('DELETE', '/standard/empfehler/setNewsletterOptin', { token })
  await runAsked()
  expect((await templates()).filter((one) => one === 'newsletterOptin')).toHaveLength(1)
  server.clock.advance('PT1H')
  await postReferral(server, body, { token })
  await runAsked()
  expect((await templates()).filter((one) => one === 'newsletterOptin')).toHaveLength(2)
})

/** Runs the jobs that ask about a wish; answers how many there were. */
async function runAsked(): Promise<number> {
  const tenant = await server.deps.tenants.get('standard')
  const jobs = await inTenant((tx) =>
    tx
      .selectFrom('outbox')
      .select('payload')
      .where('tenant', '=', 'standard')
      .where('kind', '=', 'ask-newsletter')
      .execute(),
  )
  for (const { payload } of jobs)
    await askWished(server.deps, tenant, (payload as { accountId: string }).accountId)
  return jobs.length
}

test('where the tenant has no newsletter none can be wished for', async () => {
  const { token } = await registered(server, 'telko')
  const answer = await server.call('PUT', '/telko/empfehler/setNewsletterOptin', { token })
  expect([answer.status, answer.body.ErrorCode]).toEqual([404, 'PSOF0308'])
  const person = stranger()
  const body = { ...wish(person.email, { product: '201', share: 100 }) }
  Object.assign(body.Empfehler, { Newsletter: true })
  const made = await postReferral(server, body, { ip: person.ip }, 'telko')
  expect(made.status).toBe(201)
  const kinds = await withTenant(server.db, 'telko', (tx) =>
    tx
      .selectFrom('consents')
      .select('kind')
      .where('tenant', '=', 'telko')
      .where('subject_id', '=', made.body.Empfehlungsnummer)
      .execute(),
  )
  expect(kinds.map(({ kind }) => kind)).toEqual(expect.not.arrayContaining(['newsletter-wish']))
})

test('a support session neither wishes nor withdraws', async () => {
  const person = await subscribed()
  const { account_id: id } = await inTenant((tx) =>
    tx
      .selectFrom('accounts')
      .select('account_id')
      .where('tenant', '=', 'standard')
      .where('email', '=', person.email)
      .executeTakeFirstOrThrow(),
  )
  const support = await openSupport(server, id)
  for (const method of ['PUT', 'DELETE']) {
    const answer = await server.call(method, '/standard/empfehler/setNewsletterOptin', {
      token: support,
    })
    expect([answer.status, answer.body.ErrorCode]).toEqual([403, 'PSOF0203'])
  }
  expect(await flagsOf(person.token)).toEqual([true, true])
})
