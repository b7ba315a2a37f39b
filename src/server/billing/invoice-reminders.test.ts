import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { whileRefused } from '../../../test/helpers/while-refused.ts'
import { makeAgencyBench, type AgencyBench } from '../agency/billing.test-helper.ts'
import { system } from '../base/audit-store.ts'
import { applyBankFile } from '../payout/apply-status.ts'
import { checkBooks } from '../books/check-books.ts'
import { takeBackPaymentAs } from '../operator/pay-as.ts'
import { camt, makeFixtures } from '../payout/payout.test-helper.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import { listInvoiceFacts } from './invoice-record-store.ts'
import { listNewestInvoices } from './invoice-payment-store.ts'
import { markInvoicePaid, takeBackPayment } from './mark-invoice.ts'
import { remindOfInvoices } from './remind-of-invoices.ts'
import { writeDocuments } from './write-documents.ts'

let server: TestServer
let agency: AgencyBench
let number: string
let id: string
let order: string

beforeAll(async () => {
  server = await startTestServer()
})
beforeEach(async () => {
  server.clock.set(testNow)
  agency = await makeAgencyBench(server, 'bgv')
  order = (await agency.makeReleased()).orderNumber
  on('2026-12-01')
  await writeDocuments(server.deps, await tenant(), 'invoices', system)
  const found = (await invoices()).find(({ agency_number: of }) => of === agency.number)!
  number = found.number
  id = found.invoice_id
})
afterAll(() => server.stop())

const on = (day: string) => server.clock.set(`${day}T11:00:00Z`)
const tenant = () => server.deps.tenants.get('bgv')
const invoices = () =>
  agency.run((tx) => listNewestInvoices(tx, 'bgv', server.deps.clock.today(), 100))
const open = async () => (await invoices()).find((one) => one.number === number)!
const sweep = async (day: string) => {
  on(day)
  await remindOfInvoices(server.deps, await tenant())
}
const mails = async () =>
  (await agency.mails('agencyInvoiceReminder')).filter(
    ({ to_address: to }) => to === `agentur${agency.number}@steinbock.example`,
  )
const steps = () =>
  agency.run(async (tx) => {
    const rows = await tx
      .selectFrom('invoice_reminders')
      .select(['step', 'cents'])
      .where('tenant', '=', 'bgv')
      .where('invoice_id', '=', id)
      .orderBy('step')
      .execute()
    return rows.map(({ step }) => step)
  })
const mark = () =>
  agency.run((tx) =>
    markInvoicePaid(
      tx,
      server.deps,
      'bgv',
      { number, paidOn: server.deps.clock.today(), reference: null },
      system,
    ),
  )

// Payable by 15 December.

test('an agency is reminded in three steps on their days, at its own address, with number, amount and the tenant’s words, and the record has them', async () => {
  const words = { de: 'Bitte melden Sie sich.', en: 'Please call.' }
  await changeTenant(server, 'bgv', { invoiceReminders: { texts: [{ de: '', en: '' }, words] } })
  await sweep('2026-12-21')
  expect(await steps()).toEqual([])
  for (const day of ['2026-12-22', '2026-12-23', '2027-01-05', '2027-01-19', '2027-06-01'])
    await sweep(day)
  expect(await steps()).toEqual([1, 2, 3])
  expect((await mails()).map(({ data }) => data)).toMatchObject([
    { step: 'first', invoiceNumber: number, note: null, expectedOn: '2026-12-15' },
    { step: 'next', note: words.de },
    { step: 'last', note: null },
  ])
  const facts = await agency.run((tx) => listInvoiceFacts(tx, 'bgv', id))
  expect(facts.filter(({ what }) => what === 'reminded')).toHaveLength(3)
  const { rows } = await agency.run((tx) =>
    sql<{ count: number }>`select count(*)::int as count from audit_log
      where tenant = 'bgv' and action = 'invoice-reminded' and subject_id = ${id}`.execute(tx),
  )
  expect(rows[0]!.count).toBe(3)
  await changeTenant(server, 'bgv', { invoiceReminders: {} })
})

test('ten sweeps at once remind once', async () => {
  on('2026-12-22')
  const { deps } = server
  const bgv = await tenant()
  await Promise.all(Array.from({ length: 10 }, () => remindOfInvoices(deps, bgv)))
  expect(await mails()).toHaveLength(1)
})

test('an invoice that fails keeps none behind it from its reminder, and is reminded of once it can be', async () => {
  server.clock.set(testNow)
  const behind = await makeAgencyBench(server, 'bgv')
  await behind.makeReleased()
  on('2026-12-01')
  await writeDocuments(server.deps, await tenant(), 'invoices', system)
  const mailsBehind = async () =>
    (await behind.mails('agencyInvoiceReminder')).filter(
      ({ to_address: to }) => to === `agentur${behind.number}@steinbock.example`,
    )
  await whileRefused(server, 'bgv', 'invoice_reminders', `invoice_id = '${id}'`, () =>
    expect(sweep('2026-12-22')).rejects.toThrow('refused'),
  )
  expect(await mailsBehind()).toHaveLength(1)
  expect([await steps(), await mails()]).toEqual([[], []])
  await sweep('2026-12-22')
  expect([await steps(), (await mails()).length]).toEqual([[1], 1])
  expect(await mailsBehind()).toHaveLength(1)
})

test('what is paid, or set off, is not reminded of; a payment that is taken back is', async () => {
  on('2026-12-20')
  await mark()
  await sweep('2026-12-22')
  expect(await mails()).toEqual([])
  await agency.run((tx) => takeBackPayment(tx, server.deps, 'bgv', number, system))
  await sweep('2026-12-22')
  expect(await mails()).toHaveLength(1)
  await agency.run(async (tx) => cancelOrder(tx, server.deps, await tenant(), order, system))
  on('2027-01-01')
  await writeDocuments(server.deps, await tenant(), 'invoices', system)
  await sweep('2027-03-01')
  expect(await mails()).toHaveLength(1)
})

test('a payment that comes at the moment of a reminder is waited for, and no reminder follows it', async () => {
  on('2026-12-22')
  let sweeping: Promise<unknown> = Promise.resolve()
  await agency.run(async (tx) => {
    await markInvoicePaid(
      tx,
      server.deps,
      'bgv',
      { number, paidOn: server.deps.clock.today(), reference: null },
      system,
    )
    sweeping = remindOfInvoices(server.deps, await tenant())
    // Until the sweep waits for this transaction's lock.
    await expect
      .poll(
        async () => {
          const { rows } = await asOwner(server, 'bgv', (owner) =>
            sql`select from pg_locks where not granted`.execute(owner),
          )
          return rows.length
        },
        { timeout: 20_000 },
      )
      .toBeGreaterThan(0)
  })
  await sweeping
  expect(await mails()).toEqual([])
})

test('a tenant without days reminds nobody', async () => {
  await changeTenant(server, 'bgv', { invoiceReminders: { days: [] } })
  await sweep('2027-06-01')
  expect(await mails()).toEqual([])
  await changeTenant(server, 'bgv', { invoiceReminders: {} })
})

test(
  'a process that is killed between row and mail leaves neither, and the next one reminds once',
  { tags: 'long' },
  async () => {
    on('2026-12-22')
    const script = new URL('./invoice-reminders.test-process.ts', import.meta.url).pathname
    const args = [server.database.appUrl, server.clock.now().toString()]
    await asOwner(server, 'bgv', async (tx) => {
      // The reminder stands, its mail cannot.
      await sql`lock table mails in share mode`.execute(tx)
      const killed = fork(script, args, { stdio: 'ignore' })
      const end = once(killed, 'exit')
      await expect
        .poll(
          async () => {
            const { rows } = await sql`
              select from pg_locks where relation = 'mails'::regclass and not granted`.execute(tx)
            return rows.length
          },
          { timeout: 20_000 },
        )
        .toBe(1)
      killed.kill('SIGKILL')
      await end
    })
    await remindOfInvoices(server.deps, await tenant())
    expect(await mails()).toHaveLength(1)
    expect(await steps()).toEqual([1])
  },
)

/** A credit of this amount with this text. */
const paid = (cents: number, text: string, reference: string) =>
  camt(
    `<Ntry><Amt Ccy="EUR">${(cents / 100).toFixed(2)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>2026-12-10</Dt></BookgDt><AcctSvcrRef>${reference}</AcctSvcrRef>
    <NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`,
  )
const take = async (file: Uint8Array, options: Parameters<typeof applyBankFile>[4] = {}) =>
  applyBankFile(server.deps, 'bgv', await ofAccount(file), system, options)
/** The fixture's account is of another tenant. */
const ofAccount = async (file: Uint8Array) => {
  const { payoutAccount } = await tenant()
  const text = Buffer.from(file).toString()
  return Buffer.from(text.replace(/<Acct><Id><IBAN>[^<]+/, `<Acct><Id><IBAN>${payoutAccount.iban}`))
}

test('money that names one open invoice and comes to what is open of it pays it by itself, on the bank’s day, once', async () => {
  const { open_cents: cents } = await open()
  on('2026-12-11')
  const spelled = number.toLowerCase().replaceAll('-', ' ')
  expect(await take(paid(cents, `RE ${spelled}, danke`, `R-${number}`))).toMatchObject({
    openLines: 0,
    invoicesPaid: 1,
    unidentified: [],
    keptOpen: [],
  })
  expect(await open()).toMatchObject({ state: 'paid', paid_on: '2026-12-10' })
  // The same again is a second payment, for a person to look at.
  expect(await take(paid(cents, number, `S-${number}`))).toMatchObject({
    openLines: 1,
    invoicesPaid: 0,
    unidentified: [expect.any(String)],
    keptOpen: [expect.any(String)],
  })
  await sweep('2027-01-30')
  expect(await mails()).toEqual([])
})

test('an id that the payer gave it is no payment of ours, and nothing to look at once the invoice is paid', async () => {
  const { open_cents: cents } = await open()
  on('2026-12-11')
  const named = (file: Uint8Array) =>
    Buffer.from(Buffer.from(file).toString().replace('NOTPROVIDED', 'PAYER-7'))
  const said = { invoicesPaid: 1, unknown: [], unidentified: [], keptOpen: [] }
  expect(await take(named(paid(cents, number, `P-${number}`)))).toMatchObject(said)
  expect(await take(named(paid(cents, number, `Q-${number}`)))).toMatchObject({
    invoicesPaid: 0,
    unknown: ['PAYER-7'],
    keptOpen: ['PAYER-7'],
  })
})

test.each([
  ['another amount', (cents: number) => paid(cents - 1, number, `T-${number}`)],
  ['no number', (cents: number) => paid(cents, 'Danke für alles', `U-${number}`)],
  ['a longer number', (cents: number) => paid(cents, `${number}7`, `V-${number}`)],
])('%s is an open item, and pays nothing', async (_, file) => {
  const { open_cents: cents } = await open()
  on('2026-12-11')
  expect(await take(file(cents))).toMatchObject({ openLines: 1 })
  expect(await open()).toMatchObject({ state: 'open' })
})

test('a text that names two open invoices pays neither', async () => {
  const { open_cents: cents } = await open()
  server.clock.set(testNow)
  const next = await makeAgencyBench(server, 'bgv')
  await next.makeReleased()
  await next.makeReleased()
  on('2026-12-01')
  await writeDocuments(server.deps, await tenant(), 'invoices', system)
  const other = (await invoices()).find(({ agency_number: of }) => of === next.number)!
  expect(other.open_cents).not.toBe(cents)
  on('2026-12-11')
  const text = `Rechnungen ${number} und ${other.number}, Teilzahlung`
  expect(await take(paid(cents, text, `A-${number}`))).toMatchObject({ openLines: 1 })
  expect(await open()).toMatchObject({ state: 'open' })
})

test('money that comes back pays no invoice, whatever its text names', async () => {
  const { open_cents: cents } = await open()
  on('2026-12-11')
  const { ids } = await makeFixtures(server, 'bgv').sent(1000, cents - 1000)
  const [a = '', b = ''] = ids
  const part = (id: string, some: number) =>
    `<TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs><Amt Ccy="EUR">${(some / 100).toFixed(2)}</Amt>
      <CdtDbtInd>CRDT</CdtDbtInd><RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf></TxDtls>`
  const collected = camt(
    `<Ntry><Amt Ccy="EUR">${(cents / 100).toFixed(2)}</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
    <BookgDt><Dt>2026-12-11</Dt></BookgDt><AcctSvcrRef>Y-${number}</AcctSvcrRef>
    <NtryDtls>${part(a, 1000)}${part(b, cents - 1000)}</NtryDtls><AddtlNtryInf>${number}</AddtlNtryInf></Ntry>`,
  )
  expect(await take(collected, { returnsWait: true })).toMatchObject({ waiting: [a, b] })
  expect(await open()).toMatchObject({ state: 'open' })
})

test('a payment that is taken back opens the line that made it', async () => {
  const { open_cents: cents } = await open()
  on('2026-12-11')
  await take(paid(cents, number, `Z-${number}`))
  const line = () =>
    agency.run(async (tx) => {
      const { rows } = await sql<{ kind: string | null }>`
        select kind from bank_lines where tenant = 'bgv' and reference = ${`Z-${number}`}`.execute(
        tx,
      )
      return rows[0]!.kind
    })
  expect(await line()).toBe('invoice')
  const { id: by } = await makeOperator(server, 'konto@post.example', ['payout-approver'], 'bgv')
  const actor = { kind: 'operator', id: by } as const
  await agency.run((tx) => takeBackPaymentAs(tx, server.deps, 'bgv', number, actor))
  expect([await line(), (await open()).state]).toEqual([null, 'open'])
})

test('the books name a line that paid an invoice which says nothing of it', async () => {
  const { open_cents: cents } = await open()
  on('2026-12-11')
  await take(paid(cents, number, `N-${number}`))
  const named = () =>
    agency.run(async (tx) => (await checkBooks(tx, 'bgv')).filter((text) => text.includes(number)))
  expect(await named()).toEqual([])
  await agency.run((tx) => takeBackPayment(tx, server.deps, 'bgv', number, system))
  expect(await named()).toHaveLength(1)
})

test('while a line may be its payment no reminder is sent', async () => {
  const { open_cents: cents } = await open()
  on('2026-12-11')
  await take(paid(cents - 1, number, `W-${number}`))
  await sweep('2026-12-22')
  expect(await mails()).toEqual([])
})

test('whoever hands a file in books nothing for their own agency', async () => {
  const { open_cents: cents } = await open()
  on('2026-12-11')
  const own = { isOwnInvoice: async (_: unknown, one: string) => one === number }
  expect(await take(paid(cents, number, `X-${number}`), own)).toMatchObject({ openLines: 1 })
  expect(await open()).toMatchObject({ state: 'open' })
})
