import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { queuedMails } from '../../../test/helpers/mails.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { stranger } from '../account/people.test-helper.ts'
import { withTenant } from '../db/connection.ts'
import { readRecipients, recommended } from '../referral/journey.test-helper.ts'
import { lockStoredTenant, saveTenant } from '../tenant/store.ts'
import { makeBench, type Bench } from './reward.test-helper.ts'

let server: TestServer
let bench: Bench
let bgv: Bench
beforeAll(async () => {
  server = await startTestServer()
  bench = await makeBench(server, 'standard')
  bgv = await makeBench(server, 'bgv')
})
startEachAfresh(() => server)
afterEach(async () => {
  await bench.expectLedger()
  await bgv.expectLedger()
})
afterAll(() => server.stop())

const data = (email: string, more: object = {}) => ({
  anrede: 'Frau',
  vorname: 'Nele',
  name: 'Neumann',
  email,
  ...more,
})
const report = (number: string, empfaengerdaten: object, ip: string, tenant = 'standard') =>
  server.call('POST', `/${tenant}/tracking/abschliessen?channel=wa`, {
    body: { empfehlungsnummer: number, empfaengerdaten },
    ip,
  })

test('a report with complete data of somebody new makes one recipient, who waits until the feed confirms', async () => {
  const referral = await bench.makeReferral()
  const { email, ip } = stranger()
  const answers = await Promise.all(
    Array.from({ length: 6 }, () =>
      report(referral.number, data(email, { werbeeinwilligung: true }), ip),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 6 }, () => 201))
  expect(new Set(answers.map(({ body }) => body.Auftragsnummer)).size).toBe(1)
  const rows = await readRecipients(server, referral.number)
  expect(rows).toMatchObject([
    {
      state: 'accepted',
      first_name: 'Nele',
      last_name: 'Neumann',
      email,
      // Nobody showed our words, so nothing was agreed to.
      advertising: false,
      consented_at: null,
      channel: 'wa',
    },
  ])
  expect(await bench.stateOf('referrals', referral.number)).toBe('accepted')
  const number = answers[0]!.body.Auftragsnummer as string
  expect(await bench.release(number)).toEqual({ kind: 'refused', state: 'reported' })
  expect((await queuedMails(server, 'standard', email)).map(({ template }) => template)).toEqual([
    'confirmRecipient',
  ])
  const confirmed = await bench.feed(
    bench.line(referral, { referralNumber: referral.number, email }),
  )
  expect(confirmed).toEqual({ kind: 'new', number })
  expect((await readRecipients(server, referral.number))[0]!.state).toBe('confirmed')
})

test.each(['standard', 'bgv', 'telko'])(
  'at %s a first name and an address are enough, as in the form, and an empty number says none',
  async (tenant) => {
    const { number } = await (await makeBench(server, tenant)).makeReferral()
    const { email, ip } = stranger()
    const { status } = await server.call('POST', `/${tenant}/tracking/abschliessen`, {
      body: {
        empfehlungsnummer: number,
        empfaengernummer: '',
        empfaengerdaten: { vorname: 'Nele', email },
      },
      ip,
    })
    expect(status).toBe(201)
    expect(await readRecipients(server, number, tenant)).toMatchObject([
      { first_name: 'Nele', last_name: '', email },
    ])
  },
)

test('a report makes nobody of less than the tenant asks for, of a minor, of the referrer, or after the last day', async () => {
  const referral = await recommended(server)
  const number = referral.Empfehlungsnummer
  const person = stranger()
  const codes = async (answer: ReturnType<typeof report>) => {
    const { status, body } = await answer
    return [status, body.ErrorCode, body.Fields?.[0]?.Field]
  }
  const { email, ip } = person
  expect(await codes(report(number, { email, name: 'Neumann' }, ip))).toEqual([
    404,
    'PSOF0308',
    undefined,
  ])
  expect(await codes(report(number, data(email, { geburtsdatum: '18.11.2008' }), ip))).toEqual([
    400,
    'PSOF0101',
    'empfaengerdaten.geburtsdatum',
  ])
  expect(await codes(report(number, data(referral.email), ip))).toEqual([
    422,
    'PSOF0305',
    undefined,
  ])
  await withTenant(server.db, 'bgv', async (tx) => {
    const stored = await lockStoredTenant(tx, 'bgv')
    const recipientFields = { birthDate: true, address: true, phone: false }
    await saveTenant(tx, { ...stored!, recipientFields }, server.clock.now())
  })
  server.deps.tenants.forget('bgv')
  const asksMore = await bgv.makeReferral()
  const whole = {
    geburtsdatum: '01.02.1990',
    adresse: { strasse: 'Birkenweg', hausnummer: '3', plz: '50667' },
  }
  expect(await codes(report(asksMore.number, data(email, whole), ip, 'bgv'))).toEqual([
    404,
    'PSOF0308',
    undefined,
  ])
  const address = { ...whole.adresse, Ort: 'Köln' }
  expect(
    (await report(asksMore.number, data(email, { ...whole, adresse: address }), ip, 'bgv')).status,
  ).toBe(201)
  expect(await readRecipients(server, asksMore.number, 'bgv')).toMatchObject([
    { birth_date: '1990-02-01', street: 'Birkenweg', city: 'Köln' },
  ])
  server.clock.advance('P61D')
  expect(await codes(report(number, data(email), ip))).toEqual([410, 'PSOF0307', undefined])
  expect(await readRecipients(server, number)).toEqual([])
})

test('one visitor has ten people made an hour, and guesses whose address it is thirty times', async () => {
  const referral = await recommended(server)
  const { ip } = stranger()
  const send = (email: string) => report(referral.Empfehlungsnummer, data(email), ip)
  for (let made = 0; made < 10; made++) expect((await send(stranger().email)).status).toBe(201)
  expect((await send(stranger().email)).status).toBe(429)
  const guesser = stranger().ip
  const guess = () => report(referral.Empfehlungsnummer, data(referral.email), guesser)
  for (let tried = 0; tried < 30; tried++) expect((await guess()).status).toBe(422)
  expect((await guess()).status).toBe(429)
})
