import { readFileSync } from 'node:fs'

export type Count = { passed: number; failed: number; skipped: number }

type VitestReport = {
  numPassedTests: number
  numFailedTests: number
  numPendingTests: number
  numTodoTests: number
  testResults: { status: string; assertionResults: { status: string }[] }[]
}
type PlaywrightReport = {
  stats: { expected: number; unexpected: number; flaky: number; skipped: number }
  errors: unknown[]
}

/** A file that fails to load holds no failed test, so it counts as one. */
export function countVitest(report: VitestReport): Count {
  const broken = report.testResults.filter(
    (file) =>
      file.status === 'failed' && !file.assertionResults.some((one) => one.status === 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + broken.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

/** Errors outside tests count as failures. `flaky` passed on retry, which only `.ci/run` allows (playwright.config.ts). */
export function countPlaywright({ stats, errors }: PlaywrightReport): Count {
  return {
    passed: stats.expected + stats.flaky,
    failed: stats.unexpected + errors.length,
    skipped: stats.skipped,
  }
}

/** Reads a runner's report. One failure more if it is missing, empty, or reports none although the runner failed (`ok` false). */
export function readCount(path: string, ok: boolean, count: (report: never) => Count): Count {
  let found: Count
  try {
    found = count(JSON.parse(readFileSync(path, 'utf8')) as never)
  } catch {
    return { passed: 0, failed: 1, skipped: 0 }
  }
  const isEmpty = found.passed + found.failed + found.skipped === 0
  return found.failed === 0 && (!ok || isEmpty) ? { ...found, failed: 1 } : found
}

export const add = (a: Count, b: Count): Count => ({
  passed: a.passed + b.passed,
  failed: a.failed + b.failed,
  skipped: a.skipped + b.skipped,
})

/** The closing line, as tools read it: `12 passed, 0 failed` or `12 passed, 0 failed, 1 skipped`. */
export const closingLine = ({ passed, failed, skipped }: Count) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`
