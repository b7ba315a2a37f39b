import { expect, test } from 'vitest'
import { errorCatalogue } from '../../domain/errors.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import type { Bench } from '../reward/reward.test-helper.ts'
import { camt, makeFixtures, of } from '../payout/payout.test-helper.ts'
import { readInTransit } from '../payout/open-item-store.ts'
import { startClawbacks } from './clawbacks.test-helper.ts'

// Lines of the bank's statement in the console: who may say what of them.

let server: TestServer
let bench: Bench

let fixtures: ReturnType<typeof makeFixtures>
const { operator, owing } = startClawbacks((made) => {
  ;({ server, bench } = made)
  fixtures = makeFixtures(server)
})

const at = '/standard/betrieb/kontoauszuege'
const secondPerson = errorCatalogue['second-person'].code
const Grund = 'Steht so auf dem Konto'

let made = 0
type Booked = { id?: string; cents: number; isCredit?: boolean; day?: string; text?: string }
const booked = ({ id, cents, isCredit, day, text = '', back }: Booked & { back?: string }) =>
  `<Ntry><Amt Ccy="EUR">${(cents / 100).toFixed(2)}</Amt><CdtDbtInd>${isCredit ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
  <BookgDt><Dt>${day ?? server.clock.today().toString()}</Dt></BookgDt><AcctSvcrRef>T-${(made += 1)}</AcctSvcrRef>
  <NtryDtls><TxDtls><Refs><EndToEndId>${id ?? 'NOTPROVIDED'}</EndToEndId></Refs>
  <RltdPties><Dbtr><Pty><Nm>Mira Stern</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct></RltdPties>
  <RmtInf><Ustrd>${text}</Ustrd></RmtInf>${back ? `<RtrInf><Rsn><Cd>${back}</Cd></Rsn></RtrInf>` : ''}</TxDtls></NtryDtls></Ntry>`
const base64 = (file: Uint8Array) => Buffer.from(file).toString('base64')
const upload = (token: string, ...lines: string[]) =>
  server.call('POST', at, { token, body: { Datei: base64(camt(lines.join(''))) } })
const list = async (token: string, Filter: object = {}) =>
  (await server.call('PUT', at, { token, body: { Pagesize: 100, Filter } })).body.Content as {
    Id: string
    Tag: string
    Buchungstag: string
    BetragCent: number
    Stand: string
    Art: string | null
    VermutlichArt: string | null
    Vermutlich: string | null
    Version: number
  }[]
const lineOf = async (token: string, cents: number) =>
  (await list(token, { Stand: ['offen', 'wartet', 'zugeordnet'] })).find(
    ({ BetragCent }) => BetragCent === cents,
  )!
const assign = async (token: string, cents: number, body: object) => {
  const { Id, Version } = await lineOf(token, cents)
  return server.call('PUT', `${at}/${Id}/zuordnung`, { token, body: { Version, Grund, ...body } })
}

test('a file of one person brings no money back: a second one confirms it, never the same, and the reward is open once', async () => {
  const { ids, rewards } = await fixtures.sent(4111, 4112)
  const both = await operator(['payout-preparer', 'payout-approver'])
  const second = (await operator(['payout-approver'])).token
  const [a = '', b = ''] = ids
  expect((await upload(both.token, booked({ id: a, cents: 4111 }))).body).toMatchObject({
    Ausgefuehrt: 1,
    NeueBuchungen: 1,
    OffeneBuchungen: 0,
  })
  const returned = [
    booked({ id: a, cents: 4111, isCredit: true, back: 'AC04' }),
    booked({ id: b, cents: 4112, isCredit: true, back: 'MS03' }),
  ]
  expect((await upload(both.token, ...returned)).body).toMatchObject({
    WartenAufZweite: 2,
    Gescheitert: 0,
  })
  expect(await fixtures.states(rewards)).toEqual([
    ['paid', 'paid'],
    ['collected', 'in-transit'],
  ])
  const waiting = await list(second, { Stand: 'wartet' })
  expect(waiting.map(({ BetragCent }) => BetragCent).toSorted()).toEqual([4111, 4112])
  const decide = async (token: string, cents: number, Entscheidung: string) => {
    const line = waiting.find(({ BetragCent }) => BetragCent === cents)!
    const { body } = await server.call('GET', `${at}/${line.Id}`, { token })
    return server.call('PUT', `${at}/${line.Id}/rueckgabe`, {
      token,
      body: { Zahlung: body.Zahlungen[0].Id, Entscheidung, Grund },
    })
  }
  const { body: shown } = await server.call('GET', `${at}/${waiting[0]!.Id}`, { token: second })
  expect(shown.Zahlungen[0]).toMatchObject({ Rueckgabe: true, Wartet: true, EigeneVorlage: false })
  expect(shown.Zahlungen[0].Gruende).toMatch(/\. \((AC04|MS03)\)$/)
  expect((await decide(both.token, 4111, 'bestaetigt')).body.ErrorCode).toBe(secondPerson)
  const answers = await Promise.all(
    Array.from({ length: 3 }, () => decide(second, 4111, 'bestaetigt')),
  )
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409])
  expect((await decide(second, 4112, 'abgelehnt')).status).toBe(200)
  expect(await fixtures.states(rewards)).toEqual([
    ['provided', 'returned'],
    ['collected', 'in-transit'],
  ])
  expect(
    (await list(second, { Stand: 'offen' })).some(({ BetragCent }) => BetragCent === 4112),
  ).toBe(true)
})

test('a repayment is found by the clawback’s number, booked on it, and above what one decides alone proposed; refused, its line is open again', async () => {
  const { token } = await operator(['payout-preparer', 'payout-approver'])
  const small = await owing()
  const { orderNumber } = await bench.run(async (tx) => {
    const { order_number } = await tx
      .selectFrom('rewards')
      .select('order_number')
      .where('tenant', '=', 'standard')
      .where('reward_id', '=', small.id)
      .executeTakeFirstOrThrow()
    return { orderNumber: order_number }
  })
  await upload(token, booked({ cents: 2499, isCredit: true, text: `Rückzahlung ${orderNumber}` }))
  expect(await lineOf(token, 2499)).toMatchObject({
    Stand: 'offen',
    VermutlichArt: 'clawback',
    Vermutlich: small.id,
  })
  const wrong = await assign(token, 2499, { Art: 'charge' })
  expect([wrong.status, wrong.body.Fields[0].Field]).toEqual([400, 'Art'])
  expect((await assign(token, 2499, { Art: 'repayment' })).status).toBe(400)
  expect((await assign(token, 2499, { Art: 'repayment', Wozu: small.id })).body).toEqual({
    Ergebnis: 'gebucht',
  })
  expect((await assign(token, 2499, { Art: 'other' })).status).toBe(409)
  const { body } = await server.call('GET', `/standard/betrieb/rueckforderungen/${small.id}`, {
    token,
  })
  expect(body.RestCent).toBe(small.cents - 2499)
  // The rest is more than one person books alone.
  const rest = small.cents - 2499
  await upload(token, booked({ cents: rest, isCredit: true, text: `${orderNumber}` }))
  expect((await assign(token, rest, { Art: 'repayment', Wozu: small.id })).body.Ergebnis).toBe(
    'vorgeschlagen',
  )
  const second = (await operator(['payout-approver'])).token
  const { body: proposed } = await server.call(
    'GET',
    `/standard/betrieb/rueckforderungen/${small.id}`,
    { token: second },
  )
  const refused = await server.call(
    'PUT',
    `/standard/betrieb/rueckforderungen/${small.id}/verzicht/entscheidung`,
    { token: second, body: { Version: proposed.Version, Grund, Entscheidung: 'abgelehnt' } },
  )
  expect(refused.status).toBe(200)
  expect(await lineOf(token, rest)).toMatchObject({ Stand: 'offen', Art: null })
})

test('closed days take no lines and no assignments: what comes late counts for the first open day', async () => {
  const day = (days: number) => server.clock.today().add({ days }).toString()
  server.clock.advance('P20D')
  const { token } = await operator(['payout-preparer', 'payout-approver'])
  await upload(
    token,
    booked({ cents: 6101, day: day(-4), text: 'Miete' }),
    booked({ cents: 6102, day: day(-2), text: 'Strom' }),
  )
  const close = (Tag: string) =>
    server.call('PUT', `${at}/abschluss`, { token, body: { Tag, Grund } })
  expect((await close(day(-3))).status).toBe(400)
  // All that earlier tests left open is explained.
  for (const { BetragCent, Stand } of await list(token))
    if (BetragCent !== 6102 && Stand === 'offen')
      expect((await assign(token, BetragCent, { Art: 'other' })).status).toBe(200)
  const { body: books } = await server.call('GET', `${at}/stand`, { token })
  expect(books).toMatchObject({ OffeneBuchungen: 1, AbschliessbarBis: day(-3) })
  expect(books.UnterwegsBuchCent).toBe(books.UnterwegsZahlungenCent)
  expect((await close(day(-2))).status).toBe(400)
  expect((await close(day(-3))).status).toBe(200)
  expect((await close(day(-3))).status).toBe(400)
  expect((await upload(token, booked({ cents: 6103, day: day(-5) }))).status).toBe(200)
  expect(await lineOf(token, 6103)).toMatchObject({ Tag: day(-2), Buchungstag: day(-5) })
  const { Id } = await lineOf(token, 6101)
  await expect(
    bench.run((tx) =>
      tx
        .updateTable('bank_lines')
        .set({ kind: null, decided_at: null })
        .where('tenant', '=', 'standard')
        .where('line_id', '=', Id)
        .execute(),
    ),
  ).rejects.toThrow('is closed')
})

test('a damaged file, or one of another account, is refused in a sentence; other roles and tenants see and change nothing', async () => {
  const { token } = await operator(['payout-preparer'])
  const line = booked({ cents: 7001 })
  for (const [file, said] of [
    [Buffer.from('no xml'), 'nicht gelesen werden: the file is not well-formed XML'],
    [of('bgv', camt(line)), 'which is not the account for payouts'],
  ] as const) {
    const { status, body } = await server.call('POST', at, {
      token,
      body: { Datei: base64(file) },
    })
    expect([status, JSON.stringify(body)]).toEqual([400, expect.stringContaining(said)])
  }
  await upload(token, line)
  const { Id } = await lineOf(token, 7001)
  const stranger = (await operator(['payout-preparer', 'payout-approver'], 'bgv')).token
  expect((await server.call('GET', `${at}/${Id}`, { token: stranger })).status).toBe(403)
  const elsewhere = await server.call('GET', `/bgv/betrieb/kontoauszuege/${Id}`, {
    token: stranger,
  })
  expect(elsewhere.status).toBe(404)
  const support = (await operator(['support'])).token
  expect((await server.call('GET', `${at}/${Id}`, { token: support })).status).toBe(403)
  expect((await assign(token, 7001, { Art: 'other' })).status).toBe(403)
  const auditor = (await operator(['auditor'])).token
  expect((await server.call('GET', `${at}/${Id}`, { token: auditor })).body).toMatchObject({
    Name: null,
    Gegenkonto: null,
    BetragCent: 7001,
  })
})

test('what the ledger says is on its way is what the bank has not told, whatever came', async () => {
  const read = () => bench.run((tx) => readInTransit(tx, 'standard', '2026-01-01'))
  const before = await read()
  expect(before.ledgerCents).toBe(before.paymentCents)
  const { ids } = await fixtures.sent(100, 250)
  const sent = await read()
  expect([sent.ledgerCents, sent.paymentCents]).toEqual([
    before.ledgerCents + 350,
    before.paymentCents + 350,
  ])
  const { token } = await operator(['payout-preparer'])
  await upload(token, booked({ id: ids[0]!, cents: 100 }))
  const told = await read()
  expect([told.ledgerCents, told.paymentCents]).toEqual([
    before.ledgerCents + 250,
    before.paymentCents + 250,
  ])
})
