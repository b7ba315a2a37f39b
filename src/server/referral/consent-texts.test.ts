import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { advertisingText, eligibilityText, newsletterText } from './consent-texts.ts'

// The server may not import the web, and proof is worth nothing when it says other words than the page did.

const shown = (locale: string, file: string, key: string) => {
  const texts = JSON.parse(readFileSync(`src/web/texts/${locale}/${file}.json`, 'utf8')) as Record<
    string,
    string
  >
  return texts[key]!.replace(/<[^>]+>/g, '').replaceAll('{{name}}', 'Sonnseite')
}

test.each(['de', 'en'] as const)('what is kept as proof is what the page showed (%s)', (locale) => {
  const tenant = { name: 'Sonnseite' }
  const asking = (phone: boolean) => ({
    ...tenant,
    recipientFields: { birthDate: false, address: false, phone },
  })
  const asked = (termsByButton: boolean, address: 'du' | 'Sie', companyReferral = false) =>
    eligibilityText({ termsByButton, address, companyReferral })[locale]
  const button = shown(locale, 'referral', 'recommend.button')
  for (const address of ['du', 'Sie'] as const) {
    expect(asked(false, address)).toBe(shown(locale, 'referral', 'terms.age'))
    expect(asked(false, address, true)).toBe(shown(locale, 'referral', 'terms.ageOrCompany'))
    for (const kind of ['Age', 'AgeOrCompany']) {
      const key = `terms.button${kind}${locale === 'de' ? `_${address.toLowerCase()}` : ''}`
      const words = shown(locale, 'referral', key).replace('{{button}}', button)
      expect(asked(true, address, kind === 'AgeOrCompany')).toBe(words)
    }
  }
  expect(newsletterText(tenant)[locale]).toBe(shown(locale, 'referral', 'newsletter'))
  expect(newsletterText(tenant)[locale]).toBe(shown(locale, 'mydata', 'newsletter.consent'))
  expect(advertisingText(asking(false))[locale]).toBe(shown(locale, 'recipient', 'advertising'))
  const byPhone = advertisingText(asking(true))[locale]
  expect(byPhone).toBe(shown(locale, 'recipient', 'advertisingPhone'))
  expect(byPhone).toMatch(locale === 'de' ? /per E-Mail und Telefon/ : /by e-mail and phone/)
})
