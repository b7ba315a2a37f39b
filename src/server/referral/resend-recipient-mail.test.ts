import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { solve, stranger } from '../account/people.test-helper.ts'
import { withTenant } from '../db/connection.ts'
import { runSweeps } from '../run-sweeps.ts'
import { accepted, countAudited, readRecipients, recommended } from './journey.test-helper.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(() => server.clock.set(testNow))
afterAll(() => server.stop())

const resend = (token: string, query = '', headers: Record<string, string> = {}) =>
  server.call('POST', `/standard/empfaenger/bestaetigung${query}`, {
    ip: stranger().ip,
    token,
    headers,
  })
const confirm = (Token: string) =>
  server.call('PUT', '/standard/empfaenger/bestaetigung', { body: { Token } })
const mails = (email: string) => queuedMails(server, 'standard', email)

test('the confirmation goes out again, in the language of the page; every link of it confirms', async () => {
  const made = await recommended(server)
  const recipient = await accepted(server, made.Empfehlungsnummer)
  const answer = await resend(recipient.Token, '', { 'accept-language': 'en' })
  expect(answer.status).toBe(200)
  expect(answer.body).toMatchObject({ Email: recipient.email, Bestaetigt: false })
  const sent = await mails(recipient.email)
  expect(sent).toMatchObject([
    {
      template: 'confirmRecipient',
      data: { firstName: 'Jonas', productTitle: 'green electricity' },
    },
    { template: 'confirmRecipient', data: { productTitle: 'den Ökostrom' } },
  ])
  expect(await countAudited(server, 'resend-recipient-mail', recipient.Empfaengernummer)).toBe(1)
  expect(await readRecipients(server, made.Empfehlungsnummer)).toHaveLength(1)
  for (const { token } of sent)
    expect((await confirm(token!)).body).toMatchObject({ Bestaetigt: true })
})

test('who is confirmed is answered as done and gets no mail', async () => {
  const made = await recommended(server)
  const recipient = await accepted(server, made.Empfehlungsnummer)
  await confirm(recipient.confirmToken)
  const answer = await resend(recipient.Token)
  expect([answer.status, answer.body.Bestaetigt]).toEqual([200, true])
  expect(await mails(recipient.email)).toHaveLength(1)
})

test('it takes of the mails that strangers can have sent to a mailbox: after five a captcha each, ten by mail, twenty at most', async () => {
  const made = await recommended(server)
  const recipient = await accepted(server, made.Empfehlungsnummer)
  const statuses = await Promise.all(Array.from({ length: 7 }, () => resend(recipient.Token)))
  expect(statuses.map(({ status }) => status).toSorted()).toEqual([
    200, 200, 200, 200, 428, 428, 428,
  ])
  for (let round = 0; round < 5; round++)
    expect((await resend(recipient.Token, '?captcha=mail')).status).toBe(200)
  const due = await resend(recipient.Token, '?captcha=mail')
  expect(due.body.ErrorCode).toBe('PSOF0501')
  const solved = `?captcha=${await solve(due.body.Details.Challenge)}`
  expect((await resend(recipient.Token, solved)).status).toBe(200)
  expect((await resend(recipient.Token, solved)).body.ErrorCode).toBe('PSOF0502')
  for (let round = 11; round < 20; round++) {
    const { body } = await resend(recipient.Token)
    const query = `?captcha=${await solve(body.Details.Challenge)}`
    expect((await resend(recipient.Token, query)).status).toBe(200)
  }
  const { body } = await resend(recipient.Token)
  const last = await resend(recipient.Token, `?captcha=${await solve(body.Details.Challenge)}`)
  expect([last.status, last.body.ErrorCode]).toEqual([429, 'PSOF0605'])
  expect(await mails(recipient.email)).toHaveLength(20)
})

test('no mail goes out for a referral that was withdrawn, or after the last day', async () => {
  const [cancelled, old] = [await recommended(server), await recommended(server)]
  const [one, two] = [
    await accepted(server, cancelled.Empfehlungsnummer),
    await accepted(server, old.Empfehlungsnummer),
  ]
  await withTenant(server.db, 'standard', (tx) =>
    tx
      .updateTable('referrals')
      .set({ state: 'cancelled' })
      .where('tenant', '=', 'standard')
      .where('number', '=', cancelled.Empfehlungsnummer)
      .execute(),
  )
  expect((await resend(one.Token)).body.ErrorCode).toBe('PSOF0307')
  server.clock.set('2027-02-09T22:59:59Z')
  expect((await resend(two.Token)).status).toBe(200)
  server.clock.set('2027-02-09T23:00:00Z')
  expect((await resend(two.Token)).body.ErrorCode).toBe('PSOF0212')
  expect((await mails(one.email)).length + (await mails(two.email)).length).toBe(3)
})

test('what the later mails said is forgotten with the recipient', async () => {
  const made = await recommended(server)
  const recipient = await accepted(server, made.Empfehlungsnummer)
  server.clock.set('2027-02-09T11:00:00Z')
  await resend(recipient.Token)
  server.clock.set('2027-02-09T23:00:00Z')
  await runSweeps(server.deps)
  expect(await mails(recipient.email)).toEqual([])
})
