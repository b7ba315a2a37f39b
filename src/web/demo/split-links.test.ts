import { expect, test } from 'vitest'
import { splitLinks } from './split-links.ts'

test('links are found, without the punctuation behind them, and nothing is lost', () => {
  const text = 'Hallo,\nhttps://a.example/de?t=x_y-1&z=2\nund (http://b.example/k/AB2C).'
  const parts = splitLinks(text)
  expect(parts.map((part) => part.text).join('')).toBe(text)
  expect(parts.flatMap((part) => part.link ?? [])).toEqual([
    'https://a.example/de?t=x_y-1&z=2',
    'http://b.example/k/AB2C',
  ])
})

test('nothing but a web address is a link', () => {
  expect(splitLinks('javascript:alert(1) mailto:a@b.example').map((part) => part.link)).toEqual([
    null,
  ])
})
