// Runs every test: installs a missing browser, builds the web app, then runs unit and endpoint tests, then journeys. `--long` runs the slow
// tests instead. `--changed` (or `--changed=main`) runs those beside files changed in git.
import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { chooseBrowserInstall, chooseEngineInstall } from './choose-browser.ts'
import { findBrowser, missingEngines } from './find-browser.ts'
import { listChanged, testsOf } from './find-changed.ts'
import { findUnproven, linesOf, readCoverage } from './read-coverage.ts'
import {
  closingLine,
  count,
  failedFiles,
  failure,
  readResults,
  resultsOfPlaywright,
  resultsOfVitest,
  type Results,
} from './read-results.ts'
import { readStandard, standardNames } from './read-standards.ts'

const root = resolve(import.meta.dirname, '..')
const reports = resolve(root, 'test-results')
const isLong = process.argv.includes('--long')
const changed = process.argv.find((word) => /^--changed(=|$)/.test(word))

function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } } as const
  return spawnSync(command, args, options).status === 0
}

const node = (script: string, args: string[] = [], env?: Record<string, string>) =>
  run(process.execPath, [resolve(root, script), ...args], env)

const machine = {
  isRoot: process.getuid?.() === 0,
  hasApt: existsSync('/usr/bin/apt-get'),
}

function install({ steps, advice }: ReturnType<typeof chooseBrowserInstall>, what: string): void {
  if (advice || steps.length > 0) process.stdout.write(`${advice || `Installing ${what} …`}\n`)
  for (const [command = '', ...args] of steps)
    if (!run(command, args, { DEBIAN_FRONTEND: 'noninteractive' })) return
}

/** Whether the journeys have a browser, installing one where possible. */
function installBrowser(): boolean {
  install(chooseBrowserInstall(machine, findBrowser()), 'a browser for the tests')
  // Tests of a missing engine skip themselves.
  if (isLong)
    install(
      chooseEngineInstall(machine, missingEngines()),
      'other engines and a proxy for the tests',
    )
  return findBrowser().installed
}

/** `hasLong`: whether to run the tests with the tag `long`, or those without it; undefined runs all. */
function runVitest(name: string, args: string[], hasLong?: boolean): Results {
  const report = resolve(reports, `${name}.json`)
  rmSync(report, { force: true })
  const filter = hasLong === undefined ? [] : [`--tags-filter=${hasLong ? '' : '!'}long`]
  const reporting = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const ok = node('node_modules/vitest/vitest.mjs', ['run', ...args, ...filter, ...reporting])
  return readResults(report, ok, (found) => resultsOfVitest(found, hasLong))
}

const runUnit = (name: string, files: string[]) => runVitest(name, files, false)

/** Whole files of slow tests, one after another, then single ones with the tag `long`. */
function runLong(name: string, files: string[]): Results {
  const tagged = globSync('{src,test}/**/*.test.{ts,tsx}', { cwd: root }).filter((file) =>
    readFileSync(resolve(root, file), 'utf8').includes("tags: 'long'"),
  )
  const chosen = (found: string[]) =>
    files.length === 0 ? found : found.filter((file) => files.includes(resolve(root, file)))
  const whole = chosen(globSync('test/long/**/*.test.ts', { cwd: root }))
  const single = chosen(tagged)
  const none: Results = new Map()
  return new Map([
    ...(whole.length === 0
      ? none
      : runVitest(name, ['--config', 'vitest.long.config.ts', ...whole])),
    ...(single.length === 0 ? none : runVitest(`${name}-tagged`, single, true)),
  ])
}

function runJourneys(name: string, files: string[]): Results {
  const report = resolve(reports, `${name}.json`)
  rmSync(report, { force: true })
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    NODE_ENV: 'test',
    ...(isLong ? { ZUSPRUCH_LONG: '1' } : {}),
  }
  const args = ['test', ...files, '--reporter=list,json']
  const ok = node('node_modules/@playwright/test/cli.js', args, env)
  return readResults(report, ok, resultsOfPlaywright)
}

function nameFailures(when: string, results: Results): void {
  for (const [file, tests] of results)
    for (const { title, result } of tests)
      if (result === 'failed') process.stdout.write(`${when}: ${relative(root, file)} › ${title}\n`)
}

/** Where `.ci/run` allows it, files with a failed test run once more, by themselves. */
function runAgain(name: string, runFiles: (name: string, files: string[]) => Results): Results {
  const first = runFiles(name, [])
  // A runner that broke off is named by its report.
  const files = failedFiles(first).filter((file) => existsSync(file) && !file.startsWith(reports))
  if (!process.env['TEST_AGAIN'] || files.length === 0) return first
  nameFailures('Failed at the first try', first)
  return new Map([...first, ...runFiles(`${name}-again`, files)])
}

const hasBrowser = !changed && installBrowser()

/** Without a browser an ordinary user runs everything else; in CI that is a failure. */
function leaveOutJourneys(): Results {
  process.stdout.write('The journeys were left out, because there is no browser (see above).\n')
  const isMachineOfTests = process.env['CI'] !== undefined || process.getuid?.() === 0
  return new Map([
    ['journeys', [{ title: 'all', result: isMachineOfTests ? 'failed' : 'skipped' }]],
  ])
}

function runAll(): Results {
  if (!node('scripts/build.ts')) return failure('scripts/build.ts', 'the web app is not built')
  // Run apart: one group would disturb the other's measurements.
  const tests = isLong ? runAgain('long', runLong) : runAgain('unit', runUnit)
  const journeys = hasBrowser
    ? runAgain(isLong ? 'long-journeys' : 'journeys', runJourneys)
    : leaveOutJourneys()
  return new Map([...tests, ...journeys])
}

/** One more test, after all others: what test/coverage and the tables of the standards name as proof passed, or is reported as skipped. */
function checkProofs(ran: Results): Results {
  const lines = [
    ...linesOf(readCoverage(root)),
    ...standardNames.flatMap((name) => readStandard(root, name)),
  ]
  const { failed, skipped } = findUnproven(root, lines, ran, isLong)
  for (const one of skipped) process.stdout.write(`proof of ${one} was skipped here\n`)
  const unproven = failed.map((title) => ({ title, result: 'failed' as const }))
  return new Map([
    ['test/coverage', unproven.length > 0 ? unproven : [{ title: 'all', result: 'passed' }]],
  ])
}

/** No journeys: they import no page, so nothing links them to changed ones. */
function runChanged(since: string): boolean {
  const tests = testsOf(root, listChanged(root, since))
  process.stdout.write(
    `${tests.length} files of tests stand beside what was changed, or import it. No journeys are run.\n`,
  )
  return tests.length === 0 || node('node_modules/vitest/vitest.mjs', ['run', ...tests])
}

if (changed) process.exitCode = runChanged(changed.split('=')[1] ?? 'HEAD') ? 0 : 1
else {
  const ran = runAll()
  const results = new Map([...ran, ...checkProofs(ran)])
  nameFailures('Failed', results)
  const total = count(results)
  process.stdout.write(`\n${closingLine(total)}\n`)
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
}
