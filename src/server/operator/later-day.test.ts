import { fork } from 'node:child_process'
import { once } from 'node:events'
import { sql } from 'kysely'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { changeTenant } from '../../../test/helpers/agency.ts'
import { makePartnerBench } from '../../../test/helpers/sales-partner.ts'
import { startEachAfresh } from '../../../test/helpers/start-each-afresh.ts'
import { bothHeld } from '../../../test/helpers/while-held.ts'
import { startTestServer, type TestServer } from '../../../test/helpers/server.ts'
import type { Accounting } from '../../domain/accounting.ts'
import { earningsByYear } from '../../domain/earnings.ts'
import { findDifferences } from '../books/check-books.ts'
import { closeMonth, draftMonth, readClosedFile } from '../books/close-month.ts'
import { queueCheck, runCheck } from '../books/run-check.ts'
import { withTenant, type Tx } from '../db/connection.ts'
import { readDatev } from '../gateways/bookkeeping/read-datev.test-helper.ts'
import { applyBankFile } from '../payout/apply-status.ts'
import { applyWord } from '../payout/apply-word.ts'
import { confirmBatch } from '../payout/confirm-batch.ts'
import { deletePaymentRecords } from '../payout/delete-payment-records.ts'
import { payDue } from '../payout/play-both.ts'
import { camt, ibans, makeFixtures, of, operator } from '../payout/payout.test-helper.ts'
import { findPayout } from '../payout/store.ts'
import { listReceivedOf } from '../reward/earnings-store.ts'
import { listEarningsRows } from './earnings-list-store.ts'

// What a first word settled without a day is moved to the bank's day everywhere, once the bank tells it.

// It has no partners of its own.
const code = 'bgv'
let server: TestServer
let fixtures: ReturnType<typeof makeFixtures>
beforeAll(async () => {
  server = await startTestServer()
  fixtures = makeFixtures(server, code)
  await changeTenant(server, code, { accounting })
})
startEachAfresh(() => server)
afterEach(async () => {
  await fixtures.booksAreRight()
  expect(await inTenant((tx) => findDifferences(tx, code))).toEqual([])
  await expectSoundDays()
})
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
const inTenant = <T>(work: (tx: Tx) => Promise<T>) => withTenant(server.db, code, work)

const ledgers = { ledger_postings: 'reward_id', partner_note_postings: 'note_id' } as const
type Ledger = keyof typeof ledgers

/** At the end of each day nothing was at the bank that had not been sent, and nothing came back that had not left. */
async function expectSoundDays() {
  for (const [table, id] of Object.entries(ledgers)) {
    const { rows } = await inTenant((tx) =>
      sql<{ place: string; cents: number }>`
        select account || ' ' || on_day as place, cents from (
          select account, on_day, sum(sum(cents)) over (partition by ${sql.ref(id)}, account order by on_day)::bigint as cents
          from (select *, (at at time zone 'Europe/Berlin')::date as on_day from ${sql.table(table)}
            where tenant = ${code} and account in ('in-transit', 'paid-bank')
              and ${sql.ref(id)} not in (select ${sql.ref(id)} from ${sql.table(table)} where cents < 0 and account = 'payable' and event = 'written')) days
          group by ${sql.ref(id)}, account, on_day) sums where cents < 0`.execute(tx),
    )
    expect(rows).toEqual([])
  }
}

/** The moves of settling and return in a ledger, by what it moved into. */
const moves = async (ids: string[], table: Ledger = 'ledger_postings') => {
  const { rows } = await inTenant((tx) =>
    sql<{ event: string; day: string; cents: number }>`
      select event, (at at time zone 'Europe/Berlin')::date::text as day, cents from ${sql.table(table)}
      where tenant = ${code} and ${sql.ref(ledgers[table])} = any (${ids}::uuid[]) and event in ('settled', 'settled-undone', 'returned')
        and account = case event when 'settled' then 'paid-bank' when 'settled-undone' then 'in-transit' else 'payable' end
      order by posting_id`.execute(tx),
  )
  return rows.map(({ event, day, cents }) => [event, day, cents])
}

const booked = (id: string, cents: number, day: string, back = false) =>
  `<Ntry><Amt Ccy="EUR">${(cents / 100).toFixed(2)}</Amt><CdtDbtInd>${back ? 'CRDT' : 'DBIT'}</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
  <BookgDt><Dt>${day}</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>${id}</EndToEndId></Refs>
  ${back ? '<RtrInf><Rsn><Cd>AC04</Cd></Rsn></RtrInf>' : ''}</TxDtls></NtryDtls></Ntry>`
const fileOf = (...lines: string[]) => of(code, camt(lines.join('')))
const upload = (...lines: string[]) => applyBankFile(server.deps, code, fileOf(...lines), operator)
const confirm = (id: string) => confirmBatch(server.deps, code, id, operator)
const on = (day: string) => server.clock.set(`${day}T09:00:00+01:00`)

/** Payments at the bank since 29 December; it is 2 January. */
async function overNewYear(...cents: number[]) {
  on('2026-12-29')
  const sent = await fixtures.sent(...cents)
  on('2027-01-02')
  return sent
}
const isBank = ({ debit, credit }: { debit: string; credit: string }) =>
  debit === '1210' || credit === '1210'
/** Of a draft, or of the closed month's file: what it says of the bank account, `+` where it grows. */
const bankLines = async (month: string, isClosed = false) => {
  const file = isClosed
    ? (await inTenant((tx) => readClosedFile(tx, code, { month, format: 'datev', part: 1 })))!
    : (
        await inTenant((tx) =>
          draftMonth(tx, code, {
            month,
            accounting,
            now: server.clock.now(),
            keys: server.deps.keys,
          }),
        )
      )[0]!.content
  return readDatev(file, 'utf-8')
    .lines.filter(isBank)
    .map(({ day, cents, debit, text }) => {
      const late = /^zu (\d\d)\.(\d\d)\.(\d{4})/.exec(text)
      const told = late ? `late ${late[3]}-${late[2]}-${late[1]}` : day
      return [told, debit === '1210' ? cents : -cents]
    })
}
const yearsOf = async (reward: string) =>
  earningsByYear(await inTenant((tx) => listReceivedOf(tx, code, reward))).map((one) => [
    one.year,
    one.cents,
    ...one.entries.map(({ on: day, kind }) => `${kind} ${day}`),
  ])
const listedIn = async (year: number) => {
  const filter = { years: [year], limit: null }
  const { rows, cents } = await inTenant((tx) =>
    listEarningsRows(tx, code, {
      filter,
      orderBy: 'WertCent',
      descending: true,
      limit: 10,
      offset: 0,
    }),
  )
  return [cents, rows.map((row) => [row.cash_cents, row.back_cents, row.last_on])]
}
async function close(month: string) {
  await inTenant((tx) =>
    queueCheck(tx, server.deps, code, { day: server.clock.today(), askedBy: 'test' }),
  )
  const { rows } = await inTenant((tx) =>
    sql<{ id: string }>`
      select check_id as id from books_checks where tenant = ${code} and checked_at is null`.execute(
      tx,
    ),
  )
  for (const { id } of rows) await runCheck(server.deps, code, id)
  return closeOnly(month)
}
const closeOnly = async (month: string) => {
  const tenant = await server.deps.tenants.get(code)
  return inTenant((tx) =>
    closeMonth(tx, tenant, month, {
      actor: operator,
      reason: 'Vorbei',
      now: server.clock.now(),
      keys: server.deps.keys,
    }),
  )
}

test('confirmed by hand on 2 January and booked on 31 December, it is the old year’s in the ledger, in DATEV and on every page, once', async () => {
  const { rewards, ids } = await overNewYear(4_100)
  await confirm(ids[0]!)
  expect(await listedIn(2027)).toEqual([4_100, [[4_100, 0, '2027-01-02']]])
  await upload(booked(ids[0]!, 4_100, '2026-12-31'))
  const told = [
    ['settled', '2027-01-02', 4_100],
    ['settled-undone', '2027-01-02', 4_100],
    ['settled', '2026-12-31', 4_100],
  ]
  expect(await moves(rewards)).toEqual(told)
  expect(await bankLines('2026-12')).toEqual([['2026-12-31', -4_100]])
  expect(await bankLines('2027-01')).toEqual([
    ['2027-01-02', -4_100],
    ['2027-01-02', 4_100],
  ])
  expect(await yearsOf(rewards[0]!)).toEqual([[2026, 4_100, 'cash 2026-12-31']])
  expect(await listedIn(2026)).toEqual([4_100, [[4_100, 0, '2026-12-31']]])
  expect(await listedIn(2027)).toEqual([0, []])
  const before = await fixtures.snapshot()
  on('2027-01-05')
  await upload(booked(ids[0]!, 4_100, '2026-12-31'))
  await confirm(ids[0]!)
  expect(await fixtures.snapshot()).toEqual(before)
  // The payment's record goes, its day stays.
  on('2040-01-02')
  expect(await deletePaymentRecords(server.deps, code)).toBeGreaterThan(0)
  expect(await yearsOf(rewards[0]!)).toEqual([[2026, 4_100, 'cash 2026-12-31']])
  expect(await listedIn(2027)).toEqual([0, []])
})

test('a status report of the old year, and a booking in the new one: it was still at the bank when the year ended', async () => {
  on('2026-12-29')
  const { rewards, ids, messageId } = await fixtures.sent(4_100)
  on('2026-12-30')
  const report = fixtures.report(messageId, [{ endToEndId: ids[0]!, status: 'ACSC' }])
  await applyBankFile(server.deps, code, Buffer.from(report), operator)
  on('2027-01-05')
  await upload(booked(ids[0]!, 4_100, '2027-01-04'))
  expect(await moves(rewards)).toEqual([
    ['settled', '2026-12-30', 4_100],
    ['settled-undone', '2026-12-30', 4_100],
    ['settled', '2027-01-04', 4_100],
  ])
  expect(await bankLines('2026-12')).toEqual([
    ['2026-12-30', -4_100],
    ['2026-12-30', 4_100],
  ])
  expect(await bankLines('2027-01')).toEqual([['2027-01-04', -4_100]])
  expect(await yearsOf(rewards[0]!)).toEqual([[2027, 4_100, 'cash 2027-01-04']])
  expect([await listedIn(2026), await listedIn(2027)]).toEqual([
    [0, []],
    [4_100, [[4_100, 0, '2027-01-04']]],
  ])
})

describe('where the month is closed', () => {
  test('the bank’s day is late in the next file, and the first word stands beside what undoes it', async () => {
    const { ids } = await overNewYear(4_100, 4_200)
    await confirm(ids[0]!)
    expect(await close('2026-12')).toMatchObject({ cents: expect.any(Number) })
    on('2027-01-04')
    await upload(booked(ids[0]!, 4_100, '2026-12-31'), booked(ids[1]!, 4_200, '2027-01-04'))
    expect(await bankLines('2026-12', true)).toEqual([])
    on('2027-02-01')
    await close('2027-01')
    expect(await bankLines('2027-01', true)).toEqual([
      ['late 2026-12-31', -4_100],
      ['2027-01-02', -4_100],
      ['2027-01-02', 4_100],
      ['2027-01-04', -4_200],
    ])
  })

  test('both are late, each with its day, if the first word is of a closed month too', async () => {
    on('2026-12-29')
    const { ids } = await fixtures.sent(4_100, 4_200)
    on('2026-12-30')
    for (const id of ids) await confirm(id)
    on('2027-01-02')
    await close('2026-12')
    on('2027-01-05')
    await upload(booked(ids[0]!, 4_100, '2026-12-31'), booked(ids[1]!, 4_200, '2027-01-04'))
    on('2027-02-01')
    await close('2027-01')
    expect(await bankLines('2026-12', true)).toEqual([
      ['2026-12-30', -4_100],
      ['2026-12-30', -4_200],
    ])
    expect(await bankLines('2027-01', true)).toEqual([
      ['late 2026-12-30', 4_100],
      ['late 2026-12-30', 4_200],
      ['late 2026-12-31', -4_100],
      ['2027-01-04', -4_200],
    ])
  })

  test('whoever closes a month waits for a day that is being corrected, so nothing falls between two months', async () => {
    const { ids, rewards } = await overNewYear(4_100)
    await confirm(ids[0]!)
    await close('2026-11')
    const hold = sql`select from payouts where tenant = ${code} and reward_id = ${rewards[0]!} for update`
    const [, closed] = await bothHeld(
      server,
      code,
      hold,
      () => upload(booked(ids[0]!, 4_100, '2026-12-31')),
      () => closeOnly('2026-12'),
    )
    expect(closed).toMatchObject({ cents: expect.any(Number) })
    expect(await bankLines('2026-12', true)).toEqual([['2026-12-31', -4_100]])
    expect(await bankLines('2027-01')).toEqual([
      ['2027-01-02', -4_100],
      ['2027-01-02', 4_100],
    ])
  })
})

/** The bank's word, without a line of a statement. */
const say = async (id: string, bookedOn: string) => {
  const tenant = await server.deps.tenants.get(code)
  return inTenant(async (tx) => {
    const payout = (await findPayout(tx, code, id))!
    const word = { payout, says: 'settled', bankStatus: 'BOOK', reasonCodes: [], bookedOn } as const
    return applyWord(tx, server.deps, tenant, word, operator)
  })
}

test('a day may be corrected again, back too, and only the last one counts', async () => {
  const { rewards, ids } = await overNewYear(4_100)
  await confirm(ids[0]!)
  on('2027-01-06')
  const days = ['2026-12-31', '2027-01-04', '2027-01-02', '2026-12-30', '2026-12-30']
  for (const day of days) {
    await say(ids[0]!, day)
    await fixtures.booksAreRight()
    await expectSoundDays()
    expect(await yearsOf(rewards[0]!)).toEqual([[Number(day.slice(0, 4)), 4_100, `cash ${day}`]])
  }
  expect((await moves(rewards)).map(([event, day]) => `${event} ${day}`)).toEqual([
    'settled 2027-01-02',
    'settled-undone 2027-01-02',
    'settled 2026-12-31',
    'settled-undone 2026-12-31',
    'settled 2027-01-04',
    'settled-undone 2027-01-04',
    'settled 2027-01-02',
    'settled-undone 2027-01-02',
    'settled 2026-12-30',
  ])
  const netOf = async (month: string) => {
    const nets = new Map<unknown, number>()
    for (const [day, cents] of await bankLines(month))
      nets.set(day, (nets.get(day) ?? 0) + Number(cents))
    return [...nets].filter(([, cents]) => cents !== 0)
  }
  expect(await netOf('2026-12')).toEqual([['2026-12-30', -4_100]])
  expect(await netOf('2027-01')).toEqual([])
})

test('of two words at once about one payment, the second moves what the first one posted', async () => {
  const { rewards, ids } = await overNewYear(4_100)
  await confirm(ids[0]!)
  const hold = sql`select from rewards where tenant = ${code} and reward_id = ${rewards[0]!} for update`
  const told = await bothHeld(
    server,
    code,
    hold,
    () => say(ids[0]!, '2026-12-31'),
    () => say(ids[0]!, '2026-12-30'),
  )
  expect(told).toEqual(['alreadyDone', 'alreadyDone'])
  const days = (await moves(rewards)).map(([, day]) => day)
  const last = days.at(-1)
  const first = last === '2026-12-30' ? '2026-12-31' : '2026-12-30'
  expect(days).toEqual(['2027-01-02', '2027-01-02', first, first, last])
  expect(await yearsOf(rewards[0]!)).toEqual([[2026, 4_100, `cash ${last}`]])
})

test('what a first word of the bank’s own day settled is moved by nothing', async () => {
  const { rewards, ids } = await overNewYear(4_100)
  await confirm(ids[0]!)
  on('2027-01-05')
  await upload(booked(ids[0]!, 4_100, '2027-01-02'))
  expect(await moves(rewards)).toEqual([['settled', '2027-01-02', 4_100]])
})

test('what came back before its day was told came back once, and was received on the bank’s day', async () => {
  const { rewards, ids } = await overNewYear(4_100)
  await confirm(ids[0]!)
  await upload(booked(ids[0]!, 4_100, '2027-01-02', true))
  await upload(booked(ids[0]!, 4_100, '2026-12-30'))
  expect(await moves(rewards)).toEqual([
    ['settled', '2027-01-02', 4_100],
    ['returned', '2027-01-02', 4_100],
    ['settled-undone', '2027-01-02', 4_100],
    ['settled', '2026-12-30', 4_100],
  ])
  expect(await yearsOf(rewards[0]!)).toEqual([
    [2027, -4_100, 'returned 2027-01-02'],
    [2026, 4_100, 'cash 2026-12-30'],
  ])
  // Paid anew: the first payment's day stays its own.
  await fixtures.collect(rewards[0]!, ibans.second)
  on('2027-01-08')
  await payDue(server.deps, code, operator)
  const again = (await fixtures.payouts(rewards[0]!)).find(({ state }) => state === 'in-transit')!
  on('2027-01-12')
  await confirm(again.end_to_end_id)
  await upload(booked(again.end_to_end_id, 4_100, '2027-01-11'))
  expect((await moves(rewards)).slice(4)).toEqual([
    ['settled', '2027-01-12', 4_100],
    ['settled-undone', '2027-01-12', 4_100],
    ['settled', '2027-01-11', 4_100],
  ])
  expect(await bankLines('2026-12')).toEqual([['2026-12-30', -4_100]])
})

test('what came back on a day before the one of the first word had left by then, and its own day is told after it', async () => {
  const { rewards, ids } = await overNewYear(9_110)
  await confirm(ids[0]!)
  await upload(booked(ids[0]!, 9_110, '2026-12-31', true))
  expect(await yearsOf(rewards[0]!)).toEqual([[2026, 0, 'cash 2026-12-31', 'returned 2026-12-31']])
  await upload(booked(ids[0]!, 9_110, '2026-12-30'))
  expect(await bankLines('2026-12')).toEqual([
    ['2026-12-30', -9_110],
    ['2026-12-31', -9_110],
    ['2026-12-31', 9_110],
    ['2026-12-31', 9_110],
  ])
  expect(await yearsOf(rewards[0]!)).toEqual([[2026, 0, 'returned 2026-12-31', 'cash 2026-12-30']])
  expect(await listedIn(2027)).toEqual([0, []])
})

test('two processes that read the statement at once move each payment once', async () => {
  const cents = [4_100, 4_200, 4_300]
  const { rewards, ids, batchId } = await overNewYear(...cents)
  await confirm(batchId)
  const file = Buffer.from(
    fileOf(...ids.map((id, at) => booked(id, cents[at]!, '2026-12-31'))),
  ).toString()
  const script = new URL('../payout/apply-file.test-process.ts', import.meta.url).pathname
  const read = () =>
    fork(script, [server.database.appUrl, server.clock.now().toString(), code, file])
  const ends = await Promise.all([read(), read()].map((one) => once(one, 'exit')))
  expect(ends.map(([status]) => status as number)).toEqual([0, 0])
  for (const [at, reward] of rewards.entries())
    expect(await moves([reward])).toEqual([
      ['settled', '2027-01-02', cents[at]],
      ['settled-undone', '2027-01-02', cents[at]],
      ['settled', '2026-12-31', cents[at]],
    ])
  const december = await bankLines('2026-12')
  expect(december.toSorted()).toEqual(cents.map((one) => ['2026-12-31', -one]))
}, 60_000)

describe('a sales partner', () => {
  /** A credit note of two orders less a correction of one, at the bank since 29 January; it is 2 February. */
  async function sent() {
    on('2026-11-20')
    const bench = await makePartnerBench(server, code)
    const orders = async (count: number) => {
      const numbers = []
      for (let made = 0; made < count; made += 1) numbers.push(await bench.order())
      for (const number of numbers) await bench.release(number)
      return numbers
    }
    const [lost] = await orders(1)
    on('2026-12-01')
    await bench.write()
    const first = await payDue(server.deps, code, operator)
    on('2026-12-03')
    await confirm(first!.batchId)
    await bench.cancel(lost!)
    await orders(2)
    on('2027-01-01')
    await bench.write()
    on('2027-01-28')
    await payDue(server.deps, code, operator)
    on('2027-02-02')
    const { rows } = await bench.run((tx) =>
      sql<{ id: string; cents: number }>`
        select end_to_end_id as id, cents from payouts where tenant = ${code} and state = 'in-transit'`.execute(
        tx,
      ),
    )
    const { rows: notes } = await bench.run((tx) =>
      sql<{ id: string }>`
        select note_id as id from partner_notes where tenant = ${code} and partner_id = ${bench.partnerId} and year = 2027
        order by kind`.execute(tx),
    )
    return { bench, id: rows[0]!.id, cents: rows[0]!.cents, notes: notes.map(({ id }) => id) }
  }
  const recordOf = async ({ bench, notes }: Awaited<ReturnType<typeof sent>>) => {
    const { body } = await server.call(
      'GET',
      `/${code}/verkaufspartner/abrechnungen/${notes[0]!}/akte`,
      {
        token: await bench.session(),
      },
    )
    return body.Verlauf.map(
      ({ Schritt, Am }: { Schritt: string; Am: string }) => `${Schritt} ${Am.slice(0, 10)}`,
    )
  }

  test('is paid on the bank’s day in the ledger, in DATEV and in the history of each document, once', async () => {
    const payment = await sent()
    const { id, cents, notes } = payment
    expect(cents).toBe(2 * 7_140 - 7_140)
    await confirm(id)
    await upload(booked(id, cents, '2027-01-29'))
    await upload(booked(id, cents, '2027-01-29'))
    for (const [note, signed] of [
      [notes[0]!, 14_280],
      [notes[1]!, -7_140],
    ] as const)
      expect(await moves([note], 'partner_note_postings')).toEqual([
        ['settled', '2027-02-02', signed],
        ['settled-undone', '2027-02-02', signed],
        ['settled', '2027-01-29', signed],
      ])
    const sums = (lines: unknown[][]) => lines.reduce((sum, [, amount]) => sum + Number(amount), 0)
    const january = await bankLines('2027-01')
    expect(january.map(([day]) => day)).toEqual(['2027-01-29', '2027-01-29'])
    expect(sums(january)).toBe(-cents)
    const february = await bankLines('2027-02')
    expect(february).toHaveLength(4)
    expect(sums(february)).toBe(0)
    expect(await recordOf(payment)).toEqual([
      'ausgezahlt 2027-01-29',
      'in-auszahlung 2027-01-28',
      'geschrieben 2027-01-01',
    ])
  })

  test('whose payment came back before its day was told has it on the bank’s day, and back once', async () => {
    const payment = await sent()
    const { id, cents, notes } = payment
    await confirm(id)
    await upload(booked(id, cents, '2027-02-02', true))
    await upload(booked(id, cents, '2027-01-29'))
    expect(await moves([notes[0]!], 'partner_note_postings')).toEqual([
      ['settled', '2027-02-02', 14_280],
      ['returned', '2027-02-02', 14_280],
      ['settled-undone', '2027-02-02', 14_280],
      ['settled', '2027-01-29', 14_280],
    ])
    expect((await recordOf(payment)).slice(0, 2)).toEqual([
      'zurueckgekommen 2027-02-02',
      'ausgezahlt 2027-01-29',
    ])
    expect(await bankLines('2027-01')).toHaveLength(2)
  })

  test('has a closed month’s day late in the next file', async () => {
    const { id, cents } = await sent()
    await confirm(id)
    await close('2027-01')
    on('2027-02-04')
    await upload(booked(id, cents, '2027-01-29'))
    expect(await bankLines('2027-01', true)).toEqual([])
    const february = await bankLines('2027-02')
    expect(february.filter(([day]) => day === 'late 2027-01-29').map(([, one]) => one)).toEqual([
      -14_280, 7_140,
    ])
  })
})
