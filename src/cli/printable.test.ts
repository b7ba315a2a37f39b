import { expect, test } from 'vitest'
import { oneLine, printable } from './printable.ts'

test('control, direction and line-break characters are printed as numbers, and JSON keeps its value', () => {
  const hostile = 'a\u001b[2J\u0007\r\t\u0000\u009b1A\u007f\u202eoof\u2066x\u2028y\u061cz\ufeff'
  const shown = printable(hostile)
  expect(shown).toBe(
    'a\\u001b[2J\\u0007\\u000d\\u0009\\u0000\\u009b1A\\u007f\\u202eoof\\u2066x\\u2028y\\u061cz\\ufeff',
  )
  expect(JSON.parse(printable(JSON.stringify({ hostile })))).toEqual({ hostile })
  expect(printable('Größe – „ja“ 👍\nzwei')).toBe('Größe – „ja“ 👍\nzwei')
  expect(oneLine('one\nSettled: 3')).toBe('one\\u000aSettled: 3')
})
