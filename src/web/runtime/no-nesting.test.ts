import { expect, test } from 'vitest'
import { addOwnTexts } from './add-own-texts.ts'
import { mailTexts } from '../mails/mail-texts.ts'
import type { PageView } from './page-context.tsx'
import { loadTexts, textsOf } from './texts.ts'

// Texts stored before the check existed are shown literally.

const nested = '$t(title)$t(own.text)'

test('an own text of a page that names other texts, or itself, is shown as it is', async () => {
  const store = await loadTexts('de', ['common', 'help'])
  addOwnTexts(store, 'telko', { 'help.faq.title': nested, 'help.own.text': '$t(faq.title)' })
  const view = { own: true, tenant: { code: 'telko', address: 'du' } } as unknown as PageView
  expect(textsOf(store, view)('help')('faq.title')).toBe(nested)
})

test('an own text of a mail that names other texts, or itself, is sent as it is', () => {
  const cycle = { subject: '$t(subject)', greeting: `{{name}} ${nested}` }
  const t = mailTexts('de', 'du', cycle)
  expect(t('subject' as never)).toBe('$t(subject)')
  expect(t('greeting' as never, { name: '$t(subject)' })).toBe(`$t(subject) ${nested}`)
})
