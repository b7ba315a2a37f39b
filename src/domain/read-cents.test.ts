import { expect, test } from 'vitest'
import { readAmount, readCents } from './read-cents.ts'

test('amounts are exact cents or nothing', () => {
  expect(['12', '12,5', '12.50', '0.01', '1000000'].map(readAmount)).toEqual([
    1200, 1250, 1250, 1, 100_000_000,
  ])
  for (const wrong of ['', '1.000', '1,234', '-5', '5 EUR', '1e3', '١٢', 'NaN'])
    expect(readAmount(wrong)).toBeNull()
  expect(['5001', ' 1 '].map(readCents)).toEqual([5001, 1])
  for (const wrong of ['', '1.5', '-1', '12345678901', '0x10']) expect(readCents(wrong)).toBeNull()
})
