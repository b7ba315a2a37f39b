import type { Browser, BrowserContext } from '@playwright/test'
import { Client } from 'pg'
import { pagePath } from '../../src/contract/paths.ts'
import type { PageName } from '../../src/contract/pages.ts'
import { embeddedUrls } from '../../scripts/start-app.ts'
import type { TestApp } from '../helpers/app.ts'
import { invite, korbinian, logInForAgency } from './agency-steps.ts'
import { acceptAs, apiOf, proveByApi, recommendAs } from './api-steps.ts'
import { takenOver, type PageState } from './check-page.ts'
import { greta, lena, mila } from './demo-accounts.ts'
import { buttonOf, demoOf, fillLogin, originAt, proveAddress } from './journey-steps.ts'
import { ofAgency } from './agency-states.ts'
import { pathsOf, submit, type Place, type Programme } from './programme.ts'
import { ofSalesPartners } from './sales-partner-states.ts'
import { logInAsPartner, wiebke } from './sales-partner-steps.ts'
import { words, type Language } from './words.ts'

export const places: Place[] = [
  {
    tenant: 'standard',
    account: lena,
    product: '101',
    other: '103',
    cash: 'geld',
    voucher: 'seitenwind',
  },
  {
    tenant: 'telko',
    account: mila,
    product: '201',
    other: '206',
    cash: 'cash',
    voucher: 'klangkiste',
  },
  {
    tenant: 'bgv',
    account: greta,
    product: '303',
    other: '301',
    cash: 'ueberweisung',
    voucher: 'gipfelglueck',
  },
]

const asInsurer = {
  Geburtsdatum: '24.05.1988',
  Adresse: { Strasse: 'Auerbachstraße', Hausnummer: '7a', Plz: '80331', Ort: 'München' },
}

/** Recommends, accepts and signs at a tenant; the returned function runs once the reward is there, after the complaint period. */
export async function prepare(app: TestApp, place: Place): Promise<() => Promise<Programme>> {
  const { tenant, account, product, other } = place
  const [api, demo] = [apiOf(app.origin, tenant), demoOf(app.origin)]
  const { Empfehlungsnummer: number, Empfehlungscode: code } = await recommendAs(
    api,
    account,
    product,
    50,
  )
  await recommendAs(api, account, other, 100)
  const email = `zoe.amsel.${tenant}@post.example`
  const recipient = await acceptAs(
    api,
    demo,
    number,
    { first: 'Zoë', last: 'Amsel', email },
    tenant === 'bgv' ? asInsurer : {},
  )
  await demo.contract(tenant, { Empfaengernummer: recipient })
  const origin = originAt(app.origin, tenant)
  return async () => {
    // One person can be with several providers.
    const mail = await demo.mail(account.email, /(Prämie|Bonus) ist da/, new URL(origin).host)
    const link = new URL(buttonOf(mail))
    const asked = await demo.mail(email, /bestätig/i, new URL(origin).host)
    const area = asked.Links.filter((one) => /[?&]t=/.test(one))[1] ?? origin
    type Routes = { RouteName: string; Route: string }[]
    const routesAt = async (name: string) =>
      (await (await fetch(`${app.origin}/api/v1/${tenant}/route/${name}`)).json()) as unknown
    const { Routes } = (await routesAt('default')) as { Routes: Routes }
    const additional = (await routesAt('additional')) as Routes
    return {
      place,
      origin,
      routes: Object.fromEntries(
        [...Routes, ...additional].map(({ RouteName, Route }) => [RouteName, Route]),
      ),
      referral: number,
      code,
      rewardToken: link.searchParams.get('t') ?? '',
      areaToken: new URL(area).searchParams.get('t') ?? '',
    }
  }
}

export async function asReferrer(
  browser: Browser,
  { origin, routes, place }: Programme,
): Promise<BrowserContext> {
  const context = await browser.newContext({ locale: 'de-DE', reducedMotion: 'reduce' })
  const page = await context.newPage()
  await page.goto(`${origin}${pagePath(routes, 'de', 'Login')}`)
  await fillLogin(page, place.account)
  await page.locator('form#login').waitFor({ state: 'detached' })
  await page.getByRole('heading', { level: 1 }).waitFor()
  // Both sessions at once: agency pages use the same cookies.
  if (routes.AgencyLogin) {
    await page.goto(`${origin}${pagePath(routes, 'de', 'AgencyLogin')}`)
    await logInForAgency(page, korbinian)
    // The demo's own invitations have expired, and an open one has more actions.
    await page.goto(`${origin}${pagePath(routes, 'de', 'AgencyArea')}`)
    await invite(page, 'Wiesenpieper', 'ottilie.wiesenpieper@post.example', 'Vor Ort')
  }
  if (routes.SalesPartnerEntry) {
    await page.goto(`${origin}${pagePath(routes, 'de', 'SalesPartnerEntry')}`)
    await logInAsPartner(page, wiebke)
  }
  await page.close()
  return context
}

const ofReward = (programme: Programme) => ({ t: programme.rewardToken })

/** Every tenant's most visited pages. */
export function mainStates(programme: Programme, language: Language): PageState[] {
  const to = pathsOf(programme, language)
  const { product } = programme.place
  const empfehlungsnummer = programme.referral
  return [
    { name: 'homepage', path: to('Homepage'), as: 'referrer' },
    { name: 'login', path: to('Login') },
    { name: 'recommend', path: to('Recommendation', { produktId: product }), as: 'referrer' },
    { name: 'share', path: to('ShareRecommendation', { empfehlungsnummer }), as: 'referrer' },
    { name: 'recipient', path: to('RecipientData', { empfehlungsnummer }) },
    { name: 'personal area', path: to('Dashboard'), as: 'referrer' },
    {
      name: 'reward',
      path: to('Reward', {}, ofReward(programme)),
      heading: /für dich|für Sie|for you/,
    },
  ]
}

/** Pages that only the tenant with agents and a whitelist has. */
function ofInsurer(programme: Programme, language: Language): PageState[] {
  const to = pathsOf(programme, language)
  const produktId = programme.place.product
  const agents = (query: Record<string, string>) => to('AgentRecommendations', { produktId }, query)
  return [
    { name: 'agents', path: agents({}), as: 'referrer' },
    { name: 'agents, page 2', path: agents({ seite: '2' }), as: 'referrer' },
    { name: 'agents, found', path: agents({ suche: 'obermayer' }), as: 'referrer' },
    { name: 'agents, nobody', path: agents({ suche: 'xyzzy' }), as: 'referrer' },
    { name: 'agents, no such page', path: agents({ seite: '99' }), as: 'referrer' },
    {
      name: 'recommend, agent',
      path: to('Recommendation', { produktId }, { berater: 'A-1003' }),
      as: 'referrer',
    },
    {
      name: 'recommend, agent gone',
      path: to('Recommendation', { produktId }, { berater: 'A-0' }),
      as: 'referrer',
    },
    { name: 'employee', path: to('EmployeeRecommendation') },
    {
      name: 'employee, errors',
      path: to('EmployeeRecommendation'),
      act: submit(words[language].requestAccess),
    },
    { name: 'employee, sent', path: to('EmployeeRecommendation', {}, { sent: '1' }) },
  ]
}

/** Pages that only the tenant with categories has. */
function ofCatalogue(programme: Programme, language: Language): PageState[] {
  const to = pathsOf(programme, language)
  const devices = (query: Record<string, string>) => to('Category', { kategorie: 'handys' }, query)
  const compared = (query: Record<string, string>) => to('Comparison', {}, query)
  return [
    { name: 'categories', path: to('Categories') },
    { name: 'category, few offers', path: to('Category', { kategorie: 'glasfaser' }) },
    {
      name: 'category, filtered and chosen',
      path: devices({ geraet: 'Tablet', sortierung: 'preis' }),
      act: async (page) => {
        const cheapest = /^(Vergleichen|Compare): Brimtal Flink Tab 8 (mit Daten|with Data) 20$/
        await page.getByRole('checkbox', { name: cheapest }).check()
        await page.locator('.compare-bar').waitFor()
      },
    },
    { name: 'category, nothing left', path: devices({ bis: '1' }) },
    { name: 'category, unknown', path: to('Category', { kategorie: 'toaster' }) },
    { name: 'comparison', path: compared({ kategorie: 'glasfaser', ids: '201,202,331' }) },
    { name: 'comparison, one and one gone', path: compared({ ids: '201,0815' }) },
    { name: 'comparison, empty', path: compared({}) },
    { name: 'comparison, gone', path: compared({ ids: '0815' }) },
  ]
}

/** All other pages of the contract, with error, empty and final states. */
export function otherStates(programme: Programme, language: Language): PageState[] {
  const to = pathsOf(programme, language)
  const word = words[language]
  const { tenant, product, cash, voucher } = programme.place
  const empfehlungsnummer = programme.referral
  const nobody = { empfehlungsnummer: '7777777777777777' }
  const token = ofReward(programme)
  // A reward's page needs its link first, which sets a cookie.
  const detail = (praemieid: string): PageState => ({
    name: praemieid,
    path: to('Reward', {}, token),
    next: to('RewardDetails', { praemieid }),
    act: async (page) => {
      if (praemieid === cash) await proveAddress(page)
      await page
        .getByRole('main')
        .getByRole('button', { name: language === 'de' ? /auszahlen|nehmen/ : /Pay me|Take/ })
        .waitFor()
    },
  })
  const codeStep = (name: string, waits: boolean): PageState => ({
    name,
    path: to('Reward', {}, token),
    next: to('RewardDetails', { praemieid: cash }),
    act: async (page) => {
      // This browser may have confirmed the address for another state.
      await page.context().clearCookies({ name: 'zs_address' })
      await page.reload()
      await takenOver(page)
      const send = page.getByRole('button', { name: /^(Code senden|Send the code)$/ })
      await send.waitFor()
      if (!waits) return
      await send.click()
      await page.getByLabel('Code', { exact: true }).waitFor()
    },
  })
  // A recipient's page needs the mailed link first, which sets a cookie.
  const own = (name: string, page: PageName, query: Record<string, string> = {}): PageState => ({
    name,
    path: to('RecipientArea', {}, { t: programme.areaToken }),
    next: to(page, {}, query),
  })
  // Its session is over: the server knows what the cookie has no more.
  const closed = (name: string, page: PageName, cookie: string): PageState => ({
    name: `${name}, closed again`,
    path: to(page),
    act: async (page) => {
      const { origin: url } = new URL(page.url())
      // A contact's reward would open by their own page.
      await page.context().clearCookies({ name: 'zs_recipient' })
      await page.context().addCookies([{ name: cookie, value: 'x'.repeat(43), url }])
      await page.reload()
      await takenOver(page)
      await page
        .getByRole('heading', { level: 1, name: /wieder geschlossen|closed again/ })
        .waitFor()
      await page.context().clearCookies({ name: cookie })
    },
  })
  return [
    { name: 'homepage, nobody', path: to('Homepage') },
    { name: 'recommend, nobody', path: to('Recommendation', { produktId: product }) },
    ...(tenant === 'bgv'
      ? [...ofInsurer(programme, language), ...ofAgency(programme, language)]
      : [
          {
            name: 'recommend, errors',
            path: to('Recommendation', { produktId: product }),
            act: submit(word.createLink),
          },
          {
            name: 'share, new',
            path: to('ShareRecommendation', { empfehlungsnummer }, { neu: '1' }),
          },
        ]),
    ...(tenant === 'telko'
      ? [...ofCatalogue(programme, language), ...ofSalesPartners(programme.routes, language)]
      : []),
    { name: 'unknown product', path: to('Recommendation', { produktId: '999' }), as: 'referrer' },
    { name: 'cards, no recommendation', path: to('Thanks'), as: 'referrer' },
    {
      name: 'cards',
      path: to('Thanks', {}, { empfehlung: programme.referral }),
      as: 'referrer',
    },
    {
      name: 'recipient, errors',
      path: to('RecipientData', { empfehlungsnummer }),
      act: submit(word.continue),
    },
    { name: 'recipient, unknown', path: to('RecipientData', nobody) },
    { name: 'expired', path: to('ExpiredRecommendation') },
    { name: 'cancelled', path: to('ExpiredRecommendation', {}, { grund: 'storniert' }) },
    { name: 'confirm', path: to('RecipientConfirmation', {}, { t: 'x'.repeat(43) }) },
    {
      name: 'mail sent',
      path: to('RecipientConfirmation', {}, { empfehlung: programme.referral }),
    },
    {
      name: 'confirmed',
      path: to('RecipientConfirmation', {}, { empfehlung: programme.referral, ok: '1' }),
    },
    { name: 'code', path: to('Code') },
    {
      name: 'login, wanted',
      path: to('Login', {}, { redirect: `/${language}` }),
      act: submit(word.logIn),
    },
    { name: 'forgot password', path: to('ForgotPassword') },
    { name: 'register, no link', path: to('Registration') },
    { name: 'set password, no link', path: to('SetPassword') },
    { name: 'e-mail change, no link', path: to('EmailChange') },
    { name: 'review, no link', path: to('ReviewAnswer') },
    { name: 'claim', path: to('Confirmation', {}, { t: 'x'.repeat(40) }) },
    { name: 'claim, no link', path: to('Confirmation') },
    { name: 'support, no link', path: to('Admin') },
    { name: 'support', path: `${to('Admin')}#${'x'.repeat(43)}` },
    { name: 'claims', path: to('Claims'), as: 'referrer' },
    { name: 'earnings', path: to('Earnings'), as: 'referrer' },
    { name: 'settings', path: to('Settings'), as: 'referrer' },
    {
      name: 'newsletter, question',
      path: to('Settings', {}, { edit: 'newsletter-in' }),
      as: 'referrer',
    },
    {
      name: 'delete account, errors',
      path: to('Settings', {}, { edit: 'delete-account' }),
      as: 'referrer',
      act: submit(word.deleteAccount),
    },
    {
      name: 'account deleted',
      path: to('Logout', {}, { konto: 'geloescht' }),
    },
    { name: 'newsletter opt-in', path: to('NewsletterOptin', {}, { t: 'x'.repeat(43) }) },
    {
      name: 'newsletter opt-in, expired',
      path: to('NewsletterOptin', {}, { t: 'x'.repeat(43) }),
      act: async (page) => {
        await page.getByRole('button', { name: word.confirmNewsletter }).click()
        await page.getByRole('heading', { level: 1, name: word.linkOver }).waitFor()
      },
    },
    { name: 'newsletter opt-out', path: to('NewsletterOptout', {}, { t: 'x'.repeat(43) }) },
    { name: 'newsletter opt-out, no link', path: to('NewsletterOptout') },
    { name: 'change password', path: to('ChangePassword'), as: 'referrer' },
    { name: 'own sessions', path: to('Sessions'), as: 'referrer' },
    { name: 'log out', path: to('Logout'), as: 'referrer' },
    detail(cash),
    detail(voucher),
    { name: 'reward, no link', path: to('Reward'), as: 'referrer' },
    { name: 'reward, wrong link', path: to('Reward', {}, { t: 'x'.repeat(40) }) },
    closed('reward', 'Reward', 'zs_reward'),
    { name: 'account name, no link', path: to('HolderQuestion'), as: 'referrer' },
    { name: 'account name, wrong link', path: to('HolderQuestion', {}, { t: 'x'.repeat(40) }) },
    { name: 'account name, not asked', path: to('HolderQuestion', {}, token) },
    { name: 'own page, no link', path: to('RecipientArea') },
    { name: 'own page, wrong link', path: to('RecipientArea', {}, { t: 'x'.repeat(40) }) },
    { name: 'own page, deleted', path: to('RecipientArea', {}, { geloescht: '1' }) },
    closed('own page', 'RecipientArea', 'zs_recipient'),
    closed('own claims', 'RecipientClaims', 'zs_recipient'),
    own('own page', 'RecipientArea'),
    own('own page, saved', 'RecipientArea', { saved: 'data' }),
    own('own page, correct', 'RecipientArea', { edit: 'data' }),
    own('own page, delete', 'RecipientArea', { edit: 'delete' }),
    own('own claims', 'RecipientClaims'),
    own('own consents', 'RecipientTOSConsent', { saved: 'advertising' }),
    codeStep('reward, confirm the address', false),
    codeStep('reward, enter the code', true),
    own('own bank details', 'BankDetailsRecipient'),
    own('own reward, to open', 'Reward'),
    { name: 'bank details, nobody', path: to('BankDetailsRecommender') },
    closed('bank details', 'BankDetailsRecommender', 'zs_reward'),
    { name: 'bank details', path: to('BankDetailsRecommender'), as: 'referrer' },
    { name: 'customer number, nobody', path: to('CustomerNumber') },
    { name: 'customer number', path: to('CustomerNumber'), as: 'referrer' },
    { name: 'imprint', path: to('Imprint') },
    { name: 'privacy', path: to('Privacy') },
    { name: 'terms', path: to('TOS') },
    { name: 'cookies', path: to('CookieSettings') },
    { name: 'cookies, saved', path: to('CookieSettings', {}, { saved: '1' }) },
    {
      name: 'questions, one open',
      path: to('Faq'),
      act: (page) =>
        page
          .getByRole('main')
          .getByText(/^(Wer (darf|kann) (mitmachen|teilnehmen)|Who can take part)\?$/)
          .click(),
    },
    { name: 'contact', path: to('Contact'), as: 'referrer' },
    { name: 'contact, errors', path: to('Contact'), act: submit(word.sendMessage) },
    { name: 'contact, sent', path: to('Contact', {}, { gesendet: '1' }) },
    { name: 'accessibility', path: to('Accessibility') },
    { name: 'reward overview', path: to('RewardOverview'), as: 'referrer' },
    { name: 'not found', path: to('FileNotFound') },
    { name: 'no such path', path: `/${language}/gibt/es/nicht` },
    {
      name: 'shop',
      path: `/demo/shop/${tenant}?lang=${language}&empfehlungsnummer=${programme.referral}`,
    },
  ]
}

/** States that change others, so they come last: a new person's area, and a reward on its way. */
export function lastStates(programme: Programme, language: Language): PageState[] {
  const to = pathsOf(programme, language)
  return [
    {
      name: 'reward, collected',
      path: to('Reward', {}, ofReward(programme)),
      heading: /auf dem Weg|on its way/,
    },
    { name: 'reward, thanks', path: to('RewardThanks'), heading: /Geschafft|All done/ },
    {
      name: 'account name, answered',
      path: to('HolderQuestion', {}, ofReward(programme)),
      heading: /nächsten Auszahlung|next payout/,
    },
    { name: 'personal area, collected', path: to('Dashboard'), as: 'referrer' },
  ]
}

export async function collect(
  app: TestApp,
  { origin, place, rewardToken }: Programme,
): Promise<void> {
  const api = apiOf(app.origin, place.tenant)
  const { host } = new URL(origin)
  const { email } = place.account
  const cookie = await proveByApi(api, demoOf(app.origin), email, rewardToken, host)
  await api(
    'PUT',
    '/praemierung',
    {
      PraemieId: place.cash,
      Bankdaten: {
        Kontoinhaber: `${place.account.firstName} ${place.account.lastName}`,
        Iban: 'DE89370400440532013000',
      },
    },
    rewardToken,
    cookie,
  )
}

/** Cancels in the database: the owner can withdraw only an unaccepted referral. */
export async function cancelReferral(app: TestApp, number: string): Promise<void> {
  const database = new Client({ connectionString: embeddedUrls(app.dataDir).ownerUrl })
  await database.connect()
  await database.query(
    `update referrals set state = 'cancelled', cancelled_at = now() where number = $1`,
    [number],
  )
  await database.end()
}
