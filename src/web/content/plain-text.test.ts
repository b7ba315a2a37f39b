import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { PlainText } from './plain-text.tsx'

const html = (text: string) => renderToStaticMarkup(createElement(PlainText, { text }))

test('addresses in a text are links', () => {
  expect(html('Mail an hallo@post.example, mehr auf https://a.example/x.')).toBe(
    '<p><span>Mail an <a href="mailto:hallo@post.example">hallo@post.example</a>, mehr auf <a href="https://a.example/x">https://a.example/x</a>.</span></p>',
  )
})

test('words in another language are marked, and addresses among them are links', () => {
  expect(html('- [de: Amt für Barrierefreiheit] a@b.example')).toBe(
    '<ul><li><span lang="de">Amt für Barrierefreiheit</span> <a href="mailto:a@b.example">a@b.example</a></li></ul>',
  )
})

test('a word without end costs no more than its length', () => {
  // Its own processor time: the machine may be busy.
  const began = process.cpuUsage()
  for (const word of ['a'.repeat(200_000), 'a@'.repeat(50_000), `a@${'b'.repeat(200_000)}`])
    expect(html(word)).toContain(word)
  const { user, system } = process.cpuUsage(began)
  expect((user + system) / 1_000).toBeLessThan(4_000)
})
