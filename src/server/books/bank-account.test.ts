import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import { startTestServer, testNow, type TestServer } from '../../../test/helpers/server.ts'
import type { Accounting } from '../../domain/accounting.ts'
import { makeAgencyBench, type AgencyBench } from '../agency/billing.test-helper.ts'
import { system } from '../base/audit-store.ts'
import { listNewestInvoices } from '../billing/invoice-payment-store.ts'
import { writeDocuments } from '../billing/write-documents.ts'
import { withTenant } from '../db/connection.ts'
import { readDatev } from '../gateways/bookkeeping/read-datev.test-helper.ts'
import { takeBackPaymentAs } from '../operator/pay-as.ts'
import { applyBankFile } from '../payout/apply-status.ts'
import { assignLine, lockClosedTo, reopenExplained } from '../payout/bank-line-store.ts'
import { deletePaymentRecords } from '../payout/payment-records-store.ts'
import { camt } from '../payout/payout.test-helper.ts'
import { checkBooks, findDifferences } from './check-books.ts'
import { closeMonth, draftMonth, readClosedFile } from './close-month.ts'
import { queueCheck, runCheck } from './run-check.ts'
import { sumBooks } from './sum-store.ts'

// The bank's account of the bookkeeping is the statement: also what no reward and no document posts.

let server: TestServer
let agency: AgencyBench
let number: string
let cents: number
let actor: { kind: 'operator'; id: string }

const accounting: Accounting = {
  consultant: 29098,
  client: 55003,
  yearStart: 1,
  chart: 'SKR03',
  accountLength: 4,
  encoding: 'windows-1252',
  isLocked: true,
  accounts: { clearing: '1590' },
}

beforeAll(async () => {
  server = await startTestServer()
  await changeTenant(server, 'bgv', { accounting })
  const made = await makeOperator(server, 'konto@post.example', ['payout-approver'], 'bgv')
  actor = { kind: 'operator', id: made.id }
})
beforeEach(async () => {
  server.clock.set(testNow)
  await asOwner(server, 'bgv', async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const table of [
      'books_files',
      'books_months',
      'books_checks',
      'bank_line_bookings',
      'bank_lines',
    ])
      await sql`delete from ${sql.table(table)} where tenant = 'bgv'`.execute(tx)
  })
  agency = await makeAgencyBench(server, 'bgv')
  await agency.makeReleased()
  on('2026-12-01')
  await writeDocuments(server.deps, await tenant(), 'invoices', system)
  const all = await run((tx) => listNewestInvoices(tx, 'bgv', server.deps.clock.today(), 100))
  const found = all.find(({ agency_number: of }) => of === agency.number)!
  ;({ number, open_cents: cents } = found)
  on('2026-12-11')
})
afterAll(() => server.stop())

const on = (day: string) => server.clock.set(`${day}T11:00:00Z`)
const tenant = () => server.deps.tenants.get('bgv')
const run: AgencyBench['run'] = (work) => withTenant(server.db, 'bgv', work)

type Entry = {
  out?: boolean
  amount?: number
  text?: string
  day?: string
  isCharge?: boolean
  isReversal?: boolean
}
let made = 0
const entry = ({ out = false, amount = cents, text = '', day = '2026-12-10', ...more }: Entry) =>
  `<Ntry><Amt Ccy="EUR">${(amount / 100).toFixed(2)}</Amt><CdtDbtInd>${out ? 'DBIT' : 'CRDT'}</CdtDbtInd>
  ${more.isReversal ? '<RvslInd>true</RvslInd>' : ''}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>${day}</Dt></BookgDt>
  <AcctSvcrRef>B-${(made += 1)}</AcctSvcrRef>
  ${more.isCharge ? '<BkTxCd><Domn><Cd>ACMT</Cd><Fmly><Cd>MCOP</Cd><SubFmlyCd>CHRG</SubFmlyCd></Fmly></Domn></BkTxCd>' : ''}
  <NtryDtls><TxDtls><Refs><EndToEndId>NOTPROVIDED</EndToEndId></Refs><RmtInf><Ustrd>${text}</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>`
const take = async (...entries: string[]) => {
  const { payoutAccount } = await tenant()
  const text = Buffer.from(camt(entries.join(''))).toString()
  const own = text.replace(/<Acct><Id><IBAN>[^<]+/, `<Acct><Id><IBAN>${payoutAccount.iban}`)
  return applyBankFile(server.deps, 'bgv', Buffer.from(own), system, { cameBy: 'folder' })
}

type Kind = 'charge' | 'other'
const lines = async () => {
  const { rows } = await run((tx) =>
    sql<{ id: string; kind: string | null; cents: number; month: string; reference: string }>`
      select line_id as id, kind, reference, (case direction when 'CRDT' then cents else -cents end)::bigint as cents, to_char(booked_on, 'YYYY-MM') as month
      from bank_lines where tenant = 'bgv' order by created_at, line_id`.execute(tx),
  )
  return rows
}
const idOf = async (amount: number) => (await lines()).find((line) => line.cents === amount)!.id
const referenceOf = async (id: string) => (await lines()).find((line) => line.id === id)!.reference
const assign = (lineId: string, kind: Kind) =>
  run(async (tx) => {
    await lockClosedTo(tx, 'bgv', 'share')
    const to = { kind, subject: null, reason: 'Test', by: 'test', at: server.clock.now() }
    expect(await assignLine(tx, 'bgv', lineId, to)).toBe(true)
  })
const takeBackPayment = () =>
  run((tx) => takeBackPaymentAs(tx, server.deps, 'bgv', number, { ...actor, reason: 'Irrtum' }))

type Line = ReturnType<typeof readDatev>['lines'][number]
const roles = { bank: '1200', agencies: '1400', charges: '4970', clearing: '1590' }
/** Of what is booked in the bank's account: the other one, and what came in. */
const inBank = (all: readonly Line[]) =>
  all.flatMap(({ debit, credit, cents: sum, ...line }) => {
    if (debit === roles.bank) return { ...line, other: credit, cents: sum }
    return credit === roles.bank ? { ...line, other: debit, cents: -sum } : []
  })
const sum = (all: readonly { cents: number }[]) => all.reduce((to, one) => to + one.cents, 0)
const draft = async (month: string) => {
  const now = server.clock.now()
  const [datev] = await run((tx) =>
    draftMonth(tx, 'bgv', { month, accounting, now, keys: server.deps.keys }),
  )
  return inBank(readDatev(datev!.content, 'windows-1252').lines)
}
const brief = (all: Awaited<ReturnType<typeof draft>>) =>
  all.map(({ other, cents: moved, number: of }) => [other, moved, of])
async function check() {
  await run((tx) =>
    queueCheck(tx, server.deps, 'bgv', { day: server.clock.today(), askedBy: 'test' }),
  )
  const { rows } = await run((tx) =>
    sql<{
      id: string
    }>`select check_id as id from books_checks where tenant = 'bgv' and checked_at is null`.execute(
      tx,
    ),
  )
  for (const { id } of rows) await runCheck(server.deps, 'bgv', id)
}
const close = async (month: string) => {
  const { keys } = server.deps
  const by = { actor, reason: 'Monat abgeschlossen', now: server.clock.now(), keys }
  const of = await tenant()
  return run((tx) => closeMonth(tx, of, month, by))
}
const closed = async (month: string) => {
  const file = await run((tx) => readClosedFile(tx, 'bgv', { month, format: 'datev', part: 1 }))
  return inBank(readDatev(file!, 'windows-1252').lines)
}
const statement = async (month: string) =>
  sum((await lines()).filter((line) => line.kind !== null && line.month === month))

test('what an agency pays, what the bank charges and refunds, and what is not ours is booked, once for each line however often it comes', async () => {
  const rent = `=Miete "Lager"; ${'Objekt Nußstraße '.repeat(5)}`
  const file = [
    entry({ text: `Rechnung ${number}` }),
    entry({ out: true, amount: 790, isCharge: true, text: 'Kontoführung' }),
    entry({ amount: 290, isCharge: true }),
    entry({ out: true, amount: 12_345, day: '2026-12-09', text: rent }),
    entry({ amount: 500_000, day: '2026-12-09' }),
  ]
  for (const part of [file, file, file.slice(1)]) await take(...part)
  const unknown = [await idOf(-12_345), await idOf(500_000)]
  // What nobody has explained is no booking yet.
  expect(sum(await draft('2026-12'))).toBe(cents - 790 + 290)
  const sums = async () =>
    (await run((tx) => sumBooks(tx, 'bgv')))
      .filter(({ ledger, month }) => ledger === 'bank' && month === '2026-12')
      .map((one) => [one.account, one.debit_cents, one.credit_cents])
      .toSorted()
  expect(await sums()).toEqual([
    ['booked', cents + 290, 790],
    ['open', 500_000, 12_345],
    ['statement', cents + 290, 790],
  ])
  for (const id of unknown) await assign(id, 'other')
  const found = await draft('2026-12')
  expect(await sums()).toEqual([
    ['booked', cents + 500_290, 13_135],
    ['statement', cents + 500_290, 13_135],
  ])
  const ofDay = (day: string) =>
    found
      .filter((line) => line.day === day)
      .toSorted((one, other) => one.cents - other.cents)
      .map(({ other, cents: moved, number: of, text }) => [other, moved, of, text])
  expect(ofDay('2026-12-09')).toEqual([
    [roles.clearing, -12_345, unknown[0], 'Sonstige Bankbuchung'],
    [roles.clearing, 500_000, unknown[1], 'Sonstige Bankbuchung'],
  ])
  expect(ofDay('2026-12-10')).toEqual([
    [roles.charges, -790, await idOf(-790), `${await referenceOf(await idOf(-790))} Kontoführung`],
    [roles.charges, 290, await idOf(290), `${await referenceOf(await idOf(290))} Entgelt der Bank`],
    [roles.agencies, cents, number, 'Zahlung Agentur'],
  ])
  expect(sum(found)).toBe(await statement('2026-12'))
  expect(await run((tx) => checkBooks(tx, 'bgv'))).toEqual([])
})

test('what the bank takes back of an agency’s payment is owed again', async () => {
  await take(entry({ text: number }))
  await take(entry({ out: true, isReversal: true, text: number, day: '2026-12-11' }))
  expect(brief(await draft('2026-12'))).toEqual([
    [roles.agencies, cents, number],
    [roles.agencies, -cents, number],
  ])
  expect(await statement('2026-12')).toBe(0)
  expect(await run((tx) => checkBooks(tx, 'bgv'))).toEqual([])
})

test('what a line was given to and is taken back is booked back, and anew under what it is then', async () => {
  await take(entry({ text: number }), entry({ out: true, amount: 790, text: 'Porto' }))
  const charge = await idOf(-790)
  const reference = await referenceOf(charge)
  await assign(charge, 'charge')
  expect((await takeBackPayment()).kind).toBe('taken-back')
  await run((tx) => reopenExplained(tx, 'bgv', [charge]))
  expect(sum(await draft('2026-12'))).toBe(0)
  await assign(charge, 'other')
  const found = await draft('2026-12')
  expect(found.map(({ other, cents: moved, text }) => [other, moved, text])).toEqual([
    [roles.agencies, cents, 'Zahlung Agentur'],
    [roles.charges, -790, `${reference} Porto`],
    [roles.agencies, -cents, 'Aufgehoben: Zahlung Agentur'],
    [roles.charges, 790, `Aufgehoben: ${reference} Porto`],
    [roles.clearing, -790, 'Sonstige Bankbuchung'],
  ])
  expect(sum(found)).toBe(await statement('2026-12'))
  // Marked as paid by hand it is on no statement, and in no account of the bank.
  expect(await run((tx) => checkBooks(tx, 'bgv'))).toEqual([])
})

test('a closed month’s file stays, and what is said of its days since goes with the next one, with its day', async () => {
  await take(entry({ text: number }), entry({ out: true, amount: 790 }))
  on('2027-01-05')
  await check()
  expect(await close('2026-12')).toMatchObject({ lines: expect.any(Number) })
  const december = await closed('2026-12')
  expect(brief(december)).toEqual([[roles.agencies, cents, number]])
  await assign(await idOf(-790), 'charge')
  expect((await takeBackPayment()).kind).toBe('taken-back')
  await take(
    entry({ amount: 1_500, isCharge: true, day: '2026-12-31' }),
    entry({ amount: 7, isCharge: true, day: '2027-01-04' }),
  )
  expect(await closed('2026-12')).toEqual(december)
  on('2027-02-01')
  await check()
  expect(await close('2027-01')).toMatchObject({ lines: expect.any(Number) })
  const january = await closed('2027-01')
  expect(january.map(({ day, cents: moved, text }) => [day, moved, text])).toEqual([
    ['2027-01-01', -790, expect.stringMatching(/^zu 10\.12\.2026 B-\d+ Entgelt der Bank$/)],
    ['2027-01-01', -cents, 'zu 10.12.2026 Aufgehoben: Zahlung Agentur'],
    ['2027-01-01', 1_500, expect.stringMatching(/^zu 31\.12\.2026 B-\d+ Entgelt der Bank$/)],
    ['2027-01-04', 7, expect.stringMatching(/^B-\d+ Entgelt der Bank$/)],
  ])
  expect(sum([...december, ...january])).toBe(
    (await statement('2026-12')) + (await statement('2027-01')),
  )
  expect(await draft('2027-02')).toEqual([])
})

test('a line that is given away while its month is closed is in one of two files, once', async () => {
  const amounts = Array.from({ length: 12 }, (_, at) => 1_001 + at)
  await take(...amounts.map((amount) => entry({ out: true, amount })))
  const ids = await Promise.all(amounts.map((amount) => idOf(-amount)))
  on('2027-01-05')
  await check()
  await Promise.all([
    ...ids.slice(0, 6).map((id) => assign(id, 'other')),
    close('2026-12'),
    ...ids.slice(6).map((id) => assign(id, 'other')),
  ])
  on('2027-02-01')
  await check()
  expect(await close('2027-01')).toMatchObject({ lines: expect.any(Number) })
  const both = [...(await closed('2026-12')), ...(await closed('2027-01'))]
  expect(both.map(({ number: of }) => of).toSorted()).toEqual(ids.toSorted())
  expect(sum(both)).toBe(await statement('2026-12'))
})

test('the record is of one tenant, the app only reads it, and what is missing in it or too much is named', async () => {
  await take(entry({ out: true, amount: 790, isCharge: true }))
  const id = await idOf(-790)
  const elsewhere = await withTenant(server.db, 'standard', (tx) =>
    sql`select from bank_line_bookings where line_id = ${id}`.execute(tx),
  )
  expect(elsewhere.rows).toEqual([])
  for (const statementOf of [
    sql`delete from bank_line_bookings where tenant = 'bgv'`,
    sql`update bank_line_bookings set cents = 1 where tenant = 'bgv'`,
    sql`insert into bank_line_bookings (tenant, line_id, day, kind, number, cents, takes_back)
      values ('bgv', ${id}, '2026-12-10', 'other', 'x', 5, false)`,
  ])
    await expect(run((tx) => statementOf.execute(tx))).rejects.toThrow('permission denied')
  const named = async () =>
    (await run((tx) => findDifferences(tx, 'bgv'))).map((one) => [
      one.kind,
      one.id,
      one.expected,
      one.found,
    ])
  expect(await named()).toEqual([])
  const change = (statementOf: ReturnType<typeof sql>) =>
    asOwner(server, 'bgv', (tx) => statementOf.execute(tx))
  await change(sql`update bank_line_bookings set cents = cents - 10 where tenant = 'bgv'`)
  expect(await named()).toEqual([['bank-account', id, -790, -800]])
  await change(sql`delete from bank_line_bookings where tenant = 'bgv'`)
  expect(await named()).toEqual([['bank-account', id, -790, 0]])
})

test('what was booked of a line goes with it after its years', async () => {
  await take(entry({ out: true, amount: 790, isCharge: true }))
  const booked = async () =>
    (await run((tx) => sql`select from bank_line_bookings where tenant = 'bgv'`.execute(tx))).rows
      .length
  expect(await booked()).toBe(1)
  const before = server.clock.now().add({ hours: 24 })
  await run((tx) => deletePaymentRecords(tx, 'bgv', before, 10))
  expect([(await lines()).length, await booked()]).toEqual([0, 0])
})

test('a charge without a reference says what it is', async () => {
  const without = entry({ out: true, amount: 811, text: '' })
  const odd = entry({ out: true, amount: 812, text: 'Zinsen '.repeat(20) })
  await take(
    without.replace(/<AcctSvcrRef>[^<]*<.AcctSvcrRef>/, ''),
    odd.replace(/<AcctSvcrRef>[^<]*/, '<AcctSvcrRef>+=.ü/7'),
  )
  for (const amount of [-811, -812]) await assign(await idOf(amount), 'charge')
  const found = await draft('2026-12')
  const [first, second] = found.map(({ cents: moved, number: of, text }) => [moved, of, text])
  expect(first).toEqual([-811, await idOf(-811), 'Entgelt der Bank'])
  expect(second).toEqual([-812, await idOf(-812), expect.stringMatching(/^\.ü\/7( Zinsen){8}$/)])
})
