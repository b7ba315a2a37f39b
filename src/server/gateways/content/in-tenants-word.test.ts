import { describe, expect, test } from 'vitest'
import {
  readBonusTexts,
  readInterfaceTexts,
  readMailTexts,
  readProviderTexts,
} from './default-texts.ts'
import { inTenantsWord } from './in-tenants-word.ts'

const bonus = await readBonusTexts()
const defaults = { pages: (await readInterfaceTexts()).de, mails: (await readMailTexts()).de }
const named = /Prämi/i

/** What code and markup fill in or hang on: placeholders, and the tags around links. */
const partsOf = (text: string) => (text.match(/\{\{\w+\}\}|<\/?\w+>/g) ?? []).toSorted()

describe.each(['pages', 'mails'] as const)('the German texts of %s that name the reward', (of) => {
  const [own, all] = [bonus[of], defaults[of]]

  test('have one each that says Bonus, and none of these is left over', () => {
    const naming = Object.keys(all).filter((key) => named.test(all[key]!))
    expect(naming.length).toBeGreaterThan(100)
    expect(Object.keys(own).toSorted()).toEqual(naming.toSorted())
  })

  test('say nothing but the Bonus there, with the same places to fill in', () => {
    for (const [key, text] of Object.entries(own)) {
      expect([key, text]).toEqual([key, expect.stringMatching(/Bon(us|i)/i)])
      expect(text, key).not.toMatch(named)
      expect(partsOf(text), key).toEqual(partsOf(all[key]!))
      expect(text, key).not.toMatch(feminine)
    }
  })

  test('else never say Bonus', () => {
    for (const [key, text] of Object.entries(all)) expect(text, key).not.toMatch(/\bBon(us|i)/)
  })
})

// What stood before or after a feminine word and was forgotten.
const feminine =
  /\b(die|eine|keine|deine|diese|jede|andere|neue|zur|einer|deiner|Ihre|Ihrer|seine|eigene) Bonus\b|Bonus,? die (du|Sie|schon)\b|\bden Bonus (ist|liegt|wird|wurde|war|entfällt|gehört)\b/i

test('English texts have one word for it', async () => {
  const texts = { ...(await readInterfaceTexts()).en, ...(await readMailTexts()).en }
  for (const [key, text] of Object.entries(texts)) expect(text, key).not.toMatch(/bonus/i)
})

describe('what a tenant says', () => {
  const own = {
    'referral.share.legend': 'Wer bekommt das Dankeschön?',
    'recipient.offer.get': 'Für dich',
  }
  const said = (rewardWord: 'Prämie' | 'Bonus', locale: 'de' | 'en' = 'de', texts = own) =>
    inTenantsWord(texts, 'pages', { rewardWord, autoLogin: false }, locale)

  test('in its own texts stands above its word, for all endings of a key', async () => {
    const texts = await said('Bonus')
    expect(texts['referral.share.legend']).toBe('Wer bekommt das Dankeschön?')
    expect(texts['recipient.offer.get_du']).toBeUndefined()
    expect(texts['catalogue.reward.label']).toBe('Bonus')
  })

  test('is nothing but its own texts in English, and where the reward is a Prämie', async () => {
    expect(await said('Prämie')).toBe(own)
    expect(await said('Bonus', 'en')).toBe(own)
  })

  test('is the same object as long as its own texts are', async () => {
    expect(await said('Bonus')).toBe(await said('Bonus'))
    expect(await said('Bonus', 'de', { ...own })).not.toBe(await said('Bonus'))
  })
})

describe('where the provider logs people in, mails', () => {
  const said = (rewardWord: 'Prämie' | 'Bonus', locale: 'de' | 'en', texts = {}) =>
    inTenantsWord(texts, 'mails', { rewardWord, autoLogin: true }, locale)

  test('have texts of their own under keys of the defaults, in both languages and addresses, which name no reward', async () => {
    const [defaultTexts, texts] = [await readMailTexts(), await readProviderTexts()]
    const stem = (key: string) => key.replace(/_(du|sie)$/, '')
    const stems = (all: object) => [...new Set(Object.keys(all).map(stem))].toSorted()
    expect(stems(texts.de)).toEqual(stems(texts.en))
    for (const locale of ['de', 'en'] as const)
      for (const [key, text] of Object.entries(texts[locale])) {
        expect(defaultTexts[locale], key).toHaveProperty([key])
        // One text for both words of the reward.
        expect(text, key).not.toMatch(/Prämi|Bon(us|i)/)
        const twin = key.replace(/_(du|sie)$/, (own) => (own === '_du' ? '_sie' : '_du'))
        expect(texts[locale], key).toHaveProperty([twin])
      }
  })

  test('say so in both words for the reward and in English, below what a tenant says itself', async () => {
    for (const word of ['Prämie', 'Bonus'] as const)
      expect((await said(word, 'de'))['welcome.button']).toBe('Bestätigen')
    expect((await said('Bonus', 'de'))['payoutDone.heading_du']).toContain('Bonus')
    expect((await said('Prämie', 'en'))['welcome.button']).toBe('Confirm')
    const own = { 'welcome.button': 'Los' }
    expect((await said('Bonus', 'de', own))['welcome.button']).toBe('Los')
  })
})
