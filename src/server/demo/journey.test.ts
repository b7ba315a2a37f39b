import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { cookieFor } from '../../../test/helpers/proved-address.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import type { MailToRender, WebBundle } from '../../contract/page-context.ts'
import { buildApp } from '../app.ts'
import { withTenant } from '../db/connection.ts'
import { startDevInbox, type DevInbox } from '../gateways/mail/dev-inbox.ts'
import { openMailGateway, type MailGateway } from '../gateways/mail/mail-gateway.ts'
import { runSweeps } from '../run-sweeps.ts'
import { startJobs } from '../start-jobs.ts'
import { registerDemo } from './register-demo.ts'

// A jump of four weeks does 28 days' work of three tenants.
vi.setConfig({ testTimeout: 90_000 })

let server: TestServer
let app: FastifyInstance
let inbox: DevInbox
let mailer: MailGateway
let jobs: Awaited<ReturnType<typeof startJobs>>
const dataDir = mkdtempSync(join(tmpdir(), 'zuspruch-journey-'))

// How a mail looks is the web's business; here its template is the subject and its link the text.
const bundle = {
  renderMail: async ({ template, data }: MailToRender) => {
    const link = String(data['link'])
    return {
      subject: template,
      text: link,
      html: `<a href="${link.replaceAll('&', '&amp;')}">x</a>`,
    }
  },
} as unknown as WebBundle

beforeAll(async () => {
  server = await startTestServer()
  inbox = await startDevInbox({ uiPort: 0, host: '127.0.0.1', dataDir })
  mailer = openMailGateway(inbox.smtpUrl)
  const web = async () => bundle
  const { database } = server
  const deps = { ...server.deps, renderMail: bundle.renderMail }
  jobs = await startJobs(deps, { url: database.appUrl, mailer, works: true, soleWorker: true })
  const sweep = (tenants?: readonly string[]) => runSweeps(deps, { tenants })
  const options = { inbox, drain: jobs.drain, runSweeps: sweep, bundle: web }
  app = await buildApp({ deps, web: null, register: (demo) => registerDemo(demo, deps, options) })
})
afterAll(async () => {
  await app.close()
  await jobs.stop()
  mailer.close()
  await inbox.close()
  await server.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

type Method = 'GET' | 'POST' | 'PUT'

async function send(method: Method, url: string, body?: unknown, token?: string) {
  const cookie = await cookieFor(server.deps)(url.replace('/api/v1', ''), body, token)
  const answer = await app.inject({
    method,
    url,
    headers: {
      host: 'localhost:3000',
      'x-requested-with': 'test',
      'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
      ...(token ? { authorization: `Bearer ${token}` } : {}),
      ...(cookie ? { cookie } : {}),
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
    },
    ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
  })
  const text = answer.body
  return {
    status: answer.statusCode,
    body: text.startsWith('{') || text.startsWith('[') ? JSON.parse(text) : text,
  }
}

/** A call that has to succeed. */
async function must(method: Method, url: string, body?: unknown, token?: string) {
  const answer = await send(method, url, body, token)
  expect(answer.status, `${method} ${url} ${JSON.stringify(answer.body)}`).toBeLessThan(400)
  return answer.body
}

/** The token in the newest mail of that template. */
async function mailedToken(to: string, template: string): Promise<string> {
  await jobs.drain()
  const mails: { Subject: string; Links: string[] }[] = await must('GET', `/demo/mails?to=${to}`)
  const link = mails.find((mail) => mail.Subject === template)?.Links[0]
  expect(
    link,
    `${template} to ${to}; there are ${mails.map((mail) => mail.Subject).join(', ')}`,
  ).toBeDefined()
  const query = new URL(link ?? '').searchParams
  return query.get('t') ?? query.get('token') ?? ''
}

const jump = (duration: string) => must('POST', '/demo/clock', { Advance: duration })

const readLedger = (tenant: string) =>
  withTenant(server.db, tenant, (tx) =>
    tx.selectFrom('ledger_postings').select(['reward_id', 'account', 'cents']).execute(),
  )

async function collect(tenant: string, email: string, optionId: string, iban: string) {
  const token = await mailedToken(email, 'rewardReady')
  const bankData = { Kontoinhaber: 'Anna Beispiel', Iban: iban }
  return must(
    'PUT',
    `/api/v1/${tenant}/praemierung`,
    { PraemieId: optionId, Bankdaten: bankData },
    token,
  )
}

/** From the recommendation to the confirmed contract. */
async function recommend(
  tenant: string,
  product: string,
  share: number,
  emails: { referrer: string; recipient: string },
) {
  const api = `/api/v1/${tenant}`
  const created = await must('POST', `${api}/empfehlen/create`, {
    Empfehlung: { ProductId: product, Anteil: share },
    Empfehler: { Vorname: 'Anna', Nachname: 'Beispiel', Email: emails.referrer, Agb: true },
  })
  const welcome = await mailedToken(emails.referrer, 'welcome')
  const password = 'Wolkenbruch-4711-x'
  const session = await must('PUT', `${api}/account/resetPassword`, {
    Token: welcome,
    Password: password,
    PasswordConfirm: password,
  })
  const number: string = created.Empfehlungsnummer
  expect((await send('GET', `${api}/empfehlen/click/${number}?channel=wa`)).status).toBe(302)
  const recipient = await must('POST', `${api}/empfaenger/create/${number}?channel=wa`, {
    Anrede: 'Herr',
    Vorname: 'Bernd',
    Name: 'Muster',
    Email: emails.recipient,
    Agb: true,
  })
  const confirmation = await mailedToken(emails.recipient, 'confirmRecipient')
  await must('PUT', `${api}/empfaenger/bestaetigung`, { Token: confirmation })
  const contract = await must('POST', `/demo/shop/${tenant}/contract`, {
    Empfehlungsnummer: number,
    Empfaengernummer: recipient.Empfaengernummer,
  })
  return { number, order: contract.Auftragsnummer as string, session: session.Token as string }
}

test(
  'a recommendation becomes two paid rewards, each thing on its day',
  { tags: 'long' },
  async () => {
    const emails = { referrer: 'anna@post.example', recipient: 'bernd@post.example' }
    const { number, order, session } = await recommend('standard', '101', 50, emails)
    const status = async () => (await must('GET', `/api/v1/standard/empfehlen/${number}`)).Status
    expect(await status()).toBe('Ok')

    // 14 days of complaint: not on the last of them, but on the next day.
    await jump('P14D')
    expect(await status()).toBe('Ok')
    const { Now } = await jump('P1D')
    expect(Now).toBe('2026-12-02T11:00:00.000Z')
    expect(await status()).toBe('Freigegeben')

    const amounts: number[] = []
    amounts.push(
      (await collect('standard', emails.referrer, 'geld', 'DE89370400440532013000')).WertCent,
    )
    amounts.push(
      (await collect('standard', emails.recipient, 'geld', 'DE02120300000000202051')).WertCent,
    )

    await jump('P27D')
    expect(await must('POST', '/demo/payout/standard')).toEqual({ Batch: null })
    await jump('P1D')
    const payout = await must('POST', '/demo/payout/standard')
    expect(payout.File).toContain('pain.001.001.09')
    expect(payout.File).toContain('<NbOfTxs>2</NbOfTxs>')
    expect(await must('GET', `/demo/payout/standard/${payout.Batch}/file`)).toBe(payout.File)
    expect(await must('POST', '/demo/payout/standard')).toEqual({ Batch: null })
    expect(await status()).toBe('Freigegeben')

    const executed = await must('POST', `/demo/payout/standard/${payout.Batch}/executed`)
    expect(executed).toEqual({ Batch: payout.Batch, Settled: 2, AlreadyDone: 0, Refused: 0 })
    const again = await must('POST', `/demo/payout/standard/${payout.Batch}/executed`)
    expect(again).toEqual({ Batch: payout.Batch, Settled: 0, AlreadyDone: 2, Refused: 0 })
    expect(await status()).toBe('Gezahlt')
    await mailedToken(emails.referrer, 'payoutDone')

    const [own] = await must('GET', '/api/v1/standard/empfehler/empfehlungen', undefined, session)
    expect(own).toMatchObject({
      Empfehlungsnummer: number,
      Status: 'Gezahlt',
      Klicks: 1,
      Praemie: { Status: 'Ausgezahlt' },
    })

    const ledger = await readLedger('standard')
    expect(ledger.reduce((sum, { cents }) => sum + cents, 0)).toBe(0)
    const paid = ledger
      .filter(({ account }) => account === 'paid-bank')
      .reduce((sum, { cents }) => sum + cents, 0)
    expect(paid).toBe(amounts[0]! + amounts[1]!)
    expect(await must('POST', '/demo/release/standard', { Auftragsnummer: order })).toMatchObject({
      Status: 'Freigegeben',
    })
    expect(await readLedger('standard')).toHaveLength(ledger.length)
  },
)

test('an operator releases before the complaint period is over, and the shop finds the person by e-mail alone', async () => {
  const emails = { referrer: 'carla@post.example', recipient: 'dirk@post.example' }
  const { order } = await recommend('telko', '202', 100, emails)
  const second = await must('POST', '/demo/shop/telko/contract', {
    Email: emails.recipient,
    ProduktExterneId: 'FN-GF-1000',
  })
  expect(second.Auftragsnummer).not.toBe(order)
  await must('POST', '/demo/release/telko', { Auftragsnummer: order.toLowerCase() })
  const collected = await collect('telko', emails.referrer, 'cash', 'DE02500105170137075030')
  expect(collected).toMatchObject({ Status: 'Abgeholt', WertCent: 11000 })
})
