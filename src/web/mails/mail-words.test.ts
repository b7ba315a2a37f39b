import { expect, test } from 'vitest'
import type { MailToRender } from '../../contract/page-context.ts'
import { amount, data, locales, mailOf, tenantOf } from './render-mail.test-helper.ts'
import { renderMail } from './render-mail.tsx'
import bonus from './texts/de-bonus.json' with { type: 'json' }
import provider from './texts/de-provider.json' with { type: 'json' }
import de from './texts/de.json' with { type: 'json' }

// Texts that differ by recipient.

test.each([
  ['welcome', '7 Tage', '7 days'],
  ['finishReferral', '7 Tage', '7 days'],
  ['claimReferral', '7 Tage', '7 days'],
  ['setPassword', '24 Stunden', '24 hours'],
  ['newEmail', '24 Stunden', '24 hours'],
  ['oldEmail', '14 Tage', '14 days'],
  ['emailChanged', '14 Tage', '14 days'],
] as const)('%s says how long its link is valid: %s', async (template, german, english) => {
  const occasions: MailToRender['data'][] = [{}, { objected: 1 }, { moved: 1 }]
  for (const own of occasions) {
    for (const address of ['du', 'Sie'] as const)
      expect((await mailOf(template, 'de', address, own)).text).toContain(german)
    expect((await mailOf(template, 'en', 'Sie', own)).text).toContain(english)
  }
})

test('a contract that waits is told as news, as a reminder and as an amount, each in words of its own', async () => {
  const none = { amount: null, expiresOn: null }
  for (const locale of locales) {
    const first = await mailOf('claimReferral', locale, 'du', none)
    const again = await mailOf('claimReferral', locale, 'du', { ...none, again: 1 })
    const released = await mailOf('claimReferral', locale, 'du')
    expect(new Set([first, again, released].map(({ subject }) => subject)).size).toBe(3)
    expect(again.subject).toMatch(/Erinnerung|Reminder/)
    expect(released.subject).toContain(amount)
    expect(released.text).toMatch(/30\.11\.2027 |30\u00a0November\u00a02027; /)
    expect(released.text.indexOf(locale === 'de' ? '[x] Vertrag geprüft' : '[x]')).toBeGreaterThan(
      0,
    )
    expect(first.text + again.text).not.toMatch(/2027/)
  }
})

test('whose reward waits is said of those alone who have one, and how long at most', async () => {
  const told = async (own: Record<string, number | null>) =>
    (await mailOf('claimReferral', 'de', 'du', { amount: null, expiresOn: null, ...own })).text
  const both = await told({ kept: 1, contactDays: 14 })
  expect(both).toContain(
    'Bis dahin wartet deine Prämie. Auch die Prämie deines Kontakts wartet, höchstens aber 14 Tage nach der Prüfung',
  )
  expect(await told({ kept: 1, contactDays: 1 })).toContain('höchstens aber einen Tag nach')
  expect(await told({ kept: 1, contactDays: null })).not.toMatch(/Kontakts wartet/)
  expect(await told({ kept: null, contactDays: 14 })).not.toContain('wartet deine Prämie')
})

test('a welcome asks whoever registered about that, and whoever recommended about the recommendation', async () => {
  for (const address of ['du', 'Sie'] as const) {
    const recommended = (await mailOf('welcome', 'de', address)).text
    const registered = (await mailOf('welcome', 'de', address, { productTitle: null })).text
    expect(recommended).toMatch(/nichts empfohlen\?/)
    expect(recommended).not.toMatch(/registriert/)
    expect(registered).toMatch(/nicht registriert\?/)
  }
})

test('whoever is called Sie is greeted by both names, and by none where one is missing', async () => {
  const greeted = async (locale: 'de' | 'en', more: Record<string, string | null>) => {
    const { text } = await renderMail({
      template: 'finishReferral',
      locale,
      tenant: tenantOf('Sie'),
      data: { ...data, ...more },
    })
    return /^(?:Guten Tag|Hello).*$/m.exec(text)?.[0]
  }
  expect(await greeted('de', { firstName: 'Vera', lastName: 'Anders' })).toBe(
    'Guten Tag Vera Anders,',
  )
  expect(await greeted('de', { firstName: 'Vera' })).toBe('Guten Tag,')
  expect(await greeted('de', { firstName: null })).toBe('Guten Tag,')
  expect(await greeted('en', { firstName: 'Vera', lastName: 'Anders' })).toBe('Hello Vera Anders,')
})

test('a German mail names a product only where the accusative of its phrase fits', () => {
  const texts = [de, bonus, provider].flatMap((file) => Object.entries(file))
  const named = texts.filter(([, text]) => text.includes('{{product}}'))
  expect(named.length).toBeGreaterThan(50)
  for (const one of named)
    expect(one.join(': ')).toMatch(/(für|über|hat (dir|Ihnen)) \{\{product\}\}/)
})

test('a reward has the same steps when it is collected and when it is paid', async () => {
  const steps = async (template: 'rewardCollected' | 'payoutDone') =>
    (await mailOf(template, 'de', 'du')).text.match(/^\[.\] .*/gm)
  expect(await steps('rewardCollected')).toEqual([
    '[x] Prämie gutgeschrieben',
    '[x] Prämie abgeholt',
    '[>] Auszahlung',
  ])
  expect(await steps('payoutDone')).toEqual([
    '[x] Prämie gutgeschrieben',
    '[x] Prämie abgeholt',
    '[x] Ausgezahlt',
  ])
})
