import { expect, test } from 'vitest'
import { table } from './table.ts'

test('columns line up, numbers to the right, and nothing moves the cursor', () => {
  const text = table(
    ['Id', 'Cents'],
    [
      ['a', 5],
      ['b\u001b[2J', 1200],
    ],
    'none',
  )
  expect(text).toBe(['Id     Cents', '-----  -----', 'a          5', 'b [2J   1200'].join('\n'))
  expect(table(['Id'], [], 'Nothing is due.')).toBe('Nothing is due.')
})
