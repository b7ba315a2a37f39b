import { expect, test } from 'vitest'
import { listWords } from './list-words.ts'

test.each(['de', 'en'] as const)('words are listed in %s as browsers would list them', (locale) => {
  const words = ['Komfort', 'Statistik', 'Marketing', 'mehr']
  for (let count = 0; count <= words.length; count += 1) {
    const some = words.slice(0, count)
    expect(listWords(some, locale)).toBe(new Intl.ListFormat(locale).format(some))
  }
})
