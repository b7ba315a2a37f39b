import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { findFaults, findUnproven, linesOf, readCoverage } from '../scripts/read-coverage.ts'
import { writeCoverage } from '../scripts/write-coverage.ts'

const root = resolve(import.meta.dirname, '..')
const sections = readCoverage(root)
const here = 'test/coverage.test.ts'

const lineOf = (file: string, ...titles: string[]) => ({
  id: '1.a',
  line: 'a line',
  state: 'built' as const,
  where: ['domain/money.ts'],
  tests: { [file]: titles },
})

test('the lines name only files and tests that exist', () => {
  expect(linesOf(sections).length).toBeGreaterThan(590)
  expect(findFaults(root, linesOf(sections))).toEqual([])
})

test('docs/coverage.md says what the lines say', () => {
  expect(readFileSync(resolve(root, 'docs/coverage.md'), 'utf8')).toBe(writeCoverage(sections))
})

describe('what is wrong in such a line is found', () => {
  const good = lineOf(here, 'the lines name only files')
  test.each([
    ['a line without a test', [{ ...good, tests: {} }], 'no test proves it'],
    [
      'a file that is not there',
      [{ ...good, where: ['domain/mony.ts'] }],
      'no file domain/mony.ts',
    ],
    ['a test file that is not there', [lineOf('test/x.test.ts', 'x')], 'no file test/x'],
    ['a title that is not there', [lineOf(here, 'the lines ' + 'name all')], 'no test “the lines'],
    ['a line that is there twice', [good, good], 'is there twice'],
  ])('%s', (_, lines, fault) => {
    expect(findFaults(root, [good])).toEqual([])
    expect(findFaults(root, lines)).toEqual([expect.stringContaining(fault)])
  })
})

test('a test that is named as proof must have passed where its file ran; one that could not run there is named', () => {
  const lines = [lineOf(here, 'counts %s and ${x} right')]
  const found = (title: string, result: 'passed' | 'failed' | 'skipped') =>
    findUnproven(root, lines, new Map([[resolve(root, here), [{ title, result }]]]))
  const right = 'counts 3 and that right'
  const none = { failed: [], skipped: [] }
  const one = [expect.stringContaining('1.a: “counts')]
  expect(found(right, 'passed')).toEqual(none)
  expect(found(right, 'failed')).toEqual({ ...none, failed: one })
  expect(found(right, 'skipped')).toEqual({ ...none, skipped: one })
  expect(found('counts 3 and that wrong', 'passed')).toEqual({ ...none, failed: one })
  expect(findUnproven(root, lines, new Map())).toEqual(none)
})

test('a test of the other run is not missed in this one, but missed in its own', () => {
  const file = 'test/journeys/agency-invitations.spec.ts'
  const missed = (title: string, isLong: boolean) => {
    const lines = [lineOf(file, title)]
    const ran = new Map([[resolve(root, file), [{ title: 'another', result: 'passed' as const }]]])
    return findUnproven(root, lines, ran, isLong).failed.length
  }
  const long = 'an invitation is reminded of, withdrawn and expires, and its link says so'
  const short =
    'an employee invites, the invited person registers and recommends, and the agency sees what came of it'
  expect([missed(long, true), missed(long, false)]).toEqual([1, 0])
  expect([missed(short, true), missed(short, false)]).toEqual([0, 1])
})
