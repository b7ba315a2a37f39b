import { expect, test } from 'vitest'
import { afterFailure, ourReason, payoutReason, reasonCodes } from '../../domain/bank-reasons.ts'
import { locales, mailOf } from './render-mail.test-helper.ts'

const asking = [...new Set(reasonCodes)].filter(
  (code) => afterFailure([code], 'rejected') === 'ask',
)
const words = {
  'iban-invalid': ['IBAN, die wir', 'IBAN that we have', 'Es fehlt nur das richtige Konto'],
  'iban-missing': ['fehlt eine gültige', 'no valid bank details', 'das richtige Konto'],
  'bic-missing': ['mit der BIC an', 'again with the BIC', 'fehlt nur noch eine Angabe'],
  'holder-letters': ['lateinischen Buchstaben', 'Latin letters', 'fehlt nur noch eine Angabe'],
  'not-sent': ['nicht ausgeführt', 'not carried out', 'das richtige Konto'],
  'cancelled-at-bank': ['nicht ausgeführt', 'not carried out', 'das richtige Konto'],
} as const
const own = Object.keys(words) as (keyof typeof words)[]
const refused =
  /Bank hat die Überweisung|nicht angenommen|Bank did not accept|Grund der Bank|Reason given/

const needed = (
  code: string,
  locale: 'de' | 'en',
  address: 'du' | 'Sie',
  template: 'bankDataNeeded' | 'salesPartnerAccountNeeded' = 'bankDataNeeded',
) =>
  mailOf(template, locale, address, {
    reason: payoutReason(code, locale),
    own: ourReason(code),
    noMatch: code === 'payee-no-match' ? 1 : null,
  })

test('every reason of ours is known as ours, and none of the bank’s', () => {
  expect(reasonCodes.filter((code) => ourReason(code) !== null).toSorted()).toEqual(own.toSorted())
  expect(ourReason('AC04, bic-missing')).toBe(null)
  expect(ourReason('not-sent, AC04')).toBe(null)
  for (const kept of [null, undefined, '', 'none', 'XX99']) expect(ourReason(kept)).toBe(null)
})

test.each(own)('%s is said to be ours, with what to do, and that no bank refused', async (code) => {
  const [german, english, preheader] = words[code]
  for (const address of ['du', 'Sie'] as const) {
    const mail = await needed(code, 'de', address)
    for (const part of [mail.text, mail.html]) {
      expect(part).toContain(german)
      expect(part).not.toMatch(refused)
    }
    expect(mail.html).toContain(preheader)
    expect(mail.text).toMatch(address === 'du' ? /Gib dein/ : /Geben Sie Ihr/)
    expect(mail.text).not.toMatch(address === 'du' ? /\bSie\b Ihr/ : /\bdein/)
  }
  const mail = await needed(code, 'en', 'Sie')
  expect(mail.text).toContain(english)
  expect(mail.text).not.toMatch(refused)
})

test.each(asking.filter((code) => ourReason(code) === null && !code.startsWith('payee-')))(
  '%s is the bank’s word, with its reason',
  async (code) => {
    for (const locale of locales) {
      const { text } = await needed(code, locale, 'du')
      expect(text).toMatch(refused)
      expect(text).toContain(payoutReason(code, locale))
    }
  },
)

test('a partner is not told that the bank gave a reason which is ours, or that a transfer was made', async () => {
  const of = async (code: string, locale: 'de' | 'en', address: 'du' | 'Sie' = 'du') =>
    (await needed(code, locale, address, 'salesPartnerAccountNeeded')).text
  for (const code of own) {
    for (const address of ['du', 'Sie'] as const) {
      const text = await of(code, 'de', address)
      expect(text).toContain('noch nicht überwiesen')
      expect(text).not.toMatch(/Grund der Bank|nicht angekommen/)
    }
    expect(await of(code, 'en')).not.toMatch(/Reason given|did not arrive/)
  }
  expect(await of('AC04', 'de')).toMatch(/nicht angekommen[^]*Grund der Bank/)
  expect(await of('AC04', 'en')).toMatch(/did not arrive[^]*Reason given/)
})

test('a partner whose name the bank spells otherwise is asked for that, and for no IBAN', async () => {
  const more = { reason: payoutReason('payee-close-match', 'de'), own: null, named: 1 }
  for (const address of ['du', 'Sie'] as const) {
    const mail = await mailOf('salesPartnerAccountNeeded', 'de', address, more)
    expect(mail.subject).toMatch(/heißt (dein|Ihr) Konto so/)
    expect(mail.text).toContain('Unter „Meine Daten“')
    expect(mail.text).not.toContain('IBAN')
  }
  const { text } = await mailOf('salesPartnerAccountNeeded', 'en', 'Sie', more)
  expect(text).toContain('Confirm the bank’s name')
})
