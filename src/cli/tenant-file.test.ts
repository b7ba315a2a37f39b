import { expect, test } from 'vitest'
import { readTenantFile } from './tenant-file.ts'

test.each([
  ['http://cms.example', true],
  ['https://name:word@cms.example', true],
  ['https://cms.example', false],
  ['http://127.0.0.1:5000', false],
])('a content service at %s is refused: %s', (url, isRefused) => {
  const contentService = { url, clientId: 'a', schemas: {}, refreshSeconds: 60 }
  const read = readTenantFile(JSON.stringify({ contentService }))
  const problems = 'problems' in read ? read.problems : []
  expect(problems.some((problem) => problem.startsWith('contentService'))).toBe(isRefused)
})
