import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { mailTemplates } from '../../contract/mail-templates.ts'
import type { DemoPage, MailToRender, WebBundle } from '../../contract/page-context.ts'
import { buildApp } from '../app.ts'
import { withTenant } from '../db/connection.ts'
import type { InboxMail, KeptMail } from '../gateways/mail/dev-inbox-process.ts'
import { registerDemo } from './register-demo.ts'
import { demoTenants } from './demo-tenants.ts'
import { seedDemo } from './seed-demo.ts'

let server: TestServer
let app: FastifyInstance
const rendered: DemoPage[] = []
const asked: MailToRender[] = []
const mail = {
  To: ['anna@post.example'],
  Subject: 'Hallo',
  Text: '',
  Html: '',
  Links: [],
  ReceivedAt: '2026-12-24T22:05:00.000Z',
} satisfies InboxMail
const kept = { ...mail, From: 'Sonnseite' } satisfies KeptMail

beforeAll(async () => {
  server = await startTestServer()
  const bundle = {
    renderDemoPage: (page: DemoPage) => (rendered.push(page), '<!doctype html>'),
    renderMail: async (wanted: MailToRender) => {
      asked.push(wanted)
      return { subject: 'Betreff', html: '<p>Mail</p>', text: 'Mail' }
    },
  } as unknown as WebBundle
  const inbox = {
    uiUrl: 'http://127.0.0.1:1080',
    list: async (to?: string) => (to === undefined || mail.To.includes(to) ? [kept] : []),
  }
  const nothing = async () => undefined
  app = await buildApp({
    deps: server.deps,
    web: null,
    register: (demo) =>
      registerDemo(demo, server.deps, {
        inbox,
        drain: nothing,
        runSweeps: nothing,
        bundle: async () => bundle,
      }),
  })
})
afterAll(async () => {
  await app.close()
  await server.stop()
})

type Options = { body?: unknown; form?: Record<string, string>; headers?: Record<string, string> }

async function call(method: 'GET' | 'POST', url: string, { body, form, headers }: Options = {}) {
  const answer = await app.inject({
    method,
    url,
    headers: {
      host: 'localhost:3000',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(form === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      ...headers,
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    ...(form === undefined ? {} : { payload: new URLSearchParams(form).toString() }),
  })
  const isJson = String(answer.headers['content-type'] ?? '').includes('json')
  return {
    status: answer.statusCode,
    headers: answer.headers,
    body: isJson ? answer.json() : answer.body,
  }
}

const calls = [
  ['GET', '/demo'],
  ['GET', '/demo/shop/standard'],
  ['GET', '/demo/inbox'],
  ['GET', '/demo/preview'],
  ['GET', '/demo/mails'],
  ['POST', '/demo/clock'],
  ['POST', '/demo/konsole'],
  ['POST', '/demo/shop/standard/contract'],
  ['POST', '/demo/release/standard'],
  ['POST', '/demo/payout/standard'],
  ['POST', '/demo/payout/standard/20261117-AAAAAAAA/executed'],
  ['GET', '/demo/payout/standard/20261117-AAAAAAAA/file'],
] as const

test.each(calls)(
  '%s %s: a foreign Host or Origin is refused before anything is read',
  async (method, url) => {
    const foreign: Record<string, string>[] = [
      { host: 'evil.example' },
      { host: 'localhost:3000', origin: 'http://evil.example' },
      { host: 'localhost:3000', origin: 'http://localhost:8080' },
      { host: 'localhost:3000', 'sec-fetch-site': 'cross-site' },
    ]
    for (const headers of foreign) {
      const answer = await call(method, url, { headers })
      expect(answer.status).toBe(403)
      expect(answer.body).toMatchObject({ ErrorCode: 'PSOF0203', RequestId: expect.any(String) })
    }
  },
)

test.each(calls)('%s %s: exists in demo mode alone', async (method, url) => {
  const answer = await server.app.inject({ method, url, headers: { host: 'localhost:3000' } })
  expect(answer.statusCode).toBe(404)
  expect(answer.json()).toMatchObject({ ErrorCode: 'PSOF0308' })
})

describe('pages', () => {
  test('the overview shows every tenant with a login that the tenant accepts', async () => {
    const answer = await call('GET', '/demo?lang=en')
    expect(answer.status).toBe(200)
    expect(answer.headers['content-type']).toContain('text/html')
    expect(answer.headers['cache-control']).toBe('no-store')
    const page = rendered.at(-1)
    if (page?.kind !== 'overview') throw new Error('no overview')
    expect(page.locale).toBe('en')
    expect(page.tenants.map((tenant) => tenant.code)).toEqual(['standard', 'bgv', 'telko'])
    for (const tenant of page.tenants) {
      const [login] = tenant.logins
      expect(login?.url).toMatch(/^http:\/\/([a-z]+\.)?localhost:3000\/en\//)
      const session = await server.call('POST', `/${tenant.code}/account/login`, {
        body: { Email: login?.email, Password: login?.password },
      })
      expect(session.status, tenant.code).toBe(200)
      expect(session.body).toMatchObject({ Email: login?.email, Token: expect.any(String) })
    }
  })

  test('messages come from their names, never from the address', async () => {
    await call('GET', '/demo?notice=nothing-due&lang=de')
    expect(rendered.at(-1)).toMatchObject({
      message: { tone: 'done', text: 'Zurzeit ist nichts fällig.' },
    })
    await call('GET', '/demo?problem=not-found&lang=en')
    expect(rendered.at(-1)).toMatchObject({ message: { tone: 'problem' } })
    await call('GET', '/demo?notice=constructor&problem=%3Cb%3E')
    expect(rendered.at(-1)).toMatchObject({ message: null })
  })

  test('the shop sells what the tenant sells, and says when it knows no such recommendation', async () => {
    await call('GET', '/demo/shop/telko', { headers: { 'accept-language': 'en' } })
    expect(rendered.at(-1)).toMatchObject({
      kind: 'shop',
      locale: 'en',
      error: null,
      concluded: null,
    })
    await call('GET', '/demo/shop/telko?empfehlungsnummer=NOSUCH&auftrag=NOSUCH&lang=en')
    expect(rendered.at(-1)).toMatchObject({
      referralNumber: null,
      concluded: null,
      error: expect.stringMatching(/accept the recommendation/),
    })
    // Whoever accepted and has not confirmed yet is not told to accept.
    await call('GET', '/demo/shop/telko?problem=not-found&lang=en')
    expect(rendered.at(-1)).toMatchObject({
      error: expect.stringMatching(/only enough if it is confirmed and exactly this product/),
    })
    expect((await call('GET', '/demo/shop/nobody')).body).toMatchObject({ ErrorCode: 'PSOF0604' })
  })
})

describe('bad input', () => {
  test('the clock takes a duration forward, of five years at most', async () => {
    for (const advance of [
      '',
      'tomorrow',
      'P',
      '-P1D',
      'P5Y1D',
      'P9999999999Y',
      '28',
      7,
      null,
      undefined,
      ['P1D'],
    ]) {
      const answer = await call('POST', '/demo/clock', { body: { Advance: advance } })
      expect(answer.status, String(advance)).toBe(400)
      expect(answer.body).toMatchObject({ ErrorCode: 'PSOF0101', Fields: [{ Field: 'Advance' }] })
    }
    const unknown = await call('POST', '/demo/clock', { body: { Advance: 'P1D', Back: true } })
    expect(unknown.body).toMatchObject({ ErrorCode: 'PSOF0101', Fields: [{ Field: 'Back' }] })
    expect((await call('POST', '/demo/clock')).status).toBe(400)
  })

  test('bodies of another kind are refused', async () => {
    const text = await call('POST', '/demo/clock', {
      body: 'x',
      headers: { 'content-type': 'text/plain' },
    })
    expect(text.body).toMatchObject({ ErrorCode: 'PSOF0102' })
    const broken = await app.inject({
      method: 'POST',
      url: '/demo/clock',
      headers: { host: 'localhost', 'content-type': 'application/json' },
      payload: '{',
    })
    expect(broken.statusCode).toBe(400)
    expect((await call('POST', '/demo/clock', { body: [] })).status).toBe(400)
  })

  test('an unknown tenant is unknown everywhere', async () => {
    for (const url of [
      'shop/nobody/contract',
      'release/nobody',
      'payout/nobody',
      'payout/nobody/X/executed',
    ]) {
      const answer = await call('POST', `/demo/${url}`, { body: {} })
      expect([answer.status, answer.body.ErrorCode], url).toEqual([404, 'PSOF0604'])
    }
  })

  test('a contract needs somebody who accepted, and a product that exists', async () => {
    const contract = (body: unknown) => call('POST', '/demo/shop/standard/contract', { body })
    expect((await contract({})).body).toMatchObject({
      ErrorCode: 'PSOF0101',
      Fields: [{ Field: 'Empfehlungsnummer' }],
    })
    expect((await contract({ Empfehlungsnummer: 'NOSUCH' })).body).toMatchObject({
      ErrorCode: 'PSOF0308',
      Fields: [{ Field: 'Empfehlungsnummer' }],
    })
    expect(
      (await contract({ Email: 'nobody@post.example', ProduktExterneId: 'NOSUCH' })).body,
    ).toMatchObject({
      ErrorCode: 'PSOF0308',
      Fields: [{ Field: 'ProduktExterneId' }],
    })
    expect((await contract({ Empfaengernummer: 7 })).body).toMatchObject({
      ErrorCode: 'PSOF0101',
      Fields: [{ Field: 'Empfaengernummer' }],
    })
  })

  test('orders and batches that are none are not found', async () => {
    const release = await call('POST', '/demo/release/standard', {
      body: { Auftragsnummer: 'NOSUCH' },
    })
    expect(release.body).toMatchObject({
      ErrorCode: 'PSOF0308',
      Fields: [{ Field: 'Auftragsnummer' }],
    })
    for (const batch of ['NOSUCH', '..%2f..', '%22%0d%0aX', '\u00fc'].map(encodeURI)) {
      expect(
        (await call('POST', `/demo/payout/standard/${batch}/executed`, { body: {} })).status,
      ).toBe(404)
      expect((await call('GET', `/demo/payout/standard/${batch}/file`)).status).toBe(404)
    }
  })
})

describe('forms', () => {
  test('a form goes back to its page with what happened, in its language', async () => {
    const moved = await call('POST', '/demo/clock?lang=en', {
      form: { Advance: 'P1D' },
      headers: { origin: 'http://telko.localhost:3000' },
    })
    expect([moved.status, moved.headers.location]).toEqual([303, '/demo?lang=en&notice=clock'])
    const refused = await call('POST', '/demo/release/standard?lang=de', {
      form: { Auftragsnummer: 'NOSUCH' },
    })
    expect([refused.status, refused.headers.location]).toEqual([
      303,
      '/demo?lang=de&problem=not-found',
    ])
    const due = await call('POST', '/demo/payout/standard?lang=de', { form: {} })
    expect([due.status, due.headers.location]).toEqual([303, '/demo?lang=de&notice=nothing-due'])
  })

  test('the shop keeps the referral over a refusal', async () => {
    const form = { Empfehlungsnummer: 'NOSUCH', Email: '', ProduktExterneId: '' }
    const refused = await call('POST', '/demo/shop/standard/contract?lang=de', { form })
    expect([refused.status, refused.headers.location]).toEqual([
      303,
      '/demo/shop/standard?lang=de&empfehlungsnummer=NOSUCH&problem=not-found',
    ])
  })
})

test('the inbox has a page that lists mails and reads one', async () => {
  expect((await call('GET', '/demo/inbox?lang=de')).status).toBe(200)
  const list = rendered.at(-1)
  if (list?.kind !== 'inbox') throw new Error('no inbox')
  expect(list.mails).toMatchObject([
    {
      from: 'Sonnseite',
      to: 'anna@post.example',
      subject: 'Hallo',
      receivedAt: mail.ReceivedAt,
    },
  ])
  expect(list.mail).toBeNull()
  await call('GET', `/demo/inbox?mail=${list.mails[0]!.id}`)
  const one = rendered.at(-1)
  expect(one?.kind === 'inbox' && one.mail).toMatchObject({ subject: 'Hallo', text: '', html: '' })
  expect((await call('GET', '/demo/inbox?mail=0000000000000000')).status).toBe(404)
})

test('every mail can be looked at in every look and language, and nothing is sent', async () => {
  const shown = async (query: string) => {
    expect((await call('GET', `/demo/preview?${query}`)).status).toBe(200)
    const page = rendered.at(-1)
    if (page?.kind !== 'preview') throw new Error('no preview')
    return page
  }
  const { templates, tenants } = await shown('')
  expect(tenants.map(({ code }) => code)).toEqual(['bgv', 'standard', 'telko'])
  expect(templates.toSorted()).toEqual(Object.keys(mailTemplates).toSorted())
  const voucher = await shown('lang=en&tenant=bgv&mail=voucher&in=de&to=recipient')
  expect(voucher).toMatchObject({
    locale: 'en',
    beneficiaries: ['referrer', 'recipient'],
    chosen: { tenant: 'bgv', template: 'voucher', mailLocale: 'de', beneficiary: 'recipient' },
  })
  expect(asked.at(-1)).toMatchObject({
    template: 'voucher',
    locale: 'de',
    tenant: { code: 'bgv', address: 'Sie' },
    data: { beneficiary: 'recipient', amount: '50,00\u00a0€' },
  })
  // What does not exist becomes the first of its kind.
  const first = await shown('tenant=nobody&mail=__proto__&in=xx&to=x')
  expect(first.chosen).toEqual({
    tenant: 'bgv',
    template: 'welcome',
    mailLocale: 'de',
    beneficiary: 'referrer',
  })
})

test('the inbox answers by recipient', async () => {
  expect((await call('GET', '/demo/mails')).body).toEqual([mail])
  expect((await call('GET', '/demo/mails?to=anna@post.example')).body).toEqual([mail])
  expect((await call('GET', '/demo/mails?to=nobody@post.example')).body).toEqual([])
  expect((await call('GET', '/demo/mails?utm_source=x&to=')).body).toEqual([mail])
})

test('nothing due is no batch', async () => {
  expect((await call('POST', '/demo/payout/bgv')).body).toEqual({ Batch: null })
})

test('the credit note that a sales partner has from the start is paid by the same two buttons, once', async () => {
  const { Batch, File } = (await call('POST', '/demo/payout/telko')).body
  expect(File).toMatch(/VP-NRDL-0001-\d{4}-1/)
  const executed = await call('POST', `/demo/payout/telko/${Batch}/executed`)
  expect(executed.body).toEqual({ Batch, Settled: 1, AlreadyDone: 0, Refused: 0 })
  expect((await call('POST', '/demo/payout/telko')).body).toEqual({ Batch: null })
})

test('seeding a second time changes nothing', async () => {
  const count = () =>
    Promise.all(
      demoTenants.map(({ tenant }) =>
        withTenant(server.db, tenant.code, async (tx) => ({
          accounts: await tx
            .selectFrom('accounts')
            .select(['email', 'password_hash'])
            .orderBy('email')
            .execute(),
          invitations: (await tx.selectFrom('invitations').select('invitation_id').execute())
            .length,
          vouchers: (await tx.selectFrom('vouchers').select('voucher_id').execute()).length,
        })),
      ),
    )
  const before = await count()
  expect(before.map(({ accounts }) => accounts.map(({ email }) => email))).toEqual(
    demoTenants.map(({ people: { referrer, invitations } }) => [
      referrer.email,
      ...invitations.flatMap(({ state, email }) => (state === 'accepted' ? [email] : [])),
    ]),
  )
  await seedDemo(server.deps)
  expect(await count()).toEqual(before)
})
