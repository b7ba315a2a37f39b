import { expect, test } from 'vitest'
import { judgeOwnText } from './judge-own-text.ts'

test('a hostile text is judged in time that grows with its length', async () => {
  await judgeOwnText('text', 'help.faq.title', { de: 'x' }) // reads the defaults
  const began = performance.now()
  for (const text of ['{{' + ' '.repeat(5_000) + 'x', '{{ '.repeat(1_600), '{{a.'.repeat(1_200)])
    expect((await judgeOwnText('text', 'help.faq.title', { de: text })).problem).toMatch(/closed/)
  expect(performance.now() - began).toBeLessThan(500)
})

test('a text that names another text is refused, a value and a variable are not', async () => {
  const judge = (de: string) => judgeOwnText('text', 'help.faq.title', { de })
  expect((await judge('$t(faq.intro)')).problem).toMatch(/\$t\(/)
  expect(await judge('Fragen an {{ mandant.name }}')).toEqual({ problem: null, warnings: [] })
  expect((await judge('Ab 5 $ {{ alter }}')).warnings).toEqual([
    'The text (de) is not given alter: nothing is shown.',
  ])
})
