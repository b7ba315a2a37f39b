import { expect, test } from 'vitest'
import { changeActions, withoutBefore } from './audit-changes.ts'
import { auditActions } from './audit-words.ts'

test('every action is one thing: a change with before and after, or an act without one, which says why', () => {
  const named = [...changeActions, ...Object.keys(withoutBefore)]
  expect(named.filter((action) => !Object.hasOwn(auditActions, action))).toEqual([])
  expect(named.length).toBe(new Set(named).size)
  expect(Object.entries(withoutBefore).filter(([, why]) => why.length < 3)).toEqual([])
})
