import { expect, test } from 'vitest'
import { titleInMail } from './title-in-mail.ts'

test('mails name a product by the phrase of the pages, where there is one, and by its title otherwise', () => {
  const title = { de: 'Das Solardach', en: 'The Solar Roof' }
  const phrase = { de: 'das Solardach', en: 'a solar roof' }
  expect(titleInMail(title, phrase, 'en')).toBe('a solar roof')
  expect(titleInMail(title, null, 'en')).toBe('The Solar Roof')
  expect(titleInMail(title, { ...phrase, en: '' }, 'en')).toBe('The Solar Roof')
  expect(titleInMail(title, phrase, 'de')).toBe('das Solardach')
  expect(titleInMail(title, null, 'de')).toBe('Das Solardach')
})
