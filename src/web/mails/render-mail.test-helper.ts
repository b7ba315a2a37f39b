import { mailTemplates } from '../../contract/mail-templates.ts'
import type { MailTemplate } from '../../contract/mail-templates.ts'
import type { MailTenant, MailToRender } from '../../contract/page-context.ts'
import type { Locale, Theme } from '../../domain/tenant.ts'
import { renderMail } from './render-mail.tsx'

export const theme: Theme = {
  look: 'test',
  colours: {
    background: '#f6f4fb',
    surface: '#ffffff',
    text: '#170f2b',
    muted: '#5a5372',
    line: '#857d9e',
    primary: '#6418f0',
    onPrimary: '#ffffff',
    accent: '#c8f52f',
    onAccent: '#170f2b',
    heroBackground: '#140a2c',
    heroText: '#f7f4ff',
    link: '#5a12dc',
    focus: '#9448ff',
    danger: '#b3123f',
    success: '#0c6b48',
  },
  fontBody: "'Outfit Variable', 'Outfit Fallback', system-ui, sans-serif",
  fontHeading: "'Source Serif 4 Variable', Georgia, serif",
  radius: '16px',
  buttonRadius: '999px',
  logo: '/brand/test/logo.svg',
  heroPicture: '/brand/test/hero.svg',
  previewPicture: '/brand/test/preview.png',
}
export const green: Theme = {
  ...theme, // including a dark accent
  colours: {
    ...theme.colours,
    text: '#17231c',
    muted: '#536058',
    primary: '#1d5937',
    link: '#1d5937',
    accent: '#24492f',
  },
}

export const tenantOf = (address: 'du' | 'Sie'): MailTenant => ({
  code: 'test',
  name: 'Quellwerk',
  legalName: 'Quellwerk & Söhne GmbH',
  address,
  theme,
  imprintLine: 'Quellwerk & Söhne GmbH, Brunnenweg 7, 12345 Quellstadt, HRB 4711',
  contact: { email: 'hallo@quellwerk.example', phone: '+49 30 1234 567' },
  origin: 'https://quellwerk.example',
  particulars: [
    'Sitz: Quellstadt, Amtsgericht Quellstadt, HRB 4711',
    'Geschäftsführung: Ada Quell',
  ],
  imprint: 'https://quellwerk.example/de/impressum',
  privacy: 'https://quellwerk.example/de/datenschutz',
  pictures: {
    [theme.logo]: { src: 'cid:logo@picture', width: 171, height: 40 },
    [theme.heroPicture]: { src: 'cid:hero@picture', width: 560, height: 210 },
    '/brand/test/shop.svg': { src: 'cid:shop@picture', width: 200, height: 125 },
  },
})

export const amount = '1.234,50\u00a0€'
export const link = 'https://quellwerk.example/de/ziel?t=abc_DEF-123&x=1'
export const data: MailToRender['data'] = {
  firstName: 'Jördis',
  referrerFirstName: 'Ansgar',
  productTitle: 'Ökostrom Klar & Günstig',
  referralLink: 'https://quellwerk.example/k/AB2C-D3EF',
  link,
  amount,
  brand: 'Buchenblatt',
  picture: '/brand/test/shop.svg',
  redeem: 'Zeig den Code an der Kasse.',
  validity: 'Bis Ende 2029.',
  terms: 'Nicht für Pfand.',
  shop: 'https://laden.example/gutschein?t=abc_DEF-123',
  settings: 'https://quellwerk.example/de/meine-daten?t=abc_DEF-123',
  area: 'https://quellwerk.example/de/mein-angebot?t=abc_DEF-123',
  code: '042917',
  codes: 'AAAA-BBBB-CCCC\nDDDD-EEEE-FFFF',
  worths: '30,00\u00a0€\n20,00\u00a0€',
  reason: 'Konto erloschen (AC04)',
  maskedEmail: 'j***@post.example',
  maskedIban: 'DE89 **** **** **** **** 00',
  expectedOn: '2026-12-24',
  expiresOn: '2027-11-30',
  unsubscribe: 'https://quellwerk.example/de/abmelden?t=out',
  name: 'Friederike Wolkenstein',
  email: 'friederike.wolkenstein@post.example',
  topic: 'reward',
  message: 'Meine Prämie fehlt.\n\nMeine Prämie fehlt.\nGruß aus Köln',
  referralNumber: 'A7KM-Q2X9',
  language: 'de',
}

export const locales: Locale[] = ['de', 'en']
export const templates = Object.keys(mailTemplates) as MailTemplate[]

/** A mail as its job renders it, with everything a template may need. */
export function mailOf(
  template: MailTemplate,
  locale: Locale,
  address: 'du' | 'Sie',
  own: MailToRender['data'] = {},
  texts: Record<string, string> = {},
) {
  const values = { ...data, ...own }
  const keys: readonly string[] = mailTemplates[template]
  return renderMail({
    template,
    locale,
    tenant: tenantOf(address),
    texts,
    data: Object.fromEntries(keys.map((key) => [key, values[key] ?? null])),
  })
}

/** The visible text of the HTML part, without markup, styles and preheader filler. */
export function visible(html: string): string {
  return html
    .replace(/<(style|title)[^>]*>.*?<\/\1>/gs, '')
    .replace(/<[^>]*>/g, ' ')
    .replaceAll('&amp;', '&')
    .replace(/[ \u200b-\u200f\ufeff]+/g, ' ')
}
