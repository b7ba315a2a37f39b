import { expect, test } from 'vitest'
import { findText, textList } from './find-text.ts'

const texts = textList({
  plain: 'Hallo',
  form_du: 'deine {{name}}',
  form_sie: 'Ihre {{name}}',
  count_one: 'eine Karte',
  count_other: '{{count}} Karten',
  both_du_one: 'deine Karte',
  both_du_other: 'deine Karten',
  both_sie: 'Ihre Karten',
})
const say = (key: string, values?: Record<string, string | number>, address: 'du' | 'Sie' = 'du') =>
  findText([texts], 'de', address, key, values)

test('the form of address and the number choose the text, both before one of them', () => {
  expect(say('plain')).toBe('Hallo')
  expect(say('form', { name: 'Karte' })).toBe('deine Karte')
  expect(say('form', { name: 'Karte' }, 'Sie')).toBe('Ihre Karte')
  expect([0, 1, 2].map((count) => say('count', { count }))).toEqual([
    '0 Karten',
    'eine Karte',
    '2 Karten',
  ])
  expect(say('both', { count: 1 })).toBe('deine Karte')
  expect(say('both', { count: 2 })).toBe('deine Karten')
  expect(say('both', { count: 1 }, 'Sie')).toBe('Ihre Karten')
})

test('a list that has a text in a form that does not fit leaves it to the next', () => {
  const own = textList({ count_other: '{{count}} Boni', plain: 'Moin' })
  const said = (key: string, count: number) => findText([own, texts], 'de', 'du', key, { count })
  expect(said('plain', 1)).toBe('Moin')
  expect(said('count', 2)).toBe('2 Boni')
  expect(said('count', 1)).toBe('eine Karte')
})

test('values are filled in once and as they are; what has no value is shown as it is, and no name leads to a prototype', () => {
  expect(say('form', { name: '{{name}} $& $1' })).toBe('deine {{name}} $& $1')
  expect(say('form')).toBe('deine {{name}}')
  const odd = textList({ odd: '{{constructor}} {{toString}}' })
  expect(findText([odd], 'de', 'du', 'odd', {})).toBe('{{constructor}} {{toString}}')
  expect(say('constructor')).toBe('constructor')
})
