// Plants the defects of test/defects, one after another, in a copy of the project, and runs the test that must catch each, which has to
// pass without any. Words choose among the patches: `npm run test:defects -- 03 sweep`.
import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { createVitest, type TestCase } from 'vitest/node'
import { readDefects, type Defect } from './read-defects.ts'

const root = resolve(import.meta.dirname, '..')
// The rest is cut off: the tests' global setup reads it as names of files.
const words = process.argv.splice(2)
const defects = readDefects(root).filter(
  ({ name }) => words.length === 0 || words.some((word) => name.includes(word)),
)

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
process.chdir(copy)
// One process, and so one database, for all runs.
const vitest = await createVitest('test', { root: copy, watch: false, reporters: [{}] })

const patternOf = (titles: string[]) =>
  new RegExp(titles.map((title) => title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')).join('|'))

async function run(of: readonly Defect[]): Promise<TestCase[]> {
  const files = Map.groupBy(of, ({ file }) => file)
  const chosen = [...files].map(([file, some]) =>
    vitest.getRootProject().createSpecification(join(copy, file), {
      testNamePattern: patternOf(some.map(({ title }) => title)),
    }),
  )
  const { testModules } = await vitest.runTestSpecifications(chosen)
  return testModules.flatMap((module) => [...module.children.allTests()])
}

/** How many tests of that defect passed and failed; a file that cannot be loaded has none of either. */
function count(tests: readonly TestCase[], { file, title }: Defect) {
  const [own, pattern] = [join(copy, file), patternOf([title])]
  const named = tests.filter((test) => test.module.moduleId === own && pattern.test(test.fullName))
  const of = (state: string) => named.filter((test) => test.result().state === state).length
  return { passed: of('passed'), failed: of('failed') }
}

function apply({ path, changes }: Defect, ...options: string[]): boolean {
  const { status } = spawnSync('git', ['apply', ...options, join(root, path)], { cwd: copy })
  for (const file of changes) vitest.invalidateFile(join(copy, file))
  return status === 0
}

/** What is wrong with the patch or its test; null where the test catches the defect. */
async function judge(defect: Defect, sound: readonly TestCase[]): Promise<string | null> {
  const without = count(sound, defect)
  if (without.failed > 0) return 'its test fails without it, too'
  if (without.passed === 0) return 'its test did not run'
  if (!apply(defect)) return 'does not apply'
  const planted = count(await run([defect]), defect)
  if (!apply(defect, '--reverse')) return 'cannot be taken back'
  if (planted.failed > 0) return null
  return planted.passed > 0 ? 'not caught' : 'its test did not run with it'
}

let caught = 0
try {
  const sound = await run(defects)
  for (const defect of defects) {
    const wrong = await judge(defect, sound)
    if (wrong === null) caught += 1
    process.stdout.write(`${defect.name}: ${wrong ?? 'caught'}\n`)
  }
} finally {
  await vitest.close()
  rmSync(copy, { recursive: true, force: true })
}
process.stdout.write(`${caught} of ${defects.length} caught\n`)
process.exitCode = defects.length > 0 && caught === defects.length ? 0 : 1
