import { describe, expect, test } from 'vitest'
import { advertisingMails, mailTemplates } from '../../contract/mail-templates.ts'
import type { MailTemplate } from '../../contract/mail-templates.ts'
import { contrast } from '../../domain/colours.ts'
import { darkColours, lightColours } from './mail-colours.ts'
import { renderMail } from './render-mail.tsx'
import {
  amount,
  data,
  green,
  link,
  locales,
  mailOf,
  templates,
  tenantOf,
  theme,
  visible,
} from './render-mail.test-helper.ts'
import bonus from './texts/de-bonus.json' with { type: 'json' }
import de from './texts/de.json' with { type: 'json' }
import en from './texts/en.json' with { type: 'json' }

const isTeams = (template: string) => template.startsWith('operator')

const all = templates.flatMap((template) =>
  locales.flatMap((locale) =>
    (['du', 'Sie'] as const).map((address) => ({ template, locale, address })),
  ),
)

describe.each(all.filter(({ template }) => !isTeams(template)))(
  '$template in $locale with $address',
  ({ template, locale, address }) => {
    test('carries the logo, what the law wants of the company, and ways to imprint and privacy', async () => {
      const mail = await mailOf(template, locale, address)
      expect(mail.html).toContain('src="cid:logo@picture"')
      const { particulars, imprint, privacy, imprintLine } = tenantOf(address)
      for (const part of [mail.text, visible(mail.html)]) {
        for (const line of [...particulars, imprintLine]) expect(part).toContain(line)
        expect(part).toContain('hallo@quellwerk.example')
        expect(part.replaceAll('\u00a0', ' ')).toContain('+49 30 1234 567')
      }
      for (const page of [imprint, privacy]) {
        expect(mail.html).toContain(`href="${page}"`)
        expect(mail.text).toContain(page)
      }
    })
  },
)

describe.each(all.filter(({ template }) => isTeams(template)))(
  '$template in $locale with $address',
  ({ template, locale, address }) => {
    test('tells the team why it came and whom to ask, and has nothing that is for customers', async () => {
      const mail = await mailOf(template, locale, address)
      const { particulars, imprint, privacy, imprintLine, name } = tenantOf(address)
      const texts = locale === 'de' ? de : en
      for (const part of [mail.text, visible(mail.html)]) {
        expect(part).toContain(texts['operatorWhy'].replace('{{tenant}}', name))
        expect(part).toContain(texts['operatorAsk'])
        for (const line of [...particulars, imprintLine, 'hallo@quellwerk.example'])
          expect(part).not.toContain(line)
      }
      for (const page of [imprint, privacy])
        if (page) expect(mail.html + mail.text).not.toContain(page)
    })
  },
)

describe.each(all)('$template in $locale with $address', ({ template, locale, address }) => {
  test('is complete, in HTML and in plain text', async () => {
    const mail = await mailOf(template, locale, address)
    expect(mail.subject.length).toBeGreaterThan(10)
    expect(mail.subject).not.toMatch(/[\r\n]/)
    for (const part of [mail.subject, mail.text, visible(mail.html)]) {
      expect(part).not.toMatch(/undefined|null|NaN|\[object|\{\{|\}\}|\$t\(/)
      expect(part).not.toMatch(new RegExp(`\\b(${templates.join('|')})\\.[a-z]`)) // an untranslated key
    }
    expect(mail.text).toContain(`\n${link}\n`)
    expect(mail.html).toContain(link.replaceAll('&', '&amp;'))
  })

  test('is marked up for whoever hears it: language where webmail keeps it, headlines, pictures and steps with names', async () => {
    const { html } = await mailOf(template, locale, address)
    expect(html).toContain(`<html dir="ltr" lang="${locale}"`)
    // All that is said is in the element with the language, in the body that webmail takes out.
    expect(html).toMatch(new RegExp(`<td[^>]*><div lang="${locale}" dir="ltr">.*</div></td>`, 's'))
    const levels = [...html.matchAll(/<h([1-6])[\s>]/g)].map(([, level]) => Number(level))
    expect(levels[0]).toBe(1)
    expect(levels.slice(1).every((level) => level === 2)).toBe(true)
    const pictures = html.match(/<img\b[^>]*>/g) ?? []
    expect(pictures.length).toBeGreaterThan(0)
    expect(pictures.filter((picture) => !/\balt="/.test(picture))).toEqual([])
    for (const [mark] of html.matchAll(/<div[^>]* class="m-(done|later)"/g))
      expect(mark).toMatch(/role="img" aria-label="(erledigt|kommt noch|Done|Still to come)"/)
    // Tables are for the look alone.
    expect(html.match(/<table\b(?![^>]*role="presentation")[^>]*>/g)).toBeNull()
  })

  test('shows no token to whoever reads over a shoulder', async () => {
    const mail = await mailOf(template, locale, address)
    expect(visible(mail.html)).not.toMatch(/[?&]t=|abc_DEF-123/)
  })

  test('says every figure that it was given', async () => {
    const mail = await mailOf(template, locale, address)
    const keys: readonly string[] = mailTemplates[template]
    const shown: Record<string, string[]> = {
      amount: [amount],
      codes: ['AAAA-BBBB-CCCC', 'DDDD-EEEE-FFFF'],
      worths: ['30,00\u00a0€', '20,00\u00a0€'],
      reason: ['Konto erloschen (AC04)'],
      maskedEmail: ['j***@post.example'],
      maskedIban: ['DE89 **** **** **** **** 00'],
      expectedOn: [locale === 'de' ? '24.12.2026' : '24\u00a0December\u00a02026'],
      expiresOn: [locale === 'de' ? '30.11.2027' : '30\u00a0November\u00a02027'],
      productTitle: ['Ökostrom Klar & Günstig'],
      referralLink: ['https://quellwerk.example/k/AB2C-D3EF'],
      brand: ['Buchenblatt'],
      redeem: ['Zeig den Code an der Kasse.'],
      validity: ['Bis Ende 2029.'],
      terms: ['Nicht für Pfand.'],
      name: ['Friederike Wolkenstein'],
      email: ['friederike.wolkenstein@post.example'],
      message: ['Meine Prämie fehlt.', 'Gruß aus Köln'],
      referralNumber: ['A7KM-Q2X9'],
    }
    for (const key of keys) {
      for (const text of shown[key] ?? []) {
        expect(mail.text).toContain(text)
        expect(visible(mail.html)).toContain(text.replace('https://', ''))
      }
    }
  })

  test('addresses people as the tenant does', async () => {
    if (locale !== 'de') return
    const mail = await mailOf(template, locale, address)
    const words = `${mail.subject} ${mail.text}`
    if (address === 'Sie') expect(words).not.toMatch(/\b(du|dir|dich|deine?[nmrs]?)\b/i)
    else expect(words).not.toMatch(/\b(Ihnen|Ihre?[nmrs]?)\b/)
  })

  test('goes without what may be missing', async () => {
    const nothing = Object.fromEntries(Object.keys(data).map((key) => [key, null]))
    const mail = await mailOf(template, locale, address, { ...nothing, link })
    for (const part of [mail.subject, mail.text, visible(mail.html)]) {
      expect(part).not.toMatch(/undefined|null|\{\{/)
    }
    expect(mail.text).toContain(link)
  })

  test('lets no markup, no second header and no endless name through', async () => {
    const evil = `<script>alert(1)</script>"'&\r\nBcc: x@evil.example ${'w'.repeat(5000)}`
    const own = Object.fromEntries(Object.keys(data).map((key) => [key, evil]))
    const mail = await mailOf(template, locale, address, {
      ...own,
      link: 'javascript:alert(1)',
      referralLink: null,
    })
    expect(mail.html).not.toMatch(/<script|alert\(1\)<\/script>/i)
    expect(mail.html).not.toContain('javascript:')
    expect(mail.subject).not.toMatch(/[\r\n]/)
    expect(mail.subject.length).toBeLessThan(250)
  })
})

const addressed = /_(du|sie)(?=$|_(one|other)$)/
const stemOf = (key: string) => key.replace(addressed, '')

test('both languages have the same texts', () => {
  const stems = (texts: object) => new Set(Object.keys(texts).map(stemOf))
  expect(stems(en)).toEqual(stems(de))
  for (const key of Object.keys(de)) {
    const other = key.replace(addressed, (address) => (address === '_du' ? '_sie' : '_du'))
    expect(de, `${key} needs its twin`).toHaveProperty([other])
  }
})

test('placeholders are the same in both languages and addresses', () => {
  const places = (text: string) =>
    [...text.matchAll(/\{\{(\w+)\}\}/g)].map(([, name]) => name).sort()
  for (const [key, text] of Object.entries(de)) {
    const stem = stemOf(key)
    if (stem === 'greeting') continue // "Sie" is not combined with a first name
    expect(places((en as Record<string, string>)[stem] ?? ''), key).toEqual(places(text))
  }
})

test.each([
  ['de', 'du', 'Behandle den Code wie', 'Behandle die Codes wie'],
  ['de', 'Sie', 'Behandeln Sie den Code wie', 'Behandeln Sie die Codes wie'],
  ['en', 'du', 'Treat the code like', 'Treat the codes like'],
] as const)('one voucher code is one code, in %s with %s', async (locale, address, one, many) => {
  for (const beneficiary of ['referrer', 'recipient']) {
    const single = await mailOf('voucher', locale, address, { codes: 'AAAA-BBBB', beneficiary })
    expect(single.text).toContain(one)
    expect(single.text).not.toMatch(/Codes|codes|Gutscheine|vouchers/)
    expect(single.subject).not.toMatch(/Gutscheine|vouchers/)
    const two = await mailOf('voucher', locale, address, { beneficiary })
    expect(two.text).toContain(many)
    expect(two.text).toMatch(/2 (Codes|codes)/)
    expect(two.subject).toMatch(/2 (Gutscheine|Buchenblatt vouchers)/)
    expect(two.text).not.toMatch(/ihn ein|gilt er|redeem it|it is valid|Gutschein einlösen/)
  }
})

test('each of several codes has a line of its own, and what it is worth the next; one alone says no amount', async () => {
  const two = await mailOf('voucher', 'de', 'du')
  expect(two.html).toMatch(/>AAAA-BBBB-CCCC<br\/?><span style="[^"]*">30,00\u00a0€<\/span>/)
  expect(two.html).not.toContain('CCCC ·')
  expect(two.text).toContain('AAAA-BBBB-CCCC · 30,00\u00a0€\n    DDDD-EEEE-FFFF · 20,00\u00a0€')
  const single = await mailOf('voucher', 'de', 'du', { codes: 'AAAA-BBBB', worths: null })
  expect(single.text).toMatch(/^ {4}AAAA-BBBB$/m)
})

test('whose code was replaced reads that the earlier one is no longer valid, and is thanked no second time', async () => {
  for (const [locale, address, said] of [
    ['de', 'du', 'dein Code von Buchenblatt ging nicht'],
    ['de', 'Sie', 'Ihr Code von Buchenblatt ging nicht'],
    ['en', 'du', 'Your code from Buchenblatt did not work'],
  ] as const) {
    const mail = await mailOf('voucher', locale, address, {
      codes: 'AAAA-BBBB',
      worths: null,
      replaced: 1,
    })
    expect(mail.text).toContain(said)
    expect(mail.text).toContain('AAAA-BBBB')
    expect(mail.text).not.toMatch(/danke fürs|vielen Dank|thank you for recommending/i)
    expect((await mailOf('voucher', locale, address)).text).not.toContain(said)
  }
})

test('what is done for the first time is not called new', async () => {
  const first = await mailOf('passwordChanged', 'de', 'du', { first: 1 })
  expect(first.subject).toBe('Dein Passwort ist festgelegt')
  expect(first.text).not.toMatch(/neu festgelegt|abgemeldet/)
  const changed = await mailOf('passwordChanged', 'de', 'du')
  expect(changed.text).toMatch(/neu festgelegt.*abgemeldet/s)
  const account = await mailOf('rewardCollected', 'de', 'Sie')
  expect(account.text).not.toContain('Bankdaten neu angegeben')
  const held = await mailOf('rewardCollected', 'de', 'Sie', { held: 1, expectedOn: null })
  expect(`${held.subject} ${held.text}`).not.toMatch(/folgen|unterwegs|voraussichtlich/i)
  expect(held.text).toContain('prüfen wir noch etwas')
  const again = await mailOf('rewardCollected', 'de', 'Sie', { again: 1 })
  expect(again.text).toContain('Bankdaten neu angegeben')
  expect(again.text).toContain('neuen Bankdaten')
})

test('mails around the check of payees say what happened: nothing was transferred, and a confirmed name is no new account', async () => {
  for (const address of ['du', 'Sie'] as const) {
    const asked = await mailOf('holderQuestion', 'de', address)
    expect(asked.text).toContain('[>] Namen bestätigen')
    const named = await mailOf('rewardCollected', 'de', address, { named: 1 })
    const held = await mailOf('rewardCollected', 'de', address, { named: 1, held: 1 })
    for (const { subject, text } of [named, held]) {
      expect(`${subject} ${text}`).not.toMatch(
        /unterwegs|neue Bankdaten|neu angegeben|Bankdaten sind/,
      )
      expect(text).toContain('[x] Namen bestätigt')
    }
    expect(named.text).toContain('mit der nächsten Auszahlung')
    expect(held.text).not.toContain('nächsten Auszahlung')
    const noMatch = await mailOf('bankDataNeeded', 'de', address, { noMatch: 1 })
    expect(noMatch.text).toContain('Überwiesen ist noch nichts')
    expect(noMatch.text).not.toMatch(/nicht angenommen|Grund der Bank/)
    expect((await mailOf('bankDataNeeded', 'de', address)).text).toContain('nicht angenommen')
  }
  const english = await mailOf('bankDataNeeded', 'en', 'Sie', { noMatch: 1 })
  expect(english.text).not.toMatch(/did not accept|Reason given/)
})

test('an agency is named once where it was paid in its name', async () => {
  const inNameOf = 'Agentur Obermaier & Almbauer'
  for (const locale of locales) {
    const { text } = await mailOf('payoutDone', locale, 'Sie', { inNameOf })
    expect(text).toContain(inNameOf)
    expect(text).not.toMatch(/Agentur Agentur|agency Agentur/)
  }
})

test('an amount that is not free of zeros is shown, and zero is not', async () => {
  const zero = await mailOf('confirmRecipient', 'de', 'du', { amount: '0,00\u00a0€' })
  expect(zero.text).not.toContain('0,00')
  const some = await mailOf('confirmRecipient', 'de', 'du', { amount: '0,50\u00a0€' })
  expect(some.text).toContain('0,50')
})

test('only a contact who gets something is promised a reward to collect', async () => {
  for (const [locale, step] of [
    ['de', 'Prämie abholen'],
    ['en', 'Collect the reward'],
  ] as const) {
    const none = await mailOf('confirmRecipient', locale, 'du', { amount: null })
    expect(none.text).not.toContain(step)
    const some = await mailOf('confirmRecipient', locale, 'du', { amount: '5,00\u00a0€' })
    expect(some.text).toContain(step)
  }
})

test.each(['rewardReady', 'voucher', 'payoutDone', 'orderCancelled', 'refused'] as const)(
  '%s thanks nobody for recommending who was recommended to',
  async (template) => {
    for (const address of ['du', 'Sie'] as const) {
      for (const locale of locales) {
        const mail = await mailOf(template, locale, address, { beneficiary: 'recipient' })
        expect(mail.subject + mail.text).not.toMatch(
          /weiterempfehlen!|Ihre Empfehlung!|deiner Empfehlung\b.*storniert|thank you for recommending/i,
        )
        expect(mail.text).not.toBe((await mailOf(template, locale, address)).text)
      }
    }
  },
)

test.each(
  templates.filter((one) => (mailTemplates[one] as readonly string[]).includes('productTitle')),
)(
  '%s: subject, preview and text of an English mail are sentences with a product in it',
  async (template) => {
    for (const beneficiary of ['referrer', 'recipient']) {
      const mail = await mailOf(template, 'en', 'Sie', {
        beneficiary,
        productTitle: 'a solar roof',
      })
      const all = [mail.subject, visible(mail.html), mail.text].join('\n')
      expect(all).toContain('a solar roof')
      // No label before it, no second article or possessive.
      expect(all).not.toMatch(/(:|\bthe|\byour|\bthis|\ba) a solar roof/i)
      expect(all).not.toMatch(/a solar roof contract/)
    }
  },
)

test('who is declined is told so by one word, in subject, heading and text', async () => {
  const { subject, text } = await mailOf('refused', 'en', 'Sie')
  expect(subject).toMatch(/declined$/)
  expect(text).toMatch(/^Declined$[^]*was declined/m)
  expect(subject + text).not.toMatch(/refus|accept/i)
  const german = await mailOf('refused', 'de', 'Sie')
  expect(german.subject).toMatch(/^Nicht anerkannt: /)
  expect(german.text).not.toMatch(/ablehn|abgelehnt/i)
})

test('who is refused reads why before how to object', async () => {
  const { text } = await mailOf('refused', 'de', 'du', { reason: 'Es fehlte die Unterschrift.' })
  expect(text).toMatch(/Begründung: Es fehlte die Unterschrift\.[^]*widersprich bis/)
})

test('the preview of a refusal says what happened before how to object, and English mails begin as English does', async () => {
  const preview = async (locale: 'de' | 'en') => (await mailOf('refused', locale, 'Sie')).html
  expect(await preview('de')).toContain('Eine Prämie gibt es nicht. Sie können bis')
  expect(await preview('en')).toContain('There is no reward. You can object until')
  const first = Object.entries(en).filter(([, text]) => /^[a-z]/.test(text))
  expect(first).toEqual([])
})

test('nothing is fetched from anywhere', async () => {
  const { html } = await mailOf('rewardReady', 'de', 'du')
  expect(html).not.toMatch(/<link|url\(|@import|@font-face/)
  for (const [, source] of html.matchAll(/ src="([^"]*)"/g)) expect(source).toMatch(/^cid:/)
})

// Reward mails show the amount; security mails, bad news and mails to the tenant show none.
const sober: MailTemplate[] = [
  'setPassword',
  'passwordChanged',
  'passwordGuessed',
  'passkeyChanged',
  'addressCode',
  'newEmail',
  'emailTaken',
  'oldEmail',
  'emailChanged',
  'bankDataSaved',
  'bankDataChanged',
  'orderCancelled',
  'refused',
  'claimDecided',
  'claimEntered',
  'appealDecided',
  'appealEntered',
  'reviewQuestion',
  'voucherKept',
  'rewardCapped',
  'agencyNumberTaken',
  'agencyRefused',
  'agencyRegistered',
  'salesPartnerRefused',
  'salesPartnerRegistered',
  'salesPartnerAccount',
  'contactMessage',
  'operatorRenewed',
  'operatorVisit',
  'operatorKey',
  'operatorKeysLeft',
  'operatorRight',
  'operatorPayoutAccount',
  'operatorMonthWaits',
  'operatorSettings',
  'operatorOrderFile',
  'operatorOrderFileEnded',
  'operatorEmergency',
  'operatorDaily',
  'operatorAlarm',
]
test('every mail to a person shows one picture or one figure, but for safety and bad news', async () => {
  for (const template of templates) {
    const { html } = await mailOf(template, 'de', 'du')
    const shown = [/cid:(hero|shop)@/.test(html), /font-size:34px/.test(html)].filter(Boolean)
    expect([template, shown.length]).toEqual([template, sober.includes(template) ? 0 : 1])
  }
})

test('service mails sell nothing', async () => {
  for (const template of templates.filter((one) => !advertisingMails.has(one)))
    for (const beneficiary of ['referrer', 'recipient']) {
      const mail = await mailOf(template, 'de', 'du', { beneficiary })
      expect([template, mail.text]).toEqual([
        template,
        expect.not.stringMatching(
          /noch einmal empfehlen|selbst empfehlen|Kennst du noch jemanden|Jetzt empfehlen/i,
        ),
      ])
    }
})

test('a voucher’s mail shows the shop, and says how it is redeemed, how long and under which terms', async () => {
  const mail = await mailOf('voucher', 'de', 'du', { codes: 'AAAA-BBBB' })
  expect(mail.html).toContain('src="cid:shop@picture"')
  expect(mail.text).toContain('So löst du ihn ein:\nZeig den Code an der Kasse.')
  expect(mail.text).toContain('So lange gilt er:\nBis Ende 2029.')
  expect(mail.text).toContain('Bedingungen:\nNicht für Pfand.')
})

test.each(templates)(
  '%s of a tenant whose reward is a Bonus never says Prämie',
  async (template) => {
    for (const address of ['du', 'Sie'] as const)
      for (const beneficiary of ['referrer', 'recipient']) {
        const own = { beneficiary, message: 'Wo bleibt es?' }
        const mail = await mailOf(template, 'de', address, own, bonus)
        for (const part of [mail.subject, mail.html, mail.text]) expect(part).not.toMatch(/prämi/i)
      }
  },
)

test('a mail says what is done, what is next and what comes then', async () => {
  const { text, html } = await mailOf('rewardReady', 'de', 'Sie')
  expect(text).toContain(
    '[x] Vertrag geschlossen\n[x] Vertrag geprüft\n[>] Prämie abholen\n[ ] Auszahlung',
  )
  expect(visible(html)).toContain('Als Nächstes: Prämie abholen')
})

test.each([theme, green])('colours are readable in the light and in the dark scheme', (one) => {
  for (const colours of [lightColours(one), darkColours(one)]) {
    expect(contrast(colours.text, colours.card)).toBeGreaterThanOrEqual(7)
    expect(contrast(colours.text, colours.tint)).toBeGreaterThanOrEqual(7)
    expect(contrast(colours.muted, colours.card)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colours.muted, colours.page)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colours.link, colours.card)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colours.onButton, colours.button)).toBeGreaterThanOrEqual(4.5)
    expect(contrast(colours.button, colours.card)).toBeGreaterThanOrEqual(3)
    expect(contrast(colours.onBand, colours.band)).toBeGreaterThanOrEqual(4.5)
  }
})

test.each([
  ['objected', 'Es gilt nicht mehr'],
  [
    'moved',
    'gelten das bisherige Passwort, Passkeys und eine gespeicherte Bankverbindung nicht mehr',
  ],
])(
  'whose password is gone (%s) reads that it holds no longer, and not that it stays',
  async (why, said) => {
    const { text } = await mailOf('setPassword', 'de', 'Sie', { [why]: 1 })
    expect(text).toContain(said)
    expect(text).not.toContain('bleibt, wie es ist')
    // Users who never had a password are not told of a new one.
    expect(text).toContain('jederzeit ein Passwort setzen, auch wenn Sie noch keins hatten')
  },
)

test('a deleted account’s last mail names what is kept of it: payments, and proof of consent', async () => {
  const { text } = await mailOf('accountDeleted', 'de', 'Sie')
  expect(text).toMatch(/Zahlungsbelege .* Nachweise Ihrer Zustimmungen bis zu drei Jahre/s)
})

test("a tenant's own texts stand for the defaults in its mails alone", async () => {
  const mail = { template: 'setPassword', locale: 'de', data } as const
  const texts = { 'setPassword.subject_du': 'Los geht’s', 'setPassword.button': 'Jetzt festlegen' }
  const own = await renderMail({ ...mail, tenant: tenantOf('du'), texts })
  expect(own.subject).toBe('Los geht’s')
  expect(own.text).toContain('Jetzt festlegen')
  const other = await renderMail({ ...mail, tenant: tenantOf('du') })
  expect(other.subject).toBe(de['setPassword.subject_du'])
  expect(other.text).toContain(de['setPassword.button'])
  expect((await renderMail({ ...mail, tenant: tenantOf('Sie'), texts })).subject).toBe(
    de['setPassword.subject_sie'],
  )
})

test('the console, without contact, imprint and privacy page, names none in its mails', async () => {
  const console = { contact: { email: '', phone: '' }, imprint: null, privacy: null }
  const tenant = { ...tenantOf('Sie'), ...console, particulars: [], imprintLine: 'Zuspruch' }
  for (const locale of locales) {
    const mail = { template: 'operatorInvitation', locale, tenant, data } as const
    const { html, text } = await renderMail(mail)
    expect(text.trim().split('\n').at(-1)).toBe((locale === 'de' ? de : en).operatorAsk)
    for (const part of [visible(html), text])
      expect(part).not.toMatch(/Impressum|Imprint|Datenschutz|Privacy|null|undefined/)
    // Nor leaves a gap for them.
    const unnamed = await renderMail({
      ...mail,
      template: 'setPassword',
      tenant: { ...tenant, imprintLine: '' },
    })
    expect([unnamed.html, html].join('')).not.toMatch(/<p[^>]*>(\s|<!-- -->)*<\/p>/)
  }
})
