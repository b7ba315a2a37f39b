import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { withTenant } from '../db/connection.ts'
import { system } from '../base/audit-store.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { makeAgencyBench, type AgencyBench } from '../agency/billing.test-helper.ts'
import { writeDocuments } from './write-documents.ts'
import { listNewestInvoices } from './invoice-payment-store.ts'
import { markInvoicePaid, takeBackPayment } from './mark-invoice.ts'
import { startSession } from '../access/start-session.ts'
import { agencyUser } from '../agency/agency-user.ts'

let server: TestServer
let agency: AgencyBench

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  server.clock.set(testNow)
  agency = await makeAgencyBench(server, 'bgv')
})
afterAll(() => server.stop())

const get = async (path: string) => {
  const { token } = await withTenant(server.db, 'bgv', (tx) =>
    startSession(tx, server.deps, 'bgv', agencyUser, agency.userId),
  )
  return server.call('GET', `/bgv/agentur-konto${path}`, { token })
}
const bill = async (day: string) => {
  server.clock.set(`${day}T11:00:00Z`)
  return writeDocuments(server.deps, await server.deps.tenants.get('bgv'), 'invoices', system)
}

/** An agency with November's invoice, whose rewards are all taken back, and what was credited for them in January. */
async function creditedInFull(rewards = 1) {
  const orders = []
  for (let made = 0; made < rewards; made++) orders.push((await agency.makeReleased()).orderNumber)
  await bill('2026-12-01')
  for (const order of orders)
    await agency.run((tx) => cancelOrder(tx, server.deps, agency.tenant, order, system))
  await bill('2027-01-01')
  server.clock.set('2027-02-01T11:00:00Z')
  const [credit, invoice] = (await get('/rechnungen')).body.Content
  expect([credit.Art, invoice.Art, credit.GesamtCent]).toEqual([
    'credit',
    'invoice',
    invoice.GesamtCent,
  ])
  return { credit, invoice }
}

const jo = { kind: 'operator', id: 'jo' } as const
const markPaid = (number: string) =>
  agency.run((tx) => {
    const given = { number, paidOn: server.deps.clock.today(), reference: null }
    return markInvoicePaid(tx, server.deps, 'bgv', given, jo)
  })
const takeBack = (number: string) =>
  agency.run((tx) => takeBackPayment(tx, server.deps, 'bgv', number, jo))

/** The states of all documents, the newest first, as list and file tell them alike, with what is owed. */
async function standing() {
  const { body } = await get('/rechnungen')
  const states = body.Content.map((one: any) => one.Status)
  const lines = (await get('/rechnungen/csv')).body.trim().split('\r\n').slice(1)
  const words: Record<string, string> = {
    Offen: 'offen',
    Überfällig: 'ueberfaellig',
    Ausgeglichen: 'ausgeglichen',
    Bezahlt: 'bezahlt',
  }
  expect(lines.map((line: string) => words[line.split(';')[8]!.replaceAll('"', '')])).toEqual(
    states,
  )
  for (const { Id, Status } of body.Content)
    expect((await get(`/rechnungen/${Id}`)).body.Rechnung.Status).toBe(Status)
  const open = (await get('/rechnungen?status=offen')).body
  expect(open.GesamtCent).toBe(body.OffenCent)
  const late = (await get('/rechnungen?status=ueberfaellig')).body
  expect([late.TotalCount, late.GesamtCent]).toEqual([
    body.UeberfaelligAnzahl,
    body.UeberfaelligCent,
  ])
  return [...states, body.OffenCent]
}

test('an invoice that is credited in full is settled with its credit: nothing is open or overdue, in list, record, file, count, sum and filter', async () => {
  const { credit, invoice } = await creditedInFull(2)
  expect(await standing()).toEqual(['ausgeglichen', 'ausgeglichen', 0])
  const settled = (await get('/rechnungen?status=ausgeglichen')).body
  expect([settled.TotalCount, settled.GesamtCent]).toEqual([2, 0])
  expect(settled.UeberfaelligAnzahl).toBe(0)
  expect(settled.Content[1]).toMatchObject({ BezahltAm: null, BerichtigtDurch: [credit.Nummer] })
  expect(settled.Content[1].Nummer).toBe(invoice.Nummer)
  const newest = await agency.run((tx) =>
    listNewestInvoices(tx, 'bgv', server.deps.clock.today(), 100),
  )
  expect(
    newest.filter((one) => one.agency_number === agency.number).map(({ state }) => state),
  ).toEqual(['settled', 'settled'])
})

test('who paid an invoice before it was credited is owed the credit, and who was paid the credit owes the invoice: a mark opens the other side, taken back it settles both', async () => {
  const { credit, invoice } = await creditedInFull()
  const cents = invoice.GesamtCent
  expect(await markPaid(invoice.Nummer)).toMatchObject({
    kind: 'marked',
    reopened: [credit.Nummer],
  })
  expect(await standing()).toEqual(['offen', 'bezahlt', -cents])
  // Set off by hand, as operators did before: both are paid, and neither mark is told to open anything.
  expect(await markPaid(credit.Nummer)).toMatchObject({ kind: 'marked', reopened: [] })
  expect(await standing()).toEqual(['bezahlt', 'bezahlt', 0])
  expect(await takeBack(invoice.Nummer)).toEqual({ kind: 'taken-back', settledWith: [] })
  expect(await standing()).toEqual(['bezahlt', 'ueberfaellig', cents])
  expect(await takeBack(credit.Nummer)).toEqual({
    kind: 'taken-back',
    settledWith: [invoice.Nummer],
  })
  expect(await standing()).toEqual(['ausgeglichen', 'ausgeglichen', 0])
})

test('several credits settle an invoice once the last cent is taken back; one that takes back part of another invoice settles neither', async () => {
  const orders = [await agency.makeReleased(), await agency.makeReleased()]
  const cancel = ({ orderNumber }: { orderNumber: string }) =>
    agency.run((tx) => cancelOrder(tx, server.deps, agency.tenant, orderNumber, system))
  await bill('2026-12-01')
  await cancel(orders[0]!)
  await bill('2027-01-01')
  expect((await standing()).slice(0, 2)).toEqual(['offen', 'ueberfaellig'])
  server.clock.set('2027-01-10T11:00:00Z')
  await cancel(orders[1]!)
  await bill('2027-02-01')
  expect(await standing()).toEqual(['ausgeglichen', 'ausgeglichen', 'ausgeglichen', 0])

  agency = await makeAgencyBench(server, 'bgv')
  server.clock.set('2027-02-02T11:00:00Z')
  const first = await agency.makeReleased()
  await bill('2027-03-01')
  const second = await agency.makeReleased()
  await agency.makeReleased()
  await bill('2027-04-01')
  await cancel(first)
  await cancel(second)
  await bill('2027-05-01')
  const [credit] = (await get('/rechnungen')).body.Content
  expect(credit.Berichtigt).toHaveLength(2)
  expect((await standing()).slice(0, 3)).toEqual(['offen', 'ueberfaellig', 'ueberfaellig'])
})
