import { expect, test } from 'vitest'
import { table } from './table.ts'

test('columns line up, numbers are right-aligned, and no cell contains control characters', () => {
  const text = table(
    ['Id', 'Cents'],
    [
      ['a', 5],
      ['b\u001b[2J', 1200],
    ],
    'none',
  )
  expect(text.split('\n')).toEqual([
    'Id          Cents',
    '----------  -----',
    'a               5',
    'b\\u001b[2J   1200',
  ])
  expect(table(['Id'], [], 'Nothing is due.')).toBe('Nothing is due.')
})
