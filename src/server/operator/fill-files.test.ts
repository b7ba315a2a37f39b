import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillFiles } from './fill-files.ts'

// What a tenant's files name is published, and the folder comes from somebody else.

let folder: string
beforeAll(() => {
  const outer = mkdtempSync(join(tmpdir(), 'zuspruch-fill-'))
  writeFileSync(join(outer, 'secret.md'), 'a password')
  folder = join(outer, 'tenant')
  mkdirSync(join(folder, 'texts', 'sub.md'), { recursive: true })
  writeFileSync(join(folder, 'texts', 'terms.md'), '# Größe\n')
  writeFileSync(join(folder, 'texts', 'latin.md'), Buffer.from([0x47, 0xf6]))
  writeFileSync(join(folder, 'texts', 'huge.md'), '')
  truncateSync(join(folder, 'texts', 'huge.md'), 6 * 1024 * 1024)
  symlinkSync('terms.md', join(folder, 'texts', 'again.md'))
  symlinkSync('../../secret.md', join(folder, 'texts', 'out.md'))
  symlinkSync('..', join(folder, 'up'))
  spawnSync('mkfifo', [join(folder, 'texts', 'pipe.md')])
})
afterAll(() => rmSync(join(folder, '..'), { recursive: true }))

test('a text is read, also by a link within the folder', () => {
  const value = { de: 'texts/terms.md', en: ['texts/again.md'] }
  expect(fillFiles(value, folder)).toEqual({
    value: { de: '# Größe', en: ['# Größe'] },
    problems: [],
  })
})

test.each([
  'texts/none.md',
  'texts/out.md',
  'up/secret.md',
  'texts/sub.md',
  'texts/pipe.md',
  'texts/huge.md',
  'texts/latin.md',
])('%s is refused and its field named', (name) => {
  const { value, problems } = fillFiles({ terms: { de: name } }, folder)
  expect(JSON.stringify(value)).not.toContain('password')
  expect(problems).toEqual([expect.stringContaining(`terms.de: `)])
  expect(problems[0]).toContain(name)
})

test('without a folder no file is read', () => {
  expect(fillFiles({ a: 'texts/terms.md' }, null).problems).toHaveLength(1)
})
