import { describe, expect, test } from 'vitest'
import { baseOf, feedAddress, pauseMinutes, whyHeldBack } from './feed.ts'

test('after three failures the pause doubles, up to an hour', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1_000].map(pauseMinutes)).toEqual([
    1, 1, 1, 2, 4, 8, 16, 32, 60, 60, 60,
  ])
})

test('an answer that takes more than half off the pages is held back, exactly half is not', () => {
  const why = (gone: number, kept: number) =>
    whyHeldBack({ gone, kept, left: kept, base: null }, [])
  expect(why(0, 0)).toBeNull()
  expect(why(20, 20)).toBeNull()
  expect(why(21, 19)).toBe('21 products would leave the catalogue, 19 would stay.')
  expect(why(1, 0)).toMatch(/^1 products/)
})

test('many small reductions within a day count as one', () => {
  const at = Temporal.Instant.from('2026-03-01T10:00:00Z')
  const first = baseOf(null, { before: 10, left: 6 }, at)
  expect(first).toEqual({ products: 10, at })
  const why = (left: number, base: number) =>
    whyHeldBack({ gone: 1, kept: left, left, base }, []) !== null
  expect([why(5, first.products), why(4, first.products)]).toEqual([false, true])
  expect(baseOf(first, { before: 6, left: 5 }, at.add({ hours: 23 }))).toEqual(first)
  const grown = at.add({ hours: 1 })
  expect(baseOf(first, { before: 6, left: 12 }, grown)).toEqual({ products: 12, at: grown })
  const next = at.add({ hours: 24 })
  expect(baseOf(first, { before: 6, left: 4 }, next)).toEqual({ products: 6, at: next })
})

test('a commission that falls to nothing is held back, one that jumps where many do', () => {
  const counts = { gone: 0, kept: 20, left: 20, base: 20 }
  const why = (...pairs: [number, number][]) =>
    whyHeldBack(
      counts,
      pairs.map(([from, to], at) => ({ id: `p${at}`, from, to })),
    )
  const many = (from: number, to: number) =>
    Array.from({ length: 3 }, (): [number, number] => [from, to])
  expect(why([5000, 0])).toBe('1 products would earn nothing any more, p0 among them.')
  expect(why([5000, 99_000], [5000, 1])).toBeNull()
  for (const [from, to] of [
    [5000, 15_001],
    [5000, 1666],
    [0, 5000],
  ] as const)
    expect(why(...many(from, to))).toMatch(/^3 of 20 products would earn more than three times/)
  expect(why(...many(5000, 15_000), ...many(5000, 1667))).toBeNull()
})

describe('the address of a feed', () => {
  test.each([
    'https://feed.example/katalog.json?k=1',
    'http://127.0.0.1:4000/',
    'http://localhost/f',
  ])('%s is asked', (route) => expect(feedAddress(route)?.href).toBe(new URL(route).href))

  test.each([
    '',
    '/katalog',
    'http://feed.example/katalog.json',
    'http://127.0.0.1.feed.example/',
    'http://10.0.0.1/',
    'https://name:word@feed.example/',
    'ftp://feed.example/',
    'file:///etc/passwd',
    'javascript:alert(1)',
    'data:application/json,{}',
  ])('%s is not', (route) => expect(feedAddress(route)).toBeNull())
})
