import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import { whileHeld } from '../../../test/helpers/while-held.ts'
import type { Accounting } from '../../domain/accounting.ts'
import { earningsByYear } from '../../domain/earnings.ts'
import { closeMonth, draftMonth, readClosedFile } from '../books/close-month.ts'
import { queueCheck, runCheck } from '../books/run-check.ts'
import { sumBooks } from '../books/sum-store.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { readDatev } from '../gateways/bookkeeping/read-datev.test-helper.ts'
import { applyBankFile } from '../payout/apply-status.ts'
import { confirmBatch } from '../payout/confirm-batch.ts'
import { decideReturn } from '../payout/decide-return.ts'
import { payDue } from '../payout/play-both.ts'
import { camt, ibans, makeFixtures, operator } from '../payout/payout.test-helper.ts'
import { listReceivedOf } from '../reward/earnings-store.ts'

// What the bank booked in the old year, and people read in the new one, is of the old year everywhere.

let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>
beforeAll(async () => {
  server = await startTestServer()
  fixtures = makeFixtures(server)
  await changeTenant(server, 'standard', { accounting })
})
startEachAfresh(() => server)
afterEach(() => fixtures.booksAreRight())
afterAll(() => server.stop())

const accounting: Accounting = {
  consultant: 29098,
  client: 55003,
  yearStart: 1,
  chart: 'SKR03',
  accountLength: 4,
  encoding: 'utf-8',
  isLocked: true,
  accounts: { bank: '1210' },
}
const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(server.db, 'standard', work)

const booked = (id: string, cents: number, day: string, back = false) =>
  `<Ntry><Amt Ccy="EUR">${(cents / 100).toFixed(2)}</Amt><CdtDbtInd>${back ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
  <BookgDt><Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>
  ${back ? '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>' : ''}</TxDtls></NtryDtls></Ntry>`
const upload = (...lines: string[]) =>
  applyBankFile(server.deps, 'standard', camt(lines.join('')), operator)

/** Two payments at the bank since 29 December; it is 2 January, a Saturday. */
async function overNewYear() {
  server.clock.set('2026-12-29T10:00:00+01:00')
  const { rewards, ids } = await fixtures.sent(4_100, 4_200)
  server.clock.set('2027-01-02T09:00:00+01:00')
  return { rewards, ids: ids as [string, string] }
}
const bankLines = async (month: string) => {
  const [datev] = await inTenant((tx) =>
    draftMonth(tx, 'standard', {
      month,
      accounting,
      now: server.clock.now(),
      keys: server.deps.keys,
    }),
  )
  return readDatev(datev!.content, 'utf-8').lines.filter(
    ({ debit, credit }) => debit === '1210' || credit === '1210',
  )
}
const yearsOf = async (reward: string) =>
  earningsByYear(await inTenant((tx) => listReceivedOf(tx, 'standard', reward))).map(
    ({ year, cents }) => [year, cents],
  )

test('a payment of New Year’s Eve and a return of it, told on 2 January, are earnings, DATEV lines and sums of the old year', async () => {
  const { rewards, ids } = await overNewYear()
  const [a, b] = ids
  await upload(
    booked(a, 4_100, '2026-12-31'),
    booked(b, 4_200, '2026-12-30'),
    booked(b, 4_200, '2026-12-31', true),
  )
  expect(await yearsOf(rewards[0]!)).toEqual([[2026, 4_100]])
  expect(await yearsOf(rewards[1]!)).toEqual([[2026, 0]])
  const december = await bankLines('2026-12')
  expect(december.map(({ day, cents }) => [day, cents])).toEqual([
    ['2026-12-30', 4_200],
    ['2026-12-31', 4_100],
    ['2026-12-31', 4_200],
  ])
  expect(await bankLines('2027-01')).toEqual([])
  const sums = await inTenant((tx) => sumBooks(tx, 'standard'))
  expect(
    sums.filter(({ ledger, account }) => ledger === 'rewards' && account === 'paid-bank'),
  ).toMatchObject([{ month: '2026-12', debit_cents: 8_300, credit_cents: 4_200 }])
})

test('what is told as paid in January, was booked and came back in December, and is paid anew, is nothing in the old year', async () => {
  server.clock.set('2026-12-29T10:00:00+01:00')
  const { rewards, ids, messageId } = await fixtures.sent(4_100)
  const [reward = ''] = rewards
  const [id = ''] = ids
  server.clock.set('2027-01-02T09:00:00+01:00')
  await applyBankFile(
    server.deps,
    'standard',
    Buffer.from(fixtures.report(messageId, [{ endToEndId: id, status: 'ACSC' }])),
    operator,
  )
  await upload(booked(id, 4_100, '2026-12-31'), booked(id, 4_100, '2026-12-31', true))
  await fixtures.collect(reward, ibans.second)
  server.clock.set('2027-01-08T09:00:00+01:00')
  await payDue(server.deps, 'standard', operator)
  const again = (await fixtures.payouts(reward)).find(({ state }) => state === 'in-transit')!
  server.clock.set('2027-01-12T09:00:00+01:00')
  await upload(booked(again.end_to_end_id, 4_100, '2027-01-11'))
  expect(await yearsOf(reward)).toEqual([
    [2027, 4_100],
    [2026, 0],
  ])
})

test('what came back in January before a line said that it was booked in December was received in the old year, and given back in the new one', async () => {
  const { rewards, ids } = await overNewYear()
  await confirmBatch(server.deps, 'standard', ids[0], operator)
  await upload(booked(ids[0], 4_100, '2027-01-02', true))
  expect(await yearsOf(rewards[0]!)).toEqual([[2027, 0]])
  await upload(booked(ids[0], 4_100, '2026-12-30'))
  expect(await yearsOf(rewards[0]!)).toEqual([
    [2027, -4_100],
    [2026, 4_100],
  ])
})

test('what came back in December counts there, also where a second person confirms it in January', async () => {
  const { rewards, ids } = await overNewYear()
  await upload(booked(ids[0], 4_100, '2026-12-30'))
  const returned = camt(booked(ids[0], 4_100, '2026-12-31', true))
  const report = await applyBankFile(server.deps, 'standard', returned, operator, {
    returnsWait: true,
  })
  expect(report.waiting).toEqual([ids[0]])
  server.clock.set('2027-01-05T09:00:00+01:00')
  const tenant = await server.deps.tenants.get('standard')
  const [payment] = await fixtures.payouts(rewards[0]!)
  const asked = { payoutId: payment!.payout_id, says: 'returned', isConfirmed: true } as const
  await inTenant((tx) =>
    decideReturn(tx, server.deps, tenant, asked, { kind: 'operator', id: 'second' }),
  )
  expect(await yearsOf(rewards[0]!)).toEqual([[2026, 0]])
  expect((await bankLines('2026-12')).map(({ day }) => day)).toEqual(['2026-12-30', '2026-12-31'])
  expect(await bankLines('2027-01')).toEqual([])
})

async function check(): Promise<void> {
  await inTenant((tx) =>
    queueCheck(tx, server.deps, 'standard', { day: server.clock.today(), askedBy: 'test' }),
  )
  const { rows } = await inTenant((tx) =>
    sql<{ id: string }>`
      select check_id as id from books_checks where tenant = 'standard' and checked_at is null`.execute(
      tx,
    ),
  )
  for (const { id } of rows) await runCheck(server.deps, 'standard', id)
}
const close = async (month: string) => {
  const tenant = await server.deps.tenants.get('standard')
  return inTenant((tx) =>
    closeMonth(tx, tenant, month, {
      actor: operator,
      reason: 'Vorbei',
      now: server.clock.now(),
      keys: server.deps.keys,
    }),
  )
}
const closedBankLines = async (month: string) => {
  const file = await inTenant((tx) =>
    readClosedFile(tx, 'standard', { month, format: 'datev', part: 1 }),
  )
  return readDatev(file!, 'utf-8').lines.filter(
    ({ debit, credit }) => debit === '1210' || credit === '1210',
  )
}

test('what is told after December was closed is in January’s file, once, with the day it is of', async () => {
  const { ids } = await overNewYear()
  await upload(booked(ids[0], 4_100, '2026-12-31'))
  await check()
  expect(await close('2026-12')).toMatchObject({ lines: expect.any(Number) })
  server.clock.set('2027-01-04T09:00:00+01:00')
  await upload(booked(ids[0], 4_100, '2026-12-31'), booked(ids[1], 4_200, '2026-12-31'))
  expect((await closedBankLines('2026-12')).map(({ cents }) => cents)).toEqual([4_100])
  server.clock.set('2027-02-01T09:00:00+01:00')
  await check()
  await close('2027-01')
  expect(await closedBankLines('2027-01')).toMatchObject([
    { cents: 4_200, text: expect.stringContaining('zu 31.12.2026') },
  ])
})

test('a month that is closed while a file is applied waits for it, so nothing falls between two months', async () => {
  const { ids, rewards } = await overNewYear()
  await check()
  const hold = sql`select from payouts where tenant = 'standard' and reward_id = ${rewards[0]!} for update`
  await whileHeld(
    server,
    hold,
    () => upload(booked(ids[0], 4_100, '2026-12-31')),
    () => close('2026-12'),
  )
  expect((await closedBankLines('2026-12')).map(({ cents }) => cents)).toEqual([4_100])
  expect(await bankLines('2027-01')).toEqual([])
})
