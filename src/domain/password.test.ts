import { describe, expect, test } from 'vitest'
import { checkPassword, passwordRules } from './password.ts'

const broken = (text: string) =>
  checkPassword(text)
    .filter((rule) => !rule.ok)
    .map((rule) => rule.id)

describe('checkPassword', () => {
  test.each([
    ['', ['length', 'lower', 'upper', 'digit']],
    ['Aa1', ['length']],
    ['Abcdef1', ['length']],
    ['Abcdefg1', []],
    ['abcdefg1', ['upper']],
    ['ABCDEFG1', ['lower']],
    ['Abcdefgh', ['digit']],
    ['Ößterwald7', []],
    ['ÄÖÜäöü12', []],
    ['Mein langer Satz 1', []],
    ['🔑🔑🔑🔑Aa1', ['length']],
    ['🔑🔑🔑🔑🔑Aa1', []],
    ['Aa1\n\n\n\n\n', []],
    [`Aa1${'x'.repeat(197)}`, []],
    [`Aa1${'x'.repeat(198)}`, ['length']],
    ['Abcdefg١', ['digit']],
    ['vier gabeln im', ['upper', 'digit']],
    ['vier gabeln im ', []],
    ['271828182845904', []],
    [`${'🔑'.repeat(14)}`, ['lower', 'upper', 'digit']],
    [`${'🔑'.repeat(15)}`, []],
    ['x'.repeat(201), ['length', 'upper', 'digit']],
  ])('%j breaks %j', (text, rules) => {
    expect(broken(text)).toEqual(rules)
  })

  test('answers one line per rule, in their order', () => {
    expect(checkPassword('x').map((rule) => rule.id)).toEqual(passwordRules.map((rule) => rule.id))
  })

  test('the rules can be sent as data and checked on the other side', () => {
    const sent = JSON.parse(JSON.stringify(passwordRules)) as typeof passwordRules
    const ok = sent.every((rule) => new RegExp(rule.pattern, 'us').test('Abcdefg1'))
    expect(ok).toBe(true)
    for (const rule of sent) expect(rule.de && rule.en).toBeTruthy()
  })
})
