import { expect, test } from 'vitest'
import { accountNumber, accountRoles, charts, yearStartOf, type AccountRole } from './accounting.ts'
import {
  bankEvents,
  bookedAgainstItself,
  bookingOf,
  lineBookingKinds,
  lineBookingOf,
  lineOf,
} from './bookings.ts'
import { postingsFor, rewardEvents, type Account } from './ledger.ts'

const told: Partial<Record<Account, AccountRole>> = {
  committed: 'provision',
  payable: 'liability',
  'in-transit': 'transit',
}

test('what an event moves in the ledger it moves in the accounts: promised, owed, and at the bank', () => {
  for (const event of rewardEvents) {
    const booking = bookingOf(event)
    for (const [account, role] of Object.entries(told)) {
      const moved = postingsFor(event, 100)
        .filter((one) => one.account === account)
        .reduce((sum, { cents }) => sum + cents, 0)
      // What somebody is owed grows on the credit side.
      const booked = booking ? (booking[1] === role ? 100 : 0) - (booking[0] === role ? 100 : 0) : 0
      expect([event, role, booked]).toEqual([event, role, moved])
    }
  }
})

test('claims grow and shrink as in the ledger, where a set-off is booked at one of its two rewards', () => {
  const claims = (event: (typeof rewardEvents)[number]) =>
    postingsFor(event, 100).find(({ account }) => account === 'claims')?.cents ?? 0
  const booked = (event: string) => {
    const booking = bookingOf(event)
    return booking ? (booking[0] === 'claims' ? 100 : 0) - (booking[1] === 'claims' ? 100 : 0) : 0
  }
  const pairs = { 'set-off': 'claim-set-off', 'set-off-undone': 'claim-again' } as const
  const halves: string[] = [...Object.keys(pairs), ...Object.values(pairs)]
  for (const event of rewardEvents)
    if (!halves.includes(event)) expect([event, booked(event)]).toEqual([event, claims(event)])
  for (const [one, other] of Object.entries(pairs))
    expect(booked(one) + booked(other)).toBe(claims(other))
})

test('every account has a number of the chart, as long as the tenant has them, or the tenant’s own', () => {
  for (const chart of charts)
    for (const accountLength of [4, 5, 8]) {
      const of = { chart, accountLength, accounts: {} }
      const all = accountRoles.map((role) => accountNumber(role, of))
      for (const number of all) expect(number).toMatch(new RegExp(`^\\d{${accountLength}}$`))
      expect(new Set(all).size).toBe(accountRoles.length)
    }
  const own = { chart: 'SKR03', accountLength: 4, accounts: { bank: '1210' } } as const
  expect(accountNumber('bank', own)).toBe('1210')
})

test('no customary account is booked against itself, and own ones that are, are named', () => {
  for (const chart of charts)
    expect([chart, bookedAgainstItself({ chart, accountLength: 4, accounts: {} })]).toEqual([
      chart,
      [],
    ])
  const same = (accounts: Partial<Record<AccountRole, string>>) =>
    bookedAgainstItself({ chart: 'SKR03', accountLength: 4, accounts }).toSorted()
  expect(same({ bank: '1360' })).toEqual(['bank', 'transit'])
  expect(same({ salesTax: '1400' })).toEqual(['agencies', 'salesTax'])
  expect(same({ clearing: '1200' })).toEqual(['bank', 'clearing'])
  expect(same({ clearing: '1500' })).toEqual(['claims', 'clearing'])
  expect(same({ partners: '1700' })).toEqual([])
})

test('what a line of the statement moves is in the bank’s account, and what left is on its other side', () => {
  const rest = { day: '2026-10-01', number: 'x', text: 'x' }
  for (const kind of lineBookingKinds) {
    expect(lineOf(5, lineBookingOf(kind), rest)).toMatchObject({ cents: 5, debit: 'bank' })
    expect(lineOf(-5, lineBookingOf(kind), rest)).toMatchObject({ cents: 5, credit: 'bank' })
  }
  expect([bankEvents('debit'), bankEvents('credit')]).toEqual([
    ['settled-undone', 'returned', 'claim-recovered', 'claim-repaid'],
    ['settled', 'repayment-undone'],
  ])
})

test('an amount is positive: of a correction the sides are changed', () => {
  const rest = { day: '2026-10-01', number: 'x', text: 'x' }
  expect(lineOf(5, ['bank', 'claims'], rest)).toMatchObject({ cents: 5, debit: 'bank' })
  expect(lineOf(-5, ['bank', 'claims'], rest)).toMatchObject({ cents: 5, debit: 'claims' })
  expect(lineOf(0, ['bank', 'claims'], rest)).toBeNull()
})

test('a month is part of the business year that began last', () => {
  expect(yearStartOf('2026-10', 1)).toBe('2026-01-01')
  expect(yearStartOf('2026-06', 7)).toBe('2025-07-01')
  expect(yearStartOf('2026-07', 7)).toBe('2026-07-01')
})
