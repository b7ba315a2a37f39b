import { expect, test } from 'vitest'
import { earningEvents, earningsByYear } from './earnings.ts'
import { rewardEvents } from './ledger.ts'

const at = (event: (typeof rewardEvents)[number], cents: number, on: string) => ({
  event,
  cents,
  on,
})

test('each year has what was received in it, whatever year it was earned in, the newest first', () => {
  expect(
    earningsByYear([
      at('settled', 5000, '2026-12-31'),
      at('collected-voucher-paid', 3000, '2027-01-01'),
      at('settled', 2000, '2027-02-01'),
    ]),
  ).toEqual([
    {
      year: 2027,
      cents: 5000,
      isNearLimit: false,
      entries: [
        { on: '2027-02-01', kind: 'cash', cents: 2000 },
        { on: '2027-01-01', kind: 'voucher', cents: 3000 },
      ],
    },
    {
      year: 2026,
      cents: 5000,
      isNearLimit: false,
      entries: [{ on: '2026-12-31', kind: 'cash', cents: 5000 }],
    },
  ])
})

test('what is given back is a minus in its own year, and a set-off stands on both sides of its day', () => {
  const years = earningsByYear([
    at('settled', 5000, '2026-05-01'),
    at('claim-bank', 5000, '2026-09-01'),
    at('set-off', 2000, '2027-03-01'),
    at('claim-set-off', 2000, '2027-03-01'),
    at('claim-repaid', 3000, '2027-04-01'),
  ])
  expect(years.map(({ year, cents }) => [year, cents])).toEqual([
    [2027, -3000],
    [2026, 5000],
  ])
})

test('what was taken back of a booking adds up to nothing, and what is waived is no entry', () => {
  const pairs = [
    ['settled', 'returned'],
    ['set-off', 'set-off-undone'],
    ['claim-repaid', 'repayment-undone'],
    ['claim-set-off', 'claim-again'],
  ] as const
  for (const pair of pairs)
    expect(earningsByYear(pair.map((event) => at(event, 700, '2026-01-01')))[0]?.cents).toBe(0)
  expect(earningsByYear([at('claim-written-off', 700, '2026-01-01')])).toEqual([])
})

test('the limit is named from 200 euros of a year on, not of all years', () => {
  const year = (cents: number) => earningsByYear([at('settled', cents, '2026-01-01')])[0]!
  expect([year(19_999).isNearLimit, year(20_000).isNearLimit]).toEqual([false, true])
  const two = earningsByYear([
    at('settled', 15_000, '2026-01-01'),
    at('settled', 15_000, '2027-01-01'),
  ])
  expect(two.map(({ isNearLimit }) => isNearLimit)).toEqual([false, false])
})

test('all of them are events of the ledger', () => {
  for (const event of earningEvents) expect(rewardEvents).toContain(event)
})
