import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  changeReward,
  dueOn,
  expiresOn,
  isActive,
  rewardLabels,
  voucherCombination,
} from './reward.ts'
import type { Denomination, RewardState } from './reward.ts'

const day = (text: string) => Temporal.PlainDate.from(text)
const states: RewardState[] = ['open', 'provided', 'collected', 'paid', 'cancelled', 'expired']

test('labels are those of the wire', () => {
  expect(rewardLabels).toEqual({
    open: 'Offen',
    provided: 'Bereitgestellt',
    collected: 'Abgeholt',
    paid: 'Ausgezahlt',
    cancelled: 'Storniert',
    expired: 'Abgelaufen',
  })
})

describe('changeReward', () => {
  // Columns as `states`: c changed, a already, n not next, f final.
  const matrix: Record<RewardState, string> = {
    open: 'acnncc',
    provided: 'nacncc',
    collected: 'ncaccn',
    paid: 'nccann',
    cancelled: 'ffffaf',
    expired: 'fffffa',
  }
  const kinds = { c: 'changed', a: 'already', n: 'not-next', f: 'final' }
  for (const from of states) {
    test.each(states.map((to, index) => [to, matrix[from][index] as keyof typeof kinds]))(
      `${from} to %s: %s`,
      (to, answer) => {
        const change = changeReward(from, to)
        expect(change.kind === 'refused' ? change.reason : change.kind).toBe(kinds[answer])
      },
    )
  }

  test('a paid reward is never cancelled', () => {
    expect(changeReward('paid', 'cancelled').kind).toBe('refused')
  })
})

describe('isActive', () => {
  const startsOn = day('2026-03-01')
  const end = day('2026-03-31')
  test.each([
    // endsOn, displayEndsOn, today, active
    [null, null, '2026-02-28', false],
    [null, null, '2026-03-01', true],
    [null, null, '2036-03-01', true],
    [end, null, '2026-02-28', false],
    [end, null, '2026-03-31', true],
    [end, null, '2026-04-01', false],
    [null, end, '2026-03-31', true],
    [null, end, '2026-04-01', false],
    // With an end date the display end date says nothing.
    [end, day('2026-03-15'), '2026-03-31', true],
    [day('2026-03-15'), end, '2026-03-16', false],
  ])('end %s, display end %s, on %s: %s', (endsOn, displayEndsOn, today, active) => {
    expect(isActive({ startsOn, endsOn, displayEndsOn }, day(today))).toBe(active)
  })
})

test('cash is due 28 days after the bank data, also over a change of the clocks', () => {
  expect(dueOn(day('2026-03-10'), 28).toString()).toBe('2026-04-07')
  expect(dueOn(day('2026-10-10'), 28).toString()).toBe('2026-11-07')
  expect(dueOn(day('2027-03-10'), 28).toString()).toBe('2027-04-07')
  expect(dueOn(day('2026-03-10'), 0).toString()).toBe('2026-03-10')
})

test('a reward can be collected for 12 months', () => {
  expect(expiresOn(day('2026-03-10'), 12).toString()).toBe('2027-03-10')
  expect(expiresOn(day('2028-02-29'), 12).toString()).toBe('2029-02-28')
  expect(expiresOn(day('2026-08-31'), 6).toString()).toBe('2027-02-28')
})

describe('voucherCombination', () => {
  const many = (...cents: number[]) => cents.map((one) => ({ cents: one, count: 1000 }))
  const total = (parts: Denomination[]) =>
    parts.reduce((sum, one) => sum + one.cents * one.count, 0)
  const codes = (parts: Denomination[]) => parts.reduce((sum, one) => sum + one.count, 0)

  test('the fewest codes that make up exactly the amount', () => {
    expect(voucherCombination(5000, many(1000, 2500, 5000))).toEqual([{ cents: 5000, count: 1 }])
    expect(voucherCombination(9000, many(1000, 2500, 5000))).toEqual([
      { cents: 5000, count: 1 },
      { cents: 1000, count: 4 },
    ])
  })

  test('the greedy choice is not always the best', () => {
    expect(voucherCombination(6000, many(1000, 3000, 4000))).toEqual([{ cents: 3000, count: 2 }])
    expect(voucherCombination(3000, many(1500, 2500))).toEqual([{ cents: 1500, count: 2 }])
  })

  test('no more codes than there are', () => {
    const pool = [
      { cents: 5000, count: 1 },
      { cents: 2500, count: 1 },
      { cents: 1000, count: 3 },
    ]
    expect(voucherCombination(10_000, pool)).toBeNull()
    expect(voucherCombination(10_500, pool)).toEqual(pool)
    expect(voucherCombination(5000, [{ cents: 2500, count: 1 }])).toBeNull()
  })

  test('the same value in two pools counts together', () => {
    const pool = [
      { cents: 2500, count: 1 },
      { cents: 2500, count: 1 },
    ]
    expect(voucherCombination(5000, pool)).toEqual([{ cents: 2500, count: 2 }])
  })

  test('nothing where nothing fits', () => {
    expect(voucherCombination(2501, many(1000, 2500))).toBeNull()
    expect(voucherCombination(500, many(1000))).toBeNull()
    expect(voucherCombination(5000, [])).toBeNull()
    expect(voucherCombination(5000, [{ cents: 5000, count: 0 }])).toBeNull()
    const broken = [
      { cents: 0, count: 5 },
      { cents: -5000, count: 1 },
      { cents: 0.5, count: 9 },
      { cents: 5000, count: Number.NaN },
    ]
    expect(voucherCombination(5000, broken)).toBeNull()
    for (const amount of [0, -100, 0.5, Number.NaN, Infinity, 2 ** 53]) {
      expect(voucherCombination(amount, many(100))).toBeNull()
    }
  })

  test('is as good as trying everything', () => {
    const pool = fc.array(
      fc.record({
        cents: fc.integer({ min: 1, max: 12 }),
        count: fc.integer({ min: 0, max: 4 }),
      }),
      { maxLength: 4 },
    )
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), pool, (amount, available) => {
        const best = fewestByTrying(amount, available)
        const found = voucherCombination(amount, available)
        if (best === null) {
          expect(found).toBeNull()
          return
        }
        expect(found).not.toBeNull()
        expect(total(found!)).toBe(amount)
        expect(codes(found!)).toBe(best)
        for (const part of found!) {
          const stock = available.filter((one) => one.cents === part.cents)
          expect(part.count).toBeGreaterThan(0)
          expect(part.count).toBeLessThanOrEqual(stock.reduce((sum, one) => sum + one.count, 0))
        }
        expect(voucherCombination(amount, available.toReversed())).toEqual(found)
      }),
      { numRuns: 500 },
    )
  })

  test('the worst pool for 100 euros is solved in milliseconds', () => {
    const pool = Array.from({ length: 60 }, (_, index) => ({
      cents: 97 + index * 3,
      count: 10_000,
    }))
    const began = performance.now()
    const found = voucherCombination(10_000, pool)
    expect(performance.now() - began).toBeLessThan(1_000)
    expect(total(found!)).toBe(10_000)
    expect(voucherCombination(10_000_001, [{ cents: 1, count: 1e9 }])).toBeNull()
  })
})

function fewestByTrying(amount: number, pool: readonly Denomination[]): number | null {
  if (amount === 0) return 0
  const [first, ...others] = pool
  if (!first) return null
  let best: number | null = null
  for (let count = 0; count <= first.count && count * first.cents <= amount; count++) {
    const rest = fewestByTrying(amount - count * first.cents, others)
    if (rest !== null && (best === null || rest + count < best)) best = rest + count
  }
  return best
}
