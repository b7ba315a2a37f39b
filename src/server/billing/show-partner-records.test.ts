import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { makePartnerBench } from '../../../test/helpers/sales-partner.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { system } from '../base/audit-store.ts'
import { applyBankFile } from '../payout/apply-status.ts'
import { payDue } from '../payout/play-both.ts'
import { showBatch } from '../payout/list-batches.ts'
import { makeFixtures, operator } from '../payout/payout.test-helper.ts'
import { changePartnerState } from '../sales-partner/change-partner-state.ts'

const code = 'bgv'
let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>
let bench: Awaited<ReturnType<typeof makePartnerBench>>
const on = (day: string) => server.clock.set(`${day}T11:00:00Z`)

beforeAll(async () => {
  server = await startTestServer()
  fixtures = makeFixtures(server, code)
})
beforeEach(async () => {
  on('2026-11-02')
  bench = await makePartnerBench(server, code)
})
afterAll(() => server.stop())

const show = async (list: 'auftraege' | 'abrechnungen', id: string, token?: string, of = code) =>
  server.call('GET', `/${of}/verkaufspartner/${list}/${encodeURIComponent(id)}/akte`, {
    token: token ?? (await bench.session()),
  })

type Told = { Schritt: string; Am: string; Abrechnung: { Art: string } | null }
const story = ({ Verlauf }: { Verlauf: Told[] }) =>
  Verlauf.map(({ Schritt, Am, Abrechnung }) => [Schritt, Am.slice(0, 10), Abrechnung?.Art ?? null])

/** Pays what is open, or has the bank refuse it. */
async function pay(status: 'ACSC' | 'RJCT' = 'ACSC') {
  const batch = await payDue(server.deps, code, operator)
  if (!batch) throw new Error('nothing to pay')
  const { batch: stored } = await showBatch(server.deps, code, batch.batchId)
  const payouts = await bench.run((tx) =>
    tx
      .selectFrom('payouts')
      .select('end_to_end_id')
      .where('tenant', '=', code)
      .where('batch_id', '=', batch.batchId)
      .execute(),
  )
  server.clock.advance('PT1H')
  const lines = payouts.map(({ end_to_end_id }) => ({
    endToEndId: end_to_end_id,
    status,
    ...(status === 'RJCT' && { reasonCode: 'AM04' }),
  }))
  await applyBankFile(
    server.deps,
    code,
    Buffer.from(fixtures.report(stored.message_id, lines)),
    operator,
  )
}

test('the record of an order tells its commission, why it is that much, each state with its time, and its way to the bank and back', async () => {
  const kept = await bench.order('R-KEPT')
  const lost = await bench.order('R-LOST')
  on('2026-11-20')
  await bench.release(kept)
  await bench.release(lost)
  on('2026-12-01')
  await bench.write()
  on('2026-12-02')
  await pay('RJCT')
  on('2026-12-03')
  await pay()
  on('2026-12-20')
  await bench.cancel(lost)
  const before = (await show('auftraege', lost)).body
  expect(before).toMatchObject({ Status: 'cancelled', Provisionsstatus: 'taken-back' })
  expect(before.Abrechnungen).toHaveLength(1)
  on('2027-01-01')
  await bench.write()

  const { body } = await show('auftraege', lost.toLowerCase())
  expect(body).toMatchObject({
    Auftragsnummer: lost,
    ExterneAuftragsnummer: 'R-LOST',
    Vertragsdatum: '2026-11-02',
    ProvisionCent: 6000,
    Provisionssatz: { Produktgruppe: bench.product.category, GueltigAb: '2025-01-01' },
    Abrechnungen: [
      { Art: 'self-billed', Zahlung: 'paid', ZahlungAm: '2026-12-03', GesamtCent: 14280 },
      { Art: 'self-billed-credit', Zahlung: 'open', GesamtCent: 7140 },
    ],
  })
  expect(story(body)).toEqual([
    ['geschrieben', '2027-01-01', 'self-billed-credit'],
    ['storniert', '2026-12-20', null],
    ['ausgezahlt', '2026-12-03', 'self-billed'],
    ['in-auszahlung', '2026-12-03', 'self-billed'],
    ['abgewiesen', '2026-12-02', 'self-billed'],
    ['in-auszahlung', '2026-12-02', 'self-billed'],
    ['geschrieben', '2026-12-01', 'self-billed'],
    ['freigegeben', '2026-11-20', null],
    ['bestaetigt', '2026-11-02', null],
  ])

  const [note, correction] = body.Abrechnungen
  const noteRecord = (await show('abrechnungen', note.Id)).body
  expect(noteRecord).toMatchObject({
    Abrechnung: { Nummer: `${bench.number}-2026-1`, NettoCent: 12000 },
    AnzahlPositionen: 2,
    Berichtigt: [],
    BerichtigtDurch: [{ Id: correction.Id, Nummer: correction.Nummer }],
  })
  const cents = noteRecord.Positionen.map((line: { ProvisionCent: number }) => line.ProvisionCent)
  expect(cents).toEqual([6000, 6000])
  expect(story(noteRecord).map(([step]) => step)).toEqual([
    'ausgezahlt',
    'in-auszahlung',
    'abgewiesen',
    'in-auszahlung',
    'geschrieben',
  ])
  expect((await show('abrechnungen', correction.Id.toUpperCase())).body).toMatchObject({
    Abrechnung: { NettoCent: 6000, Berichtigt: [note.Nummer] },
    Positionen: [{ ExterneAuftragsnummer: 'R-LOST', Am: '2026-12-20', ProvisionCent: 6000 }],
    Berichtigt: [{ Id: note.Id, Nummer: note.Nummer }],
    BerichtigtDurch: [],
  })
})

test('an order that came in cancelled, or that earns nothing, promises nothing', async () => {
  const never = await bench.order('R-NEVER', { status: 'storniert' })
  const { body } = await show('auftraege', never)
  expect(story(body)).toEqual([['storniert', '2026-11-02', null]])
  const early = await bench.order('R-EARLY', { contractOn: '2024-05-01' })
  expect((await show('auftraege', early)).body).toMatchObject({
    ProvisionCent: 0,
    Provisionssatz: null,
    Abrechnungen: [],
  })
})

test('the record of another partner, another tenant or nobody is not found, and nothing in it is of the customer', async () => {
  const number = await bench.order('R-OWN')
  await bench.release(number)
  on('2026-12-01')
  await bench.write()
  const own = await show('auftraege', number)
  const id = own.body.Abrechnungen[0].Id
  expect((await show('abrechnungen', id)).status).toBe(200)
  // What the lists have, and what happened; a new field has to be thought about here.
  expect(Object.keys(own.body).toSorted()).toEqual([
    'Abrechnungen',
    'Auftragsnummer',
    'ExterneAuftragsnummer',
    'FreigabeAb',
    'Produkt',
    'ProvisionCent',
    'Provisionssatz',
    'Provisionsstatus',
    'Status',
    'Verlauf',
    'Vertragsdatum',
  ])
  const colleague = await makePartnerBench(server, code)
  const stranger = await makePartnerBench(server, 'telko')
  for (const [list, of] of [
    ['auftraege', number],
    ['abrechnungen', id],
  ] as const) {
    expect((await show(list, of, colleague.token)).status).toBe(404)
    expect((await show(list, of, stranger.token, 'telko')).status).toBe(404)
    // A token of another tenant is none.
    expect((await show(list, of, stranger.token)).status).toBe(401)
    expect((await show(list, "x' or 1=1")).status).toBe(404)
    expect((await show(list, crypto.randomUUID())).status).toBe(404)
  }
})

test('a stopped partner keeps their records as they keep the lists, a closed one is let into neither', async () => {
  const number = await bench.order('R-STATE')
  const token = await bench.session()
  const list = () => server.call('PUT', `/${code}/verkaufspartner/auftraege`, { token, body: {} })
  const become = (state: 'inactive' | 'closed') =>
    bench.run((tx) => changePartnerState(tx, server.deps, code, bench.number, state, system))
  await become('inactive')
  expect([(await list()).status, (await show('auftraege', number, token)).status]).toEqual([
    200, 200,
  ])
  await become('closed')
  expect([(await list()).status, (await show('auftraege', number, token)).status]).toEqual([
    401, 401,
  ])
})

test('what is still to be paid is the same whatever documents are looked for', async () => {
  await bench.release(await bench.order())
  on('2026-12-01')
  await bench.write()
  const list = async (Filter: Record<string, string>) =>
    (
      await server.call('PUT', `/${code}/verkaufspartner/abrechnungen`, {
        token: await bench.session(),
        body: { Filter },
      })
    ).body
  expect(await list({ Status: 'self-billed-credit' })).toMatchObject({
    TotalCount: 0,
    Summen: { GesamtCent: 0, OffenCent: 7140 },
  })
  // A part of a number finds it, in any case.
  const part = `${bench.number}-2026-1`.slice(2).toLowerCase()
  expect(await list({ Suche: part })).toMatchObject({ TotalCount: 1, Summen: { OffenCent: 7140 } })
})
