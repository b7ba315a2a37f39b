import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { takeTurns } from '../scripts/take-turns.ts'

const folder = mkdtempSync(join(tmpdir(), 'turns-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

test('parallel builds run one after the other', async () => {
  const [lock, log] = [join(folder, 'lock'), join(folder, 'log')]
  writeFileSync(log, '')
  const code = `
    import { appendFileSync } from 'node:fs'
    import { takeTurns } from ${JSON.stringify(resolve(import.meta.dirname, '../scripts/take-turns.ts'))}
    await takeTurns(${JSON.stringify(lock)}, async () => {
      appendFileSync(${JSON.stringify(log)}, '(')
      for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
      appendFileSync(${JSON.stringify(log)}, ')')
    })`
  const all = Array.from({ length: 6 }, () =>
    spawn(process.execPath, ['--input-type=module-typescript', '-e', code], { stdio: 'inherit' }),
  )
  const ends = await Promise.all(all.map((one) => once(one, 'exit')))
  expect(ends.map(([status]) => status as number)).toEqual([0, 0, 0, 0, 0, 0])
  expect(readFileSync(log, 'utf8')).toBe('()()()()()()')
})

test('a killed process blocks nobody, and a failed one passes the turn on', async () => {
  const lock = join(folder, 'left')
  const { pid } = spawnSync(process.execPath, ['-e', ''])
  writeFileSync(lock, `${pid}`)
  await expect(takeTurns(lock, () => Promise.reject(new Error('broken')))).rejects.toThrow('broken')
  expect(await takeTurns(lock, async () => 'built')).toBe('built')
})
