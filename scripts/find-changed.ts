import { execFileSync } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

/** Paths from the root of files changed since `since` (a commit), and of new ones. */
export function listChanged(root: string, since: string): string[] {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: root, encoding: 'utf8' }).split('\n').filter(Boolean)
  return [
    ...git('diff', '--name-only', since),
    ...git('ls-files', '--others', '--exclude-standard'),
  ]
}

/** Tests beside changed files or importing one directly. Indirect imports are left out: every test that starts the server would qualify. */
export function testsOf(root: string, changed: string[]): string[] {
  const tests = globSync(['src/**/*.test.ts', 'test/*.test.ts'], { cwd: root })
  const folders = new Set(changed.filter((path) => path.startsWith('src/')).map(dirname))
  const files = new Set(changed)
  return tests
    .filter((test) => {
      if (files.has(test) || folders.has(dirname(test))) return true
      const imports = readFileSync(join(root, test), 'utf8').matchAll(/from '(\.[^']+)'/g)
      return [...imports].some(([, path = '']) => files.has(join(dirname(test), path)))
    })
    .toSorted()
}
