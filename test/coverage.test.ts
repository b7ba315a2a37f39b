import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findFaults, findUnproven, readCoverage } from '../scripts/read-coverage.ts'

const root = resolve(import.meta.dirname, '..')
const text = readFileSync(resolve(root, 'docs/coverage.md'), 'utf8')
const here = 'test/coverage.test.ts'

const row = (state: string, where: string, tests: string) =>
  `| 1.a | a line | ${state} | ${where} | ${tests} |  |\n`
const sums = (built: number, part: number, open: number) =>
  `| | **all lines** | **${built}** | **${part}** | **${open}** |\n`.replace('| | ', '| ')

test('docs/coverage.md names only files and tests that exist, and counts right', () => {
  expect(readCoverage(text).length).toBeGreaterThan(400)
  expect(findFaults(root, text)).toEqual([])
})

describe('what is wrong in such a file is found', () => {
  const good = row('built', '`domain/money.ts`', `\`${here}\` › docs/coverage.md names only files`)
  const faultsOf = (line: string, said: string) => findFaults(root, line + said)

  test.each([
    ['a line without a test', row('built', '`domain/money.ts`', '–'), 'no test proves it'],
    ['a file that is not there', good.replace('money.ts', 'mony.ts'), 'no file domain/mony.ts'],
    ['a test file that is not there', good.replace(here, 'test/x.test.ts'), 'no file test/x'],
    ['a title that is not there', good.replace('names only', 'names'), 'no test “docs/coverage.md'],
    ['a line that is there twice', good + good, 'is there twice'],
  ])('%s', (_, line, fault) => {
    const built = readCoverage(line).length
    const faults = faultsOf(line, sums(built, 0, 0))
    expect(faults).toHaveLength(1)
    expect(faults[0]).toContain(fault)
  })

  test('a sum that is not true', () => {
    expect(faultsOf(good, sums(1, 0, 0))).toEqual([])
    expect(faultsOf(good, sums(2, 0, 0))[0]).toContain('1 | 0 | 0')
  })
})

test('a test that is named as proof must have passed where its file ran; one that could not run there is named', () => {
  const line = row('built', '`domain/money.ts`', `\`${here}\` › counts %s and \${x} right`)
  const found = (title: string, result: 'passed' | 'failed' | 'skipped') =>
    findUnproven(root, line, new Map([[resolve(root, here), [{ title, result }]]]))
  const right = 'counts 3 and that right'
  const none = { failed: [], skipped: [] }
  const one = [expect.stringContaining('1.a: “counts')]
  expect(found(right, 'passed')).toEqual(none)
  expect(found(right, 'failed')).toEqual({ ...none, failed: one })
  expect(found(right, 'skipped')).toEqual({ ...none, skipped: one })
  expect(found('counts 3 and that wrong', 'passed')).toEqual({ ...none, failed: one })
  expect(findUnproven(root, line, new Map())).toEqual(none)
})

test('a test of the other run is not missed in this one, but missed in its own', () => {
  const file = 'test/journeys/phones.spec.ts'
  const missed = (title: string, isLong: boolean) => {
    const line = row('built', '`domain/money.ts`', `\`${file}\` › ${title}`)
    const ran = new Map([[resolve(root, file), [{ title: 'another', result: 'passed' as const }]]])
    return findUnproven(root, line, ran, isLong).failed.length
  }
  const long = 'the homepage hardly moves while it loads, with fonts that come late'
  const short = 'an IBAN is seen whole and in groups of four on the narrowest phone'
  expect([missed(long, true), missed(long, false)]).toEqual([1, 0])
  expect([missed(short, true), missed(short, false)]).toEqual([0, 1])
})
