import { spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { readDefects, type Defect } from '../scripts/read-defects.ts'

const root = resolve(import.meta.dirname, '..')
const defects = readDefects(root)

/** Whether the file has a test of that title, whole or in part; values of `test.each` and of templates fit anything. */
function isTested({ file, title }: Defect): boolean {
  const path = resolve(root, file)
  const source = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return [...source.matchAll(/(['"`])((?:(?!\1).){10,})\1,/g)].some(([, , text = '']) => {
    const fixed = text.split(/\$\{.*?\}|%[sdifjo]/).map((part) => RegExp.escape(part))
    return text.includes(title) || new RegExp(`^${fixed.join('.*')}$`).test(title)
  })
}

test('fifty planted defects apply to the code as it is, and each names a test that there is', () => {
  const applies = ({ path }: Defect) =>
    spawnSync('git', ['apply', '--check', path], { cwd: root }).status === 0
  const stale = defects.filter((one) => !applies(one) || !isTested(one))
  expect(stale.map(({ name }) => name)).toEqual([])
  expect(defects.length).toBeGreaterThanOrEqual(50)
})
