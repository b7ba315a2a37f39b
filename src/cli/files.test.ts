import { mkdtempSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { writeParts } from './files.ts'

async function* partsOf(...texts: string[]) {
  for (const text of texts) {
    if (text === 'broken') throw new Error('broken')
    yield Buffer.from(text)
  }
}

test('a file in parts is there as a whole or not at all, for its owner alone', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'files-'))
  const target = join(folder, 'bank.xml')
  await expect(writeParts(target, partsOf('a', 'broken'))).rejects.toThrow('broken')
  expect(readdirSync(folder)).toEqual([])
  // What is there is replaced, not opened: others may read it.
  writeFileSync(target, 'old', { mode: 0o644 })
  await expect(writeParts(target, partsOf('a', 'broken'))).rejects.toThrow('broken')
  expect(readFileSync(target, 'utf8')).toBe('old')
  expect(await writeParts(target, partsOf('a', 'b'))).toBe(target)
  expect(readFileSync(target, 'utf8')).toBe('ab')
  expect(statSync(target).mode & 0o077).toBe(0)
  expect(readdirSync(folder)).toEqual(['bank.xml'])
})
