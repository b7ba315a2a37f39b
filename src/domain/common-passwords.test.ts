import { describe, expect, test } from 'vitest'
import { commonPasswordCount, isCommonPassword } from './common-passwords.ts'
import { checkPassword } from './password.ts'

describe('isCommonPassword', () => {
  test.each([
    'Password1',
    'Passwort1',
    'Passwort2026!',
    'PASSWORT123',
    'P@ssw0rd',
    'P@ssw0rd1!',
    'Qwertz123',
    'Qwerty12345!',
    'Hallo123',
    'Hallo1234!',
    'Willkommen1',
    'Sommer2026',
    'Schalke04',
    'Bayern1900',
    'Berlin2026',
    'Schatz123',
    'Iloveyou1',
    '12345678',
    '123456789',
    'Abcd1234',
    '1q2w3e4r',
    'Fussball11',
    'Fußball11',
    'Geheim123!',
    'Michael1985',
    'Sonnenschein1',
    'Test1234',
    'Funkelnetz1',
    'Mu\u0308nchen1860',
  ])('%s is', (text) => {
    expect(isCommonPassword(text)).toBe(true)
  })

  test.each([
    'Tr0ckene-Zwetschge',
    'kX7vQ2mRt9',
    'Vier Gabeln im 7. Stock',
    'Lampe!Wiese4Hut',
    'xPassw0rdx7Q',
    'Zebrastreifen-84-Moos',
    '',
  ])('%j is not', (text) => {
    expect(isCommonPassword(text)).toBe(false)
  })

  test('the list has passwords that the rules alone would accept', () => {
    expect(commonPasswordCount).toBeGreaterThan(1_000)
    const rulesLetThrough = ['Passwort2026!', 'Sommer2026', 'Schalke04', 'Hallo1234!']
    for (const text of rulesLetThrough) {
      expect(checkPassword(text).every((rule) => rule.ok)).toBe(true)
      expect(isCommonPassword(text)).toBe(true)
    }
  })

  test('a very long text is answered at once', () => {
    expect(isCommonPassword('1'.repeat(1_000_000))).toBe(false)
  })
})
