import { expect, test } from 'vitest'
import { withKeysTheyOpen } from './leaked-keys.ts'

const day = (text: string | null) => text && Temporal.Instant.from(`2026-0${text}T12:00:00Z`)
const key = (key_id: string, from: string, until: string | null, sealedBy: string) => ({
  key_id,
  sealed: `${sealedBy}.iv.tag.text`,
  first_used_at: day(from) as Temporal.Instant,
  retired_at: day(until) as Temporal.Instant | null,
})

test('a key that leaks takes along each key whose reading it seals, and what those opened', () => {
  const rows = [
    key('a', '1-01', '3-01', 'b'),
    key('b', '3-01', '3-02', 'c'),
    key('c', '3-01', null, 'c'),
  ]
  expect(withKeysTheyOpen(['c'], rows).toSorted()).toEqual(['a', 'b', 'c'])
})

test('a key that leaks years later takes along what a copy of the database from its time opens, but no newer key', () => {
  const rows = [
    key('a', '1-01', '2-01', 'd'),
    key('b', '2-01', '3-01', 'd'),
    key('c', '3-01', '4-01', 'd'),
    key('d', '4-01', null, 'd'),
  ]
  expect(withKeysTheyOpen(['b'], rows)).toEqual(['b', 'a'])
})

test('of keys that one rotation retired, a newer one may have sealed an older one, never the other way', () => {
  const rows = [
    key('a', '1-01', '3-01', 'c'),
    key('b', '2-01', '3-01', 'c'),
    key('c', '3-01', null, 'c'),
  ]
  expect(withKeysTheyOpen(['b'], rows)).toEqual(['b', 'a'])
  expect(withKeysTheyOpen(['a'], rows)).toEqual(['a'])
})

test('a key that never wrote here opens nothing', () => {
  expect(withKeysTheyOpen(['x'], [key('a', '1-01', '2-01', 'b')])).toEqual(['x'])
})
