import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { recommended } from '../src/server/referral/journey.test-helper.ts'
import { iban, makeApiKey, makeJourney } from './helpers/actors.ts'
import { mailedToken } from './helpers/mails.ts'
import { startPages } from './helpers/pages.ts'
import { pressed } from './helpers/link-session.ts'

// The root, and the route list and where it leads (spec sections 2 and 2.1), over the built pages.

vi.setConfig({ testTimeout: 60_000, hookTimeout: 180_000 })

let site: Awaited<ReturnType<typeof startPages>>
beforeAll(async () => {
  site = await startPages()
})
afterEach(() => site.configure({}))
afterAll(() => site.stop())

test('the root leads to the default language of the tenant, whose list names it, and keeps what the address carries', async () => {
  for (const [locales, language] of [
    [['de', 'en'], 'de'],
    [['en', 'de'], 'de'],
    [['de'], 'de'],
    [['en'], 'en'],
  ] as const) {
    await site.configure({}, { locales: [...locales] })
    const list = (await site.server.call('GET', '/standard/route/default')).body
    expect([list.DefaultLanguage, list.Languages]).toEqual([language, locales])
    for (const browser of ['', '*', 'fr-FR,fr;q=0.9', 'xx'])
      for (const query of ['', '?channel=wa&widget=1']) {
        const headers: Record<string, string> = browser ? { 'accept-language': browser } : {}
        const { status, to } = await site.open(`/${query}`, { headers })
        expect([browser, status, to]).toEqual([browser, 302, `/${language}${query}`])
      }
  }
})

type Route = { RouteName: string; Route: string }
const listed = async (tenant: string) =>
  (await site.server.call('GET', `/${tenant}/route/default`)).body.Routes as Route[]

// Spec section 2.1, both of its lists; those of the first with the path that stands beside them.
const named: Record<string, string | undefined> = {
  Homepage: '/',
  Dashboard: '/persoenlicherbereich',
  Settings: '/meinedaten',
  Login: '/login',
  Logout: '/logout',
  Code: '/code',
  ForgotPassword: '/passwortvergessen',
  ChangePassword: '/passwortaendern',
  Recommendation: '/empfehlen/:produktId',
  AgentRecommendations: '/agent/empfehlen/:produktId',
  Confirmation: '/bestaetigung',
  ShareRecommendation: '/empfehlung/:empfehlungsnummer',
  RecipientConfirmation: '/empfaengerbestaetigung',
  ExpiredRecommendation: '/empfehlungabgelaufen',
  RecipientData: '/empfaengerdaten/:empfehlungsnummer',
  Reward: '/praemie',
  RewardDetails: '/praemie/:praemieid',
  RewardThanks: '/praemiedanke',
  GoodwillThanks: '/kulanzdanke',
  RewardOverview: '/aktuellepraemienuebersicht',
  CustomerNumber: '/kundennummer',
  RecipientTOSConsent: '/empfaenger/zustimmung',
  RecipientConsent: '/empfaenger/zustimmung',
  BankDetails: '/bankdaten',
  BankDetailsRecipient: '/bankdaten',
  BankDetailsRecommender: '/empfehler/bankdaten',
  Imprint: '/impressum',
  Privacy: '/datenschutz',
  TOS: '/agb',
  Faq: '/faq',
  Contact: '/kontakt',
  NewsletterOptout: '/empfehler/newsletter/optout',
  NewsletterOptin: '/empfehler/newsletter/optin',
  Registration: '/registrieren',
  SetPassword: '/passwortsetzen',
  EmployeeRecommendation: '/mitarbeiterempfehlen',
  FileNotFound: '/404',
  Accessibility: '/barrierefreiheitserklaerung',
  Thanks: '/danke',
  Click: undefined,
  Admin: undefined,
}

test.each(['standard', 'bgv', 'telko'])(
  'the list of %s has every name of the specification once, with a path of its own or the default one',
  async (tenant) => {
    const routes = await listed(tenant)
    const names = routes.map(({ RouteName }) => RouteName)
    expect(new Set(names).size).toBe(names.length)
    expect(names).toEqual(expect.arrayContaining(Object.keys(named)))
    for (const { RouteName, Route } of routes) {
      expect([RouteName, Route]).toEqual([RouteName, expect.stringMatching(/^\/[^?#\s]*\??$/)])
      if (tenant === 'standard' && named[RouteName])
        expect([RouteName, Route]).toEqual([RouteName, named[RouteName]])
    }
  },
)

test('the names that the specification has beside its table lead to their pages, under the paths that the tenant gives them', async () => {
  const { server } = site
  const journey = await makeJourney(server, 'standard', await makeApiKey(server, 'standard'))
  const collected = await server.call('PUT', '/standard/praemierung', {
    token: journey.rewardToken,
    body: { PraemieId: 'geld', Bankdaten: { Kontoinhaber: 'Vor Nach', Iban: iban } },
  })
  expect(collected.status, JSON.stringify(collected.body)).toBe(200)
  const fresh = await recommended(server)
  const email = 'namen@post.example'
  await server.call('POST', '/standard/account/createEmpfehler', {
    body: { Vorname: 'Nele', Nachname: 'Namen', Email: email },
  })
  const welcome = await mailedToken(server, 'standard', email, 'welcome')
  const press = await mailedToken(server, 'standard', fresh.email, 'welcome')
  const number = fresh.Empfehlungsnummer
  const cookie = `zs_reward=${await pressed(server, 'standard', 'reward', journey.rewardToken)}`
  const leads: Record<
    string,
    { heading: string; query?: string; status?: number; cookie?: string }
  > = {
    Registration: { heading: 'Willkommen, Nele', query: `?t=${welcome}` },
    Recommendation: { heading: 'Ökostrom empfehlen' },
    RecipientData: { heading: 'Mara empfiehlt dir den Ökostrom' },
    Confirmation: { heading: 'Ist das deine Empfehlung?', query: `?t=${press}` },
    ExpiredRecommendation: { heading: 'Diese Empfehlung ist abgelaufen', status: 410 },
    Imprint: { heading: 'Impressum' },
    Privacy: { heading: 'Datenschutz' },
    TOS: { heading: 'Teilnahme\u00adbedingungen' },
    RewardThanks: { heading: 'Geschafft!', cookie },
    Admin: { heading: 'Support-Zugang' },
  }
  const visit = async () => {
    const routes = await listed('standard')
    const seen: Record<string, unknown> = {}
    for (const [name, { query = '', cookie: own = '' }] of Object.entries(leads)) {
      const route = routes.find(({ RouteName }) => RouteName === name)!.Route
      const path = route
        .replace(':produktId', '101')
        .replace(':empfehlungsnummer', number)
        .replace(/\/:\w+\?$/, '')
      const { status, heading, to } = await site.open(`/de${path}${query}`, { cookie: own })
      seen[name] = [status, heading.replaceAll(/(<[^>]+>|\s)+/g, ' ').trim(), to]
    }
    return seen
  }
  const wanted = Object.fromEntries(
    Object.entries(leads).map(([name, { heading, status = 200 }]) => [
      name,
      [status, heading, undefined],
    ]),
  )
  expect(await visit()).toEqual(wanted)

  const own = Object.fromEntries(
    Object.keys(leads).map((name) => [
      name,
      named[name]?.replace(/^\/(\w+)/, '/eigene-$1') ?? '/eigenes/:adminLoginToken?',
    ]),
  )
  await site.configure({}, { routes: own })
  expect((await listed('standard')).filter(({ RouteName }) => own[RouteName])).toEqual(
    expect.arrayContaining(Object.entries(own).map(([RouteName, Route]) => ({ RouteName, Route }))),
  )
  expect(await visit()).toEqual(wanted)
  for (const name of ['Imprint', 'Privacy', 'TOS', 'Registration'])
    expect([name, (await site.open(`/de${named[name]}`)).heading]).toEqual([
      name,
      'Diese Seite gibt es nicht',
    ])
})
