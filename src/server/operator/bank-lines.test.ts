import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { errorCatalogue } from '../../domain/errors.ts'
import { setClosedTo } from '../../../test/helpers/set-closed-to.ts'
import { uploadBankFile } from '../../../test/helpers/upload-bank-file.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import type { Bench } from '../reward/reward.test-helper.ts'
import { takeFileBack } from '../payout/cancel-file.ts'
import { camt, groupReport, layeredReport, makeFixtures, of } from '../payout/payout.test-helper.ts'
import { checkReport } from '../payout/payee-checks.test-helper.ts'
import { applyBankFile } from '../payout/apply-status.ts'
import { confirmBatchAs, applyBankFileAs } from './pay-as.ts'
import { system } from '../base/audit-store.ts'
import { readInTransit } from '../payout/open-item-store.ts'
import { startClawbacks } from './clawbacks.test-helper.ts'
import { canBeClosed } from '../../domain/books.ts'
import { findDifferences } from '../books/check-books.ts'
import { findLineDifferences } from '../books/check-store.ts'
import { closeOldDays } from '../payout/close-days.ts'
import { setProposal } from '../reward/clawback-store.ts'

// Lines of the bank's statement in the console: who may say what of them.

let server: TestServer
let bench: Bench

let fixtures: ReturnType<typeof makeFixtures>
const { operator, owing, show, act, book } = startClawbacks((made) => {
  ;({ server, bench } = made)
  fixtures = makeFixtures(server)
})

const at = '/standard/betrieb/kontoauszuege'
const secondPerson = errorCatalogue['second-person'].code
const Grund = 'Steht so auf dem Konto'
const aMoment: unknown = expect.stringMatching(/^20/)
const nameOf = ({ email }: { email: string }) => `Person ${email.split('@')[0]}`

let made = 0
type Booked = { id?: string; cents: number; isCredit?: boolean; day?: string; text?: string }
const booked = ({ id, cents, isCredit, day, text = '', back }: Booked & { back?: string }) =>
  `<Ntry><Amt Ccy="EUR">${(cents / 100).toFixed(2)}</Amt><CdtDbtInd>${isCredit ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
  <BookgDt><Dt>${day ?? server.clock.today().toString()}</Dt></BookgDt><AcctSvcrRef>T-${(made += 1)}</AcctSvcrRef>
  <NtryDtls><TxDtls><Refs><EndToEndId>${id ?? 'NOTPROVIDED'}</EndToEndId></Refs>
  <RltdPties><Dbtr><Pty><Nm>Mira Stern</Nm></Pty></Dbtr><DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct></RltdPties>
  <RmtInf><Ustrd>${text}</Ustrd></RmtInf>${back ? `<RtrInf><Rsn><Cd>${back}</Cd></Rsn></RtrInf>` : ''}</TxDtls></NtryDtls></Ntry>`
const upload = (token: string, ...lines: string[]) =>
  uploadBankFile(server, token, camt(lines.join('')))
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
  const approver = await operator(['payout-approver'])
  const second = approver.token
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
  // Whose file said it, and who confirmed it with which reason.
  const { rows: twice } = await bench.run((tx) =>
    sql<{ id: string }>`select line_id as id from bank_lines
      where tenant = 'standard' and cents = 4111 and direction = 'CRDT'`.execute(tx),
  )
  const { body: kept } = await server.call('GET', `${at}/${twice[0]!.id}`, { token: second })
  const who = nameOf(approver)
  expect(kept).toMatchObject({ Art: 'return', EntschiedenVon: who, EntschiedenAm: aMoment })
  expect(kept.Zahlungen).toMatchObject([
    {
      VorgelegtVon: nameOf(both),
      VorgelegtAm: aMoment,
      VorgelegtGrund: null,
      BestaetigtVon: who,
      BestaetigtAm: aMoment,
      BestaetigtGrund: Grund,
    },
  ])
  expect(await fixtures.states(rewards)).toEqual([
    ['provided', 'returned'],
    ['collected', 'in-transit'],
  ])
  expect(
    (await list(second, { Stand: 'offen' })).some(({ BetragCent }) => BetragCent === 4112),
  ).toBe(true)
})

const report = async (token: string, file: string | Uint8Array) =>
  (await uploadBankFile(server, token, file)).body
const rejectionsOf = async (token: string, batch: string) =>
  (
    (await server.call('GET', `${at}/stand`, { token })).body.Ablehnungen as {
      Id: string
      Lauf: string
      Anzahl: number
      EigeneVorlage: boolean
      Gruende: string
    }[]
  ).filter(({ Lauf }) => Lauf === batch)
const decideFile = async (
  token: string,
  { Id, Anzahl }: { Id: string; Anzahl: number },
  Entscheidung: 'bestaetigt' | 'abgelehnt',
) => server.call('PUT', `${at}/ablehnungen/${Id}`, { token, body: { Anzahl, Entscheidung, Grund } })

test('what one person’s status file rejects is due for nobody: a second one confirms it, never the same, and it is due once', async () => {
  const both = (await operator(['payout-preparer', 'payout-approver'])).token
  const second = (await operator(['payout-approver'])).token
  for (const status of ['RJCT', 'CANC']) {
    const { rewards, ids, messageId, batchId } = await fixtures.sent(3100, 3200)
    const file = groupReport(messageId, status, 'FF01')
    const before = await fixtures.snapshot()
    for (let time = 1; time <= 2; time += 1)
      expect(await report(both, file)).toMatchObject({ WartenAufZweite: 2, Gescheitert: 0 })
    expect(await fixtures.snapshot()).toEqual(before)
    // Neither by another file of the same person, nor by their word.
    const again = layeredReport(
      messageId,
      {},
      { payments: ids.map((id) => ({ id, status, reasons: ['AC04'] })) },
    )
    expect(await report(both, again)).toMatchObject({ WartenAufZweite: 2, Gescheitert: 0 })
    const [own] = await rejectionsOf(both, batchId)
    expect(own).toMatchObject({ Anzahl: 0, EigeneVorlage: true })
    for (const Anzahl of [0, 2]) {
      const alone = await decideFile(both, { ...own!, Anzahl }, 'bestaetigt')
      expect([alone.status, alone.body.ErrorCode]).toEqual([403, secondPerson])
    }
    const [found] = await rejectionsOf(second, batchId)
    expect(found).toMatchObject({ Anzahl: 2, EigeneVorlage: false })
    expect((await decideFile(second, { ...found!, Anzahl: 1 }, 'bestaetigt')).status).toBe(409)
    const person = (await operator(['payout-preparer'])).token
    expect((await decideFile(person, found!, 'bestaetigt')).status).toBe(403)
    const stranger = (await operator(['payout-approver'], 'bgv')).token
    const elsewhere = await server.call(
      'PUT',
      `/bgv/betrieb/kontoauszuege/ablehnungen/${found!.Id}`,
      {
        token: stranger,
        body: { Anzahl: 2, Entscheidung: 'bestaetigt', Grund },
      },
    )
    expect(elsewhere.status).toBe(409)
    expect(await fixtures.snapshot()).toEqual(before)
    const third = (await operator(['payout-approver'])).token
    const answers = await Promise.all([
      decideFile(second, found!, 'bestaetigt'),
      decideFile(third, found!, 'bestaetigt'),
    ])
    expect(answers.map(({ status: code }) => code)).toContain(200)
    expect(await fixtures.states(rewards)).toEqual([
      ['collected', 'rejected'],
      ['collected', 'rejected'],
    ])
    expect(await fixtures.reward(rewards[0]!)).toMatchObject({ payout_id: null })
    expect(await rejectionsOf(second, batchId)).toEqual([])
    expect(await report(both, file)).toMatchObject({ WartenAufZweite: 0, Bekannt: 2 })
    const paidAgain = await fixtures.sent(1)
    for (const reward of rewards)
      expect((await fixtures.payouts(reward)).map(({ state }) => state)).toEqual([
        'rejected',
        'in-transit',
      ])
    expect(paidAgain.rewards).toHaveLength(1)
  }
  await fixtures.booksAreRight()
})

test('a rejection that nobody confirms leaves the payment on its way, and waits again if it comes again', async () => {
  const first = (await operator(['payout-preparer'])).token
  const second = (await operator(['payout-approver'])).token
  const { rewards, messageId, batchId } = await fixtures.sent(3300)
  const file = groupReport(messageId, 'RJCT', 'AC04')
  await report(first, file)
  const decide = async (how: 'bestaetigt' | 'abgelehnt') =>
    (await decideFile(second, (await rejectionsOf(second, batchId))[0]!, how)).status
  expect(await decide('abgelehnt')).toBe(200)
  expect(await rejectionsOf(second, batchId)).toEqual([])
  expect(await fixtures.states(rewards)).toEqual([['collected', 'in-transit']])
  expect(await report(first, file)).toMatchObject({ WartenAufZweite: 1 })
  expect(await decide('bestaetigt')).toBe(200)
  expect(await fixtures.states(rewards)).toEqual([['provided', 'rejected']])
})

test('while a rejection waits, neither a person’s word nor report pays its payment, its file is not taken back, and the bank’s booking ends it', async () => {
  const { rewards, ids, messageId, batchId } = await fixtures.sent(3400)
  server.clock.advance('P7D')
  const preparer = await operator(['payout-preparer', 'payout-approver'])
  const second = (await operator(['payout-approver'])).token
  await report(preparer.token, groupReport(messageId, 'RJCT', 'AC04'))
  const actor = { kind: 'operator', id: preparer.id } as const
  const confirmed = await confirmBatchAs(server.deps, 'standard', batchId, actor)
  expect(confirmed).toMatchObject({ settled: 0, refused: [{ id: ids[0] }] })
  expect(await report(preparer.token, groupReport(messageId, 'ACSC'))).toMatchObject({
    Ausgefuehrt: 0,
    Ungeklaert: 1,
  })
  const takeBack = await server.call(
    'PUT',
    `/standard/betrieb/auszahlungen/dateien/${batchId}/ruecknahme`,
    { token: second, body: { Grund } },
  )
  expect(takeBack.status).toBe(409)
  await takeFileBack(server.deps, 'standard', batchId)
  expect(await fixtures.states(rewards)).toEqual([['collected', 'in-transit']])
  const [waiting] = await rejectionsOf(second, batchId)
  expect((await upload(preparer.token, booked({ id: ids[0]!, cents: 3400 }))).body).toMatchObject({
    Ausgefuehrt: 1,
  })
  expect(await rejectionsOf(second, batchId)).toEqual([])
  expect((await decideFile(second, waiting!, 'bestaetigt')).status).toBe(409)
  expect(await fixtures.states(rewards)).toEqual([['paid', 'paid']])
  // What was settled is not rejected, as before.
  expect(await report(preparer.token, groupReport(messageId, 'RJCT', 'AC04'))).toMatchObject({
    WartenAufZweite: 0,
    Gescheitert: 0,
    Ungeklaert: 1,
  })
})

test('a confirmation at the moment of a booking rejects or pays a payment, and never both', async () => {
  const first = (await operator(['payout-preparer'])).token
  const second = (await operator(['payout-approver'])).token
  for (let round = 0; round < 5; round += 1) {
    const { rewards, ids, messageId, batchId } = await fixtures.sent(3500)
    await report(first, groupReport(messageId, 'RJCT', 'AC04'))
    const [waiting] = await rejectionsOf(second, batchId)
    await Promise.all([
      decideFile(second, waiting!, 'bestaetigt'),
      applyBankFile(server.deps, 'standard', camt(booked({ id: ids[0]!, cents: 3500 })), system),
    ])
    const [[reward, payouts] = []] = await fixtures.states(rewards)
    expect([
      ['paid', 'paid'],
      ['provided', 'rejected'],
    ]).toContainEqual([reward, payouts])
    expect(await rejectionsOf(second, batchId)).toEqual([])
  }
  await fixtures.booksAreRight()
})

test('the bank’s folder rejects at once, also what waits for a second person', async () => {
  const first = (await operator(['payout-preparer'])).token
  const { rewards, messageId, batchId } = await fixtures.sent(3600)
  const file = Buffer.from(groupReport(messageId, 'RJCT', 'AC04'))
  await report(first, file)
  const done = await applyBankFile(server.deps, 'standard', file, system, { cameBy: 'folder' })
  expect(done).toMatchObject({ rejected: 1, waiting: [] })
  expect(await fixtures.states(rewards)).toEqual([['provided', 'rejected']])
  expect(await rejectionsOf(first, batchId)).toEqual([])
})

test('money that comes back by a line that books nothing waits for nobody and brings nothing back', async () => {
  const preparer = await operator(['payout-preparer'])
  const { rewards, ids } = await fixtures.sent(3700)
  const line = booked({ id: ids[0]!, cents: 3700, isCredit: true, back: 'FF01' })
    .replace('37.00', '0.00')
    .replace('<TxDtls>', '<TxDtls><Amt Ccy="EUR">37.00</Amt>')
  const actor = { kind: 'operator', id: preparer.id } as const
  await applyBankFileAs(server.deps, 'standard', camt(line), actor).catch(() => null)
  expect(await fixtures.states(rewards)).toEqual([['collected', 'in-transit']])
})

test('support hears that a file says so, and that a second person decides', async () => {
  const first = (await operator(['payout-preparer', 'support'])).token
  const { rewards, messageId } = await fixtures.sent(3800)
  const why = async () =>
    (await server.call('GET', `/standard/betrieb/praemien/${rewards[0]}`, { token: first })).body
      .Warum
  expect(await why()).toMatchObject({ Warum: 'at-bank' })
  await report(first, groupReport(messageId, 'RJCT', 'AC04'))
  expect(await why()).toMatchObject({ Warum: 'bank-back', Entscheidet: 'approver' })
})

test('an upload says what the bank found of the payees', async () => {
  const { token } = await operator(['payout-preparer'])
  const { ids, messageId } = await fixtures.sent(3900, 3910)
  const file = checkReport(messageId, 'RVCM', [
    { id: ids[0]!, status: 'RCVC' },
    { id: ids[1]!, status: 'RVNM' },
  ])
  const found = async () => (await report(token, file)).Empfaengerpruefung
  expect(await found()).toEqual({ Treffer: 1, Aehnlich: 0, KeinTreffer: 1, NichtMoeglich: 0 })
  expect(await found()).toEqual({ Treffer: 0, Aehnlich: 0, KeinTreffer: 0, NichtMoeglich: 0 })
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
  const wrong = await assign(token, 2499, { Art: 'reversal' })
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

test('a line that was proposed as a repayment is open again when the proposal ends by another booking’s end', async () => {
  const { token } = await operator(['payout-preparer', 'payout-approver'])
  const { id } = await owing()
  expect((await book(id, token, 100)).body.Ergebnis).toBe('gebucht')
  const [first] = (await show(id, token)).Rueckzahlungen
  await upload(token, booked({ cents: 2611, isCredit: true }))
  expect((await assign(token, 2611, { Art: 'repayment', Wozu: id })).body.Ergebnis).toBe(
    'vorgeschlagen',
  )
  expect(await lineOf(token, 2611)).toMatchObject({ Stand: 'zugeordnet' })
  expect((await act(id, 'rueckzahlung/ruecknahme', token, { Id: first.Id })).status).toBe(200)
  expect(await lineOf(token, 2611)).toMatchObject({ Stand: 'offen', Art: null })
})

test('a reference that was typed opens no line of another booking, so no line is a repayment twice', async () => {
  const { token } = await operator(['payout-preparer', 'payout-approver'])
  const { id } = await owing()
  await upload(token, booked({ cents: 1212, isCredit: true }))
  expect((await assign(token, 1212, { Art: 'repayment', Wozu: id })).body.Ergebnis).toBe('gebucht')
  const { Referenz } = (await show(id, token)).Rueckzahlungen[0]
  for (const BetragCent of [50, 1212]) {
    server.clock.advance('PT1S')
    await book(id, token, BetragCent, { Referenz })
    const [typed] = (await show(id, token)).Rueckzahlungen
    expect((await act(id, 'rueckzahlung/ruecknahme', token, { Id: typed.Id })).status).toBe(200)
    expect(await lineOf(token, 1212)).toMatchObject({ Stand: 'zugeordnet', Art: 'repayment' })
  }
  const [, , own] = (await show(id, token)).Rueckzahlungen
  await act(id, 'rueckzahlung/ruecknahme', token, { Id: own.Id })
  expect(await lineOf(token, 1212)).toMatchObject({ Stand: 'offen', Art: null })
})

test('a line that was given to a repayment that is nowhere is a difference of the books, and open again by night', async () => {
  const { token } = await operator(['payout-preparer', 'payout-approver'])
  const { id } = await owing()
  await upload(token, booked({ cents: 2612, isCredit: true }))
  await assign(token, 2612, { Art: 'repayment', Wozu: id })
  const { Id } = await lineOf(token, 2612)
  const differences = () => bench.run((tx) => findLineDifferences(tx, 'standard'))
  expect(await differences()).toEqual([])
  // As the bank's return of the whole payment ends it.
  await bench.run((tx) => setProposal(tx, 'standard', id, null))
  expect(await differences()).toMatchObject([{ id: Id, expected: 2612, found: 0 }])
  await closeOldDays(server.deps, 'standard')
  expect(await lineOf(token, 2612)).toMatchObject({ Stand: 'offen', Art: null })
  expect(await differences()).toEqual([])
})

test('what a closed line was given to and was taken back is named until it is booked anew, and keeps nobody from closing months', async () => {
  const { token } = await operator(['payout-preparer', 'payout-approver'])
  const [wrong, other, right] = [await owing(), await owing(), await owing()]
  await upload(token, booked({ cents: 2331, isCredit: true }))
  await assign(token, 2331, { Art: 'repayment', Wozu: wrong.id })
  const { Id } = await lineOf(token, 2331)
  const [repaid] = (await show(wrong.id, token)).Rueckzahlungen
  const differences = () => bench.run((tx) => findDifferences(tx, 'standard'))
  const closeTo = (day: string | null) => setClosedTo(server, 'standard', day)
  await closeTo(server.clock.today().toString())
  expect(await differences()).toEqual([])
  await act(wrong.id, 'rueckzahlung/ruecknahme', token, { Id: repaid.Id })
  await closeOldDays(server.deps, 'standard')
  expect(await lineOf(token, 2331)).toMatchObject({ Stand: 'zugeordnet', Art: 'repayment' })
  const [found, ...more] = await differences()
  expect([found, more]).toMatchObject([{ kind: 'closed-line', id: Id, expected: 2331 }, []])
  expect(found!.text).toContain(repaid.Referenz)
  expect(canBeClosed([found!])).toBe(true)
  expect(canBeClosed([found!, { kind: 'bank-line' }])).toBe(false)
  // Another amount, or another reference, is another payment.
  await book(other.id, token, 2330, { Referenz: repaid.Referenz })
  await book(other.id, token, 2331, { Referenz: 'Kontoauszug 12/4' })
  expect(await differences()).toHaveLength(1)
  await book(right.id, token, 2331, { Referenz: repaid.Referenz })
  expect(await differences()).toEqual([])
  await closeTo(null)
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
  const refusal = async (Tag: string) => {
    const { status, body } = await close(Tag)
    expect(status).toBe(400)
    return body.Fields[0].Message as string
  }
  expect((await close(day(-3))).status).toBe(400)
  // All that earlier tests left open is explained, by two people where it names a payment.
  const other = (await operator(['payout-approver'])).token
  for (const one of [token, other])
    for (const { Id, Version, BetragCent } of await list(one))
      if (BetragCent !== 6102) {
        const body = { Version, Grund, Art: 'other' }
        const { status } = await server.call('PUT', `${at}/${Id}/zuordnung`, { token: one, body })
        expect([BetragCent, status]).toEqual([BetragCent, 200])
      }
  const { body: books } = await server.call('GET', `${at}/stand`, { token })
  expect(books).toMatchObject({ OffeneBuchungen: 1, AbschliessbarBis: day(-3) })
  expect(books.UnterwegsBuchCent).toBe(books.UnterwegsZahlungenCent)
  const german = day(-3).split('-').toReversed().join('.')
  expect(await refusal(day(-2))).toContain(`höchstens bis ${german}: Danach ist eine Buchung offen`)
  expect(await refusal(day(400))).toContain(`höchstens bis ${german}`)
  expect((await close(day(-3))).status).toBe(200)
  expect(await refusal(day(-3))).toContain('kein weiterer Tag abschließen')
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
  for (const back of [day(-4), null])
    await expect(
      bench.run((tx) =>
        tx
          .updateTable('bank_books')
          .set({ closed_to: back })
          .where('tenant', '=', 'standard')
          .execute(),
      ),
    ).rejects.toThrow('are closed')
})

test('a damaged file, or one of another account, is refused in a sentence; other roles and tenants see and change nothing', async () => {
  const { token } = await operator(['payout-preparer'])
  const line = booked({ cents: 7001 })
  for (const [file, said] of [
    [
      Buffer.from('no xml'),
      'Nichts davon ist eingelesen: die Datei ist kein XML und kein ZIP-Archiv.',
    ],
    ['<no xml', 'Nichts davon ist eingelesen: die Datei ist kein XML oder beschädigt (Zeile 1).'],
    [of('bgv', camt(line)), 'ausgezahlt wird von einem anderen'],
    [camt(''), 'Nichts davon ist eingelesen: in der camt.054 steht keine einzige Buchung.'],
    [Buffer.from(groupReport('', 'ACSC')), 'Einzelheit (englisch): the status report'],
  ] as const) {
    const { status, body } = await uploadBankFile(server, token, file)
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

test('what is kept as an open item is not among what could not be applied', async () => {
  const { token } = await operator(['payout-preparer'])
  const { body } = await upload(token, booked({ cents: 4711, isCredit: true, text: 'Danke' }))
  expect(body).toMatchObject({
    NeueBuchungen: 1,
    OffeneBuchungen: 1,
    BezahlteRechnungen: 0,
    Ungeklaert: 0,
  })
})

test('lines of one amount are told apart by name and text, or by the reference where people are not to be seen', async () => {
  const preparer = (await operator(['payout-preparer'])).token
  const text = `Nachsendung ${'sehr '.repeat(20)}`
  await upload(preparer, booked({ cents: 4712, isCredit: true, text }))
  const wordsFor = async (token: string) => {
    const rows = (await list(token)) as unknown as { BetragCent: number; Stichwort: string }[]
    return rows.find(({ BetragCent }) => BetragCent === 4712)?.Stichwort
  }
  expect(await wordsFor(preparer)).toMatch(/^T-\d+$/)
  const both = (await operator(['payout-preparer', 'reviewer'])).token
  const words = await wordsFor(both)
  expect(words).toMatch(/^Mira Stern, Nachsendung sehr .*…$/)
  expect(words!.length).toBeLessThanOrEqual(61)
  const { Id } = await lineOf(both, 4712)
  const seen = async (token: string) => (await server.call('GET', `${at}/${Id}`, { token })).body
  expect(await seen(preparer)).toMatchObject({ Name: null, Text: null })
  expect(await seen(both)).toMatchObject({ Name: 'Mira Stern', Text: text.trim() })
  // Booked as not ours it may still be a person's money; of a charge whoever reads the books reads what it was.
  const { token } = await operator(['payout-approver'])
  expect((await assign(token, 4712, { Art: 'other' })).body.Ergebnis).toBe('gebucht')
  for (const reader of [preparer, token])
    expect(await seen(reader)).toMatchObject({ Art: 'other', Name: null, Text: null })
  expect(await seen(both)).toMatchObject({ Art: 'other', Name: 'Mira Stern', Stichwort: words })
  await upload(preparer, booked({ cents: 4713, text: 'Kontoführung' }))
  expect((await assign(token, 4713, { Art: 'charge' })).body.Ergebnis).toBe('gebucht')
  const charge = (await lineOf(preparer, 4713)).Id
  const { body } = await server.call('GET', `${at}/${charge}`, { token: preparer })
  expect(body).toMatchObject({ Art: 'charge', Text: 'Kontoführung' })
})

test('name and text of a payment to or from a person stay with those who may see people', async () => {
  const { id, cents } = await owing()
  const { token } = await operator(['payout-approver'])
  await upload(
    (await operator(['payout-preparer'])).token,
    booked({ cents, isCredit: true, text: 'von mir' }),
  )
  const { Id } = await lineOf(token, cents)
  expect((await assign(token, cents, { Art: 'repayment', Wozu: id })).status).toBe(200)
  const seen = async (by: string) => (await server.call('GET', `${at}/${Id}`, { token: by })).body
  expect(await seen(token)).toMatchObject({ Art: 'repayment', Name: null, Text: null })
  const both = (await operator(['payout-preparer', 'reviewer'])).token
  expect(await seen(both)).toMatchObject({ Art: 'repayment', Name: 'Mira Stern', Text: 'von mir' })
})

test('a line that names a file of ours, of which payments were booked singly before, is called a charge by two people, each by choosing it', async () => {
  const { ids, messageId, batchId } = await fixtures.sent(8_110, 8_220)
  const [one, other] = [await operator(['payout-approver']), await operator(['payout-approver'])]
  const [first, second] = [one.token, other.token]
  await upload((await operator(['payout-preparer'])).token, booked({ id: ids[0]!, cents: 8_110 }))
  const sum = `<Ntry><Amt Ccy="EUR">163.30</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>T-${(made += 1)}</AcctSvcrRef>
    <NtryDtls><Btch><MsgId>${messageId}</MsgId><NbOfTxs>2</NbOfTxs></Btch></NtryDtls></Ntry>`
  expect((await upload((await operator(['payout-preparer'])).token, sum)).status).toBe(200)
  const line = () => lineOf(first, 16_330)
  expect(await line()).toMatchObject({
    Stand: 'offen',
    VermutlichArt: 'batch',
    Vermutlich: batchId,
  })
  const { Id, Version: asRead } = (await line())!
  const show = async (token: string) => (await server.call('GET', `${at}/${Id}`, { token })).body
  const proposed = { status: 200, body: { Ergebnis: 'vorgeschlagen' } }

  expect(await assign(first, 16_330, { Art: 'charge' })).toMatchObject(proposed)
  expect(await show(first)).toMatchObject({ Vorschlag: { Art: 'charge', EigeneVorlage: true } })
  expect(await show(second)).toMatchObject({
    Stand: 'wartet',
    Art: null,
    Vorschlag: { Art: 'charge', Grund, EigeneVorlage: false },
  })
  // The same person again, whatever they call it, a page of before, and another one who calls it something else.
  expect(await assign(first, 16_330, { Art: 'charge' })).toMatchObject(proposed)
  const old = { Version: asRead, Grund, Art: 'charge' }
  const late = await server.call('PUT', `${at}/${Id}/zuordnung`, { token: second, body: old })
  expect(late.status).toBe(409)
  expect(await assign(second, 16_330, { Art: 'other' })).toMatchObject(proposed)
  expect(await assign(first, 16_330, { Art: 'charge' })).toMatchObject(proposed)
  expect(await line()).toMatchObject({ Stand: 'wartet', Art: null })
  // The database holds it, too.
  const by = await bench.run((tx) =>
    sql<{
      by: string
    }>`select named_by as by from bank_lines where tenant = 'standard' and line_id = ${Id}`.execute(
      tx,
    ),
  )
  const alone = bench.run((tx) =>
    sql`update bank_lines set kind = 'charge', decided_by = ${by.rows[0]!.by}, decided_at = now()
      where tenant = 'standard' and line_id = ${Id}`.execute(tx),
  )
  await expect(alone).rejects.toMatchObject({ constraint: 'bank_line_needs_two' })

  const Bestaetigt = 'Die Bank schreibt es ebenso'
  expect(await assign(second, 16_330, { Art: 'charge', Grund: Bestaetigt })).toMatchObject({
    status: 200,
    body: { Ergebnis: 'gebucht' },
  })
  // Both stay named, with their reasons.
  expect(await show(first)).toMatchObject({
    Stand: 'zugeordnet',
    Art: 'charge',
    Vorschlag: { Art: 'charge', Von: nameOf(one), Am: aMoment, Grund },
    EntschiedenVon: nameOf(other),
    EntschiedenAm: aMoment,
    Grund: Bestaetigt,
  })
  const { rows: log } = await bench.run((tx) =>
    sql<{ action: string }>`
      select action from audit_log where tenant = 'standard' and subject_id = ${Id} order by number`.execute(
      tx,
    ),
  )
  expect(log.map(({ action }) => action)).toEqual([
    ...Array.from({ length: 4 }, () => 'bank-line-named'),
    'bank-line-assigned',
  ])
})

test('a line that names a payment of ours, or that its file says is of one, is called not ours by two; a charge that names nothing by one', async () => {
  const { ids } = await fixtures.sent(8_330)
  const { token } = await operator(['payout-approver'])
  const preparer = (await operator(['payout-preparer'])).token
  await upload(preparer, booked({ id: ids[0]!, cents: 8_330 }))
  await upload(preparer, booked({ cents: 8_331, text: `Gebühr zu ${ids[0]!}` }))
  await upload(preparer, booked({ cents: 8_332, text: 'Kontoführung' }))
  expect(await lineOf(token, 8_331)).toMatchObject({ VermutlichArt: 'payout' })
  expect((await assign(token, 8_331, { Art: 'other' })).body.Ergebnis).toBe('vorgeschlagen')
  expect((await assign(token, 8_332, { Art: 'charge' })).body.Ergebnis).toBe('gebucht')
})

test('what somebody calls a line waits for a second person: on its list, and on Today of those who may say the same, once', async () => {
  const { ids, rewards, messageId, batchId } = await fixtures.sent(7_110, 7_220)
  const first = (await operator(['payout-approver'])).token
  const second = (await operator(['payout-approver'])).token
  const preparer = (await operator(['payout-preparer'])).token
  await upload(preparer, booked({ id: ids[0]!, cents: 7_110 }))
  await upload(preparer, booked({ cents: 7_111, text: `Gebühr zu ${ids[0]!}` }))
  const sum = `<Ntry><Amt Ccy="EUR">143.30</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts><AcctSvcrRef>T-${(made += 1)}</AcctSvcrRef>
    <NtryDtls><Btch><MsgId>${messageId}</MsgId><NbOfTxs>2</NbOfTxs></Btch></NtryDtls></Ntry>`
  await upload(preparer, sum)
  const kinds = ['bank-lines', 'bank-returns', 'named-lines', 'own-named-lines']
  const tasks = async (token: string) => {
    const { body } = await server.call('PUT', '/standard/betrieb/heute', { token, body: {} })
    const found = body.Aufgaben as { Art: string; OhneFrist: number }[]
    return kinds.map((kind) => found.find(({ Art }) => Art === kind)?.OhneFrist ?? 0)
  }
  const [open = 0, returns = 0, others = 0] = await tasks(second)
  expect(await tasks(first)).toEqual([open, returns, others, 0])
  const in_ = async (token: string, Stand: string) =>
    (await list(token, { Stand })).filter(({ BetragCent }) => BetragCent === 7_111).length

  expect((await assign(first, 7_111, { Art: 'charge' })).body.Ergebnis).toBe('vorgeschlagen')
  expect(await tasks(second)).toEqual([open - 1, returns, others + 1, 0])
  expect(await tasks(first)).toEqual([open - 1, returns, others, 1])
  expect(await tasks(preparer)).toEqual([open - 1, returns, others + 1, 0])
  for (const token of [first, second])
    expect([await in_(token, 'offen'), await in_(token, 'wartet')]).toEqual([0, 1])
  // What it names stands beside it.
  const shownOf = async (cents: number) => {
    const { Id } = await lineOf(second, cents)
    return (await server.call('GET', `${at}/${Id}`, { token: second })).body
  }
  const { rows: runs } = await bench.run((tx) =>
    sql<{ id: string }>`
      select proposal_id as id from payout_batches where tenant = 'standard' and batch_id = ${batchId}`.execute(
      tx,
    ),
  )
  const run = runs[0]!.id
  expect((await shownOf(7_111)).VermutlichUnsere).toEqual({
    PraemieId: rewards[0],
    EndToEndId: ids[0],
    Auszahlung: run,
    BetragCent: 7_110,
  })
  expect((await shownOf(14_330)).VermutlichUnsere).toEqual({
    PraemieId: null,
    EndToEndId: null,
    Auszahlung: run,
    BetragCent: 14_330,
  })

  expect((await assign(second, 7_111, { Art: 'charge' })).body.Ergebnis).toBe('gebucht')
  for (const token of [first, second])
    expect(await tasks(token)).toEqual([open - 1, returns, others, 0])
})
