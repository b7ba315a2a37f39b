import { describe, expect, test } from 'vitest'
import { isOfNames, isOfRuns, isOnePart, lettersBeside, spellingsOf } from './known-password.ts'

describe('spellingsOf', () => {
  test.each([
    ['Telko2024!', 'telko'],
    ['P@ssw0rd1!', 'password'],
    ['4711-S0nne', 'sonne'],
    ['Mu\u0308nchen1860', 'münchen'],
    ['hallohallohallo', 'hallo'],
    ['123456789012345', '1234567890'],
    ['$Passw0rt!!', 'passwort'],
    ['$chatz99', 'schatz'],
    ['1q2w3e4r5T', '1q2w3e4r5t'],
  ])('%s is also looked for as %s', (password, spelling) => {
    expect(spellingsOf(password)).toContain(spelling)
  })

  test('nothing shorter than four characters is', () => {
    expect(spellingsOf('8472aBc917')).toEqual(['8472abc917'])
  })
})

test('one short part over and over is known without a list', () => {
  expect(['aaaaaaaaaaaaaaa', 'abcabcabcabcabc', '12121212121212121'].every(isOnePart)).toBe(true)
  expect(['abcdabcdabcdabcd', 'vier gabeln im siebten'].some(isOnePart)).toBe(false)
})

test('runs along keys, the alphabet or one key are known without a list', () => {
  const runs = [
    '111111111111111A',
    'qwertzuiopasdfgh',
    'Abcdefg1',
    'ponmlkjihgfedcba',
    'asdfghjkl-98765',
  ]
  expect(runs.filter((one) => !isOfRuns(one))).toEqual([])
  const others = [
    'vier gabeln im siebten',
    'Zugvogel-2345-Nord',
    'abcd-wxyz-Regen',
    '271828182845904',
  ]
  expect(others.filter(isOfRuns)).toEqual([])
})

describe('lettersBeside', () => {
  const names = ['Mara', 'Lindenau', 'mara.l@post.example', 'telko', 'Funkelnetz GmbH']
  test.each([
    ['Lindenau1985!', ''],
    ['MaraLindenau1', ''],
    ['L1nden@u1985', ''],
    ['Telko2024!', ''],
    ['FunkelnetzGmbH7', ''],
    ['Mara-Regen-77', 'regen'],
    ['Zugvogel-2026-Nord', null],
  ])('of %s leaves %j', (password, rest) => {
    expect(lettersBeside(password, names)).toBe(rest)
  })

  test('three letters beside a name are none, and what has no name is not of names', () => {
    expect(isOfNames(lettersBeside('Telko-abc-2024', names))).toBe(true)
    expect(isOfNames(lettersBeside('Telko-Regen-24', names))).toBe(false)
    expect(isOfNames(lettersBeside('Abc-24-xy-7711', names))).toBe(false)
  })
})
