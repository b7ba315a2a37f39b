import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { particularsOf } from '../../domain/company.ts'
import { startOfMonth } from '../../domain/invoice.ts'
import type { Tenant } from '../../domain/tenant.ts'
import { makeAgencyBench, type AgencyBench } from '../agency/billing.test-helper.ts'
import { system } from '../base/audit-store.ts'
import { wordsOf } from '../gateways/invoice-files/invoice-files.test-helper.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { expireRewards } from '../reward/expire-rewards.ts'
import { provideRewards } from '../reward/provide-rewards.ts'
import { listOpenRewards } from './entry-store.ts'
import { billing, expectInvoicesRight, setUpBilling } from './party.test-helper.ts'
import { runBilling, writeDocuments } from './write-documents.ts'

let server: TestServer
let agency: AgencyBench
let tenant: Tenant

beforeAll(async () => {
  server = await startTestServer()
  await setUpBilling(server)
  tenant = await server.deps.tenants.get('telko')
})
beforeEach(async () => {
  server.clock.set('2026-11-17T11:00:00Z')
  agency = await makeAgencyBench(server, 'telko')
})
afterAll(() => server.stop())

const run = () => writeDocuments(server.deps, tenant, 'invoices', system)
const own = async () =>
  (await run()).created.filter(({ partyNumber }) => partyNumber === agency.number)
const on = (day: string) => server.clock.set(`${day}T11:00:00Z`)
const cancel = (number: string) =>
  agency.run((tx) => cancelOrder(tx, server.deps, tenant, number, system))
const expectBooks = () => expectInvoicesRight(server, agency)

const documents = () =>
  agency.run((tx) =>
    tx
      .selectFrom('invoices')
      .select(['number', 'kind', 'month', 'reward_cents', 'fee_cents', 'vat_cents', 'total_cents'])
      .select(['xml', 'pdf', 'pdf_hash', 'invoice_id'])
      .where('tenant', '=', 'telko')
      .where('agency_id', '=', agency.agencyId)
      .orderBy('place')
      .execute(),
  )

test('bills what was released in the month with a fee for each reward, VAT on the fees alone, and never before the month is over', async () => {
  await agency.makeReleased()
  await agency.makeReleased({ share: 50 })
  on('2026-11-30')
  expect(await own()).toEqual([])
  on('2026-12-01')
  expect(await own()).toEqual([
    {
      number: `${agency.number}-2026-1`,
      kind: 'invoice',
      month: '2026-11',
      partyNumber: agency.number,
      totalCents: 10_000 + 750 + 143,
    },
  ])
  const [{ pdf } = { pdf: Buffer.alloc(0) }] = await documents()
  const shown = wordsOf(pdf).join(' ')
  expect(tenant.company!.directors.length).toBeGreaterThan(0)
  for (const line of particularsOf(tenant).flatMap((one) => one.split(/[\s,]+/)))
    expect(shown).toContain(line)
  await expectBooks()
})

test('the agency is told of each document once, at its own address, with number, amount and day; lines name orders as the lists do', async () => {
  const { orderNumber } = await agency.makeReleased()
  on('2026-12-01')
  await Promise.all(Array.from({ length: 3 }, run))
  await cancel(orderNumber)
  on('2027-01-01')
  await run()
  const mails = (await agency.mails('agencyInvoice')).filter(
    ({ to_address }) => to_address === `agentur${agency.number}@steinbock.example`,
  )
  expect(mails.map(({ data }) => data)).toEqual([
    expect.objectContaining({
      documentKind: 'invoice',
      invoiceNumber: `${agency.number}-2026-1`,
      amount: expect.stringMatching(/^52,98.€$/),
      expectedOn: '2026-12-15',
    }),
    expect.objectContaining({
      documentKind: 'credit',
      invoiceNumber: `${agency.number}-2027-1`,
      expectedOn: '2027-01-15',
    }),
  ])
  const { external_number: external } = await agency.run((tx) =>
    tx
      .selectFrom('orders')
      .select('external_number')
      .where('tenant', '=', 'telko')
      .where('number', '=', orderNumber)
      .executeTakeFirstOrThrow(),
  )
  for (const { xml } of await documents()) expect(xml).toContain(`zum Auftrag ${external}<`)
})

test('a cancelled order is credited in the following run with reward and fee, naming its invoice', async () => {
  const gone = await agency.makeReleased()
  await agency.makeReleased()
  on('2026-12-01')
  await own()
  on('2026-12-20')
  await cancel(gone.orderNumber)
  on('2027-01-01')
  expect(await own()).toMatchObject([
    { number: `${agency.number}-2027-1`, kind: 'credit', month: '2026-12' },
  ])
  const [invoice, credit] = await documents()
  expect(credit).toMatchObject({ reward_cents: 5000, fee_cents: 250, vat_cents: 47 })
  // 2 x 2.50 bear 0.95 of VAT, 2.50 bear 0.48: what goes back is the difference.
  expect(invoice).toMatchObject({ vat_cents: 95 })
  expect(credit!.xml).toContain(`<ram:IssuerAssignedID>${invoice!.number}</ram:IssuerAssignedID>`)
  expect(credit!.xml).toContain('<ram:TypeCode>381</ram:TypeCode>')
  expect(credit!.xml).toContain(gone.rewards[0]!.reward_id)
  on('2027-02-01')
  expect(await own()).toEqual([])
  await expectBooks()
})

test('of an expired reward the reward is credited and the fee stays', async () => {
  const { orderNumber } = await agency.makeReleased()
  await provideRewards(server.deps, tenant, { orderNumber })
  on('2026-12-01')
  await own()
  on('2027-11-30')
  await expireRewards(server.deps, tenant)
  on('2027-12-01')
  expect(await own()).toMatchObject([{ kind: 'credit', month: '2027-11', totalCents: 5000 }])
  await expectBooks()
})

test('an agency without a whole address waits, and is billed on the day after it is there', async () => {
  agency = await makeAgencyBench(server, 'telko', { address: false })
  await agency.makeReleased()
  on('2026-12-01')
  expect((await run()).waiting).toContain(agency.number)
  expect(await documents()).toEqual([])
  await agency.run((tx) =>
    tx
      .updateTable('agencies')
      .set({ street: 'Hauptstraße', zip: '10115', city: 'Berlin' })
      .where('tenant', '=', 'telko')
      .where('agency_id', '=', agency.agencyId)
      .execute(),
  )
  await runBilling(server.deps, 'telko')
  expect(await documents()).toHaveLength(1)
  on('2026-12-02')
  await runBilling(server.deps, 'telko')
  expect(await documents()).toHaveLength(1)
})

test("another agency's and nobody's referrals are on no document of this one", async () => {
  const other = await makeAgencyBench(server, 'telko')
  await other.makeReleased()
  await agency.makeReward()
  on('2026-12-01')
  expect(await own()).toEqual([])
})

test('what is open is read with its words in the ledger and on no document yet', async () => {
  const { rewards } = await agency.makeReleased()
  expect(
    await agency.run((tx) =>
      listOpenRewards(tx, 'telko', agency.agencyId, startOfMonth('2026-12'), billing.feeCents),
    ),
  ).toMatchObject([{ rewardId: rewards[0]!.reward_id, billedIn: null, endAt: null }])
})
