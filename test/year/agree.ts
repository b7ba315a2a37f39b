import { sql } from 'kysely'
import { expect } from 'vitest'
import { openSession } from '../../src/server/account/session.ts'
import { issueToken } from '../../src/server/base/token-store.ts'
import { findLastCheck } from '../../src/server/books/books-store.ts'
import { accountNumber, type AccountRole } from '../../src/domain/accounting.ts'
import { earningsByYear } from '../../src/domain/earnings.ts'
import { listUnbooked } from '../../src/server/payout/open-item-store.ts'
import { listReceivedOf } from '../../src/server/reward/earnings-store.ts'
import { readBalances } from '../../src/server/reward/ledger-store.ts'
import { openSupport } from '../helpers/operator.ts'
import type { TestServer } from '../helpers/server.ts'
import { accounting } from './close-months.ts'
import type { LivedHouse } from './simulate.ts'

// The end of the year: what the bank's own book says is what every other place says.

const sumOf = (amounts: Iterable<number>) => [...amounts].reduce((all, cents) => all + cents, 0)
function add<Key>(to: Map<Key, number>, key: Key, cents: number) {
  const sum = (to.get(key) ?? 0) + cents
  if (sum === 0) to.delete(key)
  else to.set(key, sum)
}

export async function expectAgreement(server: TestServer, house: LivedHouse) {
  const { deps } = server
  const { programme, bank, staff, thief, months, openingCents } = house
  const { code, owed } = programme
  const { run } = staff
  const owing = [...owed.values()]
  const waits = ({ owner }: { owner: (typeof owing)[number]['owner'] }) => thief.victims.has(owner)

  // The bank's book: who has the money.
  const known = programme.ibans
  const arrived = new Map<string, number>()
  const byYear = new Map<string, number>()
  const payments = bank.orders.flatMap((order) => order.payments)
  const isKnown = (iban: string) => known.has(iban)
  for (const { iban, cents, bookedOn, returnedOn } of payments) {
    if (bookedOn !== null) add(arrived, iban, cents)
    if (returnedOn !== null) add(arrived, iban, -cents)
    if (!isKnown(iban)) continue
    if (bookedOn !== null) add(byYear, bookedOn.slice(0, 4), cents)
    if (returnedOn !== null) add(byYear, returnedOn.slice(0, 4), -cents)
  }
  const paid = sumOf(arrived.values())

  // Nobody was paid twice and nobody forgotten; of those whose link was stolen nothing left since.
  const { rows: states } = await run((tx) =>
    sql<{ id: string; state: string; payouts: number }>`
      select reward_id::text as id, state, (select count(*)::int from payouts
          where payouts.tenant = ${code} and payouts.reward_id = rewards.reward_id and payouts.state = 'paid') as payouts
      from rewards where tenant = ${code}`.execute(tx),
  )
  expect(states.length).toBe(owing.length)
  const isPaid = new Set(states.filter(({ state }) => state === 'paid').map(({ id }) => id))
  for (const { id, state, payouts } of states) {
    const one = owed.get(id)!
    if (waits(one)) expect([id, payouts]).toEqual([id, state === 'paid' ? 1 : 0])
    else expect([id, state, payouts]).toEqual([id, 'paid', 1])
  }
  const deserved = new Map<string, number>()
  for (const one of owing) if (isPaid.has(one.rewardId)) add(deserved, one.iban!, one.cents)
  // The demo's sales partners are paid by the same files: what is left are theirs.
  const partners = new Map([...arrived].filter(([iban]) => !known.has(iban)))
  expect(new Map([...arrived].filter(([iban]) => known.has(iban)))).toEqual(deserved)
  for (const iban of thief.ibans)
    expect(payments.some((payment) => payment.iban === iban)).toBe(false)

  // The statements: every line once, none open, and from one balance to the other.
  const { rows: lines } = await run((tx) =>
    sql<{ kind: string | null; direction: string; count: number; cents: number }>`
      select kind, direction, count(*)::int as count, sum(cents)::bigint as cents from bank_lines
      where tenant = ${code} group by kind, direction`.execute(tx),
  )
  const lineSum = (direction: string, ...kinds: (string | null)[]) =>
    sumOf(
      lines
        .filter((line) => line.direction === direction && kinds.includes(line.kind))
        .map(({ cents }) => cents),
    )
  expect(lines.filter(({ kind }) => kind === null)).toEqual([])
  const debits = lineSum('DBIT', 'payout', 'batch')
  const credits = lineSum('CRDT', 'return')
  const charges = lineSum('DBIT', 'charge')
  expect(debits - credits).toBe(paid)
  expect(openingCents - bank.balance()).toBe(paid + charges)
  const today = deps.clock.today().toString()
  const unbooked = await run((tx) => listUnbooked(tx, code, { today, limit: 10 }))
  expect(unbooked).toEqual({ rows: [], count: 0 })

  // The ledger, and what its check says.
  const stillOwed = owing.filter(({ rewardId }) => !isPaid.has(rewardId))
  const balances = await run((tx) => readBalances(tx, code))
  const partnerCents = sumOf(partners.values())
  const { rows: notes } = await run((tx) =>
    sql<{ cents: number }>`
      select coalesce(sum(cents), 0)::bigint as cents from partner_note_postings
      where tenant = ${code} and account = 'paid-bank'`.execute(tx),
  )
  expect(Math.abs(notes[0]!.cents)).toBe(partnerCents)
  const sign = Math.sign(balances['paid-bank']) || 1
  expect(sign * balances['paid-bank']).toBe(paid - partnerCents)
  expect(balances['in-transit']).toBe(0)
  expect(sign * (balances['paid-bank'] + balances['payable'] + promised(balances))).toBe(
    sumOf(owing.map(({ cents }) => cents)),
  )
  await months.check()
  expect(await run((tx) => findLastCheck(tx, code))).toMatchObject({ difference_count: 0 })

  // DATEV: the closed months and the one that is not over. Its account of the bank is the bank's own.
  await months.draft()
  const booked = (role: AccountRole) => {
    const number = accountNumber(role, accounting)
    return sumOf(
      months.lines.map(({ debit, credit, cents }) =>
        debit === number ? cents : credit === number ? -cents : 0,
      ),
    )
  }
  expect([booked('bank'), booked('transit')]).toEqual([bank.balance() - openingCents, 0])
  expect([booked('bankCharges'), booked('clearing')]).toEqual([charges, 0])
  expect(booked('expense')).toBe(sumOf(owing.map(({ cents }) => cents)))
  expect(0 - booked('liability') - booked('provision')).toBe(
    sumOf(stillOwed.map(({ cents }) => cents)),
  )

  // The people's own pages.
  const people = await expectPages(server, house, isPaid)
  expect(people.cents).toBe(paid - partnerCents)
  const perYear = new Map<string, number>()
  for (const [year, cents] of people.byYear) add(perYear, year, cents)
  expect(perYear).toEqual(byYear)
  return {
    paid,
    charges,
    waiting: sumOf(stillOwed.map(({ cents }) => cents)),
    payments: payments.length,
  }
}

// What was promised and is not yet to be collected.
const promised = (balances: Record<string, number>) => balances['committed'] ?? 0

/** Referrers see their years; contacts their reward's page, and the money's way has its years. */
async function expectPages(
  server: TestServer,
  { programme, staff, thief }: LivedHouse,
  isPaid: ReadonlySet<string>,
) {
  const { deps, call } = server
  const { code, owed } = programme
  const byYear = new Map<string, number>()
  const owing = [...owed.values()]
  const own = Map.groupBy(
    owing.filter(({ owner }) => owner.accountId !== null),
    ({ owner }) => owner.accountId!,
  )
  let cents = 0
  for (const [accountId, rewards] of own) {
    if (rewards.every(({ rewardId }) => !isPaid.has(rewardId))) continue
    // Whoever was blocked after a fraud sees nothing any more; support sees their page.
    const token = thief.victims.has(rewards[0]!.owner)
      ? await openSupport(server, accountId, code)
      : (await staff.run((tx) => openSession(tx, deps, code, accountId))).token!
    const { status, body } = await call('GET', `/${code}/empfehler/einnahmen`, { token })
    expect(status).toBe(200)
    const expected = sumOf(
      rewards.filter((one) => isPaid.has(one.rewardId)).map((one) => one.cents),
    )
    const shown = sumOf(body.Jahre.map((year: { SummeCent: number }) => year.SummeCent))
    expect([accountId, shown]).toEqual([accountId, expected])
    for (const { Jahr, SummeCent } of body.Jahre) add(byYear, String(Jahr), SummeCent)
    cents += shown
  }
  for (const { rewardId, owner, cents: due } of owing) {
    if (owner.accountId !== null || !isPaid.has(rewardId)) continue
    const now = deps.clock.now()
    const { text: token } = await staff.run((tx) =>
      issueToken(tx, deps.keys, code, {
        kind: 'reward',
        subject: rewardId,
        now,
        expiresAt: now.add({ hours: 24 }),
        uses: null,
      }),
    )
    const { body } = await call('GET', `/${code}/praemierung`, { token })
    expect([rewardId, body.Status, body.WertCent]).toEqual([rewardId, 'Ausgezahlt', due])
    cents += due
    const received = await staff.run((tx) => listReceivedOf(tx, code, rewardId))
    for (const { year, cents: sum } of earningsByYear(received)) add(byYear, String(year), sum)
  }
  return { cents, byYear }
}
