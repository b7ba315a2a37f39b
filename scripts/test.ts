// Runs every test: installs a missing browser, builds the web app, then runs unit and endpoint tests, then journeys. `--long` runs the slow
// tests instead. `--changed` (or `--changed=main`) runs those beside files changed in git.
import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { relative, resolve } from 'node:path'
import { chooseBrowserInstall, chooseEngineInstall } from './choose-browser.ts'
import { add, closingLine, countPlaywright, countVitest, readCount } from './count-tests.ts'
import type { Count } from './count-tests.ts'
import { findBrowser, missingEngines } from './find-browser.ts'
import { listChanged, testsOf } from './find-changed.ts'
import {
  findUnproven,
  linesOf,
  readCoverage,
  resultsOfPlaywright,
  resultsOfVitest,
  type Results,
} from './read-coverage.ts'

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
  if (isLong) install(chooseEngineInstall(machine, missingEngines()), 'other engines for the tests')
  return findBrowser().installed
}

function runVitest(name: string, args: string[] = []): Count {
  const report = resolve(reports, `${name}.json`)
  rmSync(report, { force: true })
  const reporting = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const ok = node('node_modules/vitest/vitest.mjs', ['run', ...args, ...reporting])
  return readCount(report, ok, countVitest)
}

function runJourneys(name: string): Count {
  const report = resolve(reports, `${name}.json`)
  rmSync(report, { force: true })
  const env = {
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    NODE_ENV: 'test',
    ...(isLong ? { ZUSPRUCH_LONG: '1' } : {}),
  }
  const ok = node('node_modules/@playwright/test/cli.js', ['test', '--reporter=list,json'], env)
  return readCount(report, ok, countPlaywright)
}

const failure: Count = { passed: 0, failed: 1, skipped: 0 }
const hasBrowser = !changed && installBrowser()

/** Without a browser an ordinary user runs everything else; in CI that is a failure. */
function leaveOutJourneys(): Count {
  process.stdout.write('The journeys were left out, because there is no browser (see above).\n')
  const isMachineOfTests = process.env['CI'] !== undefined || process.getuid?.() === 0
  return isMachineOfTests ? failure : { ...failure, failed: 0, skipped: 1 }
}

function runAll(): Count {
  if (!node('scripts/build.ts')) return failure
  // Run apart: one group would disturb the other's measurements.
  const tests = isLong
    ? runVitest('long', ['--config', 'vitest.long.config.ts'])
    : runVitest('unit')
  return add(
    tests,
    hasBrowser ? runJourneys(isLong ? 'long-journeys' : 'journeys') : leaveOutJourneys(),
  )
}

function readResults(): Results {
  const results: Results = new Map()
  const read = <Report>(name: string, resultsIn: (report: Report) => Results) => {
    const path = resolve(reports, `${name}.json`)
    if (!existsSync(path)) return
    for (const [file, ran] of resultsIn(JSON.parse(readFileSync(path, 'utf8')) as Report))
      results.set(file, ran)
  }
  read(isLong ? 'long' : 'unit', resultsOfVitest)
  read(isLong ? 'long-journeys' : 'journeys', resultsOfPlaywright)
  return results
}

function nameFailures(results: Results): void {
  for (const [file, tests] of results)
    for (const { title, result } of tests)
      if (result === 'failed')
        process.stdout.write(`Failed test: ${relative(root, file)} › ${title}\n`)
}

/** One more test, after all others: what test/coverage names as proof passed, or is reported as skipped. */
function checkProofs(results: Results): Count {
  const { failed, skipped } = findUnproven(root, linesOf(readCoverage(root)), results, isLong)
  for (const one of failed) process.stdout.write(`Failed test: proof of ${one} did not pass\n`)
  for (const one of skipped) process.stdout.write(`proof of ${one} was skipped here\n`)
  return { passed: failed.length > 0 ? 0 : 1, failed: failed.length > 0 ? 1 : 0, skipped: 0 }
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
  const results = readResults()
  nameFailures(results)
  const total = add(ran, checkProofs(results))
  process.stdout.write(`\n${closingLine(total)}\n`)
  process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
}
