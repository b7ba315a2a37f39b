import { expect, test } from 'vitest'
import { markId, numberFootnotes } from './number-footnotes.ts'

const note = (identifier: string) => ({ identifier, title: `T ${identifier}`, content: '<p>…</p>' })

test('each footnote that an offer names has one number, and every mark leads to a text', () => {
  const { notes, offers } = numberFootnotes(
    [note('laufzeit'), note('unbenutzt'), note('bonus'), note('router')],
    [
      { id: '1', footnotes: ['router', 'laufzeit', 'router'] },
      { id: '2', footnotes: ['bonus', 'gibt-es-nicht'] },
      { id: '3', footnotes: [] },
    ],
  )
  expect(notes.map(({ mark, title }) => [mark, title])).toEqual([
    ['1', 'T laufzeit'],
    ['2', 'T bonus'],
    ['3', 'T router'],
  ])
  expect(offers.map(({ footnotes }) => footnotes)).toEqual([['1', '3'], ['2'], []])
})

test('two texts of one name count once', () => {
  const { notes } = numberFootnotes([note('a'), note('a'), note('b')], [{ footnotes: ['a', 'b'] }])
  expect(new Set(notes.map(({ mark }) => mark)).size).toBe(notes.length)
  expect(notes).toHaveLength(2)
})

test('a place in the page has no character that an address would change', () => {
  expect(markId('FN 1/ä', '2')).toBe('mark-FN_1__-2')
})
