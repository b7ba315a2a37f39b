import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import {
  findStandardFaults,
  readStandard,
  standardNames,
  standards,
  type StandardItem,
} from '../scripts/read-standards.ts'
import { writeStandard } from '../scripts/write-standard.ts'

const root = resolve(import.meta.dirname, '..')

// WCAG 2.2 without 4.1.1, which it removed.
const counts = { asvs: [70, 183], wcag: [31, 24] }

test.each(standardNames)(
  'all requirements of %s have a state, a sentence, and a proof that exists',
  (name) => {
    const items = readStandard(root, name)
    const found = standards[name].levels.map(
      (level) => items.filter((item) => item.level === level).length,
    )
    expect(found).toEqual(counts[name])
    expect(findStandardFaults(root, items)).toEqual([])
  },
)

test.each(standardNames)('the page of %s says what its items say', (name) => {
  expect(readFileSync(resolve(root, standards[name].page), 'utf8')).toBe(
    writeStandard(name, readStandard(root, name)),
  )
})

test.each<[string, Partial<StandardItem>, string]>([
  ['met without proof', { where: [], tests: {} }, 'nothing proves it'],
  ['no sentence', { note: ' ' }, 'does not say how'],
  ['a file that is not there', { where: ['src/nowhere.ts'] }, 'no file src/nowhere.ts'],
  [
    'a title that is not there',
    { tests: { 'test/standards.test.ts': ['no ' + 'such'] } },
    'no test',
  ],
  ['half of a title', { tests: { 'test/standards.test.ts': ['the page of ' + '%s'] } }, 'no test'],
  ['out of order', { id: 'V0.0.1' }, 'out of order'],
])('%s is found', (_, change, fault) => {
  const items = readStandard(root, 'asvs')
  const good = items.find(({ state }) => state === 'met')!
  const rest = [items[0]!, items[1]!]
  expect(findStandardFaults(root, rest)).toEqual([])
  const wrong = { ...good, id: 'V99.1.1', ...change }
  expect(findStandardFaults(root, [...rest, wrong])).toEqual(
    expect.arrayContaining([expect.stringContaining(fault)]),
  )
})
