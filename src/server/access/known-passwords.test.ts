import { describe, expect, test } from 'vitest'
import { isKnownPassword, knownPasswordCount } from './known-passwords.ts'
import { checkPassword } from '../../domain/password.ts'

describe('isKnownPassword', () => {
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
    '123456789012345',
    '$Passw0rt!!',
    'K1ngk0ng7',
    'aaaaaaaaaaaaaaaaaaaa',
    'abcabcabcabcabcabc',
    'hallohallohallohallo',
    'Qwertz-Qwertz-1',
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
    expect(isKnownPassword(text)).toBe(true)
  })

  test.each([
    'Tr0ckene-Zwetschge',
    'kX7vQ2mRt9',
    'Vier Gabeln im 7. Stock',
    'Lampe!Wiese4Hut',
    'xPassw0rdx7Q',
    'Zebrastreifen-84-Moos',
    'vier gabeln im siebten stock',
    '2718 2818 2845 9045',
  ])('%j is not', (text) => {
    expect(isKnownPassword(text)).toBe(false)
  })

  test('the list has passwords that the rules alone would accept', () => {
    expect(knownPasswordCount()).toBeGreaterThan(100_000)
    const rulesLetThrough = ['Passwort2026!', 'Sommer2026', 'Schalke04', 'Hallo1234!']
    for (const text of rulesLetThrough) {
      expect(checkPassword(text).every((rule) => rule.ok)).toBe(true)
      expect(isKnownPassword(text)).toBe(true)
    }
  })

  test('few good passwords are taken for known: prefixes meet by chance', () => {
    const many = 20_000
    let wrong = 0
    for (let one = 0; one < many; one++) if (isKnownPassword(madeUp(one))) wrong++
    expect(wrong).toBeLessThan(30)
  })
})

/** The same each time, and in nobody's list: letters that no word has side by side. */
function madeUp(number: number): string {
  const letters = 'qxjvzkwy'
  let text = ''
  for (let left = number + 8 ** 6; left > 0; left = Math.floor(left / 8)) text += letters[left % 8]
  return `${text}Q-${number}-xvj`
}
