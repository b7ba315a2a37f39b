import { afterAll, beforeAll, expect, test } from 'vitest'
import { mailTemplates, type MailTemplate } from '../../contract/mail-templates.ts'
import type { MailToRender } from '../../contract/page-context.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { issueToken } from '../base/token-store.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { demoReferrers } from '../demo/demo-tenants.ts'
import type { Mail } from '../gateways/mail/mail-gateway.ts'
import { acceptance, recommended } from '../referral/journey.test-helper.ts'
import { findLastName } from './name-store.ts'
import { sendMail } from './send-mail.ts'
import { queueMail } from './store.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.stop())

const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(server.db, 'telko', work)

let sentMails = 0
/** Sends one mail of a template as the worker does; answers what the mail server got, and the token of its way out. */
async function sendOne(template: MailTemplate) {
  const to = `${template.toLowerCase()}-${++sentMails}@post.example`
  const [token, id] = await inTenant(async (tx) => {
    const out = await issueToken(tx, server.deps.keys, 'telko', {
      kind: 'newsletter',
      subject: to,
      now: server.clock.now(),
      expiresAt: null,
      uses: null,
      details: { way: 'out' },
    })
    const link = { link: { page: 'NewsletterOptout', token: { id: out.id, as: 't' } } } as const
    const data = {
      firstName: 'Ole',
      link: { link: { page: 'Homepage' } },
      unsubscribe: link,
    } as const
    const now = server.clock.now()
    await queueMail(tx, 'telko', { template, to, locale: 'de', data, dedupeKey: to, now })
    const row = await tx
      .selectFrom('mails')
      .select('mail_id')
      .where('tenant', '=', 'telko')
      .where('to_address', '=', to)
      .executeTakeFirstOrThrow()
    return [out.text, row.mail_id] as const
  })
  const sent: Mail[] = []
  const mailer = { send: async (mail: Mail) => void sent.push(mail), close: () => undefined }
  const deps = { ...server.deps, renderMail: async () => ({ subject: 'x', html: '', text: '' }) }
  const send = () => sendMail(deps, mailer, 'telko', id)
  await send()
  const left = await inTenant((tx) =>
    tx
      .selectFrom('mails')
      .select(['to_address', 'data', 'state'])
      .where('tenant', '=', 'telko')
      .where('mail_id', '=', id)
      .executeTakeFirstOrThrow(),
  )
  return { mail: sent[0]!, token, left, to, sent, send }
}

test('advertising carries one-click unsubscribe with its own address and token; no other mail does', async () => {
  for (const template of Object.keys(mailTemplates) as MailTemplate[]) {
    const { mail, token } = await sendOne(template)
    const { 'List-Unsubscribe': address, 'List-Unsubscribe-Post': post } = mail.headers ?? {}
    const expected =
      template === 'newsletterConfirmed'
        ? [
            `<http://telko.localhost:3000/api/v1/telko/empfehler/newsletter/optout?t=${token}>`,
            'List-Unsubscribe=One-Click',
          ]
        : [undefined, undefined]
    expect([template, address, post]).toEqual([template, ...expected])
  }
})

test('a mail that was sent is not sent again, however often its job is repeated', async () => {
  const { sent, send } = await sendOne('passwordChanged')
  await send()
  await send()
  expect(sent).toHaveLength(1)
})

test('the last mail of a deleted account goes out, and its address is forgotten with it', async () => {
  await inTenant((tx) =>
    tx
      .updateTable('mails')
      .set({ dedupe_key: 'before' })
      .where('tenant', '=', 'telko')
      .where('dedupe_key', '=', 'accountDeleted')
      .execute(),
  )
  const { mail, left, to } = await sendOne('accountDeleted')
  expect(mail.to).toBe(to)
  expect(left).toEqual({ to_address: '', data: {}, state: 'sent' })
})

test('a mail to somebody called Sie has the last name that goes with the first at this mailbox, and du and others have none', async () => {
  const greeted = async (code: string, email: string, firstName: string) => {
    const id = await withTenant(server.db, code, async (tx) => {
      const data = { firstName, link: { link: { page: 'Homepage' } } } as const
      const dedupeKey = `greeting|${email}|${firstName}`
      const now = server.clock.now()
      const mail = {
        template: 'passwordChanged',
        to: email,
        locale: 'de',
        data,
        dedupeKey,
      } as const
      await queueMail(tx, code, { ...mail, now })
      const { mail_id } = await tx
        .selectFrom('mails')
        .select('mail_id')
        .where('tenant', '=', code)
        .where('dedupe_key', '=', dedupeKey)
        .executeTakeFirstOrThrow()
      return mail_id
    })
    const rendered: MailToRender['data'][] = []
    const mailer = { send: async () => undefined, close: () => undefined }
    const renderMail = async ({ data }: MailToRender) => {
      rendered.push(data)
      return { subject: 'x', html: '', text: '' }
    }
    await sendMail({ ...server.deps, renderMail }, mailer, code, id)
    return rendered[0]!.lastName
  }
  const formal = demoReferrers.bgv
  expect(await greeted('bgv', formal.email, formal.firstName)).toBe(formal.lastName)
  expect(await greeted('bgv', formal.email, 'Ole')).toBeNull()
  expect(await greeted('bgv', 'niemand@post.example', formal.firstName)).toBeNull()
  const informal = demoReferrers.standard
  expect(await greeted('standard', informal.email, informal.firstName)).toBeNull()
})

test('what a stranger types with a mailbox gives its owner no other last name', async () => {
  const { email, firstName, lastName } = demoReferrers.standard
  const { Empfehlungsnummer: number } = await recommended(server)
  const body = acceptance(email, { Vorname: firstName, Name: 'Gesperrt, bitte anrufen' })
  const typed = await server.call('POST', `/standard/empfaenger/create/${number}`, { body })
  expect(typed.status).toBe(201)
  const find = () =>
    withTenant(server.db, 'standard', (tx) => findLastName(tx, 'standard', email, firstName))
  expect(await find()).toBe(lastName)
})
