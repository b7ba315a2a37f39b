import { expect, test } from 'vitest'
import { changeState } from './state-change.ts'

const next = { a: ['b'], b: ['c'], c: [] } as const
const implied = { a: [], b: ['a'], c: [] } as const
type Letter = keyof typeof next

test('a change is made once, refused with its reason, and done already where the state includes it', () => {
  const change = (from: Letter, to: Letter) => changeState<Letter>(next, from, to, implied)
  expect(change('a', 'b')).toEqual({ kind: 'changed' })
  expect(change('a', 'a')).toEqual({ kind: 'already' })
  expect(change('b', 'a')).toEqual({ kind: 'already' })
  expect(change('a', 'c')).toEqual({ kind: 'refused', reason: 'not-next' })
  expect(change('c', 'a')).toEqual({ kind: 'refused', reason: 'final' })
})

test('without implied states going back is refused', () => {
  expect(changeState<Letter>(next, 'b', 'a')).toEqual({ kind: 'refused', reason: 'not-next' })
})
