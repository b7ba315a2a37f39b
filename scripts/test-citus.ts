// Runs tests on a database of several nodes (Citus), where the tool beside the repository can start one; elsewhere it says that it did not.
import { spawnSync } from 'node:child_process'
import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { whyNoNodes } from '../test/helpers/citus.ts'
import { closingLine, count, readResults, resultsOfVitest } from './read-results.ts'

const root = resolve(import.meta.dirname, '..')
const report = resolve(root, 'test-results/citus.json')

const why = whyNoNodes()
if (why !== null) {
  process.stdout.write(`Nothing was run on several nodes: ${why}.\n\n`)
  process.stdout.write(`${closingLine({ passed: 0, failed: 0, skipped: 1 })}\n`)
} else {
  // At the coordinator, and through the other nodes.
  const totals = (['1', 'workers'] as const).map((way) => {
    rmSync(report, { force: true })
    const options = ['--config=vitest.citus.config.ts', '--tags-filter=!long']
    const reporting = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
    const { status } = spawnSync(
      process.execPath,
      [resolve(root, 'node_modules/vitest/vitest.mjs'), 'run', ...options, ...reporting],
      { cwd: root, stdio: 'inherit', env: { ...process.env, CITUS: way } },
    )
    return count(readResults(report, status === 0, (found) => resultsOfVitest(found, false)))
  })
  const sum = (of: 'passed' | 'failed' | 'skipped') =>
    totals.reduce((all, total) => all + total[of], 0)
  const total = { passed: sum('passed'), failed: sum('failed'), skipped: sum('skipped') }
  process.stdout.write(`\n${closingLine(total)}\n`)
  process.exitCode = total.failed > 0 || totals.some(({ passed }) => passed === 0) ? 1 : 0
}
