// Runs every test: installs a browser where there is none, builds the web app, then the unit and
// endpoint tests, then the journeys in the browser. `--long` runs the fault runs as well.
import { spawnSync } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { add, closingLine, countPlaywright, countVitest, readCount } from './count-tests.ts'
import type { Count } from './count-tests.ts'
import { findBrowser } from './find-browser.ts'

const root = resolve(import.meta.dirname, '..')
const reports = resolve(root, 'test-results')

function run(command: string, args: string[], env: Record<string, string> = {}): boolean {
  const options = { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } } as const
  return spawnSync(command, args, options).status === 0
}

const node = (script: string, args: string[] = [], env?: Record<string, string>) =>
  run(process.execPath, [resolve(root, script), ...args], env)

function installBrowser(): boolean {
  if (findBrowser().installed) return true
  process.stdout.write('Installing a browser for the tests …\n')
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    const env = { DEBIAN_FRONTEND: 'noninteractive' }
    return run('apt-get', ['update'], env) && run('apt-get', ['install', '-y', 'chromium'], env)
  }
  return node('node_modules/@playwright/test/cli.js', ['install', 'chromium'])
}

function runVitest(name: string, args: string[] = []): Count {
  const report = resolve(reports, `${name}.json`)
  const reporting = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const ok = node('node_modules/vitest/vitest.mjs', ['run', ...args, ...reporting])
  return readCount(report, ok, countVitest)
}

function runJourneys(): Count {
  const report = resolve(reports, 'journeys.json')
  const long: Record<string, string> = process.argv.includes('--long') ? { ZUSPRUCH_LONG: '1' } : {}
  const env = { PLAYWRIGHT_JSON_OUTPUT_FILE: report, NODE_ENV: 'test', ...long }
  const ok = node('node_modules/@playwright/test/cli.js', ['test', '--reporter=list,json'], env)
  return readCount(report, ok, countPlaywright)
}

rmSync(reports, { recursive: true, force: true })
const failure: Count = { passed: 0, failed: 1, skipped: 0 }
const isReady = installBrowser()
const isBuilt = node('scripts/build.ts')
let total = isBuilt ? runVitest('unit') : failure
if (isBuilt) total = add(total, isReady ? runJourneys() : failure)
if (isBuilt && process.argv.includes('--long')) {
  total = add(total, runVitest('long', ['--config', 'vitest.long.config.ts']))
}
process.stdout.write(`\n${closingLine(total)}\n`)
process.exitCode = total.failed > 0 || total.passed === 0 ? 1 : 0
