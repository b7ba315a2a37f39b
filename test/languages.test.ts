import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

// Words that nearly every sentence of one language has, and none of the other.
const words = {
  de: /\b(der|das|und|nicht|für|ist|mit|eine?|Sie|du|deine?|von|zu|auf|es|wir|den|dem|wird|kann|oder|bei|im)\b/i,
  en: /\b(the|of|and|your?|this|that|with|has|have|are|not|to|is|by|for|from|it|we|be|can|no|or|please|at|on)\b/i,
}
const files = {
  de: ['src/web/texts/de/**/*.json', 'src/web/mails/texts/de*.json'],
  en: ['src/web/texts/en/**/*.json', 'src/web/mails/texts/en*.json'],
}

/** Every text of a language by file and key, without names of values and elements. */
const textsOf = (language: 'de' | 'en') =>
  globSync(files[language]).flatMap((file) =>
    Object.entries(JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>).map(
      ([key, text]) => ({ where: `${file} ${key}`, text: text.replace(/\{\{.*?\}\}|<.*?>/g, ' ') }),
    ),
  )

test.each([
  ['de', 'en'],
  ['en', 'de'],
] as const)('a text of %s is written in that language', (language, other) => {
  const texts = textsOf(language)
  expect(texts.filter(({ text }) => words[other].test(text))).toEqual([])
  // The words would tell: all but few of the longer texts have one of their own language's.
  const long = texts.filter(({ text }) => text.length > 30)
  const told = long.filter(({ text }) => words[language].test(text))
  expect(long.length).toBeGreaterThan(500)
  expect(told.length / long.length).toBeGreaterThan(0.85)
})
