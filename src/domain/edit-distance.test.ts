import { expect, test } from 'vitest'
import { editDistance } from './edit-distance.ts'

test.each([
  ['', '', 0],
  ['', 'abc', 3],
  ['meier', 'meier', 0],
  ['meier', 'meir', 1],
  ['meier', 'meiers', 1],
  ['meier', 'beier', 1],
  ['muler', 'mulre', 1],
  ['umler', 'muler', 1],
  ['schmit', 'schwarz', 4],
] as const)('%s and %s differ by %i', (a, b, distance) => {
  expect(editDistance(a, b)).toBe(distance)
  expect(editDistance(b, a)).toBe(distance)
})
