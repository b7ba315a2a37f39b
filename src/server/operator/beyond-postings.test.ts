import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { TestServer } from '../../../test/helpers/server.ts'
import { accountNumber, type Accounting, type AccountRole } from '../../domain/accounting.ts'
import { system } from '../base/audit-store.ts'
import { checkBooks } from '../books/check-books.ts'
import { draftMonth } from '../books/close-month.ts'
import { sumBooks } from '../books/sum-store.ts'
import { readDatev } from '../gateways/bookkeeping/read-datev.test-helper.ts'
import { applyBankFile } from '../payout/apply-status.ts'
import { assignLine } from '../payout/bank-line-store.ts'
import { batchNotice, makeFixtures, notice } from '../payout/payout.test-helper.ts'
import type { Bench } from '../reward/reward.test-helper.ts'
import { startClawbacks } from './clawbacks.test-helper.ts'

// What a line moves in the bank's account beyond what its payments' postings say is booked once, beside them.

let server: TestServer
let bench: Bench
let fixtures: ReturnType<typeof makeFixtures>
const { operator, show, act, book, owingCash } = startClawbacks((made) => {
  ;({ server, bench } = made)
  fixtures = makeFixtures(server)
})

const accounting: Accounting = {
  consultant: 29098,
  client: 55003,
  yearStart: 1,
  chart: 'SKR04',
  accountLength: 5,
  encoding: 'utf-8',
  isLocked: false,
  accounts: {},
}

/** Of all months until now, by account. */
async function moved() {
  const sums = new Map<string, number>()
  const { rows } = await bench.run((tx) =>
    sql<{ month: string }>`
      select distinct to_char(at at time zone 'Europe/Berlin', 'YYYY-MM') as month from ledger_postings where tenant = 'standard'
      union select distinct to_char(day, 'YYYY-MM') from bank_line_bookings where tenant = 'standard'`.execute(
      tx,
    ),
  )
  for (const { month } of rows) {
    const now = server.clock.now()
    const [datev] = await bench.run((tx) =>
      draftMonth(tx, 'standard', { month, accounting, now, keys: server.deps.keys }),
    )
    for (const { debit, credit, cents } of readDatev(datev!.content, 'utf-8').lines) {
      sums.set(debit, (sums.get(debit) ?? 0) + cents)
      sums.set(credit, (sums.get(credit) ?? 0) - cents)
    }
  }
  // What the page of the books says of the account.
  const shown = (await bench.run((tx) => sumBooks(tx, 'standard')))
    .filter(({ ledger, account }) => ledger === 'bank' && account === 'booked')
    .reduce((sum, one) => sum + one.debit_cents - one.credit_cents, 0)
  expect(sums.get(accountNumber('bank', accounting)) ?? 0).toBe(shown)
  return (role: AccountRole) => sums.get(accountNumber(role, accounting)) ?? 0
}
const wrong = () => bench.run((tx) => checkBooks(tx, 'standard'))

test('a payment comes back of which a part was repaid before: the bank’s account has all of it, and the claim takes its part when the repayment is undone', async () => {
  const { id, giveBack } = await owingCash(61)
  const before = await moved()
  const { token } = await operator(['support', 'payout-approver'])
  expect((await book(id, token, 500)).status).toBe(200)
  await giveBack()
  const { rows } = await bench.run((tx) =>
    sql<{ cents: number }>`
      select cents from bank_lines where tenant = 'standard' and kind = 'return' order by created_at desc limit 1`.execute(
      tx,
    ),
  )
  const { cents } = rows[0]!
  const returned = await moved()
  const change = (now: typeof before, role: AccountRole) => now(role) - before(role)
  // By hand it has no line: the repayment is in the account beside the statement's.
  expect(change(returned, 'bank')).toBe(cents + 500)
  expect(change(returned, 'clearing')).toBe(-500)
  expect(change(returned, 'claims')).toBe(-cents)
  expect(await wrong()).toEqual([])

  const repayment = (await show(id, token)).Rueckzahlungen?.[0]?.Id
  const undone = await act(id, 'rueckzahlung/ruecknahme', token, { Id: repayment })
  expect(undone.status).toBe(200)
  const end = await moved()
  expect(change(end, 'bank')).toBe(cents)
  expect(change(end, 'clearing')).toBe(0)
  expect(change(end, 'claims')).toBe(-cents)
  expect(await wrong()).toEqual([])
})

test('a return whose payment the statement had not shown is in the bank’s account, as its line is', async () => {
  const { ids } = await fixtures.sent(2000)
  const before = await moved()
  const file = notice({ id: ids[0]!, cents: 2000, direction: 'CRDT', reason: 'AC04' })
  await applyBankFile(server.deps, 'standard', Buffer.from(file), system, { cameBy: 'folder' })
  const end = await moved()
  expect(end('bank') - before('bank')).toBe(2000)
  expect(end('clearing') - before('clearing')).toBe(-2000)
  expect(await wrong()).toEqual([])
})

/** By the store, as two people would: its one open line. */
const assign = (kind: 'charge' | 'other') =>
  bench.run(async (tx) => {
    const { rows } = await sql<{ line_id: string }>`
      select line_id from bank_lines where tenant = 'standard' and kind is null`.execute(tx)
    expect(rows).toHaveLength(1)
    const to = { kind, subject: null, reason: 'Gebucht', by: 'test', at: server.clock.now() }
    expect(await assignLine(tx, 'standard', rows[0]!.line_id, to)).toBe(true)
  })
const folder = (file: string | Uint8Array) =>
  applyBankFile(server.deps, 'standard', Buffer.from(file), system, { cameBy: 'folder' })
const bankMoved = async () =>
  (await bench.run((tx) => sumBooks(tx, 'standard')))
    .filter(({ ledger }) => ledger === 'bank')
    .reduce(
      (sums, { account, debit_cents: debit, credit_cents: credit }) => ({
        ...sums,
        [account]: (sums[account] ?? 0) + debit - credit,
      }),
      {} as Record<string, number>,
    )

test('a sum of which one payment was rejected: the rest that is called not ours is booked without the payments that it settled', async () => {
  const { ids, messageId } = await fixtures.sent(3_000, 4_000, 5_000)
  const [before, bankBefore] = [await moved(), await bankMoved()]
  await folder(
    fixtures.report(messageId, [{ endToEndId: ids[2]!, status: 'RJCT', reasonCode: 'AC04' }]),
  )
  await folder(batchNotice(messageId, 12_000, 3))
  await assign('other')
  const end = await moved()
  expect(end('bank') - before('bank')).toBe(-12_000)
  expect(end('clearing') - before('clearing')).toBe(5_000)
  const bank = await bankMoved()
  expect(bank['booked']! - (bankBefore['booked'] ?? 0)).toBe(-12_000)
  expect(await wrong()).toEqual([])
  await folder(notice({ id: ids[2]!, cents: 5_000, direction: 'CRDT', reason: 'AC04' }))
  expect((await moved())('clearing') - before('clearing')).toBe(0)
  expect(await wrong()).toEqual([])
})

test('a sum that names what was booked singly before is a charge by its rest alone, and no difference', async () => {
  const { ids, messageId } = await fixtures.sent(8_510, 8_620)
  await folder(notice({ id: ids[0]!, cents: 8_510, direction: 'DBIT' }))
  const before = await moved()
  await folder(batchNotice(messageId, 17_130, 2))
  await assign('charge')
  const end = await moved()
  expect(end('bank') - before('bank')).toBe(-17_130)
  expect(end('bankCharges') - before('bankCharges')).toBe(8_510)
  expect(await wrong()).toEqual([])
})
