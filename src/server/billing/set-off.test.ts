import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { makeAgencyBench, type AgencyBench } from '../agency/billing.test-helper.ts'
import { system } from '../base/audit-store.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { listNewestInvoices } from './invoice-payment-store.ts'
import { markInvoicePaid } from './mark-invoice.ts'
import { writeDocuments } from './write-documents.ts'

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

const bill = async (day: string) => {
  server.clock.set(`${day}T11:00:00Z`)
  const tenant = await server.deps.tenants.get('bgv')
  const { created } = await writeDocuments(server.deps, tenant, 'invoices', system)
  return created.filter(({ partyNumber }) => partyNumber === agency.number)
}
const cancel = (orderNumber: string) =>
  agency.run((tx) => cancelOrder(tx, server.deps, agency.tenant, orderNumber, system))
const mark = (number: string) =>
  agency.run((tx) =>
    markInvoicePaid(
      tx,
      server.deps,
      'bgv',
      { number, paidOn: server.deps.clock.today(), reference: null },
      { kind: 'operator', id: 'jo' },
    ),
  )
/** Kind, state and what is owed, the oldest first. */
const standing = async () =>
  (await agency.run((tx) => listNewestInvoices(tx, 'bgv', server.deps.clock.today(), 100)))
    .filter(({ agency_number }) => agency_number === agency.number)
    .toReversed()
    .map(({ kind, state, open_cents }) => [kind, state, open_cents])
const xmlOf = (number: string) =>
  agency.run(async (tx) => {
    const { xml } = await tx
      .selectFrom('invoices')
      .select('xml')
      .where('tenant', '=', 'bgv')
      .where('number', '=', number)
      .executeTakeFirstOrThrow()
    return xml
  })
const textOf = (xml: string, name: string) => new RegExp(`<ram:${name}>([^<]*)`).exec(xml)?.[1]

/** November's paid invoice, all of it credited in January. */
async function paidAndCredited(rewards: number) {
  const orders = []
  for (let made = 0; made < rewards; made++) orders.push((await agency.makeReleased()).orderNumber)
  const [invoice] = await bill('2026-12-01')
  await mark(invoice!.number)
  for (const order of orders) await cancel(order)
  const [credit] = await bill('2027-01-01')
  return { invoice: invoice!, credit: credit! }
}

test('an open correction is set off against the next invoice, whose document and mail say so, and nothing of it is owed any more', async () => {
  const { credit } = await paidAndCredited(1)
  expect((await standing()).at(-1)).toEqual(['credit', 'open', -credit.totalCents])
  await agency.makeReleased()
  await agency.makeReleased()
  const [next] = await bill('2027-02-01')
  const rest = next!.totalCents - credit.totalCents
  expect(rest).toBeGreaterThan(0)
  expect(await standing()).toEqual([
    ['invoice', 'paid', expect.any(Number)],
    ['credit', 'settled', 0],
    ['invoice', 'open', rest],
  ])
  const xml = await xmlOf(next!.number)
  const amount = (cents: number) => (cents / 100).toFixed(2)
  expect(textOf(xml, 'GrandTotalAmount')).toBe(amount(next!.totalCents))
  expect(textOf(xml, 'TotalPrepaidAmount')).toBe(amount(credit.totalCents))
  expect(textOf(xml, 'DuePayableAmount')).toBe(amount(rest))
  expect(xml).toContain(`Aus der Rechnungskorrektur ${credit.number} vom 01.01.2027 sind`)
  const told = await agency.run((tx) =>
    tx
      .selectFrom('mails')
      .select('data')
      .where('tenant', '=', 'bgv')
      .where('template', '=', 'agencyInvoice')
      .execute(),
  )
  const mailed = told.map(({ data }) => data as Record<string, string>)
  expect(mailed.find(({ invoiceNumber }) => invoiceNumber === next!.number)?.['amount']).toBe(
    `${amount(rest).replace('.', ',')}\u00a0€`,
  )
})

test('what one invoice does not use up is set off against the one after it; a run that is repeated sets nothing off twice', async () => {
  const { credit } = await paidAndCredited(2)
  await agency.makeReleased()
  const [first] = await bill('2027-02-01')
  expect(await bill('2027-02-01')).toEqual([])
  const left = credit.totalCents - first!.totalCents
  expect((await standing()).slice(1)).toEqual([
    ['credit', 'open', -left],
    ['invoice', 'settled', 0],
  ])
  expect(await xmlOf(first!.number)).toContain('Durch die Verrechnung ist nichts zu zahlen.')
  await agency.makeReleased()
  await agency.makeReleased()
  const [second] = await bill('2027-03-01')
  expect((await standing()).slice(1)).toEqual([
    ['credit', 'settled', 0],
    ['invoice', 'settled', 0],
    ['invoice', 'open', second!.totalCents - left],
  ])
})

test('what was set off in full cannot be refunded as well, and what was refunded is not set off', async () => {
  const { credit } = await paidAndCredited(1)
  await agency.makeReleased()
  const [next] = await bill('2027-02-01')
  expect(await mark(credit.number)).toEqual({
    kind: 'already',
    paidOn: '2027-02-01',
    reference: next!.number,
  })

  server.clock.set(testNow)
  agency = await makeAgencyBench(server, 'bgv')
  const other = await paidAndCredited(1)
  expect(await mark(other.credit.number)).toMatchObject({ kind: 'marked' })
  await agency.makeReleased()
  const [whole] = await bill('2027-02-01')
  expect((await standing()).at(-1)).toEqual(['invoice', expect.any(String), whole!.totalCents])
  expect(await xmlOf(whole!.number)).not.toContain('TotalPrepaidAmount')
})

test('a correction that settles its own unpaid invoice is not set off, and one agency’s never against another’s', async () => {
  const { orderNumber } = await agency.makeReleased()
  await bill('2026-12-01')
  await cancel(orderNumber)
  await bill('2027-01-01')
  const first = agency
  server.clock.set('2027-01-05T11:00:00Z')
  agency = await makeAgencyBench(server, 'bgv')
  await agency.makeReleased()
  await bill('2027-02-01')
  expect((await standing()).map(([kind, state]) => [kind, state])).toEqual([['invoice', 'open']])
  agency = first
  expect((await standing()).map(([, state]) => state)).toEqual(['settled', 'settled'])
})

test('the app changes and deletes no set-off', async () => {
  const changes = [
    sql`update invoice_set_offs set cents = 1 where tenant = 'bgv'`,
    sql`delete from invoice_set_offs where tenant = 'bgv'`,
  ]
  for (const change of changes)
    await expect(agency.run((tx) => change.execute(tx))).rejects.toThrow(/permission denied/)
})
