import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { actionWord, auditActions, auditSubjects, subjectWord } from './audit-words.ts'

const sources = globSync('src/{server,cli}/**/*.ts', {
  exclude: (path) => path.endsWith('.test.ts'),
})
  .map((path) => readFileSync(path, 'utf8'))
  // What is written to the log, not what a form or a call names so.
  .filter((text) => /\baudit\(|auditEntry|subjectKind/.test(text))

const codesOf = (name: 'action' | 'subjectKind') =>
  new Set(
    sources.flatMap((text) =>
      [
        ...text.matchAll(
          new RegExp(`\\b${name}: (?:[\\w.!() ]+ \\? '([a-z-]+)' : )?'([a-z-]+)'`, 'g'),
        ),
      ].flatMap(([, first, second]) => [first, second].filter((one) => one !== undefined)),
    ),
  )

test('every action and subject that is logged has its word in both languages', () => {
  const actions = [...codesOf('action')]
  expect(actions.length).toBeGreaterThan(80)
  expect(actions.filter((code) => !(auditActions as Record<string, unknown>)[code])).toEqual([])
  const subjects = [...codesOf('subjectKind')]
  expect(subjects.length).toBeGreaterThan(15)
  expect(subjects.filter((code) => !auditSubjects[code])).toEqual([])
})

test('a code without a word is shown as it is', () => {
  expect(actionWord('grant-right', 'de')).toBe('Recht vergeben')
  expect(subjectWord('referral', 'en')).toBe('Recommendation')
  expect(actionWord('constructor', 'de')).toBe('constructor')
})

test('a tenant that says Bonus reads no Prämie in its log', () => {
  const bonus = (words: object, wordOf: typeof actionWord) =>
    Object.keys(words).map((code) => wordOf(code, 'de', 'Bonus'))
  const said = [...bonus(auditActions, actionWord), ...bonus(auditSubjects, subjectWord)]
  expect(said.filter((text) => /Prämie/.test(text))).toEqual([])
  expect(actionWord('reward-payment-held', 'de', 'Bonus')).toBe('Zahlung des Bonus angehalten')
  expect(actionWord('reward-payment-held', 'de')).toBe('Zahlung der Prämie angehalten')
})
