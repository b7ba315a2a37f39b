import { describe, expect, test } from 'vitest'
import type { DemoPage } from '../../contract/page-context.ts'
import type { Theme } from '../../domain/tenant.ts'
import { renderDocument } from './demo-document.tsx'

const colour = '#112233'
const theme: Theme = {
  look: 'test',
  colours: {
    background: colour,
    surface: colour,
    text: colour,
    muted: colour,
    line: colour,
    primary: colour,
    onPrimary: colour,
    accent: colour,
    onAccent: colour,
    heroBackground: colour,
    heroText: colour,
    link: colour,
    focus: colour,
    danger: colour,
    success: colour,
  },
  fontBody: 'sans-serif',
  fontHeading: 'serif',
  radius: '2px',
  buttonRadius: '2px',
  logo: '/brand/x/logo.svg',
  heroPicture: '/brand/x/hero.svg',
  previewPicture: '/brand/x/preview.png',
}

const overview = (change: Partial<Extract<DemoPage, { kind: 'overview' }>> = {}): DemoPage => ({
  kind: 'overview',
  locale: 'en',
  now: '2027-02-13T09:05:00Z',
  realNow: '2026-11-21T09:05:00Z',
  inboxUrl: 'http://127.0.0.1:1080',
  docsUrl: '/api/docs',
  consoleOrigin: 'http://betrieb.localhost:3000',
  operators: [{ role: 'auditor', name: 'Konrad Weiß' }],
  message: null,
  tenants: [
    {
      code: 'acme',
      name: 'Acme & Sons',
      theme,
      origin: 'http://acme.localhost:3000',
      categoriesUrl: 'http://acme.localhost:3000/de/tarife',
      logins: [],
      orders: [
        { number: 'AAAA', product: 'Power', state: 'confirmed', contractOn: '2027-02-01' },
        { number: 'BBBB', product: 'Gas', state: 'released', contractOn: '2027-02-02' },
      ],
      mayGetPast: true,
      dueCents: 123450,
      dueCount: 2,
      duePartners: 1,
      batches: [
        { id: '20270101-AAAA', cents: 100, transfers: 1, state: 'in-transit', fileUrl: '/f1' },
        { id: '20270102-BBBB', cents: 100, transfers: 1, state: 'paid', fileUrl: '/f2' },
      ],
    },
  ],
  ...change,
})

const shop = (change: Partial<Extract<DemoPage, { kind: 'shop' }>> = {}): DemoPage => ({
  kind: 'shop',
  locale: 'en',
  tenant: { code: 'acme', name: 'Acme', theme },
  referralNumber: 'REF1',
  recipientNumber: 'REC1',
  salesPartnerNumber: null,
  products: [
    { externalId: 'P1', title: 'One', description: 'First', picture: '/1.svg', chosen: false },
    { externalId: 'P2', title: 'Two', description: 'Second', picture: '/2.svg', chosen: true },
  ],
  concluded: null,
  error: null,
  ...change,
})

const render = (page: DemoPage) =>
  renderDocument(page, 'abc"', (look) => `@font-face{src:url(/assets/${look}.woff2)}`)

describe('overview', () => {
  test('is a complete document without script, whose style carries the nonce', () => {
    const html = render(overview())
    expect(html).toMatch(/^<!doctype html>\n<html lang="en"/)
    expect(html).toContain('<style nonce="abc&quot;">')
    expect(html).toContain('url(/assets/test.woff2)')
    expect(html).not.toContain('<script')
    expect(html).not.toMatch(/undefined|\[object|NaN/)
  })

  test('offers release for confirmed orders alone, and execution for batches at the bank alone', () => {
    const html = render(overview())
    expect(html.match(/action="\/demo\/release\/acme/g)).toHaveLength(1)
    expect(html).toContain('name="Auftragsnummer" value="AAAA"')
    expect(html).toContain('href="http://acme.localhost:3000/de/tarife"')
    expect(html.match(/action="\/demo\/payout\/acme\/[^"]*\/executed/g)).toEqual([
      'action="/demo/payout/acme/20270101-AAAA/executed',
    ])
  })

  test('says how far the clock is ahead, in whole days', () => {
    expect(render(overview())).toContain('is 84 days ahead of real time')
    expect(render(overview({ now: '2026-11-21T09:05:20Z' }))).toContain('shows the real time')
    expect(render(overview({ now: '2026-11-22T09:05:00Z' }))).toContain('is 1 day ahead')
    expect(render(overview({ now: '2026-11-21T10:05:00Z' }))).toContain('a little ahead')
  })

  test('tells what happened, as text', () => {
    const html = render(overview({ message: { tone: 'problem', text: '<b>no</b>' } }))
    expect(html).toContain('role="alert"')
    expect(html).toContain('&lt;b&gt;no&lt;/b&gt;')
  })

  test('opens the console as a role, on its own host', () => {
    const html = render(overview())
    expect(html).toContain('action="http://betrieb.localhost:3000/demo/konsole?lang=en"')
    expect(html).toContain('name="Rolle" value="auditor"')
    expect(html).toContain('<h3>Audit</h3>')
    expect(html).toContain('aria-label="Konrad Weiß: open the console, Audit"')
  })

  test('does without an inbox where mails go to a server of somebody’s own', () => {
    const html = render(overview({ inboxUrl: null }))
    expect(html).not.toContain('127.0.0.1:1080')
    expect(html).not.toContain('/demo/inbox')
  })

  test('a theme is data and ends no rule and no element', () => {
    const evil = { ...theme, fontBody: 'x}</style><script>alert(1)</script>' }
    const html = render(shop({ tenant: { code: 'x"]', name: 'X', theme: evil } }))
    expect(html).not.toContain('<script')
  })
})

describe('shop', () => {
  test('has the recommended product chosen and keeps the referral in the form', () => {
    const html = render(shop())
    expect(html).toMatch(/<input[^>]*value="P2"[^>]*>/)
    expect(html.match(/checked=""/g)).toHaveLength(1)
    expect(html).toMatch(/checked="" value="P2"|value="P2" checked=""|checked=""[^>]*value="P2"/)
    expect(html).toContain('name="Empfehlungsnummer" value="REF1"')
    expect(html).toContain('name="Empfaengernummer" value="REC1"')
    expect(html).not.toContain('type="email"')
  })

  test('asks for the e-mail address where nobody says whose contract it is', () => {
    expect(render(shop({ referralNumber: null, recipientNumber: null }))).toMatch(
      /type="email"[^>]*required/,
    )
  })

  test('thanks with the order number', () => {
    const html = render(shop({ concluded: { orderNumber: 'ORDER1', productTitle: 'Two' } }))
    expect(html).toContain('ORDER1')
    expect(html).not.toContain('<form')
  })
})

test('the inbox lists mails with sender and time, and shows one as it looks and as text, and nothing of it runs', () => {
  const line = {
    id: 'm1',
    from: 'Sonnseite',
    to: 'a@post.example',
    subject: '<b>Hi</b>',
    receivedAt: '2026-12-24T22:05:00Z',
  }
  const page = {
    kind: 'inbox' as const,
    locale: 'en' as const,
    looks: ['test'],
    inboxUrl: 'http://127.0.0.1:1080',
  }
  const list = render({ ...page, mails: [line], mail: null })
  expect(list).toContain('href="/demo/inbox?mail=m1&amp;lang=en"')
  expect(list).toContain('&lt;b&gt;Hi')
  expect(list).toContain('http://127.0.0.1:1080')
  expect(list).toContain('From Sonnseite to a@post.example')
  expect(list).toMatch(/Thursday,? 24 December 2026, 23:05/)
  const text = 'Go on:\nhttps://x.example/de?t=1\n<script>alert(1)</script>'
  const html = '<style>p{color:red}</style><p>Go on</p><script>alert(1)</script>"\'>'
  const one = render({ ...page, mails: [line], mail: { ...line, text, html } })
  expect(one).toContain('href="https://x.example/de?t=1"')
  expect(one).not.toContain('<script')
  expect(one).toContain('srcDoc="&lt;p&gt;Go on&lt;/p&gt;')
  expect(/sandbox="([^"]*)"/.exec(one)?.[1]).not.toContain('allow-scripts')
  expect(one.indexOf('<iframe')).toBeLessThan(one.indexOf('Go on:'))
  const plain = render({ ...page, mails: [line], mail: { ...line, text, html: '' } })
  expect(plain).not.toContain('<iframe')
  expect(plain).toContain('href="https://x.example/de?t=1"')
})
