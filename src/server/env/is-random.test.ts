import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { isRandom } from './is-random.ts'

const bytes = (seed: string, size: number) =>
  createHash('shake256', { outputLength: size }).update(seed).digest()

test('32 random bytes are random enough in every spelling, each of a thousand times', () => {
  for (let seed = 0; seed < 1000; seed += 1) {
    const key = bytes(`${seed}`, 32)
    for (const encoding of ['hex', 'base64', 'base64url'] as const)
      expect([key.toString(encoding), isRandom(key.toString(encoding))]).toEqual([
        key.toString(encoding),
        true,
      ])
    expect(isRandom(key.toString('hex').toUpperCase())).toBe(true)
    expect(isRandom(bytes(`${seed}`, 48).toString('base64'))).toBe(true)
  }
})

test.each([
  ['one letter', 'k'.repeat(64)],
  ['one byte', '00'.repeat(32)],
  ['the letters in their order', 'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'],
  ['the digits in their order', '0123456789abcdef'.repeat(4)],
  ['a word again and again', 'Changeme123!'.repeat(5)],
  ['8 random bytes again and again', bytes('a', 8).toString('hex').repeat(5)],
  ['readable text in base64', Buffer.from('0123456789abcdef'.repeat(3)).toString('base64')],
  ['words in base64', Buffer.from('Das ist ein langes Geheimnis fuer alle').toString('base64')],
  [
    'words in base64 by echo',
    Buffer.from('my company secret key for referral programme 2026\n').toString('base64'),
  ],
  [
    'words with umlauts in base64',
    Buffer.from('Schlüssel für die große Empfehlung in Köln').toString('base64'),
  ],
  [
    'words in hex',
    Buffer.from('my company secret key for referral programme 2026').toString('hex'),
  ],
  ['words without spaces', 'MyCompanySecretKeyForTheReferralProgramme2026!'],
  ['four words and more', 'correct-Horse-battery-Staple-Zuspruch-2026-Jumps-Over'],
  ['words', 'test-secret-key-of-at-least-32-characters-or-more'],
  ['a sentence', 'This is a Sentence of Words that Somebody typed as a Key'],
  ['24 random bytes in hex', bytes('a', 24).toString('hex')],
  ['24 random bytes in base64', bytes('a', 24).toString('base64')],
  ['31 random bytes in hex', bytes('a', 31).toString('hex')],
  ['31 random bytes in base64', bytes('a', 31).toString('base64url')],
])('%s is not', (_, key) => {
  expect(isRandom(key)).toBe(false)
})
