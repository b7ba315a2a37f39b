import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { closingLine, countPlaywright, countVitest, readCount } from '../scripts/count-tests.ts'

const folder = mkdtempSync(join(tmpdir(), 'zuspruch-count-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (report: unknown) => {
  const path = join(folder, 'report.json')
  writeFileSync(path, typeof report === 'string' ? report : JSON.stringify(report))
  return path
}

const vitest = (more: object = {}) => ({
  numPassedTests: 5,
  numFailedTests: 0,
  numPendingTests: 0,
  numTodoTests: 0,
  testResults: [{ status: 'passed', assertionResults: [{ status: 'passed' }] }],
  ...more,
})
const playwright = (stats: object = {}, errors: unknown[] = []) => ({
  stats: { expected: 3, unexpected: 0, flaky: 0, skipped: 0, ...stats },
  errors,
})

describe('no failure is lost', () => {
  test.each([
    ['a failed test', vitest({ numFailedTests: 2 }), false, 2],
    [
      'a file that cannot be loaded',
      vitest({ testResults: [{ status: 'failed', assertionResults: [] }] }),
      false,
      1,
    ],
    ['an error outside of tests', vitest(), false, 1],
    ['no test at all', vitest({ numPassedTests: 0, testResults: [] }), true, 1],
    ['a report that is cut off', '{"numPassedTests": 5', true, 1],
  ])('by vitest: %s', (_name, report, ok, failed) => {
    expect(readCount(write(report), ok, countVitest).failed).toBe(failed)
  })

  test.each([
    ['a failed test', playwright({ unexpected: 1 }), false, 1],
    ['an error outside of tests', playwright({}, [{ message: 'no' }]), false, 1],
    ['no test at all', playwright({ expected: 0 }), true, 1],
    ['a runner that failed without a reason', playwright(), false, 1],
  ])('by the journeys: %s', (_name, report, ok, failed) => {
    expect(readCount(write(report), ok, countPlaywright).failed).toBe(failed)
  })

  test('a journey that passed at a repetition is counted as passed', () => {
    const count = readCount(write(playwright({ flaky: 1 })), true, countPlaywright)
    expect(count).toEqual({ passed: 4, failed: 0, skipped: 0 })
  })

  test('by a runner that wrote no report', () => {
    expect(readCount(join(folder, 'missing.json'), true, countVitest).failed).toBe(1)
  })
})

test('the closing line is plain, and names skipped tests only when there are some', () => {
  expect(readCount(write(vitest()), true, countVitest)).toEqual({
    passed: 5,
    failed: 0,
    skipped: 0,
  })
  expect(closingLine({ passed: 5, failed: 0, skipped: 0 })).toBe('5 passed, 0 failed')
  expect(closingLine({ passed: 5, failed: 1, skipped: 2 })).toBe('5 passed, 1 failed, 2 skipped')
})
