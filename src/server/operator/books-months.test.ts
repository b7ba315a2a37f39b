import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { asOwner } from '../../../test/helpers/as-owner.ts'
import { makeOperator } from '../../../test/helpers/operator.ts'
import type { TestServer } from '../../../test/helpers/server.ts'
import type { Accounting } from '../../domain/accounting.ts'
import { accountNumber } from '../../domain/accounting.ts'
import { monthOf } from '../../domain/invoice.ts'
import type { OperatorRole } from '../../domain/operator-abilities.ts'
import { system } from '../base/audit-store.ts'
import { draftMonth } from '../books/close-month.ts'
import { queueCheck, runCheck } from '../books/run-check.ts'
import { readDatev } from '../gateways/bookkeeping/read-datev.test-helper.ts'
import { confirmBatch } from '../payout/confirm-batch.ts'
import { payDue } from '../payout/play-both.ts'
import { cancelOrder } from '../reward/cancel-order.ts'
import {
  bankData,
  ibanOf,
  useRewards,
  type Bench,
  type Desk,
} from '../reward/reward.test-helper.ts'

let server: TestServer
let bench: Bench
let desk: Desk
useRewards((made) => ({ server, bench, desk } = made))

const accounting: Accounting = {
  consultant: 29098,
  client: 55003,
  yearStart: 1,
  chart: 'SKR03',
  accountLength: 4,
  encoding: 'windows-1252',
  isLocked: true,
  accounts: { bank: '1210' },
}
beforeEach(() => changeTenant(server, 'standard', { accounting }))

let made = 0
const operator = (roles: readonly OperatorRole[], tenant = 'standard') =>
  makeOperator(server, `monat${++made}@betrieb.example`, roles, tenant)
const at = '/standard/betrieb/buecher'
const Grund = 'Monat abgeschlossen'
const close = (month: string, token: string) =>
  server.call('PUT', `${at}/monate/${month}/festschreibung`, { token, body: { Grund } })
async function check() {
  await bench.run((tx) =>
    queueCheck(tx, server.deps, 'standard', { day: server.clock.today(), askedBy: 'test' }),
  )
  const { rows } = await bench.run((tx) =>
    sql<{ id: string }>`
      select check_id as id from books_checks where tenant = 'standard' and checked_at is null`.execute(
      tx,
    ),
  )
  for (const { id } of rows) await runCheck(server.deps, 'standard', id)
}
const files = async (month: string) => {
  const { rows } = await bench.run((tx) =>
    sql<{ format: string; hash: string }>`
      select format, hash from books_files where tenant = 'standard' and month = ${month} order by format`.execute(
      tx,
    ),
  )
  return rows
}
const fetchFile = async (month: string, token: string, format = 'datev') => {
  const answer = await server.app.inject({
    method: 'GET',
    url: `/api/v1${at}/monate/${month}/${format}/1`,
    headers: { host: 'betrieb.localhost', authorization: `Bearer ${token}` },
  })
  return { status: answer.statusCode, bytes: answer.rawPayload }
}
const hash = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

async function aMonthOfEverything(iban: number) {
  const paid = await desk.reward()
  await desk.collect(paid.token, { PraemieId: desk.cash, Bankdaten: bankData(ibanOf(iban)) })
  const voucher = await desk.reward()
  await desk.collect(voucher.token, { PraemieId: desk.voucher })
  const cancelled = await desk.reward()
  await bench.run((tx) => cancelOrder(tx, server.deps, bench.tenant, cancelled.orderNumber, system))
  server.clock.advance('P40D')
  const batch = (await payDue(server.deps, 'standard', system))!
  server.clock.advance('P5D')
  await confirmBatch(server.deps, 'standard', batch.batchId, system)
}

test('a month is closed once it is over and agrees, by whoever approves payouts, once', async () => {
  server.clock.set('2027-03-10T10:00:00Z')
  await desk.reward()
  const refused = async (month: string, token: string) => {
    const { status, body } = await close(month, token)
    return [status, body.Felder?.[0]?.Text ?? body.Fehler?.[0]?.Text ?? JSON.stringify(body)]
  }
  server.clock.set('2027-03-31T22:30:00Z')
  const early = await operator(['payout-approver'])
  expect((await refused('2027-03', early.token))[0]).toBe(400)
  server.clock.set('2027-04-01T09:00:00Z')
  const approver = await operator(['payout-approver'])
  expect(JSON.stringify(await refused('2027-03', approver.token))).toContain('nicht geprüft')
  await check()
  const preparer = await operator(['payout-preparer', 'auditor'])
  expect((await close('2027-03', preparer.token)).status).toBe(403)
  const other = await operator(['payout-approver'], 'telko')
  expect((await close('2027-03', other.token)).status).toBe(403)
  const both = await Promise.all([
    close('2027-03', approver.token),
    close('2027-03', approver.token),
  ])
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 400])
  expect(JSON.stringify(await refused('2027-05', approver.token))).toMatch(/vorbei|anderer Monat/)
  expect(await files('2027-03')).toMatchObject([{ format: 'csv' }, { format: 'datev' }])
  const shown = (await server.call('GET', at, { token: preparer.token })).body
  expect(shown.Festgeschrieben).toMatchObject([{ Monat: '2027-03', Dateien: [{}, {}] }])
  expect(shown.Naechster).toMatchObject({ Monat: '2027-04', Warum: 'not-over' })
})

test('the file books what the ledger moved, in DATEV’s format, and is the same for ever', async () => {
  server.clock.set('2027-05-03T10:00:00Z')
  await changeTenant(server, 'standard', { accounting })
  await bench.run((tx) => sql`select 1`.execute(tx))
  await aMonthOfEverything(41)
  const months = ['2027-05', '2027-06']
  const drafts = await Promise.all(
    months.map((month) =>
      bench.run((tx) =>
        draftMonth(tx, 'standard', {
          month,
          accounting,
          now: server.clock.now(),
          keys: server.deps.keys,
        }),
      ),
    ),
  )
  const lines = drafts.flatMap(([datev]) => readDatev(datev!.content, 'windows-1252').lines)
  for (const { isLocked } of lines) expect(isLocked).toBe(false)
  const sumOf = (role: Parameters<typeof accountNumber>[0]) => {
    const number = accountNumber(role, accounting)
    return lines.reduce(
      (sum, { debit, credit, cents }) =>
        sum + (credit === number ? cents : 0) - (debit === number ? cents : 0),
      0,
    )
  }
  const moved = async (account: string) =>
    (
      await bench.run((tx) =>
        sql<{ cents: number }>`
          select coalesce(sum(cents), 0)::bigint as cents from ledger_postings
          where tenant = 'standard' and account = ${account} and at >= '2027-04-30T22:00Z' and at < '2027-06-30T22:00Z'`.execute(
          tx,
        ),
      )
    ).rows[0]!.cents
  expect(sumOf('provision')).toBe(await moved('committed'))
  expect(sumOf('liability')).toBe(await moved('payable'))
  expect(sumOf('transit')).toBe(await moved('in-transit'))
  expect(sumOf('vouchers')).toBe(await moved('paid-voucher'))
  expect(sumOf('bank')).toBe(await moved('paid-bank'))
  expect(sumOf('bank')).toBeGreaterThan(0)
  expect(lines.some(({ debit }) => debit === '1210' || debit === '1360')).toBe(true)

  // Closed in their order; what is booked back into a closed month goes with the next.
  server.clock.set('2027-07-01T09:00:00Z')
  await check()
  const approver = await operator(['payout-approver'])
  const closed = await bench.run((tx) =>
    sql<{
      month: string
    }>`select month from books_months where tenant = 'standard' order by month desc limit 1`.execute(
      tx,
    ),
  )
  expect(closed.rows[0]?.month).toBe('2027-03')
  for (const month of ['2027-04', '2027-05'])
    expect((await close(month, approver.token)).status).toBe(200)
  const first = await fetchFile('2027-05', approver.token)
  expect(first.status).toBe(200)
  const [csv, datev] = await files('2027-05')
  expect(hash(first.bytes)).toBe(datev!.hash)
  const { lines: mayLines } = readDatev(first.bytes, 'windows-1252')
  expect(mayLines.every(({ isLocked }) => isLocked)).toBe(true)
  expect(hash((await fetchFile('2027-05', approver.token, 'csv')).bytes)).toBe(csv!.hash)

  const { id, rewards } = await desk.reward()
  await asOwner(server, 'standard', async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    await sql`update ledger_postings set at = '2027-05-20T10:00Z' where tenant = 'standard' and reward_id = ${id}`.execute(
      tx,
    )
  })
  await changeTenant(server, 'standard', { accounting: { ...accounting, consultant: 1001 } })
  expect(hash((await fetchFile('2027-05', approver.token)).bytes)).toBe(datev!.hash)
  await check()
  expect((await close('2027-06', approver.token)).status).toBe(200)
  const june = readDatev((await fetchFile('2027-06', approver.token)).bytes, 'windows-1252')
  expect(june.header.consultant).toBe(1001)
  const late = june.lines.filter(({ number }) => number === id)
  expect(late.map(({ day, cents }) => [day, cents])).toEqual(
    Array.from({ length: 2 }, () => ['2027-06-01', rewards[0]!.cents]),
  )
  for (const { text } of late) expect(text).toMatch(/^zu 20\.05\.2027 /)

  // Bytes that are not those that were written are given to nobody.
  await asOwner(server, 'standard', (tx) =>
    sql`update books_files set hash = 'x' where tenant = 'standard' and month = '2027-05' and format = 'csv'`.execute(
      tx,
    ),
  )
  expect((await fetchFile('2027-05', approver.token, 'csv')).status).toBe(500)
  const stranger = await operator(['payout-approver'], 'telko')
  expect((await fetchFile('2027-05', stranger.token)).status).toBe(403)
  expect((await fetchFile('2027-01', approver.token)).status).toBe(404)
})

test('a month is not closed while the books differ, nor without the accountant’s numbers', async () => {
  server.clock.set('2027-08-02T09:00:00Z')
  await check()
  const approver = await operator(['payout-approver'])
  await changeTenant(server, 'standard', { accounting: null })
  expect(JSON.stringify((await close('2027-07', approver.token)).body)).toContain(
    'Finanzbuchhaltung',
  )
  await changeTenant(server, 'standard', { accounting })
  const by = (cents: number) =>
    asOwner(server, 'standard', (tx) =>
      sql`update rewards set cents = cents + ${cents} where tenant = 'standard' and reward_id =
        (select min(reward_id::text)::uuid from rewards where tenant = 'standard')`.execute(tx),
    )
  await by(1)
  server.clock.advance('PT1H')
  await check()
  await by(-1)
  const later = await operator(['payout-approver'])
  expect(JSON.stringify((await close('2027-07', later.token)).body)).toContain('Abweichungen')
  server.clock.advance('PT1H')
  await check()
  expect((await close('2027-07', (await operator(['payout-approver'])).token)).status).toBe(200)
})

test('a month before the first closed one is written when it is fetched, is not final, and is logged; no month after it is', async () => {
  await asOwner(server, 'standard', async (tx) => {
    await sql`set local session_replication_role = replica`.execute(tx)
    for (const table of ['books_files', 'books_months'])
      await sql`delete from ${sql.table(table)} where tenant = 'standard'`.execute(tx)
  })
  await desk.reward()
  const month = monthOf(server.clock.now())
  server.clock.set('2027-09-02T09:00:00Z')
  await check()
  const approver = await operator(['payout-approver'])
  expect((await server.call('GET', at, { token: approver.token })).body.Entwuerfe).toEqual([])
  expect((await close('2027-08', approver.token)).status).toBe(200)
  const shownAt = async (asked: string) =>
    (await server.call('GET', `${at}?Monat=${asked}`, { token: approver.token })).body
  const shown = await shownAt(month)
  expect(shown.Davor).toContain(month)
  expect(shown.Davor).not.toContain('2027-08')
  expect(shown.Entwuerfe).toMatchObject([
    { Format: 'datev', Teil: 1 },
    { Format: 'csv', Teil: 1 },
  ])
  expect((await shownAt('2027-08')).Entwuerfe).toEqual([])
  const { status, bytes } = await fetchFile(month, approver.token)
  expect(status).toBe(200)
  const { lines } = readDatev(bytes, 'windows-1252')
  expect(lines).toHaveLength(shown.Entwuerfe[0].Zeilen)
  expect(lines.length).toBeGreaterThan(0)
  for (const { isLocked } of lines) expect(isLocked).toBe(false)
  // Not closed, and not before: the one that comes next.
  for (const asked of ['2027-09', '2027-12', '2020-01-01'])
    expect((await fetchFile(asked, approver.token)).status).not.toBe(200)
  const support = await operator(['support'])
  expect((await fetchFile(month, support.token)).status).toBe(403)
  const logged = await bench.run((tx) =>
    sql<{ details: object }>`
      select details from audit_log where tenant = 'standard' and action = 'books-file-fetched' and subject_id = ${month}`.execute(
      tx,
    ),
  )
  expect(logged.rows).toEqual([
    { details: { format: 'datev', part: 1, state: 'open', hash: hash(bytes) } },
  ])
  // What is dated in it and comes now is late in the month that is closed next, and not in both.
  const now = server.clock.now().toString()
  server.clock.set(`${month}-20T10:00:00Z`)
  await desk.reward()
  server.clock.set(now)
  expect((await shownAt(month)).Entwuerfe[0].Zeilen).toBe(lines.length)
  server.clock.set('2027-10-02T09:00:00Z')
  await check()
  const next = await operator(['payout-approver'])
  expect((await close('2027-09', next.token)).status).toBe(200)
  const later = readDatev((await fetchFile('2027-09', next.token)).bytes, 'windows-1252')
  expect(later.lines.some(({ text }) => text.startsWith('zu 20.'))).toBe(true)
  await changeTenant(server, 'standard', { accounting: null })
  expect((await fetchFile(month, next.token)).status).toBe(404)
})
