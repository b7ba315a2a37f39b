import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import {
  closingLine,
  count,
  failedFiles,
  readResults,
  resultsOfPlaywright,
  resultsOfVitest,
} from '../scripts/read-results.ts'

const folder = mkdtempSync(join(tmpdir(), 'zuspruch-count-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (report: unknown) => {
  const path = join(folder, 'report.json')
  writeFileSync(path, typeof report === 'string' ? report : JSON.stringify(report))
  return path
}

type Status = 'passed' | 'failed' | 'pending' | 'todo'
const file = (status: 'passed' | 'failed', ...tests: Status[]) => ({
  name: '/a.test.ts',
  status,
  assertionResults: tests.map((one, index) => ({ title: `test ${index}`, status: one })),
})
const vitest = (...testResults: Record<string, unknown>[]) => ({ testResults })

const spec = (status: 'expected' | 'unexpected' | 'skipped') => ({
  title: status,
  ok: status !== 'unexpected',
  file: 'a.spec.ts',
  tests: [{ status }],
})
const playwright = (specs: ReturnType<typeof spec>[], errors: unknown[] = []) => ({
  config: { rootDir: '/journeys' },
  suites: [{ suites: [{ specs }] }],
  errors,
})

describe('no failure is lost', () => {
  test.each([
    ['failed tests', vitest(file('failed', 'passed', 'failed', 'failed')), false, 2],
    ['a file that cannot be loaded', vitest(file('failed')), false, 1],
    ['a file whose hooks fail', vitest(file('failed', 'passed')), false, 1],
    ['an error outside of tests', vitest(file('passed', 'passed')), false, 1],
    ['no test at all', vitest(), true, 1],
    ['a report that is cut off', '{"testResults": [', true, 1],
  ])('by vitest: %s', (_name, report, ok, failed) => {
    expect(count(readResults(write(report), ok, resultsOfVitest)).failed).toBe(failed)
  })

  test.each([
    ['a failed test', playwright([spec('unexpected')]), false, 1],
    ['an error outside of tests', playwright([spec('expected')], [{ message: 'no' }]), false, 1],
    ['no test at all', playwright([]), true, 1],
    ['a runner that failed without a reason', playwright([spec('expected')]), false, 1],
  ])('by the journeys: %s', (_name, report, ok, failed) => {
    expect(count(readResults(write(report), ok, resultsOfPlaywright)).failed).toBe(failed)
  })

  test('by a runner that wrote no report', () => {
    const results = readResults(join(folder, 'missing.json'), true, resultsOfVitest)
    expect(count(results).failed).toBe(1)
  })
})

test('journeys that were skipped are counted apart', () => {
  const report = playwright([spec('expected'), spec('expected'), spec('skipped')])
  const results = readResults(write(report), true, resultsOfPlaywright)
  expect(count(results)).toEqual({ passed: 2, failed: 0, skipped: 1 })
})

test('of the two runs by a tag, each counts its own tests, and all those that failed', () => {
  const tests = (...all: [status: string, tags: string[]][]) => ({
    ...file('passed'),
    assertionResults: all.map(([status, tags], index) => ({ title: `${index}`, status, tags })),
  })
  const report = write(
    vitest(tests(['passed', []], ['skipped', ['long']]), {
      ...tests(['failed', []], ['skipped', []]),
      name: '/b.test.ts',
    }),
  )
  const counted = (isLong?: boolean) =>
    count(readResults(report, false, (found) => resultsOfVitest(found, isLong)))
  expect(counted(false)).toEqual({ passed: 1, failed: 1, skipped: 1 })
  expect(counted()).toEqual({ passed: 1, failed: 1, skipped: 2 })
  expect(counted(true).failed).toBe(1) // the runner failed, and no long test did
})

test('files with a failed test are known, so that they can run again', () => {
  const broken = { ...file('failed', 'failed', 'passed'), name: '/b.test.ts' }
  const results = readResults(
    write(vitest(file('passed', 'passed', 'pending', 'todo'), broken)),
    false,
    resultsOfVitest,
  )
  expect(failedFiles(results)).toEqual(['/b.test.ts'])
  expect(count(results)).toEqual({ passed: 2, failed: 1, skipped: 2 })
})

test('the closing line is plain, and names skipped tests only when there are some', () => {
  expect(closingLine({ passed: 5, failed: 0, skipped: 0 })).toBe('5 passed, 0 failed')
  expect(closingLine({ passed: 5, failed: 1, skipped: 2 })).toBe('5 passed, 1 failed, 2 skipped')
})
