import { expect, test } from 'vitest'
import { mailTemplates } from './mail-templates.ts'
import { mailNames } from './mail-words.ts'

test('the console has a word for every mail, in both languages', () => {
  const unnamed = Object.keys(mailTemplates).filter(
    (template) => !mailNames[template]?.de || !mailNames[template].en,
  )
  expect(unnamed).toEqual([])
})
