// Plants the defects of test/defects, one after another, in a copy of the project, and runs the test that must catch each. A patch
// begins with `# test: path/to/file.test.ts › title`. Words choose among the patches: `npm run test:defects -- 03 sweep`.
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'

const root = resolve(import.meta.dirname, '..')
const words = process.argv.slice(2)
const patches = globSync('test/defects/*.patch', { cwd: root })
  .filter((path) => words.length === 0 || words.some((word) => basename(path).includes(word)))
  .toSorted()

function copyProject(): string {
  const copy = mkdtempSync(join(tmpdir(), 'zuspruch-defects-'))
  const list = ['ls-files', '-z', '--cached', '--others', '--exclude-standard']
  const files = execFileSync('git', list, { cwd: root, encoding: 'utf8' }).split('\0')
  for (const file of files.filter((path) => path && existsSync(join(root, path))))
    cpSync(join(root, file), join(copy, file))
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}

const copy = copyProject()

const apply = (patch: string, ...options: string[]) =>
  spawnSync('git', ['apply', ...options, join(root, patch)], { cwd: copy }).status === 0

/** How many tests of that title passed and failed; a file that cannot be loaded has none of either. */
function runTest(file: string, title: string): { passed: number; failed: number } {
  const report = join(copy, 'defect.json')
  rmSync(report, { force: true })
  const named = ['-t', title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')]
  const reporting = ['--reporter=json', `--outputFile=${report}`]
  const vitest = join(copy, 'node_modules/vitest/vitest.mjs')
  spawnSync(process.execPath, [vitest, 'run', file, ...named, ...reporting], {
    cwd: copy,
    stdio: 'ignore',
  })
  if (!existsSync(report)) return { passed: 0, failed: 0 }
  const { numPassedTests: passed, numFailedTests: failed } = JSON.parse(
    readFileSync(report, 'utf8'),
  ) as { numPassedTests: number; numFailedTests: number }
  return { passed, failed }
}

/** What is wrong with the patch or its test; null where the test catches the defect. */
function judge(patch: string): string | null {
  const [, file, title] =
    /^# test: (\S+) › (.+)$/m.exec(readFileSync(join(root, patch), 'utf8')) ?? []
  if (!file || !title) return 'names no test'
  if (!apply(patch)) return 'does not apply'
  const planted = runTest(file, title)
  if (!apply(patch, '--reverse')) return 'cannot be taken back'
  if (planted.failed === 0) return planted.passed > 0 ? 'not caught' : 'its test did not run'
  const sound = runTest(file, title)
  return sound.failed === 0 && sound.passed > 0 ? null : 'its test fails without it, too'
}

let caught = 0
try {
  for (const patch of patches) {
    const wrong = judge(patch)
    if (wrong === null) caught += 1
    process.stdout.write(`${basename(patch)}: ${wrong ?? 'caught'}\n`)
  }
} finally {
  rmSync(copy, { recursive: true, force: true })
}
process.stdout.write(`${caught} of ${patches.length} caught\n`)
process.exitCode = patches.length > 0 && caught === patches.length ? 0 : 1
