import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import { system } from '../base/audit-store.ts'
import { queueCheck, runCheck } from '../books/run-check.ts'
import { applyBankFile } from '../payout/apply-status.ts'
import { cancelFile, takeFileBack } from '../payout/cancel-file.ts'
import { checkReport } from '../payout/payee-checks.test-helper.ts'
import { groupReport, notice } from '../payout/payout.test-helper.ts'
import { payDue } from '../payout/play-both.ts'
import { bankData, ibanOf, type Bench, type Desk } from '../reward/reward.test-helper.ts'
import { startClawbacks } from './clawbacks.test-helper.ts'

// One euro from the order to the statement and back.

let server: TestServer
let bench: Bench
let desk: Desk
const { operator, owing, book, cancel } = startClawbacks((made) => ({ server, bench, desk } = made))

const accounting = {
  consultant: 29098,
  client: 55003,
  yearStart: 1,
  chart: 'SKR03',
  accountLength: 4,
  encoding: 'utf-8',
  isLocked: true,
  accounts: {},
} as const
beforeEach(() => changeTenant(server, 'standard', { accounting }))

const wayOf = async (id: string, token: string) =>
  (await server.call('GET', `/standard/betrieb/geldwege/${id}`, { token })).body

async function atTheBank(iban: number) {
  const reward = await desk.reward()
  await desk.collect(reward.token, { PraemieId: desk.cash, Bankdaten: bankData(ibanOf(iban)) })
  server.clock.advance('P40D')
  await payDue(server.deps, 'standard', system)
  const payout = await bench.run((tx) =>
    tx
      .selectFrom('payouts')
      .select(['end_to_end_id as id', 'cents'])
      .where('tenant', '=', 'standard')
      .where('reward_id', '=', reward.id)
      .executeTakeFirstOrThrow(),
  )
  return { ...reward, payout, cents: payout.cents }
}
const bankSays = (payout: { id: string; cents: number }, more: object = {}) =>
  applyBankFile(server.deps, 'standard', Buffer.from(notice({ ...payout, ...more })), system)

async function closeMonth(month: string) {
  await bench.run((tx) =>
    queueCheck(tx, server.deps, 'standard', { day: server.clock.today(), askedBy: 'test' }),
  )
  const { rows } = await bench.run((tx) =>
    sql<{ id: string }>`
      select check_id as id from books_checks where tenant = 'standard' and checked_at is null`.execute(
      tx,
    ),
  )
  for (const { id } of rows) await runCheck(server.deps, 'standard', id)
  const { token } = await operator(['payout-approver'])
  const closed = await server.call(
    'PUT',
    `/standard/betrieb/buecher/monate/${month}/festschreibung`,
    { token, body: { Grund: 'Monat abgeschlossen' } },
  )
  expect(closed.status).toBe(200)
}

test('from the order to the statement: every step says the same amount, and the end is where the money is', async () => {
  const sent = await atTheBank(71)
  const { cents, id, orderNumber, referral } = sent
  const { token } = await operator(['auditor'])
  const under = await wayOf(id, token)
  expect(under).toMatchObject({
    WertCent: cents,
    Empfehlung: { Nummer: referral.number },
    Auftrag: { Nummer: orderNumber, Quelle: 'feed', Datei: null },
    Verbleib: [{ Konto: 'in-transit', BetragCent: cents }],
    Abweichungen: [],
    Zahlungen: [{ EndToEndId: sent.payout.id, BetragCent: cents, Buchungen: [], Freigaben: [{}] }],
    Einnahmen: [],
    Rueckforderung: null,
    Belege: [],
  })
  expect(under.Zahlungen[0].Freigaben[0].Hash).toMatch(/^[0-9a-f]{64}$/)
  await bankSays(sent.payout)
  const arrived = await wayOf(id, token)
  const [line] = arrived.Zahlungen[0].Buchungen
  expect(arrived).toMatchObject({
    Verbleib: [{ Konto: 'paid-bank', BetragCent: cents }],
    Abweichungen: [],
    Einnahmen: [{ BetragCent: cents }],
  })
  expect(line).toMatchObject({ BetragCent: cents, ZeileCent: cents, Eingang: false, Konto: '2051' })
  expect(
    arrived.Buchungen.map(({ Vorgang, Cent }: { Vorgang: string; Cent: number }) => [
      Vorgang,
      Cent,
    ]),
  ).toEqual(['created', 'provided', 'claimed-for-payout', 'settled'].map((event) => [event, cents]))
  // From the line back to the same reward.
  const back = await server.call('GET', `/standard/betrieb/kontoauszuege/${line.Id}`, { token })
  expect(back.body.Zahlungen[0].PraemieId).toBe(id)
})

test('what came back and what was claimed back are steps of the way, and its end', async () => {
  const sent = await atTheBank(72)
  await bankSays(sent.payout)
  await bankSays(sent.payout, { direction: 'CRDT', reason: 'AC04' })
  const { token } = await operator(['auditor'])
  const returned = await wayOf(sent.id, token)
  expect(returned.Zahlungen[0]).toMatchObject({
    Antwort: 'returned',
    Bankgrund: 'Das angegebene Konto ist geschlossen. (AC04)',
    Zurueckgenommen: null,
  })
  expect(returned.Verbleib).toMatchObject([{ Konto: 'payable', BetragCent: sent.cents }])
  expect(
    returned.Zahlungen[0].Buchungen.map(({ Eingang }: { Eingang: boolean }) => Eingang),
  ).toEqual([false, true])
  expect(returned.Einnahmen).toEqual([expect.objectContaining({ BetragCent: 0 })])
  await cancel(sent.orderNumber)
  expect((await wayOf(sent.id, token)).Verbleib).toMatchObject([{ Konto: 'cancelled' }])

  const { id, cents } = await owing()
  expect((await book(id, (await operator(['payout-approver'])).token, 1000)).status).toBe(200)
  const way = await wayOf(id, token)
  expect(way).toMatchObject({
    Gutschein: { BetragCent: cents, Anbieterauftrag: null, GezeigtAm: null },
    Rueckforderung: {
      WertCent: cents,
      RestCent: cents - 1000,
      Rueckzahlungen: [{ BetragCent: 1000, Zurueckgenommen: false }],
    },
    Einnahmen: [{ BetragCent: cents - 1000 }],
    Abweichungen: [],
  })
  expect(way.Gutschein.Marke).toMatch(/\S/)
  expect(way.Verbleib).toMatchObject([
    { Konto: 'cancelled', BetragCent: 1000 },
    { Konto: 'claims', BetragCent: cents - 1000 },
  ])
})

test('a file that was taken back is said to be so, with who did it and what the check of payees found, and not as a word of the bank', async () => {
  const never = await atTheBank(81)
  const { token } = await operator(['auditor'])
  const both = [await operator(['payout-preparer']), await operator(['payout-approver'])]
  const takeBack = async (batchId: string) => {
    const tenant = await server.deps.tenants.get('standard')
    for (const { id } of both)
      await bench.run((tx) =>
        cancelFile(
          tx,
          server.deps,
          tenant,
          { batchId, reason: 'Nicht abgeschickt' },
          { actor: { kind: 'operator', id }, aloneReason: null },
        ),
      )
    await takeFileBack(server.deps, 'standard', batchId)
  }
  const { Zahlungen: before } = await wayOf(never.id, token)
  expect(before).toMatchObject([{ Antwort: 'none', Empfaengerpruefung: null }])
  await takeBack(before[0].Lauf)
  const way = await wayOf(never.id, token)
  expect(way.Zahlungen).toMatchObject([
    {
      Antwort: 'not-sent',
      Bankgrund: null,
      Zurueckgenommen: { Grund: 'Nicht abgeschickt', AlleinGrund: null },
    },
  ])
  expect(way.Zahlungen[0].Zurueckgenommen.Von).toHaveLength(2)
  expect(way.Zahlungen[0].Zurueckgenommen.Von).not.toContain(null)
  expect(way.Buchungen.at(-1)).toMatchObject({ Vorgang: 'rejected', Antwort: 'not-sent' })
  expect(way.Buchungen[0].Antwort).toBeNull()

  // The bank had this one: it checked the name. Payments stand in the order of their moments.
  server.clock.advance('PT1S')
  await payDue(server.deps, 'standard', system)
  const [, sent] = (await wayOf(never.id, token)).Zahlungen
  const checks = [{ id: sent.EndToEndId, status: 'RVNM' }]
  await applyBankFile(server.deps, 'standard', checkReport(sent.MsgId, 'RVNM', checks), system)
  await takeBack(sent.Lauf)
  expect((await wayOf(never.id, token)).Zahlungen[1]).toMatchObject({
    Antwort: 'cancelled',
    Empfaengerpruefung: 'none',
    Bankgrund: null,
  })

  // And of this one the bank says so itself.
  const cancelled = await atTheBank(82)
  const later = (await operator(['auditor'])).token
  const [{ MsgId }] = (await wayOf(cancelled.id, later)).Zahlungen
  await applyBankFile(server.deps, 'standard', groupReport(MsgId, 'CANC'), system)
  expect((await wayOf(cancelled.id, later)).Zahlungen[0]).toMatchObject({
    Antwort: 'cancelled',
    Zurueckgenommen: null,
  })
})

test('what was paid without a line of the statement is named, with its amount', async () => {
  const sent = await atTheBank(73)
  const set = (state: string) =>
    bench.run((tx) =>
      tx
        .updateTable('payouts')
        .set({ state })
        .where('tenant', '=', 'standard')
        .where('end_to_end_id', '=', sent.payout.id)
        .execute(),
    )
  await set('paid')
  const { token } = await operator(['auditor'])
  expect((await wayOf(sent.id, token)).Abweichungen).toEqual([
    { Art: 'transit', BetragCent: sent.cents },
    { Art: 'statement', BetragCent: sent.cents },
  ])
  await set('in-transit')
})

test('a closed month names its line in the accountant’s file', async () => {
  const { id, cents } = await owing()
  const month = server.clock.today().toPlainYearMonth().toString()
  server.clock.advance('P35D')
  await closeMonth(month)
  const { token } = await operator(['auditor'])
  const way = await wayOf(id, token)
  expect(way.Buchungen.map(({ Monat }: { Monat: string }) => Monat)).toEqual(
    way.Buchungen.map(() => month),
  )
  const amount = `${Math.floor(cents / 100)},${String(cents % 100).padStart(2, '0')}`
  expect(way.Buchhaltung.length).toBe(way.Buchungen.length)
  for (const line of way.Buchhaltung)
    expect(line).toMatchObject({ Monat: month, Teil: 1, Betrag: amount })
  const file = await server.app.inject({
    method: 'GET',
    url: `/api/v1/standard/betrieb/buecher/monate/${month}/datev/1`,
    headers: { host: 'betrieb.localhost', authorization: `Bearer ${token}` },
  })
  const lines = file.payload.split('\r\n').slice(2)
  expect(lines[way.Buchhaltung[0].Zeile - 1]).toContain(`"${id}"`)
})

test('whoever may not see people reads initials; other tenants and those without payments read nothing', async () => {
  const { id } = await desk.reward()
  const preparer = await operator(['payout-preparer'])
  expect(await wayOf(id, preparer.token)).toMatchObject({ Person: null, Name: 'W. W.' })
  const statusOf = async (token: string, tenant = 'standard', of = id) =>
    (await server.call('GET', `/${tenant}/betrieb/geldwege/${of}`, { token })).status
  expect(await statusOf((await operator(['support'])).token)).toBe(403)
  expect(await statusOf((await operator(['analyst'])).token)).toBe(403)
  expect(await statusOf((await operator(['auditor'], 'bgv')).token, 'bgv')).toBe(404)
  expect(await statusOf(preparer.token, 'standard', 'x')).toBe(404)
})
