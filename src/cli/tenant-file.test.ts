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

test('an entry of the whitelist or the block list that matches nobody is refused and named', () => {
  const read = readTenantFile(
    JSON.stringify({
      flags: { EmailWhitelist: ['*@firma.example', 'firma.example'] },
      blockedEmails: {
        single: ['eva@firma.example', 'eva'],
        wildcard: ['@firma.example', '*@x.de'],
      },
    }),
  )
  const problems = 'problems' in read ? read.problems : []
  expect(
    problems.filter((problem) => problem.includes('mail') || problem.includes('Emails')),
  ).toEqual(
    expect.arrayContaining([
      expect.stringMatching(/^flags\.EmailWhitelist\.1: .* matches nobody$/),
      'blockedEmails.single.1: is not an e-mail address',
      expect.stringMatching(/^blockedEmails\.wildcard\.0: .* matches nobody$/),
    ]),
  )
  expect(problems.join()).not.toMatch(/EmailWhitelist\.0|single\.0|wildcard\.1/)
})
