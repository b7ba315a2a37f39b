import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeByteCache } from './byte-cache.ts'

test('what was used last stays, what was used longest ago goes', () => {
  const cache = makeByteCache<string>({ maxBytes: 100, maxEntries: 10 })
  for (const name of ['a', 'b', 'c', 'd']) cache.set(name, name, 25)
  expect(cache.get('a')).toBe('a')
  cache.set('e', 'e', 25)
  expect(['a', 'b', 'c', 'd', 'e'].filter((name) => cache.get(name))).toEqual(['a', 'c', 'd', 'e'])
  cache.set('e', 'new', 10)
  expect([cache.get('e'), cache.bytes()]).toEqual(['new', 85])
  cache.delete('a')
  expect([cache.get('a'), cache.bytes()]).toEqual([undefined, 60])
})

test('one that is larger than a quarter is not kept, and does not push out the others', () => {
  const cache = makeByteCache<string>({ maxBytes: 100, maxEntries: 10 })
  cache.set('a', 'a', 25)
  cache.set('large', 'large', 26)
  expect([cache.get('a'), cache.get('large'), cache.bytes()]).toEqual(['a', undefined, 25])
})

test('whatever comes, it never holds more bytes or entries than it may', () => {
  const entry = fc.tuple(fc.constantFrom(...'abcdefghij'), fc.integer({ min: 0, max: 40 }))
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 60 }), (entries) => {
      const cache = makeByteCache<number>({ maxBytes: 100, maxEntries: 4 })
      for (const [key, bytes] of entries) cache.set(key, bytes, bytes)
      const kept = [...'abcdefghij'].flatMap((key) => cache.get(key) ?? [])
      expect(kept.length).toBeLessThanOrEqual(4)
      expect(cache.bytes()).toBe(kept.reduce((sum, bytes) => sum + bytes, 0))
      expect(cache.bytes()).toBeLessThanOrEqual(100)
    }),
  )
})
