import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { setClosedTo } from '../../../test/helpers/set-closed-to.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import { makeAgencyBench, type AgencyBench } from '../agency/billing.test-helper.ts'
import { system } from '../base/audit-store.ts'
import { listNewestInvoices } from '../billing/invoice-payment-store.ts'
import { remindOfInvoices } from '../billing/remind-of-invoices.ts'
import { writeDocuments } from '../billing/write-documents.ts'
import { checkBooks } from '../books/check-books.ts'
import { applyBankFileAs, markInvoicePaidAs, takeBackPaymentAs } from '../operator/pay-as.ts'
import { applyBankFile } from './apply-status.ts'
import { takeBack } from './book-reversals.ts'
import { camt } from './payout.test-helper.ts'

let server: TestServer
let agency: AgencyBench
let number: string
let cents: number
let actor: { kind: 'operator'; id: string }

beforeAll(async () => {
  server = await startTestServer()
  const made = await makeOperator(server, 'konto@post.example', ['payout-approver'], 'bgv')
  actor = { kind: 'operator', id: made.id }
})
beforeEach(async () => {
  server.clock.set(testNow)
  agency = await makeAgencyBench(server, 'bgv')
  await agency.makeReleased()
  on('2026-12-01')
  await writeDocuments(server.deps, await tenant(), 'invoices', system)
  const found = (await invoices()).find(({ agency_number: of }) => of === agency.number)!
  ;({ number, open_cents: cents } = found)
  on('2026-12-11')
})
afterEach(() => closeTo('2026-01-01'))
afterAll(() => server.stop())

const closeTo = (day: string) => setClosedTo(server, 'bgv', day)

const on = (day: string) => server.clock.set(`${day}T11:00:00Z`)
const tenant = () => server.deps.tenants.get('bgv')
const invoices = () =>
  agency.run((tx) => listNewestInvoices(tx, 'bgv', server.deps.clock.today(), 100))
const state = async () => (await invoices()).find((one) => one.number === number)!.state
const sweep = async (day: string) => {
  on(day)
  await remindOfInvoices(server.deps, await tenant())
}
const reminded = async () =>
  (await agency.mails('agencyInvoiceReminder')).filter(
    ({ to_address: to }) => to === `agentur${agency.number}@steinbock.example`,
  ).length

type Entry = {
  out?: boolean
  isReversal?: boolean
  amount?: number
  text?: string
  reference?: string
  day?: string
}
const entry = ({
  out = false,
  isReversal = out,
  amount = cents,
  text = number,
  reference = `${out ? 'D' : 'C'}-${number}`,
  day = out ? '2026-12-11' : '2026-12-10',
}: Entry = {}) =>
  `<Ntry><Amt Ccy="EUR">${(amount / 100).toFixed(2)}</Amt><CdtDbtInd>${out ? 'DBIT' : 'CRDT'}</CdtDbtInd>
  ${isReversal ? '<RvslInd>true</RvslInd>' : ''}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>
  <AcctSvcrRef>${reference}</AcctSvcrRef><NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
  <RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
/** The fixture's account is of another tenant. */
const fileOf = async (...entries: string[]) => {
  const { payoutAccount } = await tenant()
  const text = Buffer.from(camt(entries.join(''))).toString()
  return Buffer.from(text.replace(/<Acct><Id><IBAN>[^<]+/, `<Acct><Id><IBAN>${payoutAccount.iban}`))
}
const take = async (...entries: string[]) =>
  applyBankFile(server.deps, 'bgv', await fileOf(...entries), system, { cameBy: 'folder' })
type Line = { line_id: string; kind: string | null; subject: string | null; likely: string | null }
const line = async (reference: string) => {
  const { rows } = await agency.run((tx) =>
    sql<Line>`select line_id, kind, subject, likely_id as likely from bank_lines
      where tenant = 'bgv' and reference = ${reference} order by booked_on desc, line_id desc`.execute(
      tx,
    ),
  )
  return rows[0]
}
const credit = async () => (await line(`C-${number}`))!
const debit = () => line(`D-${number}`)
/** Of this invoice and its lines. */
const wrong = async () => {
  const ids = [(await credit()).line_id, (await debit())?.line_id ?? number, number]
  const all = await agency.run((tx) => checkBooks(tx, 'bgv'))
  return all.filter((text) => ids.some((id) => text.includes(id)))
}
const logged = async (action: string, subject: string) => {
  const { rows } = await agency.run((tx) =>
    sql`select from audit_log
      where tenant = 'bgv' and action = ${action} and (subject_id = ${subject} or details ->> 'number' = ${subject})`.execute(
      tx,
    ),
  )
  return rows.length
}

test('what the bank takes back by a reversal that names the invoice opens it again, on both lines and in the log, whichever line comes first and however often', async () => {
  for (const order of ['after', 'together', 'before'] as const) {
    const [came, went] = [entry(), entry({ out: true })]
    const files = { after: [[came], [went]], together: [[went, came]], before: [[went], [came]] }
    const reports = []
    for (const file of files[order]) reports.push(await take(...file))
    expect(reports.map((one) => [one.invoicesPaid, one.invoicesReversed, one.openLines])).toEqual(
      {
        after: [
          [1, 0, 0],
          [0, 1, 0],
        ],
        together: [[1, 1, 0]],
        before: [
          [0, 0, 1],
          [1, 1, 0],
        ],
      }[order],
    )
    expect(await state()).toBe('open')
    const paidBy = await credit()
    expect(paidBy).toMatchObject({ kind: 'invoice', subject: number })
    expect(await debit()).toMatchObject({ kind: 'reversal', subject: paidBy.line_id })
    expect(await wrong()).toEqual([])
    expect(await logged('invoice-payment-taken-back', number)).toBe(1)
    expect(await logged('bank-line-assigned', (await debit())!.line_id)).toBe(1)
    for (const file of [[went], [came], [came, went]])
      expect(await take(...file)).toMatchObject({
        newLines: 0,
        invoicesPaid: 0,
        invoicesReversed: 0,
        openLines: 0,
      })
    expect(await state()).toBe('open')
    // The next invoice.
    server.clock.set(testNow)
    agency = await makeAgencyBench(server, 'bgv')
    await agency.makeReleased()
    on('2026-12-01')
    await writeDocuments(server.deps, await tenant(), 'invoices', system)
    number = (await invoices()).find(({ agency_number: of }) => of === agency.number)!.number
    on('2026-12-11')
  }
})

test.each([
  ['the bank’s reference of the credit alone, marked as a reversal', () => ({ text: 'Rückruf' })],
  ['its reference and the number, without a mark', () => ({ isReversal: false })],
])('%s is enough', async (_, how) => {
  await take(entry())
  const same = { reference: `C-${number}` }
  expect(await take(entry({ out: true, ...same, ...how() }))).toMatchObject({ invoicesReversed: 1 })
  expect(await state()).toBe('open')
})

test.each([
  ['another amount', () => ({ amount: cents - 1 })],
  ['a booking day before the credit’s', () => ({ day: '2026-12-09' })],
  ['a transfer of ours that names the number', () => ({ isReversal: false })],
  ['neither number nor reference', () => ({ text: 'Rückruf' })],
])('%s takes nothing back, and is an open item', async (_, how) => {
  await take(entry())
  const said = await take(entry({ out: true, ...how() }))
  expect(said).toMatchObject({ invoicesReversed: 0, openLines: 1 })
  expect(await state()).toBe('paid')
  const likely = 'text' in how() ? null : number
  expect(await debit()).toMatchObject({ kind: null, likely })
  expect(await wrong()).toEqual([])
})

test('a reversal that fits two payments takes back neither', async () => {
  const other = await makeAgencyBench(server, 'bgv')
  server.clock.set(testNow)
  await other.makeReleased()
  on('2026-12-01')
  await writeDocuments(server.deps, await tenant(), 'invoices', system)
  const second = (await invoices()).find(({ agency_number: of }) => of === other.number)!
  expect(second.open_cents).toBe(cents)
  on('2026-12-11')
  await take(entry(), entry({ text: second.number, reference: `E-${number}` }))
  const both = `${number} und ${second.number}`
  const said = await take(entry({ out: true, text: both }))
  expect(said).toMatchObject({ invoicesReversed: 0, openLines: 1 })
  expect(await state()).toBe('paid')
})

test('an invoice that was paid again by another line keeps that payment, and its first credit is taken back once', async () => {
  await take(entry(), entry({ out: true }))
  const again = { reference: `F-${number}`, day: '2026-12-12' }
  on('2026-12-14')
  expect(await take(entry(again))).toMatchObject({ invoicesPaid: 1 })
  const second = { out: true, reference: `G-${number}` }
  expect(await take(entry({ ...second, day: '2026-12-11' }))).toMatchObject({ openLines: 1 })
  expect(await state()).toBe('paid')
  expect(await wrong()).toEqual([])
  expect(await take(entry({ ...second, day: '2026-12-13' }))).toMatchObject({ invoicesReversed: 1 })
  expect(await state()).toBe('open')
})

test('a payment that was taken back by hand, or marked by hand, is not touched; the lines explain each other', async () => {
  await take(entry())
  on('2026-12-20')
  await closeTo('2026-12-10')
  await agency.run((tx) => takeBackPaymentAs(tx, server.deps, 'bgv', number, actor))
  expect(await wrong()).toHaveLength(1)
  const given = { number, paidOn: Temporal.PlainDate.from('2026-12-19'), reference: 'bar' }
  await agency.run((tx) => markInvoicePaidAs(tx, server.deps, 'bgv', given, actor))
  expect(await take(entry({ out: true, day: '2026-12-19' }))).toMatchObject({ invoicesReversed: 1 })
  expect([await state(), await wrong()]).toEqual(['paid', []])
})

test('a credit on a closed day is taken back, and the day does not change', async () => {
  await take(entry())
  on('2026-12-20')
  await closeTo('2026-12-10')
  const before = await credit()
  expect(await take(entry({ out: true, day: '2026-12-19' }))).toMatchObject({ invoicesReversed: 1 })
  expect(await credit()).toEqual(before)
  expect([await state(), await wrong()]).toEqual(['overdue', []])
})

test('reminders begin anew from the day of the reversal, and go on with the step that was not sent', async () => {
  // Payable by 15 December: the first step is due on the 22nd.
  await take(entry())
  on('2027-01-10')
  await take(entry({ out: true, day: '2027-01-09' }))
  await sweep('2027-01-16')
  expect(await reminded()).toBe(0)
  await sweep('2027-01-17')
  expect(await reminded()).toBe(1)
  // Paid and taken back a second time, between two steps.
  const again = { reference: `F-${number}`, day: '2027-01-18' }
  on('2027-01-19')
  await take(entry(again))
  on('2027-02-10')
  await take(entry({ out: true, reference: `G-${number}`, day: '2027-02-09' }))
  await sweep('2027-02-23')
  expect(await reminded()).toBe(1)
  await sweep('2027-02-24')
  expect(await reminded()).toBe(2)
})

test('while a debit may be its reversal no reminder is sent', async () => {
  await take(entry({ out: true, amount: cents + 1 }))
  await sweep('2027-01-30')
  expect(await reminded()).toBe(0)
})

test('ten files at once take a payment back once', async () => {
  await take(entry())
  const files = await Promise.all(
    Array.from({ length: 10 }, (_, at) =>
      fileOf(entry({ out: true, reference: `H${at}-${number}` })),
    ),
  )
  const { deps } = server
  const done = await Promise.all(files.map((file) => applyBankFile(deps, 'bgv', file, system)))
  expect(done.map((one) => one.invoicesReversed).toSorted()).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0, 1])
  expect(await logged('invoice-payment-taken-back', number)).toBe(1)
  expect(await state()).toBe('open')
})

test('whoever hands a file in takes nothing back of their own agency; somebody else’s file does', async () => {
  await take(entry())
  const file = await fileOf(entry({ out: true }))
  const own = { isOwnInvoice: async (_: unknown, one: string) => one === number }
  const said = await applyBankFile(server.deps, 'bgv', file, actor, own)
  expect(said).toMatchObject({ invoicesReversed: 0, openLines: 1 })
  expect([await state(), (await debit())!.likely]).toEqual(['paid', number])
  expect(await applyBankFileAs(server.deps, 'bgv', file, actor)).toMatchObject({
    invoicesReversed: 1,
    openLines: 0,
  })
  expect(await state()).toBe('open')
})

test('an invoice that a file pays, and its reversal, were decided by nobody, whoever brought the file', async () => {
  const uploader = await makeOperator(
    server,
    `laden${number}@post.example`,
    ['payout-preparer', 'payout-approver'],
    'bgv',
  )
  const by = { kind: 'operator', id: uploader.id } as const
  const file = await fileOf(entry(), entry({ out: true }))
  expect(await applyBankFileAs(server.deps, 'bgv', file, by)).toMatchObject({
    invoicesPaid: 1,
    invoicesReversed: 1,
  })
  for (const { line_id: id } of [await credit(), (await debit())!]) {
    const { token } = uploader
    const { body } = await server.call('GET', `/bgv/betrieb/kontoauszuege/${id}`, { token })
    expect(body).toMatchObject({ Stand: 'zugeordnet', EntschiedenVon: null, Grund: null })
    expect(body.EntschiedenAm).toMatch(/^2026/)
  }
})

test('by hand a debit takes back what paid an invoice, only with its amount, once, and nothing of another tenant; both records name each other', async () => {
  const { token } = await makeOperator(
    server,
    `frei${number}@post.example`,
    ['payout-approver'],
    'bgv',
  )
  await take(entry(), entry({ out: true, isReversal: false }))
  const { line_id: id } = (await debit())!
  const at = `/bgv/betrieb/kontoauszuege/${id}`
  const assign = async (Wozu: string, more: object = {}, by = token) => {
    const { Version = 1 } = (await server.call('GET', at, { token: by })).body
    const body = { Version, Art: 'reversal', Wozu, Grund: 'Rückruf laut Bank', ...more }
    return server.call('PUT', `${at}/zuordnung`, { token: by, body })
  }
  expect((await assign('80999-2026-1')).status).toBe(400)
  expect((await assign('')).status).toBe(400)
  expect((await assign(number, { Art: 'invoice' })).status).toBe(400)
  const less = await take(entry({ out: true, amount: cents - 1, reference: `L-${number}` }))
  expect(less.openLines).toBe(1)
  const lessId = (await line(`L-${number}`))!.line_id
  const short = { Version: 1, Art: 'reversal', Wozu: number, Grund: 'Rückruf laut Bank' }
  const refused = `/bgv/betrieb/kontoauszuege/${lessId}/zuordnung`
  expect((await server.call('PUT', refused, { token, body: short })).status).toBe(400)
  const stranger = await makeOperator(server, `fremd${number}@post.example`, ['payout-approver'])
  expect((await assign(number, {}, stranger.token)).status).toBe(403)
  const preparer = await makeOperator(
    server,
    `vor${number}@post.example`,
    ['payout-preparer'],
    'bgv',
  )
  expect((await assign(number, {}, preparer.token)).status).toBe(403)
  expect(await state()).toBe('paid')
  const both = await Promise.all([assign(number), assign(number)])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409])
  expect([await state(), await wrong()]).toEqual(['open', []])
  expect(await logged('invoice-payment-taken-back', number)).toBe(1)
  const paidBy = (await credit()).line_id
  const record = async (one: string) =>
    (await server.call('GET', `/bgv/betrieb/kontoauszuege/${one}`, { token })).body.Gegenbuchung
  expect(await record(id)).toEqual({ Id: paidBy, Tag: '2026-12-10', Rechnung: number })
  expect(await record(paidBy)).toEqual({ Id: id, Tag: '2026-12-11', Rechnung: number })
})

test('the books name a reversal whose credit still pays', async () => {
  await take(entry(), entry({ out: true }))
  const { line_id: id } = await credit()
  const reference = `2026-12-10 ${id.slice(-12)}`
  const given = { number, paidOn: Temporal.PlainDate.from('2026-12-10'), reference }
  await agency.run((tx) => markInvoicePaidAs(tx, server.deps, 'bgv', given, actor))
  expect(await wrong()).toEqual([expect.stringContaining(`still pays invoice ${number}`)])
})

test('of a credit that a person opened again at the same moment nothing is taken back', async () => {
  await take(entry())
  await take(entry({ out: true, isReversal: false, text: 'Miete' }))
  const [paid, left] = [await credit(), (await debit())!]
  await agency.run((tx) => takeBackPaymentAs(tx, server.deps, 'bgv', number, actor))
  // As it was read before.
  const seen = { lineId: paid.line_id, number, bookedOn: '2026-12-10' }
  const to = { debit: { lineId: left.line_id, cents }, credit: seen, reason: 'Rücklastschrift' }
  expect(await agency.run((tx) => takeBack(tx, server.deps, 'bgv', to, actor))).toBe(false)
  expect([(await credit()).kind, (await debit())!.kind]).toEqual([null, null])
  expect(await wrong()).toEqual([])
})

test('the way of a reward’s money shows under its invoice the line that paid it and the one that took that back, and not as paid', async () => {
  await take(entry())
  await take(entry({ out: true }))
  const { rows } = await agency.run((tx) =>
    sql<{ id: string }>`select reward_id as id from invoice_lines lines
      join invoices on invoices.tenant = 'bgv' and invoices.invoice_id = lines.invoice_id
      where lines.tenant = 'bgv' and number = ${number} and reward_id is not null limit 1`.execute(
      tx,
    ),
  )
  const { token } = await makeOperator(server, `weg${number}@post.example`, ['auditor'], 'bgv')
  const way = async () =>
    (await server.call('GET', `/bgv/betrieb/geldwege/${rows[0]!.id}`, { token })).body.Belege.find(
      ({ Nummer }: { Nummer: string }) => Nummer === number,
    )
  const [paid, left] = [await credit(), (await debit())!]
  expect(await way()).toMatchObject({
    BezahltAm: null,
    Kontobuchungen: [
      { Id: paid.line_id, Eingang: true, Rueckbuchung: false, BetragCent: cents },
      { Id: left.line_id, Eingang: false, Rueckbuchung: true, BetragCent: cents },
    ],
  })
  // Paid again: all three lines, in the order of their days.
  await take(entry({ reference: `F-${number}`, day: '2026-12-11' }))
  const again = await way()
  expect(again.BezahltAm).toBe('2026-12-11')
  expect(again.Kontobuchungen).toHaveLength(3)
})
