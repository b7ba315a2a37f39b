import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeDeadJob, openQueue } from '../../../test/helpers/dead-job.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { mailTemplates, type MailTemplate } from '../../contract/mail-templates.ts'
import { issueToken } from '../base/token-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import { voucherPlace } from '../base/voucher-places.ts'
import { withTenant } from '../db/connection.ts'
import { blankMailsTo } from '../mail/blank-store.ts'
import { queueMail, type MailData } from '../mail/store.ts'
import { takeVouchers } from '../reward/voucher-store.ts'
import { makeBench, type Bench } from '../reward/reward.test-helper.ts'

let server: TestServer
let bench: Bench
let queue: Awaited<ReturnType<typeof openQueue>>
let auditor: Awaited<ReturnType<typeof makeOperator>>
beforeAll(async () => {
  server = await startTestServer()
  bench = await makeBench(server, 'standard')
  queue = await openQueue(server)
})
beforeEach(async () => {
  server.clock.set(testNow)
  auditor = await makeOperator(server, 'revision@post.example', ['auditor'])
})
afterAll(async () => {
  await queue.stop()
  await server.stop()
})

type Mail = { MailId: string; Vorlage: string; Stand: string; Email: string | null }
const call = (method: string, path: string, body?: unknown, who = auditor, at = 'standard') =>
  server.call(method, `/${at}/betrieb/mails${path}`, {
    token: who.token,
    ...(body === undefined ? {} : { body }),
  })
const list = async (Filter: object = {}) =>
  (await call('PUT', '', { Filter })).body as { Content: Mail[]; TotalCount: number }
const show = async (id: string) => (await call('GET', `/${id}`)).body

const homepage = { link: { page: 'Homepage' } } as const

async function queueOne(
  to: string,
  more: { template?: MailTemplate; data?: MailData; tenant?: string } = {},
): Promise<string> {
  const { template = 'passwordChanged', tenant = 'standard' } = more
  const dedupeKey = `test|${uuidv7()}`
  return withTenant(server.db, tenant, async (tx) => {
    const data = more.data ?? { firstName: 'Mila', link: homepage }
    const now = server.clock.now()
    await queueMail(tx, tenant, { template, to, locale: 'de', data, dedupeKey, now })
    const row = await tx
      .selectFrom('mails')
      .select('mail_id')
      .where('tenant', '=', tenant)
      .where('dedupe_key', '=', dedupeKey)
      .executeTakeFirstOrThrow()
    return row.mail_id
  })
}

test('mails are listed with masked addresses, and found by state, template, day and whole address', async () => {
  const id = await queueOne('mila.dohlenau@post.example')
  const failed = await queueOne('weg@post.example', { template: 'welcome' })
  await makeDeadJob(server, queue, {
    tenant: 'standard',
    kind: 'send-mail',
    payload: { mailId: failed },
    error: 'MailError: The mail was not taken over with 550 (EENVELOPE): <address> unknown',
  })
  const own = { Email: 'Mila.Dohlenau@post.example' }
  expect((await list(own)).Content).toEqual([
    expect.objectContaining({
      MailId: id,
      Vorlage: 'passwordChanged',
      Stand: 'wartet',
      Email: 'm***@post.example',
    }),
  ])
  expect((await list({ Email: 'mila' })).TotalCount).toBe(0)
  expect((await list({ Stand: 'gescheitert' })).Content.map(({ MailId }) => MailId)).toContain(
    failed,
  )
  expect((await list({ ...own, Stand: 'gescheitert' })).TotalCount).toBe(0)
  expect((await list({ ...own, Vorlage: 'welcome' })).TotalCount).toBe(0)
  const today = server.clock.today()
  expect((await list({ ...own, Von: today.toString(), Bis: today.toString() })).TotalCount).toBe(1)
  expect((await list({ ...own, Bis: today.subtract({ days: 1 }).toString() })).TotalCount).toBe(0)
  expect(await show(failed)).toMatchObject({
    Stand: 'gescheitert',
    Versuche: 8,
    Fehler: expect.stringContaining('550'),
  })
  const text = JSON.stringify((await call('PUT', '', { Filter: {} })).body)
  expect(text).not.toContain('dohlenau@post')
})

test('who asks which mails an address got is in the log, with the person or else with the mail', async () => {
  const admin = await makeOperator(server, 'neugier@post.example', ['tenant-admin'])
  const account = await bench.makeAccount()
  const contact = await bench.makeRecipient(await bench.makeReferral())
  const stranger = await queueOne('niemand.bekannt@post.example')
  const ask = (Email: string) => call('PUT', '', { Filter: { Email } }, admin)
  for (const email of [
    account.email.toUpperCase(),
    account.email, // once in a quarter of an hour
    contact.email,
    'niemand.bekannt@post.example',
    'gar.keine@post.example',
  ])
    expect((await ask(email)).status).toBe(200)
  const rows = await bench.run((tx) =>
    tx
      .selectFrom('audit_log')
      .select(['action', 'subject_id'])
      .where('tenant', '=', 'standard')
      .where('actor_id', '=', admin.id)
      .where('action', 'in', ['person-viewed', 'mail-viewed'])
      .orderBy('number')
      .execute(),
  )
  expect(rows).toEqual([
    { action: 'person-viewed', subject_id: account.accountId },
    { action: 'person-viewed', subject_id: contact.number },
    { action: 'mail-viewed', subject_id: stranger },
  ])
})

test('no mail of any template shows a token or a code to anybody but its reader', async () => {
  const { reward, codes } = await takenAsVouchers()
  expect(codes).toHaveLength(2)
  const texts: string[] = []
  for (const [name, fields] of Object.entries<readonly string[]>(mailTemplates)) {
    const template = name as MailTemplate
    const tokens: string[] = []
    const data: MailData = {}
    for (const field of fields) {
      if (['link', 'area', 'unsubscribe', 'settings', 'referralLink', 'shop'].includes(field)) {
        const token = await withTenant(server.db, 'standard', (tx) =>
          issueToken(tx, server.deps.keys, 'standard', {
            kind: 'set-password',
            subject: `${template}|${field}`,
            now: server.clock.now(),
            expiresAt: null,
            uses: null,
          }),
        )
        tokens.push(token.text)
        data[field] =
          field === 'shop'
            ? `https://laden.example/?t=${token.text}`
            : {
                link: { page: 'Registration', token: { id: token.id, as: 't' }, query: { a: 'b' } },
              }
      } else if (field === 'codes') data[field] = { vouchersOf: reward }
      else data[field] = '2026-12-24'
    }
    const id = await queueOne(`vorlage-${template.toLowerCase()}@post.example`, { template, data })
    const shown = await call('GET', `/${id}`)
    expect([
      template,
      shown.status,
      shown.body.Betreff === '',
      shown.body.Text?.length > 40,
    ]).toEqual([template, 200, false, true])
    const all = JSON.stringify(shown.body)
    for (const secret of [...tokens, ...codes]) expect(all).not.toContain(secret)
    expect(all).not.toMatch(/[?&]t=/)
    texts.push(all)
  }
  expect(texts.filter((text) => text.includes('•••• •••• ••••'))).toHaveLength(1)
})

/** A reward that was taken as two vouchers, and their codes. */
async function takenAsVouchers(): Promise<{ reward: string; codes: string[] }> {
  const referral = await bench.makeReferral({ share: 100 })
  const order = await bench.makeOrder(referral, await bench.makeRecipient(referral))
  await bench.release(order)
  const reward = (await bench.readRewards(order))[0]!.reward_id
  return withTenant(server.db, 'standard', async (tx) => {
    const free = await tx
      .selectFrom('vouchers')
      .select(['voucher_id', 'code_encrypted'])
      .where('tenant', '=', 'standard')
      .where('reward_id', 'is', null)
      .limit(2)
      .execute()
    const ids = free.map(({ voucher_id }) => voucher_id)
    await takeVouchers(tx, 'standard', ids, reward, server.clock.now())
    const codes = free.map((one) =>
      server.deps.keys.decrypt(one.code_encrypted, voucherPlace('standard', one.voucher_id)),
    )
    return { reward, codes }
  })
}

test('looking at a mail is in the log, once in a quarter of an hour, and support opens it from a person', async () => {
  const id = await queueOne('ansicht@post.example')
  const support = await makeOperator(server, 'hilfe@post.example', ['support'])
  for (let look = 0; look < 3; look += 1)
    expect((await call('GET', `/${id}`, undefined, support)).body).toMatchObject({
      Betreff: expect.stringContaining('Passwort'),
      Geleert: false,
    })
  const rows = await withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('audit_log')
      .select(['actor_id', 'subject_kind', 'details'])
      .where('tenant', '=', 'standard')
      .where('action', '=', 'mail-viewed')
      .where('subject_id', '=', id)
      .execute(),
  )
  expect(rows).toEqual([{ actor_id: support.id, subject_kind: 'mail', details: {} }])
  expect((await call('PUT', '', {}, support)).status).toBe(403)
  const admin = await makeOperator(server, 'verwaltung@post.example', ['tenant-admin'])
  expect((await call('PUT', '', {}, admin)).status).toBe(200)
  expect((await call('GET', `/${id}`, undefined, admin)).status).toBe(403)
})

test('a person’s history names the mail to open', async () => {
  const account = await bench.makeAccount('verlauf@post.example')
  const id = await queueOne('verlauf@post.example')
  const support = await makeOperator(server, 'hilfe@post.example', ['support'])
  const { body } = await server.call('GET', `/standard/betrieb/personen/${account.accountId}`, {
    token: support.token,
  })
  expect(body.Ereignisse).toContainEqual(
    expect.objectContaining({ Art: 'mail-queued', Nummer: id }),
  )
})

test('a mail whose content is deleted says so, and another tenant’s is not found', async () => {
  const id = await queueOne('vergessen@post.example')
  await withTenant(server.db, 'standard', (tx) =>
    blankMailsTo(tx, 'standard', 'vergessen@post.example'),
  )
  expect(await show(id)).toMatchObject({
    Geleert: true,
    Betreff: null,
    Text: null,
    Email: null,
    Stand: 'gescheitert',
  })
  const foreign = await queueOne('fremd@post.example', { tenant: 'telko' })
  for (const unknown of [foreign, 'x', '00000000-0000-7000-8000-000000000000'])
    expect((await call('GET', `/${unknown}`)).status).toBe(404)
  expect((await list({ Email: 'fremd@post.example' })).TotalCount).toBe(0)
})
