import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { importLines } from './import-lines.ts'
import { makeBench, type Bench } from './reward.test-helper.ts'
import { system } from '../base/audit-store.ts'

let server: TestServer
let bench: Bench
let apiKey: string

beforeAll(async () => {
  server = await startTestServer()
  bench = await makeBench(server, 'standard')
  apiKey = await bench.token('api-key', 'test feed')
})
afterAll(() => server.stop())
afterEach(() => bench.expectLedger())

const wire = (order: ReturnType<Bench['line']>) => ({
  ExterneAuftragsnummer: order.externalNumber,
  ...(order.recipientNumber ? { Empfaengernummer: order.recipientNumber } : {}),
  ...(order.referralNumber ? { Empfehlungsnummer: order.referralNumber } : {}),
  ...(order.email ? { Email: order.email } : {}),
  ProduktExterneId: order.productExternalId,
  Vertragsdatum: order.contractOn,
  Status: order.status,
})

const post = (lines: unknown[], headers: Record<string, string> = {}) =>
  server.call('POST', '/standard/auftraege', { token: apiKey, body: lines, headers })

const countOrders = async (external: string) => {
  const rows = await bench.run((tx) =>
    tx
      .selectFrom('orders')
      .select('number')
      .where('tenant', '=', 'standard')
      .where('external_number', '=', external)
      .execute(),
  )
  return rows.length
}

test('each line is checked on its own and answered in its place', async () => {
  const referral = await bench.makeReferral()
  const recipient = await bench.makeRecipient(referral)
  const good = wire(bench.line(referral, { recipientNumber: recipient.number }))
  const answer = await post([
    { ...good, Vertragsdatum: '31.12.2026' },
    good,
    { ...good, ExterneAuftragsnummer: 'unknown-product', ProduktExterneId: 'gibt-es-nicht' },
    { ...good, ExterneAuftragsnummer: 'nobody', Empfaengernummer: '0000000000000000' },
    { ...good, ExterneAuftragsnummer: 'more', Betrag: '12,50' },
    {},
    { ...good, ExterneAuftragsnummer: 'V\u00001' },
  ])
  expect(answer.status).toBe(207)
  expect(
    answer.body.Ergebnisse.map((line: Record<string, string>) => [line.Ergebnis, line.ErrorCode]),
  ).toEqual([
    ['fehler', 'PSOF0101'],
    ['neu', undefined],
    ['fehler', 'PSOF0308'],
    ['fehler', 'PSOF0308'],
    ['fehler', 'PSOF0101'],
    ['fehler', 'PSOF0101'],
    ['fehler', 'PSOF0101'],
  ])
  expect(answer.body.Neu).toBe(1)
  expect(answer.body.Fehler).toBe(6)
  expect(answer.body.Ergebnisse[0].Message).toContain('Vertragsdatum')
  expect(answer.body.Ergebnisse[2].Message).toContain('ProduktExterneId')
  expect(answer.body.Ergebnisse[4].Message).toContain('Betrag')
  expect(answer.body.Ergebnisse[5].ExterneAuftragsnummer).toBe(null)
  const english = await post([{ ...good, Status: 'offen' }], { 'accept-language': 'en' })
  expect(english.body.Ergebnisse[0].Message).toMatch(/^There is no Status "offen": it is /)
  const { Empfaengernummer: _, ...nameless } = good
  const slips = await post([
    { ...nameless, ExterneAuftragsnummer: 'whose' },
    { ...good, ExterneAuftragsnummer: 'old', Vertragsdatum: '0190-11-05' },
  ])
  expect(slips.body.Ergebnisse.map((line: { Message: string }) => line.Message)).toEqual([
    expect.stringMatching(/^Die Zeile sagt nicht, wessen Vertrag es ist/),
    expect.stringMatching(/^Vertragsdatum liegt in der Zukunft oder mehr als 150 Jahre/),
  ])
})

test('a known order is unchanged, a cancelled one cancelled once, a contradiction an error', async () => {
  const referral = await bench.makeReferral()
  const recipient = await bench.makeRecipient(referral)
  const order = bench.line(referral, { recipientNumber: recipient.number })
  const results = async (line: unknown) => (await post([line])).body.Ergebnisse[0]
  expect((await results(wire(order))).Ergebnis).toBe('neu')
  expect((await results(wire(order))).Ergebnis).toBe('unveraendert')
  const other = await results(wire({ ...order, contractOn: '2026-10-01' }))
  expect([other.Ergebnis, other.ErrorCode]).toEqual(['fehler', 'PSOF0606'])
  expect(other.Message).toContain('Vertragsdatum')
  const wrong = await results(wire({ ...order, contractOn: '2026-10-01', status: 'storniert' }))
  expect([wrong.Ergebnis, wrong.Message]).toEqual([
    'fehler',
    expect.stringContaining('Storniert wurde nichts'),
  ])
  expect((await results(wire({ ...order, status: 'storniert' }))).Ergebnis).toBe('storniert')
  expect((await results(wire({ ...order, status: 'storniert' }))).Ergebnis).toBe('unveraendert')
  const old = await results(wire(order))
  expect([old.Ergebnis, Boolean(old.Message)]).toEqual(['unveraendert', true])
  expect(await countOrders(order.externalNumber)).toBe(1)
  expect(await bench.stateOf('referrals', referral.number)).toBe('accepted')
})

test('an order that was cancelled before we heard of it never comes to life', async () => {
  const referral = await bench.makeReferral()
  const recipient = await bench.makeRecipient(referral)
  const order = bench.line(referral, { recipientNumber: recipient.number, status: 'storniert' })
  expect(await bench.feed(order)).toMatchObject({ kind: 'cancelled' })
  const late = await bench.feed({ ...order, status: 'abgeschlossen' })
  expect(late.kind).toBe('stays-cancelled')
})

test('parallel calls with the same batch import every order once', async () => {
  const referral = await bench.makeReferral()
  const lines = await Promise.all(
    Array.from({ length: 12 }, async () => {
      const recipient = await bench.makeRecipient(referral)
      return wire(bench.line(referral, { recipientNumber: recipient.number }))
    }),
  )
  const answers = await Promise.all([
    ...Array.from({ length: 6 }, () => post(lines)),
    ...Array.from({ length: 6 }, () => post(lines.toReversed())),
  ])
  expect(new Set(answers.map((answer) => answer.body.Fehler))).toEqual(new Set([0]))
  expect(answers.reduce((sum, answer) => sum + answer.body.Neu, 0)).toBe(lines.length)
  for (const line of lines) expect(await countOrders(line.ExterneAuftragsnummer)).toBe(1)
})

test('lines of one number that name different people at the same moment make one order', async () => {
  const referral = await bench.makeReferral()
  const people = await Promise.all(Array.from({ length: 8 }, () => bench.makeRecipient(referral)))
  const order = bench.line(referral)
  const results = await Promise.all(
    people.map((person) =>
      importLines(server.deps, bench.tenant, [wire({ ...order, recipientNumber: person.number })], {
        source: 'feed',
        actor: system,
        locale: 'de',
      }),
    ),
  )
  const came = results.flat().map(({ result }) => result)
  expect(came.filter(({ result }) => result === 'neu')).toHaveLength(1)
  expect(came.filter(({ errorCode }) => errorCode === 'PSOF0606')).toHaveLength(7)
  expect(await countOrders(order.externalNumber)).toBe(1)
})

test('a line finds its recipient by the surest of its clues, and nobody where they do not fit', async () => {
  const referral = await bench.makeReferral()
  const one = await bench.makeRecipient(referral)
  const recipientOf = async (clues: object) => {
    const result = await bench.feed(bench.line(referral, clues))
    if (result.kind !== 'new') return result.kind
    const row = await bench.run((tx) =>
      tx
        .selectFrom('orders')
        .select('recipient_number')
        .where('tenant', '=', 'standard')
        .where('number', '=', result.number)
        .executeTakeFirstOrThrow(),
    )
    return row.recipient_number
  }
  expect(await recipientOf({ recipientNumber: one.number.toLowerCase() })).toBe(one.number)
  expect(
    await recipientOf({ referralNumber: referral.number, email: ` ${one.email.toUpperCase()} ` }),
  ).toBe(one.number)
  expect(await recipientOf({ referralNumber: referral.number })).toBe(one.number)
  expect(await recipientOf({ email: one.email })).toBe(one.number)
  expect(await recipientOf({ referralNumber: referral.number, email: 'fremd@post.example' })).toBe(
    'failed',
  )
  const two = await bench.makeRecipient(referral)
  expect(await recipientOf({ referralNumber: referral.number })).toBe('failed')
  expect(await recipientOf({ referralNumber: referral.number, email: two.email })).toBe(two.number)
  const elsewhere = await bench.makeReferral()
  expect(await recipientOf({ referralNumber: elsewhere.number, recipientNumber: two.number })).toBe(
    'failed',
  )
  // Who confirmed an address first keeps it, whoever types or confirms it later.
  server.clock.advance('PT1M')
  const again = await bench.makeRecipient(elsewhere, { email: one.email })
  expect(await recipientOf({ email: one.email })).toBe(one.number)
  expect(again.number).not.toBe(one.number)
  expect(await recipientOf({})).toBe('failed')
})

test('a confirmed contract confirms the recipient too, and what the same person filled in twice becomes one', async () => {
  const referral = await bench.makeReferral()
  const person = await bench.makeRecipient(referral, { state: 'accepted' })
  await bench.makeOrder(referral, person)
  expect(await bench.stateOf('recipients', person.number)).toBe('confirmed')
  const twin = await bench.makeRecipient(referral, { state: 'accepted', email: person.email })
  const order = bench.line(referral, { recipientNumber: twin.number })
  expect((await bench.feed(order)).kind).toBe('new')
  expect((await bench.feed(order)).kind).toBe('unchanged')
})

test('a report of a browser is confirmed rather than doubled, and proves nothing alone', async () => {
  const referral = await bench.makeReferral()
  const recipient = await bench.makeRecipient(referral)
  const report = () =>
    server.call(
      'POST',
      '/standard/tracking/abschliessen?channel=co&einsprungsquelle=Einsprungslink',
      {
        body: { empfehlungsnummer: referral.number, empfaengernummer: recipient.number },
      },
    )
  const answers = await Promise.all(Array.from({ length: 10 }, report))
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([201]))
  const numbers = new Set(answers.map((answer) => answer.body.Auftragsnummer))
  expect(numbers.size).toBe(1)
  expect(answers[0]!.body.Status).toBe('Gemeldet')
  const [number] = [...numbers] as string[]
  expect(await bench.release(number!)).toEqual({ kind: 'refused', state: 'reported' })
  const order = bench.line(referral, { recipientNumber: recipient.number })
  const results = await Promise.all(Array.from({ length: 6 }, () => bench.feed(order)))
  expect(results.filter(({ kind }) => kind === 'new')).toHaveLength(1)
  expect(results.every((result) => 'number' in result && result.number === number)).toBe(true)
  expect((await report()).body).toEqual({ Auftragsnummer: number, Status: 'Bestaetigt' })
})

test('a report needs a person who accepted; an expired referral says so, and guesses are limited', async () => {
  const referral = await bench.makeReferral()
  const accepted = await bench.makeRecipient(referral, { state: 'accepted' })
  const report = (body: object, ip = '198.51.100.7') =>
    server.call('POST', '/standard/tracking/abschliessen', { body, ip })
  const byEmail = await report({
    empfehlungsnummer: referral.number,
    empfaengerdaten: { email: accepted.email, vorname: 'Egal' },
  })
  expect(byEmail.status).toBe(201)
  expect((await report({ empfehlungsnummer: referral.number })).body.ErrorCode).toBe('PSOF0308')
  expect((await report({ empfehlungsnummer: '0000000000000000' })).body.ErrorCode).toBe('PSOF0308')
  server.clock.advance('P61D')
  const late = await report({
    empfehlungsnummer: referral.number,
    empfaengerdaten: { email: 'neu@post.example' },
  })
  expect(late.body.ErrorCode).toBe('PSOF0307')
  // Whoever accepted in time goes on.
  expect(
    (await report({ empfehlungsnummer: referral.number, empfaengernummer: accepted.number }))
      .status,
  ).toBe(201)
  for (let guess = 0; guess < 30; guess++)
    await report({ empfehlungsnummer: '0000000000000000' }, '198.51.100.8')
  expect((await report({ empfehlungsnummer: referral.number }, '198.51.100.8')).status).toBe(429)
})

test('more than 1,000 lines are not accepted', async () => {
  const answer = await post(
    Array.from({ length: 1001 }, (_, index) => ({ ExterneAuftragsnummer: String(index) })),
  )
  expect([400, 413]).toContain(answer.status)
})
