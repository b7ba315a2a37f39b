import { expect, test } from 'vitest'
import { makeRandom } from './random.ts'
import { judge, slopeOf, type Series } from './soak-judge.ts'

const random = makeRandom(7)
const series = (valueAt: (minute: number) => number): Series =>
  Array.from({ length: 120 }, (_, index) => ({
    at: index * 10_000,
    value: valueAt(index / 6) + random() * 6,
  }))
const heap = { what: 'heap', unit: 'MB', growth: 10 }

test('a leak of a megabyte a minute grows without end, a filling cache and single peaks do not', () => {
  expect(
    judge(
      series((minute) => 100 + minute),
      heap,
    ).problem,
  ).toContain('grows without end')
  expect(
    judge(
      series((minute) => 100 + 20 * (1 - Math.exp(-minute))),
      heap,
    ).problem,
  ).toBeNull()
  expect(
    judge(
      series((minute) => (minute % 5 < 0.5 ? 300 : 100)),
      heap,
    ).problem,
  ).toBeNull()
  expect(
    judge(
      series((minute) => 200 - minute),
      heap,
    ).problem,
  ).toBeNull()
})

test('too few samples are no proof', () => {
  expect(judge(series(() => 1).slice(0, 8), heap).problem).toContain('only 8 samples')
})

test('a slope is that of most pairs', () => {
  const even: Series = [0, 1, 2, 300, 4, 5, 6].map((value, at) => ({ at, value }))
  expect(slopeOf(even)).toBeCloseTo(1)
})
