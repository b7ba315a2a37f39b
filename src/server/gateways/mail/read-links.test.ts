import { expect, test } from 'vitest'
import { readLinks } from './read-links.ts'

test.each([
  ['<a href="https://a.example/x">', ['https://a.example/x']],
  ["<a class=b href='http://a.example/?x=1&amp;y=&#50;&#x33;'>", ['http://a.example/?x=1&y=23']],
  ['<a HREF=http://a.example>', ['http://a.example']],
  ['<a href="mailto:a@b.example">x</a><a href="tel:1">', []],
  ['<a data-href="https://a.example">', []],
  [
    '<a href="https://b.example"></a> text <a href="https://a.example"></a>',
    ['https://b.example', 'https://a.example'],
  ],
  ['', []],
])('%s', (html, links) => {
  expect(readLinks(html)).toEqual(links)
})
