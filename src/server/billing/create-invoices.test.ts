import { fork } from 'node:child_process'
import { once } from 'node:events'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { particularsOf } from '../../domain/company.ts'
import { startOfMonth } from '../../domain/invoice.ts'
import type { AgencyBilling, Tenant } from '../../domain/tenant.ts'
import { system } from '../base/audit-store.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { expireRewards } from '../reward/expire-rewards.ts'
import { provideRewards } from '../reward/provide-rewards.ts'
import { wordsOf } from '../gateways/invoice-files/invoice-files.test-helper.ts'
import { makeAgencyBench, type AgencyBench } from '../agency/billing.test-helper.ts'
import { createInvoices, runInvoices } from './create-invoices.ts'
import { checkInvoices, sumDocuments, sumLedger } from './invoice-check-store.ts'
import { listOpenRewards, lockCounter, moveCounter } from './invoice-store.ts'

let server: TestServer
let agency: AgencyBench
let tenant: Tenant

const billing: AgencyBilling = {
  feeCents: 250,
  vatPercent: 19,
  dueDays: 14,
  seller: {
    name: 'Funkelnetz GmbH',
    address: { street: 'Am Sender 3', zip: '50667', city: 'Köln' },
    email: 'rechnung@funkelnetz.example',
    vatId: 'DE999810499',
    taxNumber: null,
    registerEntry: 'Amtsgericht Köln, HRB 999811',
    iban: 'DE44500105175407324931',
    bic: 'INGDDEFFXXX',
  },
}

beforeAll(async () => {
  server = await startTestServer()
  await changeTenant(server, 'telko', { agencies: true, agencyBilling: billing })
  tenant = await server.deps.tenants.get('telko')
})
beforeEach(async () => {
  server.clock.set('2026-11-17T11:00:00Z')
  agency = await makeAgencyBench(server, 'telko')
})
afterAll(() => server.stop())

const run = () => createInvoices(server.deps, tenant, system)
const own = async () =>
  (await run()).created.filter(({ agencyNumber }) => agencyNumber === agency.number)
const on = (day: string) => server.clock.set(`${day}T11:00:00Z`)
const cancel = (number: string) =>
  agency.run((tx) => cancelOrder(tx, server.deps, tenant, number, system))

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

/** All documents stand in the ledger, and those of this agency hold exactly what it says of the months that are over. */
async function expectBooks(before = server.clock.today().toPlainYearMonth().toString()) {
  expect(await agency.run((tx) => checkInvoices(tx, 'telko'))).toEqual([])
  const end = startOfMonth(before)
  expect(await agency.run((tx) => sumDocuments(tx, 'telko', agency.agencyId))).toBe(
    await agency.run((tx) => sumLedger(tx, 'telko', agency.agencyId, end)),
  )
  await agency.expectLedger()
}

describe('the monthly run', () => {
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
        agencyNumber: agency.number,
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

  test('writes each document once, however often and however parallel it runs', async () => {
    await agency.makeReleased()
    on('2026-12-01')
    const runs = await Promise.all(Array.from({ length: 6 }, run))
    const made = runs.flatMap(({ created }) =>
      created.filter(({ agencyNumber }) => agencyNumber === agency.number),
    )
    expect(made).toHaveLength(1)
    expect(await own()).toEqual([])
    expect(await documents()).toHaveLength(1)
    await expectBooks()
  })

  test('an agency that cannot be billed holds up no other, and is billed when it can be', async () => {
    const { agencyId } = agency
    const setLast = (last: number) =>
      agency.run((tx) => moveCounter(tx, 'telko', agencyId, 2026, last))
    on('2026-09-15')
    await agency.makeReleased()
    on('2026-10-01')
    expect(await own()).toHaveLength(1)
    await agency.makeReleased()
    const next = await makeAgencyBench(server, 'telko')
    await next.makeReleased()
    on('2026-11-01')
    // As a table that was put back by hand would have it: the number that comes next is taken.
    await setLast(0)
    const { created, failed } = await run()
    expect(failed).toEqual([agencyId])
    expect(created.map(({ agencyNumber }) => agencyNumber)).toEqual([next.number])
    await setLast(1)
    expect(await own()).toMatchObject([{ number: `${agency.number}-2026-2`, month: '2026-10' }])
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

  test('a month in which nothing was released or taken back has no document', async () => {
    await agency.makeReleased()
    on('2027-02-10')
    expect((await own()).map(({ month }) => month)).toEqual(['2026-11'])
    on('2027-03-01')
    expect(await own()).toEqual([])
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

  test('an invoice whose orders are all cancelled, month by month, comes to nothing with its VAT', async () => {
    const all = [
      await agency.makeReleased(),
      await agency.makeReleased(),
      await agency.makeReleased(),
    ]
    on('2026-12-01')
    await own()
    for (const [index, day] of ['2026-12-20', '2027-01-20', '2027-02-20'].entries()) {
      on(day)
      await cancel(all[index]!.orderNumber)
      on(`2027-0${index + 1}-28`)
      await own()
    }
    on('2027-03-01')
    await own()
    const sum = (of: 'vat_cents' | 'total_cents', rows: Awaited<ReturnType<typeof documents>>) =>
      rows.reduce((all, row) => all + (row.kind === 'credit' ? -1 : 1) * row[of], 0)
    const rows = await documents()
    expect(rows).toHaveLength(4)
    expect([sum('vat_cents', rows), sum('total_cents', rows)]).toEqual([0, 0])
    await expectBooks()
  })

  test('what was cancelled before its month was billed is on no document', async () => {
    const gone = await agency.makeReleased()
    await cancel(gone.orderNumber)
    on('2026-12-01')
    expect(await own()).toEqual([])
    expect(await documents()).toEqual([])
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

  test('a run that comes months late writes the documents of each month', async () => {
    const first = await agency.makeReleased()
    on('2026-12-10')
    await agency.makeReleased()
    await cancel(first.orderNumber)
    on('2027-03-05')
    expect((await own()).map(({ month, kind, number }) => [month, kind, number])).toEqual([
      ['2026-11', 'invoice', `${agency.number}-2027-1`],
      ['2026-12', 'invoice', `${agency.number}-2027-2`],
      ['2026-12', 'credit', `${agency.number}-2027-3`],
    ])
    await expectBooks()
  })

  test('what is written into a month after its invoice is taken up by the next, and lost by none', async () => {
    await agency.makeReleased()
    on('2026-12-01')
    await own()
    on('2026-11-30')
    await agency.makeReleased()
    on('2026-12-02')
    expect(await own()).toEqual([])
    on('2027-01-01')
    expect((await own()).map(({ month }) => month)).toEqual(['2026-12'])
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
    await runInvoices(server.deps, 'telko')
    expect(await documents()).toHaveLength(1)
    on('2026-12-02')
    await runInvoices(server.deps, 'telko')
    expect(await documents()).toHaveLength(1)
  })

  test("another agency's and nobody's referrals are on no document of this one", async () => {
    const other = await makeAgencyBench(server, 'telko')
    await other.makeReleased()
    await agency.makeReward()
    on('2026-12-01')
    expect(await own()).toEqual([])
  })

  test('a tenant that bills nothing has no documents', async () => {
    await agency.makeReleased()
    on('2026-12-01')
    const without = { ...tenant, agencyBilling: null }
    expect(await createInvoices(server.deps, without, system)).toEqual({
      created: [],
      waiting: [],
      failed: [],
    })
  })
})

describe('numbers', () => {
  test('a transaction that fails leaves no gap', async () => {
    await agency.makeReleased()
    on('2026-12-01')
    await expect(
      agency.run(async (tx) => {
        const last = await lockCounter(tx, 'telko', agency.agencyId, 2026)
        await moveCounter(tx, 'telko', agency.agencyId, 2026, last + 1)
        throw new Error('in the middle')
      }),
    ).rejects.toThrow('in the middle')
    expect((await own()).map(({ number }) => number)).toEqual([`${agency.number}-2026-1`])
    await expectBooks()
  })

  test('processes that run at once, and one that is killed, leave no gap and no double', async () => {
    for (let month = 1; month <= 3; month++) {
      on(`2027-0${month}-10`)
      await agency.makeReleased()
    }
    on('2027-04-01')
    const script = new URL('./run-invoices.test-process.ts', import.meta.url).pathname
    const processes = Array.from({ length: 3 }, () =>
      fork(script, [server.database.appUrl, server.clock.now().toString()], { stdio: 'ignore' }),
    )
    const ends = processes.map((one) => once(one, 'exit'))
    // The first is killed in the middle of its work: as soon as it says that it has locked something.
    await once(processes[0]!, 'message')
    processes[0]!.kill('SIGKILL')
    await Promise.all(ends)
    await own()
    expect((await documents()).map(({ number }) => number)).toEqual(
      [1, 2, 3].map((place) => `${agency.number}-2027-${place}`),
    )
    await expectBooks()
  })
})

test('documents are never changed or deleted by the app', async () => {
  await agency.makeReleased()
  on('2026-12-01')
  await own()
  for (const table of ['invoices', 'invoice_lines'] as const) {
    const all = [
      () =>
        agency.run((tx) =>
          tx.updateTable(table).set({ reward_cents: 1 }).where('tenant', '=', 'telko').execute(),
        ),
      () => agency.run((tx) => tx.deleteFrom(table).where('tenant', '=', 'telko').execute()),
    ]
    for (const change of all) await expect(change()).rejects.toThrow(/permission denied/)
  }
})

test('the check finds a document that does not fit its lines', async () => {
  const { rewards } = await agency.makeReleased()
  expect(
    await agency.run((tx) =>
      listOpenRewards(tx, 'telko', agency.agencyId, startOfMonth('2026-12')),
    ),
  ).toMatchObject([{ rewardId: rewards[0]!.reward_id, billedIn: null, endAt: null }])
  await agency
    .run(async (tx) => {
      await lockCounter(tx, 'telko', agency.agencyId, 2031)
      await moveCounter(tx, 'telko', agency.agencyId, 2031, 3)
      throw new Error((await checkInvoices(tx, 'telko')).join('\n'))
    })
    .catch((error: Error) => expect(error.message).toContain('the counter says 3'))
})
