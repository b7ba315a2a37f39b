import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

// What the two runners report, as one: no failure may be lost, whatever a runner says.

type Result = 'passed' | 'failed' | 'skipped'
type Outcome = { title: string; result: Result }
/** By file. */
export type Results = Map<string, Outcome[]>
export type Count = Record<Result, number>

type VitestReport = {
  testResults: {
    name: string
    status: string
    assertionResults: { title: string; status: string; tags?: string[] }[]
  }[]
}
type Suite = {
  suites?: Suite[]
  specs?: { title: string; ok: boolean; file: string; tests: { status: string }[] }[]
}
type PlaywrightReport = { config: { rootDir: string }; suites: Suite[]; errors: unknown[] }

export const failure = (place: string, title: string): Results =>
  new Map([[place, [{ title, result: 'failed' }]]])

/**
 * A file that fails to load holds no failed test, so it counts as one. Vitest reports what a filter of tags leaves out as skipped:
 * `isLong` says which of the two runs it was, and the tests of the other one are left out.
 */
export function resultsOfVitest(report: VitestReport, isLong?: boolean): Results {
  const named: Record<string, Result> = {
    passed: 'passed',
    skipped: 'skipped',
    pending: 'skipped',
    todo: 'skipped',
  }
  return new Map(
    report.testResults.map(({ name, status, assertionResults }) => {
      const ofThisRun = assertionResults.filter(
        ({ tags = [] }) => isLong === undefined || tags.includes('long') === isLong,
      )
      const tests = ofThisRun.map((one): Outcome => ({
        title: one.title,
        result: named[one.status] ?? 'failed',
      }))
      const isBroken = status === 'failed' && tests.every(({ result }) => result !== 'failed')
      const broken: Outcome = { title: 'the file cannot be loaded', result: 'failed' }
      return [name, isBroken ? [...tests, broken] : tests]
    }),
  )
}

/** Errors outside tests count as failures. */
export function resultsOfPlaywright({ config, suites, errors }: PlaywrightReport): Results {
  const results: Results = new Map()
  const visit = (suite: Suite): void => {
    for (const { title, ok, file, tests } of suite.specs ?? []) {
      const path = resolve(config.rootDir, file)
      const isSkipped = tests.every(({ status }) => status === 'skipped')
      const result = isSkipped ? 'skipped' : ok ? 'passed' : 'failed'
      results.set(path, [...(results.get(path) ?? []), { title, result }])
    }
    for (const inner of suite.suites ?? []) visit(inner)
  }
  for (const suite of suites) visit(suite)
  if (errors.length > 0) results.set('', [{ title: 'an error outside of tests', result: 'failed' }])
  return results
}

/** A runner's report. A failure more if it is missing, empty, or names none although the runner failed (`ok` false). */
export function readResults(
  path: string,
  ok: boolean,
  resultsIn: (report: never) => Results,
): Results {
  let results: Results
  try {
    results = resultsIn(JSON.parse(readFileSync(path, 'utf8')) as never)
  } catch {
    return failure(path, 'there is no such report')
  }
  const { passed, failed, skipped } = count(results)
  const isEmpty = passed + failed + skipped === 0
  return failed === 0 && (!ok || isEmpty)
    ? new Map([...results, ...failure(path, 'the runner failed and did not say why')])
    : results
}

export function count(results: Results): Count {
  const tests = [...results.values()].flat()
  const of = (wanted: Result) => tests.filter(({ result }) => result === wanted).length
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped') }
}

export const failedFiles = (results: Results): string[] =>
  [...results].flatMap(([file, tests]) =>
    tests.some(({ result }) => result === 'failed') ? [file] : [],
  )

/** The closing line, as tools read it: `12 passed, 0 failed` or `12 passed, 0 failed, 1 skipped`. */
export const closingLine = ({ passed, failed, skipped }: Count) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
