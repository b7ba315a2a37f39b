import type { FastifyInstance, InjectOptions } from 'fastify'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { pagePath } from '../src/contract/paths.ts'
import { pages, type PageName } from '../src/contract/pages.ts'
import { issueToken } from '../src/server/base/token-store.ts'
import { findAccountByEmail } from '../src/server/account/store.ts'
import { withTenant } from '../src/server/db/connection.ts'
import { demoReferrers } from '../src/server/demo/demo-referrers.ts'
import { demoTenants } from '../src/server/demo/seed-demo.ts'
import type { StoredTenant } from '../src/server/tenant/read-tenant.ts'
import { saveTenant } from '../src/server/tenant/store.ts'
import { startTestServer, type TestServer } from './helpers/server.ts'
import { buildWholeApp } from './helpers/whole-app.ts'

// The navigation rules that depend on a tenant's flags (spec sections 2.3 and 3), over the built pages.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 })

const lena = demoReferrers.standard!
const { tenant: stored } = demoTenants.find(({ tenant }) => tenant.code === 'standard')!

let server: TestServer
let app: FastifyInstance
let session: string
beforeAll(async () => {
  server = await startTestServer()
  ;({ app } = await buildWholeApp(server))
  const { body } = await server.call('POST', '/standard/account/login', {
    body: { Email: lena.email, Password: lena.password },
  })
  session = body.Token
})
afterEach(() => configure({}))
afterAll(async () => {
  await app.close()
  await server.stop()
})

async function configure(flags: Record<string, unknown>, more: Partial<StoredTenant> = {}) {
  const changed = { ...stored, ...more, flags: { ...stored.flags, ...flags } }
  await withTenant(server.db, 'standard', (tx) => saveTenant(tx, changed, server.clock.now()))
  server.deps.tenants.forget()
}

type Visit = { headers?: Record<string, string>; cookie?: string; form?: Record<string, string> }

async function open(url: string, { headers, cookie, form }: Visit = {}) {
  const request: InjectOptions = {
    url,
    headers: { host: 'localhost:3000', ...(cookie ? { cookie } : {}), ...headers },
  }
  const answer = await app.inject(
    form
      ? {
          ...request,
          method: 'POST',
          headers: {
            ...request.headers,
            origin: 'http://localhost:3000',
            'content-type': 'application/x-www-form-urlencoded',
          },
          payload: new URLSearchParams(form).toString(),
        }
      : request,
  )
  return {
    status: answer.statusCode,
    to: answer.headers.location,
    headers: answer.headers,
    cookies: answer.cookies as { name: string; value: string; [attribute: string]: unknown }[],
    html: answer.body,
    heading: /<h1[^>]*>(.*?)<\/h1>/s.exec(answer.body)?.[1] ?? '',
  }
}

const path = (name: PageName, query: Record<string, string> = {}) =>
  pagePath(
    Object.fromEntries(Object.entries(pages).map(([page, { path: own }]) => [page, own])),
    'de',
    name,
    { produktId: '101', empfehlungsnummer: '7777777777777777', praemieid: 'geld' },
    query,
  )
const loggedIn = () => `zs_user=${session}`
const formTokenOf = (html: string) => /name="_form" value="([^"]+)"/.exec(html)?.[1] ?? ''

test('the language comes from the path, else from what is stored, else from the browser, else it is German', async () => {
  const language = async (url: string, cookie: string, browser: string) => {
    const { to, headers } = await open(url, {
      cookie,
      headers: browser ? { 'accept-language': browser } : {},
    })
    return to ?? headers['content-language']
  }
  const english = 'zs_language=en'
  const [browserEnglish, browserGerman] = ['en-GB,en;q=0.9,de;q=0.5', 'de-AT,de;q=0.9,en;q=0.8']
  expect(await language('/de/faq', english, browserEnglish)).toBe('de')
  expect(await language('/en/faq', 'zs_language=de', browserGerman)).toBe('en')
  expect(await language('/faq?widget=1', english, browserGerman)).toBe('/en/faq?widget=1')
  expect(await language('/faq', 'zs_language=fr', browserGerman)).toBe('/de/faq')
  expect(await language('/faq', '', browserEnglish)).toBe('/en/faq')
  expect(await language('/faq', '', 'fr-FR,fr;q=0.9,en;q=0.8,de;q=0.7')).toBe('/en/faq')
  expect(await language('/faq', '', 'fr-FR,fr')).toBe('/de/faq')
  expect(await language('/', '', '')).toBe('/de')
})

test('a language that the tenant does not have is stored by nobody and chosen by nobody', async () => {
  await configure({}, { locales: ['de'] })
  const { to } = await open('/faq', {
    cookie: 'zs_language=en',
    headers: { 'accept-language': 'en' },
  })
  expect(to).toBe('/de/faq')
  expect((await open('/en/faq')).status).toBe(404)
})

const offPages = [
  'Login',
  'Logout',
  'Registration',
  'SetPassword',
  'ForgotPassword',
  'ChangePassword',
] as const

test.each(offPages)(
  'in auto-login mode %s is a page that says where it is done instead',
  async (name) => {
    await configure({ IsAutologin: true, MandantUrl: 'https://www.sonnseite.example/konto' })
    const nobody = await open(path(name))
    expect([nobody.status, nobody.heading]).toEqual([404, 'Anmeldung über Sonnseite'])
    expect(nobody.html).toContain('href="https://www.sonnseite.example/konto"')
    expect(nobody.html).toContain('<meta name="robots" content="noindex">')
    expect(nobody.html).not.toMatch(/type="password"/)
    const user = await open(path(name), { cookie: loggedIn() })
    expect([user.status, user.heading]).toEqual([404, 'Das geht bei Sonnseite'])
    // A form of another day changes nothing: the session goes on.
    const sent = await open(path(name), {
      cookie: loggedIn(),
      form: { _form: formTokenOf(user.html) || 'none', password: 'Anders-2026-Wort' },
    })
    expect([303, 404]).toContain(sent.status)
    expect((await open(path('Dashboard'), { cookie: loggedIn() })).status).toBe(200)
    await configure({})
    expect((await open(path(name), { cookie: loggedIn() })).heading).not.toContain('Sonnseite')
  },
)

test('in auto-login mode no page leads to what is off, but where login is needed it says who logs in', async () => {
  await configure({ IsAutologin: true })
  for (const cookie of ['', loggedIn()]) {
    const home = await open('/de', { cookie })
    const settings = await open(path('Settings'), { cookie })
    for (const name of offPages) {
      expect(home.html).not.toContain(`href="${path(name)}"`)
      if (cookie) expect(settings.html).not.toContain(`href="${path(name)}"`)
    }
  }
  const { to } = await open(path('Settings'))
  expect(to).toBe(`${path('Login')}?redirect=%2Fde%2Fmeinedaten`)
  expect((await open(to ?? '')).heading).toBe('Anmeldung über Sonnseite')
  // Logged in meanwhile, one goes on to where one wanted to go.
  expect((await open(to ?? '', { cookie: loggedIn() })).to).toBe('/de/meinedaten')
})

async function adminToken(): Promise<string> {
  return withTenant(server.db, 'standard', async (tx) => {
    const account = await findAccountByEmail(tx, 'standard', lena.email)
    const { text } = await issueToken(tx, server.deps.keys, 'standard', {
      kind: 'admin-login',
      subject: account!.account_id,
      now: server.clock.realNow(),
      expiresAt: server.clock.realNow().add({ minutes: 5 }),
      uses: 1,
    })
    return text
  })
}

test('in auto-login mode a token in the address logs in silently, once, and is gone from the address', async () => {
  await configure({ IsAutologin: true })
  const token = await adminToken()
  const first = await open(`${path('Settings')}?edit=bank&token=${token}`)
  expect([first.status, first.to]).toEqual([302, '/de/meinedaten?edit=bank'])
  expect(first.headers['referrer-policy']).toBe('no-referrer')
  const cookie = first.cookies.find(({ name }) => name === 'zs_user')
  expect(cookie).toMatchObject({ httpOnly: true })
  expect((await open(first.to ?? '', { cookie: `zs_user=${cookie?.value}` })).status).toBe(200)

  for (const wrong of [token, 'x'.repeat(43), '', '%00', 'kurz']) {
    const again = await open(`/de?token=${wrong}`)
    expect([again.status, again.to, again.cookies]).toEqual([302, '/de', []])
  }
})

test('a token is left alone while somebody is logged in, and where there is no auto-login', async () => {
  const token = await adminToken()
  const elsewhere = await open(`/de?token=${token}`)
  expect([elsewhere.status, elsewhere.cookies]).toEqual([200, []])
  await configure({ IsAutologin: true })
  const known = await open(`/de?token=${token}`, { cookie: loggedIn() })
  expect([known.status, known.to, known.cookies]).toEqual([302, '/de', []])
  const { cookies } = await open(`/de?token=${token}`)
  expect(cookies.map(({ name }) => name)).toEqual(['zs_user'])
})

// Spec section 2.3, as far as the page exists yet; and pages without which those would lead nowhere.
const exceptions: PageName[] = [
  'FileNotFound',
  'TOS',
  'Code',
  'Privacy',
  'RecipientData',
  'BankDetailsRecipient',
  'Faq',
  'Imprint',
  'Contact',
  'Login',
  'Logout',
  'SetPassword',
  'ForgotPassword',
  'Reward',
  'RewardDetails',
  'Registration',
  'Accessibility',
]
const behindLogin: PageName[] = [
  'Homepage',
  'Recommendation',
  'ShareRecommendation',
  'RewardOverview',
]

test('forced login leads everybody to the login, but for the exceptions of the specification', async () => {
  await configure({ ForcedLogin: true })
  for (const name of exceptions) {
    const { to } = await open(path(name))
    expect([name, to?.startsWith(path('Login')) ?? false]).toEqual([name, false])
  }
  for (const name of behindLogin) {
    const { status, to } = await open(`${path(name)}?widget=1`)
    const wanted = encodeURIComponent(`${path(name)}?widget=1`)
    expect([name, status, to]).toEqual([name, 302, `/de/login?redirect=${wanted}&widget=1`])
    expect((await open(path(name), { cookie: loggedIn() })).to).toBeUndefined()
  }
})

test('forced login leads to the entry page where one is configured, and from there on to where one wanted to go', async () => {
  await configure({ ForcedLogin: true }, { entryPage: 'Homepage' })
  expect((await open('/de')).status).toBe(200)
  const { to } = await open(path('RewardOverview'))
  expect(to).toBe('/de?redirect=%2Fde%2Faktuellepraemienuebersicht')
  expect((await open(to ?? '')).html).toContain(
    'href="/de/login?redirect=%2Fde%2Faktuellepraemienuebersicht"',
  )
  // Pages of one's own still say that login is what is missing.
  expect((await open(path('Dashboard'))).to).toMatch(/^\/de\/login\?/)
})

test.each(['Dashboard', 'NoSuchPage', 'constructor'])(
  'an entry page that is none leads to the login, and never round in circles: %s',
  async (entryPage) => {
    await configure({ ForcedLogin: true }, { entryPage })
    expect((await open('/de')).to).toBe('/de/login?redirect=%2Fde')
  },
)

test.each([
  'https://boese.example/de',
  '//boese.example/de',
  '/\\boese.example/de',
  '/de/..//boese.example',
  'https://localhost:3000@boese.example/de',
  'http://telko.localhost:3000/de/meinedaten',
  'javascript:alert(1)//de',
  '/api/v1/standard/account/user',
  '/demo',
  '/xx/meinedaten',
  '/de/logout',
])('after the login nobody is led away from the pages of this tenant: %s', async (target) => {
  const login = `/de/login?redirect=${encodeURIComponent(target)}`
  const { to, status } = await open(login, { cookie: loggedIn() })
  expect(status).toBe(302)
  const led = new URL(to ?? '', 'http://localhost:3000')
  expect(led.origin).toBe('http://localhost:3000')
  expect(led.pathname).toMatch(/^\/(de|en)(\/|$)/)
  expect(led.pathname).not.toBe('/de/logout')
})

const ancestorsOf = (headers: Record<string, unknown>) =>
  /frame-ancestors ([^;]*)/.exec(String(headers['content-security-policy']))?.[1]

test('a page stands in a frame of exactly the configured origins, and in nobody’s otherwise', async () => {
  const off = await open('/de')
  expect(ancestorsOf(off.headers)).toBe("'none'")
  expect(off.headers['x-frame-options']).toBe('SAMEORIGIN')
  await configure({
    ModuleIntegratedFrame: true,
    MandantUrl: 'https://www.sonnseite.example/start',
    EmpfehlenWebPage: 'https://aktion.sonnseite.example/empfehlen',
  })
  for (const url of ['/de', '/de/login', '/de/gibt/es/nicht']) {
    const { headers } = await open(url)
    expect(ancestorsOf(headers)).toBe(
      'https://www.sonnseite.example https://aktion.sonnseite.example',
    )
    expect(headers['x-frame-options']).toBeUndefined()
  }
  // Other tenants are none of it, nor is the API.
  const telko = await open('/de', { headers: { host: 'telko.localhost:3000' } })
  expect(ancestorsOf(telko.headers)).toBe("'none'")
  expect(ancestorsOf((await open('/api/v1/standard/produkt')).headers)).toBe("'none'")
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
    await configure(flags)
    expect(ancestorsOf((await open('/de')).headers)).toBe("'none'")
  },
)

test('in a widget the header and the footer of a site are left out, and the legal pages stay in reach', async () => {
  const whole = await open('/de')
  const widget = await open('/de?widget=1')
  expect(whole.html).toContain('Sonnseite – zur Startseite')
  expect(widget.html).not.toContain('Sonnseite – zur Startseite')
  for (const name of ['Imprint', 'Privacy', 'TOS', 'CookieSettings', 'Contact'] as const)
    expect(widget.html).toContain(`href="${path(name)}?widget=1"`)
  expect(widget.html).not.toContain(`href="${path('Faq')}?widget=1"`)
})

test('a redirect stays in the widget', async () => {
  expect((await open('/de/meinedaten?widget=1')).to).toBe(
    '/de/login?redirect=%2Fde%2Fmeinedaten%3Fwidget%3D1&widget=1',
  )
  const { to } = await open('/de/login?widget=1&redirect=%2Fde%2Fmeinedaten', {
    cookie: loggedIn(),
  })
  expect(to).toBe('/de/meinedaten?widget=1')
})

test('outside of the frame the header leads to the provider’s page that holds it', async () => {
  await configure({
    ModuleIntegratedFrame: true,
    MandantUrl: 'https://www.sonnseite.example',
    EmpfehlenPath: '/freunde',
  })
  expect((await open('/de')).html).toContain('href="https://www.sonnseite.example/freunde"')
  expect((await open('/de?widget=1')).html).not.toContain(
    'href="https://www.sonnseite.example/freunde"',
  )
})

test('what an earlier version kept for scripts to read becomes a cookie, if it is a session', async () => {
  const { html } = await open('/de/kontakt')
  const send = (kept: string, back = '/de/meinedaten', cookie = '') =>
    open('/de/admin', {
      cookie,
      form: { _form: formTokenOf(html), kept, back },
    })
  const taken = await send(session)
  expect([taken.status, taken.to]).toEqual([302, '/de/meinedaten'])
  const cookie = taken.cookies.find(({ name }) => name === 'zs_user')
  expect(cookie).toMatchObject({ value: session, httpOnly: true })
  expect(cookie?.expires).toBeInstanceOf(Date)
  // Nothing else is: no admin token, no nonsense; and it leads nowhere else.
  for (const wrong of [await adminToken(), 'x'.repeat(43), 'kurz', '']) {
    const refused = await send(wrong, 'https://boese.example')
    expect([refused.status, refused.to]).toEqual([302, '/de/persoenlicherbereich'])
    expect(refused.cookies.filter(({ value }) => value !== '')).toEqual([])
  }
})

test('a cookie of a session that is over is taken away', async () => {
  const { cookies } = await open('/de', { cookie: `zs_user=${'x'.repeat(43)}` })
  expect(cookies).toMatchObject([{ name: 'zs_user', value: '' }])
  expect((await open('/de', { cookie: loggedIn() })).cookies).toEqual([])
})

const termsBox = /<input[^>]*name="terms"[^>]*>/

test('where the terms are accepted by the button, a sentence says so and nothing else is agreed to', async () => {
  expect((await open(path('Recommendation'))).html).toMatch(termsBox)
  await configure({ AgbCheckBoxAutoAccept: true })
  const page = await open(path('Recommendation'))
  expect(page.html).not.toMatch(termsBox)
  expect(page.html).toMatch(/Mit .*„Link erstellen“/)
  expect(page.html).toContain(`href="${path('TOS')}"`)
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
  const made = await open(path('Recommendation'), { form: fields })
  expect(made.to).toMatch(/^\/de\/empfehlung\/[0-9A-Z]{16}\?neu=1$/)
  const consents = await withTenant(server.db, 'standard', (tx) =>
    tx.selectFrom('consents').select(['kind']).where('tenant', '=', 'standard').execute(),
  )
  const kinds = consents.map(({ kind }) => kind)
  expect(kinds).toContain('terms')
  expect(kinds.filter((kind) => /newsletter|advert|phone/.test(kind))).toEqual([])

  await configure({})
  const refused = await open(path('Recommendation'), {
    form: { ...fields, _key: crypto.randomUUID() },
  })
  expect(refused.status).toBe(422)
  expect(refused.html).toContain(
    'Dies ist ein Pflichtfeld. Die Zustimmung ist erforderlich, um fortzufahren.',
  )
})

test('a tenant that says nothing about the split gives the referrer 100 percent, on the page and by the API', async () => {
  const { RecommenderDefaultShare: _, ...flags } = stored.flags
  await configure({ RecommenderDefaultShare: undefined }, { flags })
  const config = await server.call('GET', '/mandant/standard')
  expect(config.body.Flags.RecommenderDefaultShare).toBe(100)
  const { html } = await open(path('Recommendation'))
  const radios = [...html.matchAll(/<input[^>]*name="share"[^>]*>/g)].map(([radio]) => radio)
  expect(radios.filter((radio) => / checked/.test(radio)).join()).toMatch(/value="100"/)
  const { status, body } = await server.call('POST', '/standard/empfehlen/create', {
    body: {
      Empfehlung: { ProductId: '101' },
      Empfehler: { Vorname: 'Ida', Nachname: 'Nebel', Email: 'ida2@post.example', Agb: true },
    },
  })
  expect(status).toBe(201)
  const row = await withTenant(server.db, 'standard', (tx) =>
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
  await configure({
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
  const made = await server.call('POST', '/standard/empfehlen/create', {
    body: {
      Empfehlung: { ProductId: '101' },
      Empfehler: { Vorname: 'Ida', Nachname: 'Nebel', Email: 'ida3@post.example', Agb: true },
    },
  })
  const number = made.body.Empfehlungsnummer
  const { body } = await server.call('GET', `/standard/empfehlen/${number}`)
  expect(body.Channels).toEqual(['em', 'li', 'wa', 'fb'])
  const { html } = await open(`/de/empfehlung/${number}`)
  const links = [...html.matchAll(/channel(?:%3D|=)(em|li|wa|fb|tw|xi)\b/g)].map(
    ([, channel]) => channel,
  )
  expect([...new Set(links)]).toEqual(['em', 'wa', 'li', 'fb'])
})
