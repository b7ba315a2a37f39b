import { existsSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { rewardWords, type RewardWord } from '../../domain/tenant.ts'
import { advertisingText, eligibilityText, newsletterText } from './consent-texts.ts'

// The server may not import the web, and proof is worth nothing when it says other words than the page did.

const read = (path: string) => JSON.parse(readFileSync(path, 'utf8')) as Record<string, string>
const shownBy = (rewardWord: RewardWord, locale: string, file: string, key: string) => {
  const own = `src/web/texts/${locale}/bonus/${file}.json`
  const words = locale === 'de' && rewardWord === 'Bonus' && existsSync(own) ? read(own) : {}
  const text = words[key] ?? read(`src/web/texts/${locale}/${file}.json`)[key]
  return text!.replace(/<[^>]+>/g, '').replaceAll('{{name}}', 'Sonnseite')
}

const cases = (['de', 'en'] as const).flatMap((locale) =>
  rewardWords.map((rewardWord) => ({ locale, rewardWord })),
)

test.each(cases)(
  'what is kept as proof is what the page showed ($locale, $rewardWord)',
  ({ locale, rewardWord }) => {
    const shown = (file: string, key: string) => shownBy(rewardWord, locale, file, key)
    const tenant = { name: 'Sonnseite', address: 'du' as const, rewardWord }
    const asking = (phone: boolean) => ({
      ...tenant,
      recipientFields: { birthDate: false, address: false, phone },
    })
    const asked = (termsByButton: boolean, address: 'du' | 'Sie', companyReferral = false) =>
      eligibilityText({ termsByButton, address, rewardWord, companyReferral }, locale)
    const button = shown('referral', 'recommend.button')
    for (const address of ['du', 'Sie'] as const) {
      expect(asked(false, address)).toBe(shown('referral', 'terms.age'))
      expect(asked(false, address, true)).toBe(shown('referral', 'terms.ageOrCompany'))
      for (const kind of ['Age', 'AgeOrCompany']) {
        const key = `terms.button${kind}${locale === 'de' ? `_${address.toLowerCase()}` : ''}`
        const words = shown('referral', key).replace('{{button}}', button)
        expect(asked(true, address, kind === 'AgeOrCompany')).toBe(words)
      }
    }
    expect(newsletterText(tenant, locale)).toBe(shown('referral', 'newsletter'))
    expect(newsletterText(tenant, locale)).toBe(shown('mydata', 'newsletter.consent'))
    if (locale === 'de') expect(newsletterText(tenant, locale)).toContain(rewardWord.slice(0, -1))
    expect(advertisingText(asking(false))[locale]).toBe(shown('recipient', 'advertising'))
    const byPhone = advertisingText(asking(true))[locale]
    expect(byPhone).toBe(shown('recipient', 'advertisingPhone'))
    expect(byPhone).toMatch(locale === 'de' ? /per E-Mail und Telefon/ : /by e-mail and phone/)
  },
)
