import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { withTenant } from '../src/server/db/connection.ts'
import { demoTenants } from '../src/server/demo/demo-tenants.ts'
import { formTokenOf, pathOf, startPages } from './helpers/pages.ts'

// What flags of a tenant do to its pages (spec section 3): frames, terms, shares, channels, tokens of earlier versions.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 })

const { tenant: seeded } = demoTenants.find(({ tenant }) => tenant.code === 'standard')!

let site: Awaited<ReturnType<typeof startPages>>
beforeAll(async () => {
  site = await startPages()
})
afterEach(() => site.configure({}))
afterAll(() => site.stop())
const ancestorsOf = (headers: Record<string, unknown>) =>
  /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]

test('a page stands in a frame of exactly the configured origins, and in nobody’s otherwise', async () => {
  const off = await site.open('/de')
  expect(ancestorsOf(off.headers)).toBe("'none'")
  expect(off.headers['x-frame-options']).toBe('DENY')
  await site.configure({
    ModuleIntegratedFrame: true,
    MandantUrl: 'https://www.sonnseite.example/start',
    EmpfehlenWebPage: 'https://aktion.sonnseite.example/empfehlen',
  })
  for (const url of ['/de', '/de/login', '/de/gibt/es/nicht']) {
    const { headers } = await site.open(url)
    expect(ancestorsOf(headers)).toBe(
      'https://www.sonnseite.example https://aktion.sonnseite.example',
    )
    expect(headers['x-frame-options']).toBeUndefined()
  }
  // Other tenants are none of it, nor is the API.
  const telko = await site.open('/de', { headers: { host: 'telko.localhost:3000' } })
  expect(ancestorsOf(telko.headers)).toBe("'none'")
  expect(ancestorsOf((await site.open('/api/v1/standard/produkt')).headers)).toBe("'none'")
})

test.each([
  [{ ModuleIntegratedFrame: false, MandantUrl: 'https://www.sonnseite.example' }],
  [{ ModuleIntegratedFrame: true, MandantUrl: '' }],
  [{ ModuleIntegratedFrame: true, MandantUrl: '*' }],
  [{ ModuleIntegratedFrame: true, MandantUrl: 'http://www.sonnseite.example' }],
  [{ ModuleIntegratedFrame: true, MandantUrl: 'https://*.example' }],
])(
  'without the module, or with an address that is none, nobody frames a page: %j',
  async (flags) => {
    await site.configure(flags)
    expect(ancestorsOf((await site.open('/de')).headers)).toBe("'none'")
  },
)

test('in a widget the header and the footer of a site are left out, and the legal pages stay in reach', async () => {
  const whole = await site.open('/de')
  const widget = await site.open('/de?widget=1')
  expect(whole.html).toContain('Sonnseite – zur Startseite')
  expect(widget.html).not.toContain('Sonnseite – zur Startseite')
  for (const name of ['Imprint', 'Privacy', 'TOS', 'CookieSettings', 'Contact'] as const)
    expect(widget.html).toContain(`href="${pathOf(name)}?widget=1"`)
  expect(widget.html).not.toContain(`href="${pathOf('Faq')}?widget=1"`)
})

test('a redirect stays in the widget', async () => {
  expect((await site.open('/de/meinedaten?widget=1')).to).toBe(
    '/de/login?redirect=%2Fde%2Fmeinedaten%3Fwidget%3D1&widget=1',
  )
  const { to } = await site.open('/de/login?widget=1&redirect=%2Fde%2Fmeinedaten', {
    cookie: site.loggedIn,
  })
  expect(to).toBe('/de/meinedaten?widget=1')
})

test('outside of the frame the header leads to the provider’s page that holds it', async () => {
  await site.configure({
    ModuleIntegratedFrame: true,
    MandantUrl: 'https://www.sonnseite.example',
    EmpfehlenPath: '/freunde',
  })
  expect((await site.open('/de')).html).toContain('href="https://www.sonnseite.example/freunde"')
  expect((await site.open('/de?widget=1')).html).not.toContain(
    'href="https://www.sonnseite.example/freunde"',
  )
})

const termsBox = /<input[^>]*name="terms"[^>]*>/

test('where the terms are accepted by the button, a sentence says so and nothing else is agreed to', async () => {
  expect((await site.open(pathOf('Recommendation'))).html).toMatch(termsBox)
  await site.configure({ AgbCheckBoxAutoAccept: true })
  const page = await site.open(pathOf('Recommendation'))
  expect(page.html).not.toMatch(termsBox)
  expect(page.html).toMatch(/Mit .*„Link erstellen“/)
  expect(page.html).toContain(`href="${pathOf('TOS')}"`)
  // Advertising is still asked for, and not ticked beforehand.
  const newsletter = /<input[^>]*name="newsletter"[^>]*>/.exec(page.html)?.[0] ?? ''
  expect(newsletter).not.toBe('')
  expect(newsletter).not.toMatch(/ checked/)

  const fields = {
    _form: formTokenOf(page.html),
    _key: crypto.randomUUID(),
    share: '100',
    firstName: 'Ida',
    lastName: 'Nebel',
    email: 'ida.nebel@post.example',
  }
  const made = await site.open(pathOf('Recommendation'), { form: fields })
  expect(made.to).toMatch(/^\/de\/empfehlung\/[0-9A-Z]{16}\?neu=1$/)
  const consents = await withTenant(site.server.db, 'standard', (tx) =>
    tx.selectFrom('consents').select(['kind']).where('tenant', '=', 'standard').execute(),
  )
  const kinds = consents.map(({ kind }) => kind)
  expect(kinds).toContain('terms')
  expect(kinds.filter((kind) => /newsletter|advert|phone/.test(kind))).toEqual([])

  await site.configure({})
  const refused = await site.open(pathOf('Recommendation'), {
    form: { ...fields, _key: crypto.randomUUID() },
  })
  expect(refused.status).toBe(422)
  expect(refused.html).toContain(
    'Dies ist ein Pflichtfeld. Die Zustimmung ist erforderlich, um fortzufahren.',
  )
})

test('a tenant that says nothing about the split gives the referrer 100 percent, on the page and by the API', async () => {
  const { RecommenderDefaultShare: _, ...flags } = seeded.flags
  await site.configure({ RecommenderDefaultShare: undefined }, { flags })
  const config = await site.server.call('GET', '/mandant/standard')
  expect(config.body.Flags.RecommenderDefaultShare).toBe(100)
  const { html } = await site.open(pathOf('Recommendation'))
  const radios = [...html.matchAll(/<input[^>]*name="share"[^>]*>/g)].map(([radio]) => radio)
  expect(radios.filter((radio) => / checked/.test(radio)).join()).toMatch(/value="100"/)
  const { status, body } = await site.server.call('POST', '/standard/empfehlen/create', {
    body: {
      Empfehlung: { ProductId: '101' },
      Empfehler: { Vorname: 'Ida', Nachname: 'Nebel', Email: 'ida2@post.example', Agb: true },
    },
  })
  expect(status).toBe(201)
  const row = await withTenant(site.server.db, 'standard', (tx) =>
    tx
      .selectFrom('referrals')
      .select('share')
      .where('tenant', '=', 'standard')
      .where('number', '=', body.Empfehlungsnummer)
      .executeTakeFirstOrThrow(),
  )
  expect(row.share).toBe(100)
})

test('sharing follows the values of the tenant’s channels, in the API and on the page', async () => {
  await site.configure({
    ModuleEmailClient: 1,
    ModuleWhatsapp: 5,
    ModuleLinkedIn: 2,
    ModuleFacebook: 9,
    ModuleTwitter: -1,
    ModuleXing: -7,
    ModuleGmail: -1,
    ModuleOutlook: -1,
    ModuleYahoo: -1,
  })
  const made = await site.server.call('POST', '/standard/empfehlen/create', {
    body: {
      Empfehlung: { ProductId: '101' },
      Empfehler: { Vorname: 'Ida', Nachname: 'Nebel', Email: 'ida3@post.example', Agb: true },
    },
  })
  const number = made.body.Empfehlungsnummer
  const { body } = await site.server.call('GET', `/standard/empfehlen/${number}`)
  expect(body.Channels).toEqual(['em', 'li', 'wa', 'fb'])
  const { html } = await site.open(`/de/empfehlung/${number}`)
  const links = [...html.matchAll(/channel(?:%3D|=)(em|li|wa|fb|tw|xi)\b/g)].map(
    ([, channel]) => channel,
  )
  expect([...new Set(links)]).toEqual(['em', 'wa', 'li', 'fb'])
})
