import { expect, test } from 'vitest'
import { markId, numberFootnotes } from './number-footnotes.ts'

const note = (identifier: string) => ({ identifier, title: `T ${identifier}`, content: '<p>…</p>' })

test('footnotes are numbered as a reader meets them, each once, and every mark leads to a text', () => {
  const { notes, offers } = numberFootnotes(
    [note('laufzeit'), note('unbenutzt'), note('bonus'), note('router')],
    [
      { id: '1', footnotes: ['router', 'laufzeit', 'router'] },
      { id: '2', footnotes: ['bonus', 'gibt-es-nicht'] },
      { id: '3', footnotes: [] },
    ],
  )
  expect(notes.map(({ mark, title }) => [mark, title])).toEqual([
    ['1', 'T router'],
    ['2', 'T laufzeit'],
    ['3', 'T bonus'],
  ])
  expect(offers.map(({ footnotes }) => footnotes)).toEqual([['1', '2'], ['3'], []])
})

test('two texts of one name count once', () => {
  const { notes } = numberFootnotes([note('a'), note('a'), note('b')], [{ footnotes: ['a', 'b'] }])
  expect(new Set(notes.map(({ mark }) => mark)).size).toBe(notes.length)
  expect(notes).toHaveLength(2)
})

test('an amount in a footnote does not break from its sign', () => {
  const noted = [{ identifier: 'a', title: 'Ab 5 €', content: '<p>danach 24,95 € im Monat</p>' }]
  expect(numberFootnotes(noted, [{ footnotes: ['a'] }]).notes).toEqual([
    { mark: '1', title: 'Ab 5\u00a0€', content: '<p>danach 24,95\u00a0€ im Monat</p>' },
  ])
})

test('a place in the page has no character that an address would change', () => {
  expect(markId('FN 1/ä', '2')).toBe('mark-FN_1__-2')
})
