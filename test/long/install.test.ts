import { expect, test } from 'vitest'
import { installDry } from '../helpers/install-dry.ts'

test.each([
  ['linux', 'x64'],
  ['linux', 'arm64'],
  ['darwin', 'x64'],
  ['darwin', 'arm64'],
])('npm ci does not refuse on %s %s', (os, cpu) => {
  expect(installDry(os, cpu)).toEqual([0, ''])
})
