import { describe, expect, test } from 'vitest'
import { feedAddress, isHeldBack, pauseMinutes } from './feed.ts'

test('after three failures the pause doubles, up to an hour', () => {
  expect([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 1_000].map(pauseMinutes)).toEqual([
    1, 1, 1, 2, 4, 8, 16, 32, 60, 60, 60,
  ])
})

test('an answer that takes more than half off the pages is held back, exactly half is not', () => {
  expect(isHeldBack({ gone: 0, kept: 0 })).toBe(false)
  expect(isHeldBack({ gone: 20, kept: 20 })).toBe(false)
  expect(isHeldBack({ gone: 21, kept: 19 })).toBe(true)
  expect(isHeldBack({ gone: 1, kept: 0 })).toBe(true)
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
