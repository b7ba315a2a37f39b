import { afterAll, beforeAll, expect, test } from 'vitest'
import { queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { contactSubjects } from '../../domain/contact.ts'
import { solve, stranger } from '../account/people.test-helper.ts'
import { withTenant } from '../db/connection.ts'
import { blankOldMails } from '../mail/blank-mails.ts'
import { sendMail } from '../mail/send-mail.ts'
import type { Mail } from '../gateways/mail/mail-gateway.ts'
import { contactPerHour } from './contact-limits.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
startEachAfresh(() => server)
afterAll(() => server.stop())

const inbox = 'hallo@sonnseite.example'
const secretText = 'Meine Prämie von Mai fehlt noch.'
type Options = Parameters<TestServer['call']>[2] & { query?: string }
const write = (own: Record<string, unknown>, { query = '', ...options }: Options = {}) =>
  server.call('POST', `/standard/kontakt${query}`, {
    body: { Name: 'Rosa Feldmann', Betreff: 'reward', Nachricht: secretText, ...own },
    ...options,
  })
const received = async () =>
  (await queuedMails(server, 'standard', inbox)).map(({ data }) => data as Record<string, string>)
const mailsOf = (to: string) => queuedMails(server, 'standard', to)

test('a message reaches the tenant with everything that was typed, and nothing of it goes back', async () => {
  const { email, ip } = stranger()
  const answer = await write({ Email: email, Empfehlungsnummer: 'A7KM-Q2X9' }, { ip })
  expect([answer.status, answer.body]).toEqual([202, {}])
  const [message] = await received()
  expect(message).toMatchObject({
    name: 'Rosa Feldmann',
    email,
    topic: 'reward',
    message: secretText,
    referralNumber: 'A7KM-Q2X9',
    language: 'de',
  })
  const receipts = await mailsOf(email)
  expect(receipts.map(({ template }) => template)).toEqual(['contactReceived'])
  expect(JSON.stringify(receipts)).not.toMatch(/Rosa|Prämie|A7KM/)
})

test('an answer to the message goes to its sender, in headers that nobody can add to', async () => {
  const { email, ip } = stranger()
  await write({ Email: email, Nachricht: 'Zeile\r\nBcc: alle@opfer.example' }, { ip })
  const sent: Mail[] = []
  const rows = await withTenant(server.db, 'standard', (tx) =>
    tx.selectFrom('mails').select('mail_id').where('tenant', '=', 'standard').execute(),
  )
  for (const { mail_id } of rows) {
    await sendMail(
      {
        ...server.deps,
        renderMail: async ({ data }) => ({ subject: 'x', html: '', text: String(data.message) }),
      },
      { send: async (mail) => void sent.push(mail), close: () => undefined },
      'standard',
      mail_id,
    )
  }
  const message = sent.find(({ replyTo }) => replyTo === email)
  expect(message).toMatchObject({
    to: inbox,
    from: { address: 'empfehlungen@sonnseite.example' },
  })
  expect(sent.filter(({ to }) => to === email).map(({ replyTo }) => replyTo)).toEqual([undefined])
})

test('what could become a header, a link or another recipient is refused', async () => {
  const { email, ip } = stranger()
  const before = (await received()).length
  for (const own of [
    { Name: 'Rosa\r\nBcc: alle@opfer.example' },
    { Name: 'www.gewinn.example' },
    { Email: `${email},alle@opfer.example` },
    { Email: `${email}\r\nBcc: alle@opfer.example` },
    { Email: 'keine-adresse' },
    { Betreff: 'gewinn' },
    { Nachricht: ' ' },
    { Nachricht: 'x'.repeat(5001) },
    { Empfehlungsnummer: 'A7KM\r\nQ2X9' },
    { Anhang: 'x' },
  ]) {
    const answer = await write({ Email: email, ...own }, { ip })
    expect([own, answer.status]).toEqual([own, 400])
  }
  expect(await received()).toHaveLength(before)
})

test.each(contactSubjects)('a message can be about: %s', async (subject) => {
  const { email, ip } = stranger()
  expect((await write({ Email: email, Betreff: subject }, { ip })).status).toBe(202)
  expect((await received())[0]).toMatchObject({ email, topic: subject })
})

test('the same message sent twice with one key arrives once', async () => {
  const { email, ip } = stranger()
  const headers = { 'idempotency-key': 'nachricht-1' }
  const [first, second] = await Promise.all([
    write({ Email: email }, { ip, headers }),
    write({ Email: email }, { ip, headers }),
  ])
  expect([first.status, second.status]).toEqual([202, 202])
  expect((await received()).filter((one) => one.email === email)).toHaveLength(1)
  expect(await mailsOf(email)).toHaveLength(1)
})

test('after a few messages an hour a captcha is asked for, in parallel too, and one solution sends one', async () => {
  const { ip } = stranger()
  const check = () =>
    server.call('GET', '/standard/kontakt?command=captcharequired', { ip }).then(({ body }) => body)
  expect(await check()).toEqual({ CaptchaRequired: false })
  const burst = await Promise.all(
    Array.from({ length: contactPerHour.free + 5 }, () =>
      write({ Email: stranger().email }, { ip }),
    ),
  )
  expect(burst.filter(({ status }) => status === 202)).toHaveLength(contactPerHour.free)
  const refused = burst.find(({ status }) => status !== 202)
  expect([refused?.status, refused?.body.ErrorCode]).toEqual([428, 'PSOF0501'])
  const { CaptchaRequired: due, Challenge } = await check()
  expect(due).toBe(true)
  // The word that stands for a mailed confirmation elsewhere: here no mail confirms anything.
  expect((await write({ Email: stranger().email }, { ip, query: '?captcha=mail' })).status).toBe(
    428,
  )
  const query = `?captcha=${await solve(Challenge)}`
  expect((await write({ Email: stranger().email }, { ip, query })).status).toBe(202)
  expect((await write({ Email: stranger().email }, { ip, query })).body.ErrorCode).toBe('PSOF0502')
  server.clock.advance('PT1H')
  expect((await write({ Email: stranger().email }, { ip })).status).toBe(202)
})

test('nobody can have more receipts sent to one address than its mails of the day, and the messages arrive', async () => {
  const { email } = stranger()
  for (let count = 0; count < 7; count += 1)
    expect((await write({ Email: email }, { ip: stranger().ip })).status).toBe(202)
  expect(await mailsOf(email)).toHaveLength(5)
  expect((await received()).filter((one) => one.email === email)).toHaveLength(7)
})

test('a flood from many visitors asks everybody for a captcha and shuts nobody out', async () => {
  server.clock.advance('PT2H')
  const { email } = stranger()
  let answer = await write({ Email: email }, { ip: stranger().ip })
  for (let count = 0; count < contactPerHour.freeOfAll && answer.status === 202; count += 1)
    answer = await write({ Email: email }, { ip: stranger().ip })
  expect(answer.status).toBe(428)
  const query = `?captcha=${await solve(answer.body.Details.Challenge)}`
  expect((await write({ Email: email }, { ip: stranger().ip, query })).status).toBe(202)
})

test('the message is forgotten 30 days after it was sent', async () => {
  server.clock.advance('P1D')
  const { email, ip } = stranger()
  await write({ Email: email }, { ip })
  await withTenant(server.db, 'standard', (tx) =>
    tx
      .updateTable('mails')
      .set({ state: 'sent', sent_at: server.clock.now().toString() })
      .where('tenant', '=', 'standard')
      .execute(),
  )
  server.clock.advance('P30D')
  await blankOldMails(server.deps, 'standard')
  expect((await received()).filter((one) => one.email === email)).toHaveLength(1)
  server.clock.advance('P1D')
  await blankOldMails(server.deps, 'standard')
  const rows = await withTenant(server.db, 'standard', (tx) =>
    tx
      .selectFrom('mails')
      .select(['to_address', 'data'])
      .where('tenant', '=', 'standard')
      .execute(),
  )
  expect(JSON.stringify(rows)).not.toContain(email)
  expect(JSON.stringify(rows)).not.toContain(secretText)
})
