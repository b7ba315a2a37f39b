import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { foldWords, searchTokens, searchWords, trigramsOf } from './agent-search.ts'

/** Whether a query finds an agent with these texts. */
const finds = (query: string, ...texts: string[]): boolean => {
  const stored = new Set(searchTokens(texts))
  return searchWords(query).every(
    ({ tokens, needed }) => tokens.filter((token) => stored.has(token)).length >= needed,
  )
}

test.each([
  ['Müller', ['muller']],
  ['MUELLER-Groß', ['muller', 'gross']],
  ['Müller', ['muller']], // the same in decomposed form
  ["  D'Angelo,  81671 ", ['d', 'angelo', '81671']],
  ['Æsir', ['æsir']],
  ['<script> ... --', ['script']],
  [' \u200b - ', []],
])('%j is read as %j', (text, words) => expect(foldWords(text)).toEqual(words))

test('a word has its trigrams once, its beginning twice', () => {
  expect(trigramsOf('anna')).toEqual(['  a', ' an', 'ann', 'nna', 'na '])
  expect(trigramsOf('aaaa')).toEqual(['  a', ' aa', 'aaa', 'aa '])
  expect(trigramsOf('x')).toEqual(['  x', ' x '])
})

const agent = ['Korbinian', 'Obermaier-Huß', '83022', 'Rosenheim am Inn']

describe('an agent is found', () => {
  test.each([
    'Obermaier',
    'obermaier huss',
    'OBERMAYER',
    'obermeier',
    'Obermaire',
    'ober',
    'korbinian rosenheim',
    'Rosenhiem',
    '83022',
    '830',
    '83022 obermaier',
    '',
  ])('by %j', (query) => expect(finds(query, ...agent)).toBe(true))
})

describe('an agent is not found', () => {
  test.each(['Untermoser', '83023', '93022', 'rosenheim münchen', 'obermaier 80', 'xyz'])(
    'by %j',
    (query) => expect(finds(query, ...agent)).toBe(false),
  )
})

test('whatever is stored is found as it was written', () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 20 })
  fc.assert(
    fc.property(fc.array(text, { maxLength: 4 }), (texts) => {
      expect(finds(texts.join(' '), ...texts)).toBe(true)
    }),
  )
})

test('a word is found by its beginning of at least half of it, and without any one of its letters', () => {
  const word = fc.stringMatching(/^[b-df-z][a-df-z]{5,14}$/)
  fc.assert(
    fc.property(word, fc.nat(), (name, at) => {
      expect(finds(name.slice(0, Math.ceil(name.length / 2)), name)).toBe(true)
      const missing = 1 + (at % (name.length - 1))
      expect(finds(name.slice(0, missing) + name.slice(missing + 1), name)).toBe(true)
    }),
  )
})
