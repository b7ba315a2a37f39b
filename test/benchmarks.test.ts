import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { budgetKib, measuredPages } from '../scripts/judge-size.ts'

const text = readFileSync(resolve(import.meta.dirname, '../docs/benchmarks.md'), 'utf8')

const tableOf = (name: string) =>
  (new RegExp(`<!-- ${name} -->(.*?)<!-- /${name} -->`, 's').exec(text)?.[1] ?? '')
    .split('\n')
    .filter((line) => line.startsWith('| '))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
    .slice(2)

// The figures come from `npm run bench -- --write`; nobody may write down one that misses its bar and call it done.
test('each figure written down meets the bar beside it', () => {
  const rows = [...tableOf('bench'), ...tableOf('reports')].filter(([, , , , aim]) => aim !== '')
  expect(rows.length).toBeGreaterThanOrEqual(12)
  for (const [what = '', ours = '', , ratio = '', aim = ''] of rows) {
    const [, relation, bar, unit] = /^(>=|<=) ([\d.]+)(.*)$/.exec(aim) ?? []
    // A bar with a unit is for our own figure, one without is for the ratio.
    const figure = Number.parseFloat(ratio === '' || unit ? ours : ratio)
    expect(figure, what).not.toBeNaN()
    if (relation === '>=') expect(figure, what).toBeGreaterThanOrEqual(Number(bar))
    else expect(figure, what).toBeLessThanOrEqual(Number(bar))
  }
})

test('the scores of Lighthouse written down meet the bars beside them', () => {
  const rows = tableOf('lighthouse')
  expect(rows.map(([page]) => page)).toEqual(
    expect.arrayContaining(['homepage', 'recipient page', 'personal area']),
  )
  for (const [page, ...cells] of rows) {
    const bars = (cells[7] ?? '').split(' / ').map(Number)
    expect(bars).toEqual([97, 100, 100, 100])
    for (const [index, bar] of bars.entries())
      expect(Number(cells[index]), page).toBeGreaterThanOrEqual(bar)
  }
})

// Some figures have no bar to meet: what they promise is that they are known.
test.each([
  ['recipient page, rendered on the server', '/s'],
  ['CPU per recipient page', 'ms'],
  ['homepage, rendered on the server', '/s'],
  ['CPU per homepage', 'ms'],
  ['personal area with 20 referrals, rendered on the server', '/s'],
  ['CPU per personal area with 20 referrals', 'ms'],
  ['resident memory, highest', 'MB'],
])('%s: the figure is written down', (what, unit) => {
  const [, ours = ''] = tableOf('bench').find(([name]) => name === what) ?? []
  expect(ours).toMatch(new RegExp(`^[\\d.]+ ${unit}$`))
  expect(Number.parseFloat(ours)).toBeGreaterThan(0)
})

test('the size of every page is written down, and none is over its budget', () => {
  const sizes = new Map(tableOf('size').map(([page = '', ...cells]) => [page, cells]))
  expect([...sizes.keys()].toSorted()).toEqual(measuredPages.toSorted())
  for (const page of measuredPages) {
    const [, , , kib, budget, verdict] = sizes.get(page) ?? []
    expect([page, Number(budget), verdict]).toEqual([page, budgetKib(page), 'ok'])
    expect(Number(kib), page).toBeGreaterThan(0)
    expect(Number(kib), page).toBeLessThanOrEqual(budgetKib(page))
  }
})
