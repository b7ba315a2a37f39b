import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { makePartnerBench } from '../../../test/helpers/sales-partner.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { startOfMonth } from '../../domain/invoice.ts'
import { system } from '../base/audit-store.ts'
import { wordsOf } from '../gateways/invoice-files/invoice-files.test-helper.ts'
import { changePartnerState } from '../sales-partner/change-partner-state.ts'
import { checkCommissions, sumCommissions } from './check-store.ts'

let server: TestServer
let bench: Awaited<ReturnType<typeof makePartnerBench>>
const on = (day: string) => server.clock.set(`${day}T11:00:00Z`)

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  on('2026-11-17')
  bench = await makePartnerBench(server, 'telko')
})
afterAll(() => server.stop())

const notes = () =>
  bench.run((tx) =>
    tx
      .selectFrom('partner_notes')
      .select([
        'note_id',
        'number',
        'kind',
        'month',
        'net_cents',
        'vat_cents',
        'total_cents',
        'xml',
      ])
      .where('tenant', '=', 'telko')
      .where('partner_id', '=', bench.partnerId)
      .orderBy('year')
      .orderBy('place')
      .execute(),
  )
const check = () => bench.run((tx) => checkCommissions(tx, 'telko'))

test('a month of released commissions is one note with VAT, written once, and every euro of it is in the ledger', async () => {
  for (const _ of [1, 2]) await bench.release(await bench.order())
  await bench.order() // only promised
  on('2026-12-01')
  await Promise.all([bench.write(), bench.write()])
  await bench.write()
  expect(await notes()).toMatchObject([
    {
      number: `${bench.number}-2026-1`,
      kind: 'self-billed',
      month: '2026-11',
      net_cents: 12000,
      vat_cents: 2280,
      total_cents: 14280,
    },
  ])
  const [note] = await notes()
  expect(note?.xml).toContain('<ram:TypeCode>389</ram:TypeCode>')
  expect(note?.xml).toContain('Wir rechnen mit dir wie vereinbart')
  expect(note?.xml).not.toMatch(/Ihnen|Ihre?[nmrs]?\b/)
  expect(note?.xml).not.toContain('DE89370400440532013000')
  expect(await check()).toEqual([])
  const before = startOfMonth('2026-12')
  expect(await bench.run((tx) => sumCommissions(tx, 'telko', bench.partnerId, before))).toBe(12000)
  const file = await server.app.inject({
    url: `/api/v1/telko/verkaufspartner/abrechnungen/${note?.note_id}/pdf`,
    headers: { authorization: `Bearer ${await bench.session()}` },
  })
  expect(file.headers['content-type']).toBe('application/pdf')
  const shown = wordsOf(file.rawPayload).join(' ')
  for (const name of (await server.deps.tenants.get('telko')).company!.directors)
    expect(shown).toContain(name.split(' ').at(-1))
  expect(file.headers['content-disposition']).toContain(`Gutschrift-${bench.number}-2026-1.pdf`)
})

test('a small business gets its commissions without VAT, and the document says why', async () => {
  bench = await makePartnerBench(server, 'telko', {
    small_business: true,
    vat_id: null,
    tax_number: '17/222/33344',
  })
  await bench.release(await bench.order())
  on('2026-12-01')
  await bench.write()
  const [note] = await notes()
  expect(note).toMatchObject({ net_cents: 6000, vat_cents: 0, total_cents: 6000 })
  expect(note?.xml).toContain('Kleinunternehmer, § 19 UStG')
  expect(note?.xml).toContain('17/222/33344')
})

test('what is cancelled after its note is taken back by a correction that names it, at the rate that was paid', async () => {
  const kept = await bench.order()
  const lost = await bench.order()
  await bench.release(kept)
  await bench.release(lost)
  on('2026-12-01')
  await bench.write()
  await bench.cancel(lost)
  await bench.run((tx) =>
    tx
      .updateTable('sales_partners')
      .set({ small_business: true })
      .where('tenant', '=', 'telko')
      .where('partner_id', '=', bench.partnerId)
      .execute(),
  )
  on('2027-01-04')
  await bench.write()
  await bench.write()
  const [, correction, ...more] = await notes()
  expect(more).toEqual([])
  expect(correction).toMatchObject({
    number: `${bench.number}-2027-1`,
    kind: 'self-billed-credit',
    month: '2026-12',
    net_cents: 6000,
    vat_cents: 1140,
  })
  expect(correction?.xml).toContain('<ram:TypeCode>261</ram:TypeCode>')
  expect(correction?.xml).toContain(`${bench.number}-2026-1`)
  expect(await check()).toEqual([])
  const list = await server.call('PUT', '/telko/verkaufspartner/abrechnungen', {
    token: await bench.session(),
    body: {},
  })
  expect(list.body).toMatchObject({
    TotalCount: 2,
    Summen: { NettoCent: 6000, UstCent: 1140, GesamtCent: 7140 },
    Content: [{ Berichtigt: [`${bench.number}-2026-1`] }, { Berichtigt: [] }],
  })
})

test('what was earned is paid to a partner who does not sell any more', async () => {
  await bench.release(await bench.order())
  await bench.run((tx) =>
    changePartnerState(tx, server.deps, 'telko', bench.number, 'closed', system),
  )
  on('2026-12-01')
  await bench.write()
  expect(await notes()).toHaveLength(1)
  const { status } = await server.call('GET', '/telko/verkaufspartner/daten', {
    token: bench.token,
  })
  expect(status).toBe(401)
})

test('a tenant that pays the flat tax on gifts says so on credit notes, in the XML and on the billing page, and not on corrections; others do not', async () => {
  const said = '37b EStG'
  const sums = async () =>
    (
      await server.call('GET', '/telko/verkaufspartner/uebersicht', {
        token: await bench.session(),
      })
    ).body
  const order = await bench.order()
  await bench.release(order)
  on('2026-12-01')
  await bench.write()
  expect((await notes())[0]?.xml).not.toContain(said)
  expect(await sums()).toMatchObject({ SachzuwendungenPauschalVersteuert: false })
  await changeTenant(server, 'telko', { flatTaxForPartners: true })
  on('2026-11-17')
  bench = await makePartnerBench(server, 'telko')
  const next = await bench.order()
  await bench.release(next)
  on('2026-12-01')
  await bench.write()
  await bench.cancel(next)
  on('2027-01-01')
  await bench.write()
  const [note, correction] = await notes()
  expect(note?.xml).toContain('die du als Geschäftspartner von uns bekommst')
  expect(note?.xml).toContain(said)
  const file = await server.app.inject({
    url: `/api/v1/telko/verkaufspartner/abrechnungen/${note?.note_id}/pdf`,
    headers: { authorization: `Bearer ${await bench.session()}` },
  })
  expect(wordsOf(file.rawPayload).join(' ')).toContain(said)
  expect(correction).toMatchObject({ kind: 'self-billed-credit' })
  expect(correction?.xml).not.toContain(said)
  expect(await sums()).toMatchObject({ SachzuwendungenPauschalVersteuert: true })
})
