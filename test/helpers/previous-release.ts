import { spawnSync } from 'node:child_process'
import { readFileSync, symlinkSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { migrationNames } from '../../src/server/db/migration-files.ts'

const root = resolve(import.meta.dirname, '../..')
const folder = 'src/server/db/migrations'

/**
 * The release before this one, as a commit: the newest on the main line with fewer migrations, so that there is always something new to it. No
 * file names it, as nobody would keep that. Null without the history (a shallow clone, or none).
 */
export function findPreviousRelease(): string | null {
  const now = migrationNames().length - 1 // the schema has a folder of its own
  const added = git(
    'log',
    '--first-parent',
    '-m',
    '--diff-filter=A',
    '--format=%H',
    'HEAD',
    '--',
    folder,
  )
  // One that is not committed yet is new to HEAD.
  for (const commit of ['HEAD', ...added.split('\n').map((hash) => `${hash}^1`)]) {
    const files = git('ls-tree', '--name-only', commit, `${folder}/`)
    const count = files.split('\n').filter((name) => name.endsWith('.sql')).length
    if (count > 0 && count < now) return git('rev-parse', commit)
  }
  return null
}

/** Its files in `target`, built, over the packages of this one; over its own, installed for it, where they are others. */
export function buildRelease(commit: string, target: string): void {
  const { status, stderr } = spawnSync(
    'sh',
    ['-c', `git archive ${commit} | tar -x -C ${target}`],
    { cwd: root, encoding: 'utf8' },
  )
  if (status !== 0) throw new Error(stderr)
  const lockOf = (place: string) => readFileSync(join(place, 'package-lock.json'), 'utf8')
  if (lockOf(root) === lockOf(target))
    symlinkSync(join(root, 'node_modules'), join(target, 'node_modules'))
  else {
    const words = ['ci', '--prefer-offline', '--no-audit', '--no-fund']
    const installed = spawnSync('npm', words, { cwd: target, encoding: 'utf8' })
    if (installed.status !== 0) throw new Error(installed.stderr)
  }
  const built = spawnSync('npm', ['run', '--silent', 'build'], { cwd: target, encoding: 'utf8' })
  if (built.status !== 0) throw new Error(built.stderr)
}

function git(...words: string[]): string {
  const { stdout } = spawnSync('git', words, { cwd: root, encoding: 'utf8' })
  return (stdout ?? '').trim()
}
