import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { findAsvsFaults, readAsvs, type AsvsItem } from '../scripts/read-asvs.ts'
import { writeAsvs } from '../scripts/write-asvs.ts'

const root = resolve(import.meta.dirname, '..')
const items = readAsvs(root)

test('all 253 requirements of levels 1 and 2 have a state, a sentence, and a proof that exists', () => {
  expect(items.filter(({ level }) => level === 1)).toHaveLength(70)
  expect(items.filter(({ level }) => level === 2)).toHaveLength(183)
  expect(findAsvsFaults(root, items)).toEqual([])
})

test('docs/security/asvs.md says what the items say', () => {
  expect(readFileSync(resolve(root, 'docs/security/asvs.md'), 'utf8')).toBe(writeAsvs(items))
})

test.each<[string, Partial<AsvsItem>, string]>([
  ['met without proof', { where: [], tests: {} }, 'nothing proves it'],
  ['no sentence', { note: ' ' }, 'does not say how'],
  ['a file that is not there', { where: ['src/nowhere.ts'] }, 'no file src/nowhere.ts'],
  ['a title that is not there', { tests: { 'test/asvs.test.ts': ['no ' + 'such'] } }, 'no test'],
  ['out of order', { id: 'V0.0.1' }, 'out of order'],
])('%s is found', (_, change, fault) => {
  const good = items.find(({ state }) => state === 'met')!
  const rest = [items[0]!, items[1]!]
  expect(findAsvsFaults(root, rest)).toEqual([])
  const wrong = { ...good, id: 'V99.1.1', ...change }
  expect(findAsvsFaults(root, [...rest, wrong])).toEqual(
    expect.arrayContaining([expect.stringContaining(fault)]),
  )
})
