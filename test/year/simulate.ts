import { sql } from 'kysely'
import pg from 'pg'
import { expect } from 'vitest'
import { BERLIN } from '../../src/domain/dates.ts'
import { system } from '../../src/server/base/audit-store.ts'
import { withTenant } from '../../src/server/db/connection.ts'
import { BankFileError } from '../../src/server/gateways/bank-files/bank-file-error.ts'
import { closeOldDays } from '../../src/server/payout/close-days.ts'
import { readInTransit } from '../../src/server/payout/open-item-store.ts'
import { proposeScheduled } from '../../src/server/payout/propose-scheduled.ts'
import { blockAccount } from '../../src/server/reward/block-account.ts'
import { changeTenant } from '../helpers/agency.ts'
import type { TestServer } from '../helpers/server.ts'
import { makeRandom } from '../long/random.ts'
import { isLastOfMonth } from './bank-days.ts'
import { openBank, type Fate } from './bank.ts'
import type { Found, Payment } from './bank-papers.ts'
import { closeMonthAt, accounting } from './close-months.ts'
import { damages } from './damage.ts'
import { makeProgramme, type Person } from './programme.ts'
import { hireStaff } from './staff.ts'

export type House = {
  code: string
  iban: string
  payoutDays: number
  aloneCents: number
  version: '02' | '08'
  books: 'sums' | 'lines'
  by: 'folder' | 'people'
  orders: number // a week
  weeks: number // with orders
  hasFraud: boolean
}

export const houses: Omit<House, 'orders' | 'weeks'>[] = [
  {
    code: 'standard',
    iban: 'DE02120300000000202051',
    payoutDays: 14,
    aloneCents: 1_000_000,
    version: '08',
    books: 'lines',
    by: 'people',
    hasFraud: false,
  },
  {
    code: 'bgv',
    iban: 'DE44500105175407324931',
    payoutDays: 7,
    aloneCents: 300_000,
    version: '02',
    books: 'sums',
    by: 'folder',
    hasFraud: false,
  },
  {
    code: 'telko',
    iban: 'DE02100100100006820101',
    payoutDays: 1,
    aloneCents: 1_000_000,
    version: '08',
    books: 'lines',
    by: 'folder',
    hasFraud: true,
  },
]

export type Counts = Record<
  | 'rewards'
  | 'payouts'
  | 'twoApprovals'
  | 'damaged'
  | 'rejected'
  | 'returned'
  | 'decided'
  | 'frauds'
  | 'papers'
  | 'close'
  | 'none'
  | 'impossible'
  | 'cancelled'
  | 'confirmed',
  number
>

/** The first Monday. */
const begin = Temporal.PlainDate.from('2026-12-07')
const openingCents = 100_000_000

/** A tenant's year, a day at a time; `endOf` says what it comes to. */
export async function openHouse(
  server: TestServer,
  house: House,
  { seed, fraudWeeks, weeks }: { seed: number; fraudWeeks: ReadonlySet<number>; weeks: number },
) {
  const { deps, db } = server
  const { code, iban } = house
  const random = makeRandom(seed)
  const tenantRules = { weekday: 2, hour: 9, leastCents: 1, aloneCents: house.aloneCents }
  await changeTenant(server, code, {
    payouts: tenantRules,
    payoutDays: house.payoutDays,
    accounting,
  })
  const firstIban = houses.findIndex((one) => one.code === code) * 1_000_000
  const programme = makeProgramme(server, code, { random, firstIban })
  const staff = await hireStaff(server, code)
  const counts: Counts = {
    rewards: 0,
    payouts: 0,
    twoApprovals: 0,
    damaged: 0,
    rejected: 0,
    returned: 0,
    decided: 0,
    frauds: 0,
    papers: 0,
    close: 0,
    none: 0,
    impossible: 0,
    cancelled: 0,
    confirmed: 0,
  }
  const thief = { ibans: new Set<string>(), victims: new Set<Person>(), wanted: false }
  const closed = new Map<string, string>()
  const decided = new Set<string>()
  let paidIn = 0 // the week

  function fateOf({ iban: to, name }: Payment): Fate {
    const gone = closed.get(to)
    const feeCents = random() < 0.1 ? 15 : 0
    if (gone) return { kind: 'returned', reason: gone, feeCents: 0 }
    if (thief.wanted && name.includes('Geber')) {
      thief.wanted = false
      closed.set(to, 'AC04')
      const owner = [...programme.owed.values()].find((one) => one.owner.iban === to)!.owner
      thief.victims.add(owner)
      return { kind: 'returned', reason: 'AC04', feeCents: 0 }
    }
    const chance = random()
    // Whom the bank turns away in the last week would have no other left.
    if (decided.has(to) || paidIn === weeks - 1) return { kind: 'arrives' }
    if (chance < 0.02) {
      decided.add(to)
      const reason = ['AC01', 'AC04', 'AC06', 'MD07', 'MS03', 'AC04'][Math.floor(chance * 300)]!
      if (reason !== 'MS03') closed.set(to, reason)
      return { kind: 'returned', reason, feeCents }
    }
    if (chance > 0.995) {
      decided.add(to)
      closed.set(to, 'AC01')
      return { kind: 'rejected', reason: 'AC01' }
    }
    return { kind: 'arrives' }
  }
  // What the bank knows of an account, by a chance of its own.
  const chanceOf = makeRandom(seed + 1_000)
  const payees = new Map<string, Found>()
  function foundOf({ iban: to, name }: Payment): Found {
    const chance = chanceOf()
    const known = payees.get(to)
    if (known) return known.name === name ? { status: 'RCVC' } : known
    const found: Found =
      chance < 0.03
        ? { status: 'RVMC', name: name.replace(' ', ' Maria ') }
        : chance < 0.04
          ? { status: 'RVNM' }
          : chance < 0.05
            ? { status: 'RVNA' }
            : { status: 'RCVC' }
    payees.set(to, found)
    return found
  }
  const bank = openBank(
    { iban, version: house.version, books: house.books, openingCents },
    fateOf,
    foundOf,
  )

  const print = () =>
    withTenant(db, code, async (tx) => {
      const { rows } = await sql<{ line: string }>`
        select concat_ws(' ', (select count(*) from ledger_postings where tenant = ${code}),
          (select count(*) from bank_lines where tenant = ${code}), (select count(*) from bank_files where tenant = ${code}),
          (select count(*) from audit_log where tenant = ${code}), (select count(*) from mails where tenant = ${code}),
          (select string_agg(state || n, ' ' order by state)
            from (select state, count(*) as n from payouts where tenant = ${code} group by state) s)) as line`.execute(
        tx,
      )
      return rows[0]!.line
    })

  async function refuse(file: string): Promise<void> {
    const foreign = houses.find((one) => one.code !== code)!.iban
    const damage = damages[counts.damaged % damages.length]!
    const before = await print()
    await expect(staff.apply(damage(file, foreign), house.by)).rejects.toThrow(BankFileError)
    expect(await print()).toBe(before)
    counts.damaged += 1
  }

  async function applyPapers(papers: readonly string[], isDamaged: boolean): Promise<void> {
    const last = papers.at(-1)
    if (last && isDamaged) await refuse(last)
    // The statement may come before the notifications, and a paper twice.
    const inTurn = random() < 0.3 ? papers.toReversed() : papers
    const all = random() < 0.2 ? [...inTurn, ...inTurn] : inTurn
    for (const paper of all) {
      const report = await staff.apply(paper, house.by)
      expect(report).toMatchObject({ refused: [], unknown: [] })
      // The bank's fee is a line of its kind, and no payment.
      for (const line of report.unidentified) expect(line).toContain('DBIT 9.90 EUR')
      counts.returned += report.returned + report.held.length
      counts.rejected += report.rejected
      // A second person confirms at once what waits.
      if (house.by === 'people')
        counts[report.kind === 'pain.002' ? 'rejected' : 'returned'] += report.waiting.length
      counts.papers += 1
    }
  }

  /** The files of an approved payout, to the bank; what it says before their day. */
  async function send(id: string, week: number): Promise<void> {
    const approvals = await staff.approve(id)
    expect(approvals).toBeGreaterThan(0)
    counts.payouts += 1
    if (approvals === 2) counts.twoApprovals += 1
    for (const { batch, file } of await staff.release(id)) {
      const { order, check } = bank.take(file)
      const { payees: news } = await applyCheck(check)
      if (news.close + news.none > 0 && mayCancel(week)) {
        bank.cancel(order)
        await staff.cancel(batch)
        counts.cancelled += 1
        lastCancelled = week
        continue
      }
      if (news.close + news.none + news.impossible > 0) await staff.tellBank(batch)
      await applyPapers([bank.release(order)], false)
    }
  }

  let lastCancelled = -1
  // Not twice in a row, so that those who match are paid; not as long as a fraud goes on, nor in the end.
  const mayCancel = (week: number) =>
    lastCancelled < week - 1 && !thief.wanted && !isAfterFraud(week) && week + 3 <= weeks

  async function applyCheck(check: string) {
    const report = await staff.apply(check, house.by)
    expect(report).toMatchObject({ kind: 'vop', refused: [], unknown: [] })
    const { close, none, impossible } = report.payees
    counts.close += close
    counts.none += none
    counts.impossible += impossible
    expect(await staff.apply(check, house.by)).toMatchObject({ payees: { close: 0, none: 0 } })
    return report
  }

  const isVictim = ({ owner }: { owner: Person }) => thief.victims.has(owner)

  /** Somebody has the link that a victim got after the bank's return, and gives an account of their own, the day before the payout. */
  async function steal(): Promise<void> {
    const stolen = programme.newIban()
    thief.ibans.add(stolen)
    const newest = [...thief.victims].at(-1)
    expect(
      await programme.collect(({ owner, iban: to }) => owner === newest && to !== null, stolen),
    ).toBeGreaterThan(0)
  }

  async function blockVictim(): Promise<void> {
    const { email } = [...thief.victims].at(-1)!
    expect(await withTenant(db, code, (tx) => blockAccount(tx, deps, code, email, system))).toBe(
      'done',
    )
    counts.frauds += 1
  }

  /** Without the schedule: whoever proposes new accounts too needs two people, and the second sees the account. */
  async function proposeWithFresh(): Promise<void> {
    const { proposal } = await staff.proposeAll()
    expect(proposal).toMatchObject({ approvalsNeeded: 2 })
    const id = proposal!.proposalId
    expect(await staff.approveOnce(id)).toBe('waits')
    const stolen = [...programme.owed.values()].filter(({ iban: to }) => thief.ibans.has(to ?? ''))
    const ids = new Set(stolen.map(({ rewardId }) => rewardId))
    const fresh = (await staff.itemsOf(id)).filter((item) => item.is_fresh && ids.has(item.item_id))
    expect(fresh.length).toBeGreaterThan(0)
    for (const { item_id: item } of fresh) expect(await staff.takeOut(id, item)).toBe(true)
    await blockVictim()
  }

  async function payDay(week: number): Promise<void> {
    paidIn = week
    const isFraud = isAfterFraud(week)
    const byHand = week % 2 === 0
    if (isFraud && byHand) await proposeWithFresh()
    await proposeScheduled(deps, code)
    const id = await staff.ongoing()
    if (id === null) return
    const paid = new Set((await staff.itemsOf(id)).map((item) => item.item_id))
    for (const one of programme.owed.values())
      if (thief.ibans.has(one.iban ?? '')) expect(paid.has(one.rewardId)).toBe(false)
    if (isFraud && !byHand) await blockVictim()
    await send(id, week)
  }

  const months = closeMonthAt(server, code, staff)
  const isAfterFraud = (week: number) => house.hasFraud && fraudWeeks.has(week - 1)

  /** What happens on a day of the week at an hour; all tenants live each hour together. */
  const hours: Record<string, (week: number, day: Temporal.PlainDate) => Promise<void>> = {
    '08:00': async (week, day) => {
      if (day.day === 2) await months.close(day.subtract({ months: 1 }).toPlainYearMonth())
      if (day.dayOfWeek === 1 && week < house.weeks) await programme.business(house.orders)
    },
    '09:05': async (week, { dayOfWeek }) => {
      if (dayOfWeek !== 2) return
      if (house.hasFraud && fraudWeeks.has(week)) thief.wanted = true
      await payDay(week)
    },
    '12:00': async (_, { dayOfWeek }) => {
      if (dayOfWeek !== 3 && dayOfWeek !== 6) return
      await programme.collect((one) => !isVictim(one))
      counts.decided += await staff.decide()
    },
    '15:00': async (week, { dayOfWeek }) => {
      if (dayOfWeek === 1 && isAfterFraud(week)) await steal()
    },
    '20:00': async (week, day) => {
      const on = day.toString()
      const papers = bank.endDay(on, { isMonthsLast: isLastOfMonth(on) })
      await applyPapers(papers, day.dayOfWeek === 3 && week % 2 === 1)
      const inTransit = await staff.run((tx) => readInTransit(tx, code, on))
      expect(inTransit.ledgerCents).toBe(inTransit.paymentCents)
      if (day.dayOfWeek === 7) await closeOldDays(deps, code)
    },
  }

  return { house, programme, bank, staff, counts, thief, months, hours, openingCents }
}
export type LivedHouse = Awaited<ReturnType<typeof openHouse>>

/** All of them day by day, each with the clock of its hour. */
export async function live(
  { clock, database }: TestServer,
  houses: readonly LivedHouse[],
  weeks: number,
): Promise<void> {
  for (let at = 0; at < 7 * weeks; at++) {
    const day = begin.add({ days: at })
    const week = Math.floor(at / 7)
    if (day.day === 2) await analyze(database.ownerUrl)
    for (const hour of ['08:00', '09:05', '12:00', '15:00', '20:00']) {
      clock.set(day.toZonedDateTime({ timeZone: BERLIN, plainTime: hour }).toInstant().toString())
      await Promise.all(houses.map(({ hours }) => hours[hour]!(week, day)))
    }
    if (day.day === 1) process.stdout.write(`${day.toString()}\n`)
  }
}

/** As autovacuum does, which the tests' database has not: a year's tables that are read as if they were empty take minutes. */
async function analyze(ownerUrl: string): Promise<void> {
  const client = new pg.Client({ connectionString: ownerUrl })
  await client.connect()
  await client.query('analyze')
  await client.end()
}

/** The weeks in which one account-change fraud of each month is begun. */
export function fraudWeeksOf(weeks: number): Set<number> {
  const found = new Set<number>()
  for (let week = 0; week < weeks; week++) {
    const days = Array.from({ length: 7 }, (_, day) => begin.add({ days: 7 * week + day }).day)
    if (days.includes(15)) found.add(week)
  }
  return found
}
