import { expect, test } from 'vitest'
import { findLosses, historyRows, newestOf, toRun, type KeptRun } from '../bench/history.ts'
import { compare, single } from '../bench/figure.ts'

const clicks = (ours: number, baseline: number) =>
  compare({ what: 'clicks', baseline: 'a bare program', unit: '/s' }, [{ ours, baseline }])
const page = (ours: number, baseline: number) =>
  compare({ what: 'page', baseline: 'a bare page', unit: 'ms' }, [{ ours, baseline }])
const run = (...figures: Parameters<typeof toRun>[0]): KeptRun =>
  toRun(figures, '2026-11-29', 'abc')

test('a ratio that fell by more than 15 % is a loss, whatever the machine was like', () => {
  const kept = [run(clicks(100, 100), page(10, 5))]
  expect(findLosses(run(clicks(50, 50), page(100, 50)), kept)).toEqual([])
  expect(findLosses(run(clicks(86, 100), page(11, 5)), kept)).toEqual([])
  expect(findLosses(run(clicks(84, 100)), kept)).toEqual(['clicks: ratio 0.84, and 1.00 at abc'])
  expect(findLosses(run(page(12, 5)), kept)).toEqual(['page: ratio 2.40, and 2.00 at abc'])
  expect(findLosses(run(clicks(300, 100), page(1, 5)), kept)).toEqual([])
})

test('a figure is compared with the newest run that has it, and one without a baseline with none', () => {
  const kept = [run(clicks(50, 100)), run(clicks(100, 100)), run(page(1, 1))]
  expect(findLosses(run(clicks(60, 100)), kept)).toHaveLength(1)
  const memory = single('memory', 500, 'MB')
  expect(findLosses(run(memory), [run(single('memory', 100, 'MB'))])).toEqual([])
  expect(findLosses(run(clicks(1, 100)), [])).toEqual([])
})

test('each figure is kept of its newest ten runs, however often others are measured', () => {
  const runs = [run(clicks(1, 100)), ...Array.from({ length: 12 }, (_, at) => run(page(at, 1)))]
  const kept = newestOf(runs)
  expect(kept.map(({ figures }) => figures['page']?.ours)).toEqual([
    undefined,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
    9,
    10,
    11,
  ])
  expect(kept[0]?.figures['clicks']?.ours).toBe(1)
})

test('the table has a column for each run, and leaves open what one of them did not measure', () => {
  expect(historyRows([run(clicks(50, 100)), run(page(10, 5))])).toEqual([
    ['ratio (ours : baseline)', '2026-11-29 abc', '2026-11-29 abc'],
    ['clicks', '0.50 (50 : 100 /s)', ''],
    ['page', '', '2.00 (10 : 5 ms)'],
  ])
})
