import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { testsOf } from '../scripts/find-changed.ts'

const root = resolve(import.meta.dirname, '..')

test('a changed file is tested by what stands beside it and by what imports it, a changed test by itself', () => {
  const ofMoney = testsOf(root, ['src/domain/money.ts'])
  expect(ofMoney).toContain('src/domain/money.test.ts')
  const ofScript = testsOf(root, ['scripts/find-changed.ts'])
  expect(ofScript).toEqual(['test/find-changed.test.ts'])
  expect(testsOf(root, ['test/find-changed.test.ts'])).toEqual(ofScript)
  expect(testsOf(root, ['README.md'])).toEqual([])
})
