import { expect, test } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { formatGermanDate } from '../../domain/dates.ts'
import { system } from '../base/audit-store.ts'
import { uuidv7 } from '../base/uuid.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { useRewards, type Bench } from '../reward/reward.test-helper.ts'

let server: TestServer
let bench: Bench
useRewards((made) => ({ server, bench } = made))

const Grund = 'Brief vom 3. November'
let made = 0
const operator = (tenant = 'standard') =>
  makeOperator(server, `offen${++made}@betrieb.example`, ['support'], tenant)
const call = (method: string, path: string, token: string, body?: object, tenant = 'standard') =>
  server.call(method, `/${tenant}/betrieb/personen/${path}`, { token, ...(body ? { body } : {}) })
const page = async (id: string, token: string) => (await call('GET', id, token)).body
const claim = (
  accountId: string,
  referral: { number: string; product: string },
  answerBy: string,
) =>
  bench.run((tx) =>
    tx
      .insertInto('claims')
      .values({
        tenant: 'standard',
        claim_id: uuidv7(),
        claimant_kind: 'account',
        claimant_id: accountId,
        referral_number: referral.number,
        product_id: referral.product,
        external_number: `FEHLT-${answerBy}`,
        made_at: server.clock.now().toString(),
        changed_at: server.clock.now().toString(),
        answer_by: answerBy,
      })
      .execute(),
  )

test('an open claim is in the sentence at the top, with the day of the answer and how late it is', async () => {
  const { token } = await operator()
  const referral = await bench.makeReferral()
  await claim(referral.accountId, referral, '2030-01-02')
  expect((await page(referral.accountId, token)).Zuerst).toMatchObject({
    Warum: 'missing',
    Bis: '2030-01-02',
    Entscheidet: 'review',
  })
  const late = await bench.makeReferral()
  const day = server.clock.today().subtract({ days: 3 }).toString()
  await claim(late.accountId, late, day)
  expect((await page(late.accountId, token)).Zuerst).toMatchObject({
    Warum: 'missing-late',
    Bis: day,
    TageUeberfaellig: 3,
  })
})

test('a referrer’s page lists who accepted, with the state of each, forgotten ones without a name', async () => {
  const { token } = await operator()
  const { referral, recipient } = await bench.makeReward()
  const waiting = await bench.makeRecipient(referral, { state: 'accepted' })
  const forgotten = await bench.makeRecipient(referral)
  await call('POST', `${forgotten.number}/loeschung`, token, { PraemienVerfallen: true, Grund })
  const { Angenommen, AngenommenAnzahl } = await page(referral.accountId, token)
  const of = (number: string) =>
    Angenommen.find(({ Nummer }: { Nummer: string }) => Nummer === number)
  expect(of(recipient.number)).toMatchObject({ Status: 'confirmed', Vertrag: 'released' })
  expect(of(waiting.number)).toMatchObject({ Status: 'accepted', Vertrag: null })
  expect(of(forgotten.number)?.Name ?? '').toBe('')
  expect(AngenommenAnzahl).toBe(Angenommen.length)
})

test('before somebody is forgotten the page says what is open; afterwards when and by whom, and what is left', async () => {
  const { token } = await operator()
  const { referral, recipient } = await bench.makeReward({ share: 50 })
  // The referrer is a contact of somebody else, with something open.
  const other = await bench.makeReferral({ share: 0 })
  const entry = await bench.makeRecipient(other, { email: referral.email })
  const order = await bench.makeOrder(other, entry)
  expect((await page(referral.accountId, token)).Ausstehend).toMatchObject({
    Verfaellt: 1,
    VerfaelltCent: expect.any(Number),
    Vertraege: 1,
    PraemienAlsKontakt: 0,
  })
  const erase = { PraemienVerfallen: true, Grund }
  const { body } = await call('POST', `${referral.accountId}/loeschung`, token, erase)
  expect(body).toEqual({ Ergebnis: 'geloescht', NochOffen: 1 })
  expect((await call('GET', referral.accountId, token)).status).toBe(404)
  const erased = await call('GET', `${referral.accountId}/geloescht`, token)
  expect(erased.body).toEqual({
    Zeit: expect.any(String),
    Wer: 'operator',
    Rolle: 'support',
    Behalten: [entry.number],
  })
  expect(order).toBeTruthy()
  // Who is there, was never there, or is another tenant's, was not forgotten.
  const elsewhere = await operator('bgv')
  for (const [id, tenant, who] of [
    [recipient.number, 'standard', token],
    [uuidv7(), 'standard', token],
    [referral.accountId, 'bgv', elsewhere.token],
  ] as const)
    expect([id, (await call('GET', `${id}/geloescht`, who, undefined, tenant)).status]).toEqual([
      id,
      404,
    ])
})

test('whose contract was cancelled is told so, with the day, on the pages of both', async () => {
  const { token } = await operator()
  const referral = await bench.makeReferral({ share: 50 })
  const recipient = await bench.makeRecipient(referral)
  const order = await bench.makeOrder(referral, recipient)
  await bench.run((tx) => cancelOrder(tx, server.deps, bench.tenant, order, system))
  for (const id of [recipient.number, referral.accountId])
    expect((await page(id, token)).Zuerst).toMatchObject({
      Warum: 'order-cancelled',
      Bis: server.clock.today().toString(),
      Entscheidet: 'nobody',
    })
})

test('a contract before the acceptance is said with both days, and what is of one instant in its order', async () => {
  const { token } = await operator()
  const referral = await bench.makeReferral()
  const recipient = await bench.makeRecipient(referral)
  const contractOn = server.clock.today().subtract({ days: 2 })
  const order = await bench.makeOrder(referral, recipient, { contractOn: contractOn.toString() })
  await bench.release(order)
  const { Zuerst, Ereignisse } = await page(referral.accountId, token)
  const [contract, accepted] = [contractOn, server.clock.today()].map(formatGermanDate)
  expect(Zuerst).toMatchObject({
    Warum: 'review',
    Gruende: [
      `Der Vertrag ist vom ${contract}, angenommen wurde die Empfehlung erst am ${accepted}.`,
    ],
  })
  const kinds: string[] = Ereignisse.map(({ Art }: { Art: string }) => Art)
  expect(kinds.indexOf('referral-made')).toBeLessThan(kinds.indexOf('account-created'))
  expect(kinds.indexOf('contact-confirmed')).toBeLessThan(kinds.indexOf('contact-accepted'))
  expect(kinds.indexOf('order-released')).toBeLessThan(kinds.indexOf('order-confirmed'))
})
