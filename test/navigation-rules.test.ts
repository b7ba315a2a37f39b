import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import type { PageName } from '../src/contract/pages.ts'
import { findAccountByEmail } from '../src/server/account/store.ts'
import { issueToken } from '../src/server/base/token-store.ts'
import { withTenant } from '../src/server/db/connection.ts'
import { demoReferrers } from '../src/server/demo/demo-tenants.ts'
import { makeOperator } from './helpers/operator.ts'
import { formTokenOf, pathOf, startPages } from './helpers/pages.ts'

// The navigation rules that depend on a tenant's flags (spec section 2.3), over the built pages.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 })

let site: Awaited<ReturnType<typeof startPages>>
beforeAll(async () => {
  site = await startPages()
})
afterEach(() => site.configure({}))
afterAll(() => site.stop())

test('the language comes from the path, else from what is stored, else from the browser, else it is German', async () => {
  const language = async (url: string, cookie: string, browser: string) => {
    const { to, headers } = await site.open(url, {
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

test('the language that somebody chooses is stored without script, with their account too, and by nobody else', async () => {
  const page = await site.open('/de/faq?widget=1', { cookie: site.loggedIn })
  const links = [...page.html.matchAll(/<a href="([^"]*)" hrefLang="en"/gi)].map((link) => link[1])
  expect(new Set(links)).toEqual(new Set(['/en/faq?widget=1&amp;sprachwahl=1']))
  const target = '/en/faq?widget=1&sprachwahl=1'
  const language = async () => {
    const { body } = await site.server.call('GET', '/standard/account/user', {
      token: site.session,
    })
    return body.Language
  }
  const stored = ({ cookies }: Awaited<ReturnType<typeof site.open>>) =>
    cookies.find(({ name }) => name === 'zs_language')

  for (const from of ['cross-site', 'same-site']) {
    const headers = { 'sec-fetch-site': from }
    const lured = await site.open(target, { cookie: site.loggedIn, headers })
    expect([lured.status, lured.to, stored(lured)]).toEqual([303, '/en/faq?widget=1', undefined])
    expect(await language()).toBe('de')
  }

  const chosen = await site.open(target, { cookie: site.loggedIn })
  expect([chosen.status, chosen.to]).toEqual([303, '/en/faq?widget=1'])
  expect(stored(chosen)).toMatchObject({ value: 'en', maxAge: 365 * 86_400, sameSite: 'Lax' })
  expect(await language()).toBe('en')

  await site.open('/de/meinedaten?sprachwahl=1', { cookie: site.loggedIn })
  expect(await language()).toBe('de')
  const stranger = await site.open('/en?sprachwahl=1')
  expect([stranger.to, stored(stranger)?.value]).toEqual(['/en', 'en'])
  expect((await site.open('//de/faq?sprachwahl=1')).to).toBe('/de/faq')
})

test('a language that the tenant does not have can be neither stored nor chosen', async () => {
  await site.configure({}, { locales: ['de'] })
  const { to } = await site.open('/faq', {
    cookie: 'zs_language=en',
    headers: { 'accept-language': 'en' },
  })
  expect(to).toBe('/de/faq')
  expect((await site.open('/en/faq')).status).toBe(404)
})

const offPages = [
  'Login',
  'Logout',
  'Registration',
  'SetPassword',
  'ForgotPassword',
  'ChangePassword',
  'PasswordRequest',
] as const

test.each(offPages)(
  'in auto-login mode %s is a page that says where it is done instead',
  async (name) => {
    await site.configure({ IsAutologin: true, MandantUrl: 'https://www.sonnseite.example/konto' })
    const nobody = await site.open(pathOf(name))
    expect([nobody.status, nobody.heading]).toEqual([404, 'Anmeldung über Sonnseite'])
    expect(nobody.html).toContain('href="https://www.sonnseite.example/konto"')
    expect(nobody.html).toContain('<meta name="robots" content="noindex">')
    expect(nobody.html).not.toMatch(/type="password"/)
    const user = await site.open(pathOf(name), { cookie: site.loggedIn })
    expect([user.status, user.heading]).toEqual([404, 'Das geht bei Sonnseite'])
    // A form of another day changes nothing: the session goes on.
    const sent = await site.open(pathOf(name), {
      cookie: site.loggedIn,
      form: { _form: formTokenOf(user.html) || 'none', password: 'Anders-2026-Wort' },
    })
    expect([303, 404]).toContain(sent.status)
    expect((await site.open(pathOf('Dashboard'), { cookie: site.loggedIn })).status).toBe(200)
    await site.configure({})
    expect((await site.open(pathOf(name), { cookie: site.loggedIn })).heading).not.toContain(
      'Sonnseite',
    )
  },
)

test('in auto-login mode no page leads to what is off, but where login is needed it says who logs in', async () => {
  await site.configure({ IsAutologin: true })
  for (const cookie of ['', site.loggedIn]) {
    const home = await site.open('/de', { cookie })
    const settings = await site.open(pathOf('Settings'), { cookie })
    for (const name of offPages) {
      expect(home.html).not.toContain(`href="${pathOf(name)}"`)
      if (cookie) expect(settings.html).not.toContain(`href="${pathOf(name)}"`)
    }
  }
  const { to } = await site.open(pathOf('Settings'))
  expect(to).toBe(`${pathOf('Login')}?redirect=%2Fde%2Fmeinedaten`)
  expect((await site.open(to ?? '')).heading).toBe('Anmeldung über Sonnseite')
  // Logged in meanwhile, one goes on to where one wanted to go.
  expect((await site.open(to ?? '', { cookie: site.loggedIn })).to).toBe('/de/meinedaten')
})

async function adminToken(): Promise<string> {
  const { session } = await makeOperator(site.server, 'hilfe@post.example', ['support'])
  return withTenant(site.server.db, 'standard', async (tx) => {
    const account = await findAccountByEmail(tx, 'standard', demoReferrers.standard.email)
    const { text } = await issueToken(tx, site.server.deps.keys, 'standard', {
      kind: 'admin-login',
      subject: account!.account_id,
      now: site.server.clock.realNow(),
      expiresAt: site.server.clock.realNow().add({ minutes: 5 }),
      uses: 1,
      details: { operatorSession: session },
    })
    return text
  })
}

/** What the page's button sends; the page is looked at first, for its form token. */
async function press(token: string, back = '') {
  const { cookies, html } = await site.open(pathOf('Login'))
  return site.open(pathOf('Admin'), {
    cookie: cookies.map(({ name, value }) => `${name}=${value}`).join('; '),
    form: { _form: /"formToken":"([^"]+)"/.exec(html)?.[1] ?? formTokenOf(html), token, back },
  })
}

test('a support token in an address is used up by no GET: it moves behind the #, and the press of a button logs in, once', async () => {
  await site.configure({ IsAutologin: true })
  const token = await adminToken()
  for (const [address, to] of [
    [`${pathOf('Admin')}?token=${token}`, '/de/admin'],
    [`${pathOf('Admin')}/${token}`, '/de/admin'],
    [`${pathOf('Settings')}?edit=bank&token=${token}`, admin('/de/meinedaten?edit=bank')],
  ] as const) {
    const first = await site.open(address)
    expect([first.status, first.to, first.cookies]).toEqual([302, `${to}#${token}`, []])
    expect(first.headers['referrer-policy']).toBe('no-referrer')
    expect(first.headers['cache-control']).toBe('no-store')
  }
  const pressed = await press(token, '/de/meinedaten?edit=bank')
  expect([pressed.status, pressed.to]).toEqual([302, '/de/meinedaten?edit=bank'])
  const cookie = pressed.cookies.find(({ name }) => name === 'zs_user')
  expect(cookie).toMatchObject({ httpOnly: true })
  // Whose it is, and that support may look and change nothing.
  const as = (method: string, path: string, body?: object) =>
    site.server.call(method, `/standard${path}`, {
      cookie: `zs_user=${cookie?.value}`,
      ...(body ? { body } : {}),
    })
  const who = await as('GET', '/account/user')
  expect(who.body).toMatchObject({ Email: demoReferrers.standard.email, SupportZugriff: true })
  expect((await as('POST', '/account/updateLanguage', { Language: 'en' })).status).toBe(403)
  const again = await press(token)
  expect([again.status, again.cookies]).toEqual([410, []])
  expect((await press('kurz')).status).toBe(410)
})

const admin = (redirect: string) => `/de/admin?${new URLSearchParams({ redirect })}`

test('a support token is left alone while somebody is logged in, where there is no auto-login, and as the word of the provider’s login', async () => {
  const token = await adminToken()
  // Where it means nothing it stays in no address either: no history, no referrer.
  for (const [address, to, cookie] of [
    [`/de?token=${token}`, '/de', ''],
    [`/de?c=herbst&token=${token}&token=${token}`, '/de?c=herbst', site.loggedIn],
    [`${pathOf('Settings')}?edit=bank&token=${token}`, '/de/meinedaten?edit=bank', ''],
    [`/de/agentur/start?token=${token}`, '/de/agentur/start', ''],
    [`/de/gibt-es-nicht?token=${token}`, '/de/gibt-es-nicht', ''],
  ] as const) {
    const left = await site.open(address, { cookie })
    expect([left.status, left.to, left.cookies]).toEqual([302, to, []])
    expect(left.headers['referrer-policy']).toBe('no-referrer')
    expect(left.headers['cache-control']).toBe('no-store')
  }
  await site.configure({ IsAutologin: true })
  for (const [address, cookie] of [
    [`/de?token=${token}`, site.loggedIn],
    ['/de?token=', ''],
  ] as const) {
    const known = await site.open(address, { cookie })
    expect([known.status, known.to, known.cookies]).toEqual([302, '/de', []])
  }
  // As the provider's word it is none, pressed or not.
  for (const cookie of [site.loggedIn, '']) {
    const { to = '' } = await site.open(`/de?token=${token}&anmelden=1`, { cookie })
    const page = await site.open(to, { cookie })
    const sent = await site.open(to, { cookie, form: { _form: formTokenOf(page.html) } })
    expect([page.cookies, sent.status, sent.to, sent.cookies]).toEqual([[], 302, '/de', []])
  }
  const { cookies } = await press(token)
  expect(cookies.map(({ name }) => name)).toContain('zs_user')
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
  await site.configure({ ForcedLogin: true })
  for (const name of exceptions) {
    const { to } = await site.open(pathOf(name))
    expect([name, to?.startsWith(pathOf('Login')) ?? false]).toEqual([name, false])
  }
  for (const name of behindLogin) {
    const { status, to } = await site.open(`${pathOf(name)}?widget=1`)
    const wanted = encodeURIComponent(`${pathOf(name)}?widget=1`)
    expect([name, status, to]).toEqual([name, 302, `/de/login?redirect=${wanted}&widget=1`])
    expect((await site.open(pathOf(name), { cookie: site.loggedIn })).to).toBeUndefined()
  }
})

test('forced login leads to the entry page where one is configured, and from there on to where one wanted to go', async () => {
  await site.configure({ ForcedLogin: true }, { entryPage: 'Homepage' })
  expect((await site.open('/de')).status).toBe(200)
  const { to } = await site.open(pathOf('RewardOverview'))
  expect(to).toBe('/de?redirect=%2Fde%2Faktuellepraemienuebersicht')
  expect((await site.open(to ?? '')).html).toContain(
    'href="/de/login?redirect=%2Fde%2Faktuellepraemienuebersicht"',
  )
  // Pages of one's own still say that login is what is missing.
  expect((await site.open(pathOf('Dashboard'))).to).toMatch(/^\/de\/login\?/)
})

test.each(['Dashboard', 'NoSuchPage', 'constructor'])(
  'an entry page that is none leads to the login, and never round in circles: %s',
  async (entryPage) => {
    await site.configure({ ForcedLogin: true }, { entryPage })
    expect((await site.open('/de')).to).toBe('/de/login?redirect=%2Fde')
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
  const { to, status } = await site.open(login, { cookie: site.loggedIn })
  expect(status).toBe(302)
  const led = new URL(to ?? '', 'http://localhost:3000')
  expect(led.origin).toBe('http://localhost:3000')
  expect(led.pathname).toMatch(/^\/(de|en)(\/|$)/)
  expect(led.pathname).not.toBe('/de/logout')
})

test('what an earlier version kept for scripts to read becomes a cookie, if it is a session', async () => {
  const { html } = await site.open('/de/kontakt')
  const send = (kept: string, back = '/de/meinedaten', cookie = '') =>
    site.open('/de/admin', {
      cookie,
      form: { _form: formTokenOf(html), kept, back },
    })
  const taken = await send(site.session)
  expect([taken.status, taken.to]).toEqual([302, '/de/meinedaten'])
  const cookie = taken.cookies.find(({ name }) => name === 'zs_user')
  expect(cookie).toMatchObject({ value: site.session, httpOnly: true })
  expect(cookie?.expires).toBeInstanceOf(Date)
  // Nothing else is: no admin token, no nonsense; and it leads nowhere else.
  for (const wrong of [await adminToken(), 'x'.repeat(43), 'kurz', '']) {
    const refused = await send(wrong, 'https://boese.example')
    expect([refused.status, refused.to]).toEqual([302, '/de/persoenlicherbereich'])
    expect(refused.cookies.filter(({ value }) => value !== '')).toEqual([])
  }
})

test('a cookie of a session that is over is taken away', async () => {
  const { cookies } = await site.open('/de', { cookie: `zs_user=${'x'.repeat(43)}` })
  expect(cookies).toMatchObject([{ name: 'zs_user', value: '' }])
  expect((await site.open('/de', { cookie: site.loggedIn })).cookies).toEqual([])
})
