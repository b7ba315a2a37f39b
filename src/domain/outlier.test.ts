import { expect, test } from 'vitest'
import {
  accountStandsOut,
  comparedDays,
  isComparable,
  leastOthers,
  leastWhole,
  measures,
  medianOf,
  rateOf,
  standsOut,
} from './outlier.ts'

const wholes = [0, 1, 5, 9, 10, 11, 19, 20, 21, 40, 100]
const shares = wholes.flatMap((whole) =>
  Array.from({ length: whole + 1 }, (_, part) => ({ part, whole })),
)
const medians = Array.from({ length: 21 }, (_, at) => at * 500)

test('nobody stands out on few contracts, or where there is no median', () => {
  for (const measure of measures)
    for (const share of shares) {
      expect(standsOut(measure, share, null)).toBeNull()
      if (share.whole >= leastWhole[measure]) continue
      expect(isComparable(measure, share)).toBe(false)
      for (const median of medians) expect(standsOut(measure, share, median)).toBeNull()
    }
})

test('whoever stands out is far from the median, and nobody far from it is missed', () => {
  for (const measure of measures)
    for (const share of shares.filter((one) => isComparable(measure, one)))
      for (const median of medians) {
        const rate = (share.part * 10_000) / share.whole
        const [points, times] = { release: [2500, 1], cancellation: [1500, 2], iban: [1000, 2] }[
          measure
        ]!
        // By other sums than the rule's; on a rate between two whole ones the rule rounds.
        if (Math.abs(rate - median - points!) < 1 || Math.abs(median - rate - points!) < 1) continue
        if (Math.abs(rate - median * times!) < 1 && median > 0) continue
        const expected =
          rate > median + points! && rate > median * times! - 1
            ? 'high'
            : measure === 'release' && rate < median - points!
              ? 'low'
              : null
        expect([measure, share, median, standsOut(measure, share, median)]).toEqual([
          measure,
          share,
          median,
          expected,
        ])
      }
})

test('more of the same never takes back that somebody stands out', () => {
  for (const measure of measures)
    for (const median of medians) {
      const said = Array.from({ length: 41 }, (_, part) => {
        const stands = standsOut(measure, { part, whole: 40 }, median)
        return stands === 'low' ? 0 : stands === null ? 1 : 2
      })
      expect(said).toEqual(said.toSorted())
    }
})

test('few cancellations and few shared accounts are nothing to look at', () => {
  for (const measure of ['cancellation', 'iban'] as const)
    for (const median of medians)
      expect(standsOut(measure, { part: 0, whole: 100 }, median)).toBeNull()
})

test('a median takes more than five who may be compared, and is the middle of these', () => {
  const of = (...parts: number[]) => parts.map((part) => ({ part, whole: 100 }))
  expect(medianOf('release', of(1, 2, 3, 4, 5))).toBeNull()
  expect(medianOf('release', of(9, 1, 5, 3, 7, 100))).toBe(600)
  expect(medianOf('release', of(9, 1, 5, 3, 7, 100, 0))).toBe(500)
  const few = Array.from({ length: 50 }, () => ({ part: 9, whole: leastWhole.iban - 1 }))
  expect(medianOf('iban', [...few, ...of(1, 2, 3, 4, 5)])).toBeNull()
  expect(medianOf('iban', [...few, ...of(1, 2, 3, 4, 5, 6)])).toBe(350)
  expect(leastOthers).toBe(5)
})

test('a partner’s account stands out as soon as somebody else has it', () => {
  expect([0, 1, 2].map(accountStandsOut)).toEqual([null, 'high', 'high'])
})

test('a rate is whole and between nothing and all', () => {
  for (const share of shares) {
    const rate = rateOf(share)
    expect(Number.isInteger(rate) && rate >= 0 && rate <= 10_000).toBe(true)
  }
  expect(rateOf({ part: 1, whole: 3 })).toBe(3333)
})

test('the comparison has this month and the five before it, over a year’s end too', () => {
  const days = (today: string) =>
    Object.values(comparedDays(Temporal.PlainDate.from(today))).map(String)
  expect(days('2026-11-26')).toEqual(['2026-06-01', '2026-11-26'])
  expect(days('2027-02-28')).toEqual(['2026-09-01', '2027-02-28'])
  expect(days('2026-08-31')).toEqual(['2026-03-01', '2026-08-31'])
})
