import { expect, test, type Browser } from '@playwright/test'
import {
  acceptHere,
  buttonOf,
  confirm,
  demoOf,
  logIn,
  namesOf,
  originAt,
  openReward,
  recommend,
  register,
} from './journey-steps.ts'
import { acceptAs, apiOf, recommendAs } from './api-steps.ts'
import { runCli } from './run-cli.ts'
import { mila } from './demo-accounts.ts'
import { useApp } from './use-app.ts'

const app = useApp()

const nora = { first: 'Nora', last: 'Quandt', email: 'nora.quandt@post.example' }
const ole = { first: 'Ole', last: 'Brückner', email: 'ole.brueckner@post.example' }
const pia = { first: 'Pia', last: 'Unstrut', email: 'pia.unstrut@post.example' }
const password = 'Zugvogel-2026-Nord'
const onPhone = async (browser: Browser) => {
  const context = await browser.newContext({
    locale: 'en-GB',
    viewport: { width: 360, height: 740 },
    isMobile: true,
    hasTouch: true,
  })
  // A phone's API that desktop Chromium lacks.
  await context.addInitScript(() => {
    Object.defineProperty(navigator, 'share', {
      value: (shared: ShareData) => {
        document.documentElement.dataset['shared'] = shared.url ?? ''
        return Promise.resolve()
      },
    })
  })
  return context.newPage()
}

test('in English on a phone: shared by code, paid as a voucher, and the second contract earns more', async ({
  browser,
}) => {
  const demo = demoOf(app.origin)
  const origin = originAt(app.origin, 'telko')
  const page = await onPhone(browser)
  const number = await recommend(page, origin, nora, /All for me/, {
    language: 'en',
    product: 'Fibre 250',
  })
  expect(number).toHaveLength(16)
  // The form was submitted at its end: the next page starts at the top.
  await expect.poll(() => page.evaluate(() => window.scrollY)).toBe(0)

  await page.getByRole('button', { name: 'Share', exact: true }).tap()
  await expect(page.locator('html')).toHaveAttribute(
    'data-shared',
    /\/k\/[0-9A-Z]{4}-[0-9A-Z]{4}\?channel=ns$/,
  )
  const link = await page.getByLabel('Your referral link').inputValue()
  expect(link).toMatch(/^http:\/\/telko\.localhost:\d+\/k\/[0-9A-Z]{4}-[0-9A-Z]{4}\?channel=ln$/)
  const ways = page.getByRole('main').getByRole('link', {
    name: /WhatsApp|E-mail|Facebook|Twitter|Gmail|LinkedIn|Xing|Outlook|Yahoo/,
  })
  await expect(ways).toHaveCount(2)
  await page.getByText('More ways to share').tap()
  await expect(ways).toHaveCount(6)
  expect((await namesOf(ways)).map((name) => name.replace(' (opens a new window)', ''))).toEqual([
    'WhatsApp',
    'E-mail',
    'Facebook',
    'X (Twitter)',
    'Gmail',
    'LinkedIn',
  ])
  const code = /[0-9A-Z]{4}-[0-9A-Z]{4}/.exec(link)?.[0] ?? ''
  await expect(page.getByText(code, { exact: true })).toBeVisible()
  await register(page, buttonOf(await demo.mail(nora.email, /Fibre 250/)), password, 'en')

  const stranger = await onPhone(browser)
  await stranger.goto(`${origin}/en/code`)
  await stranger.getByLabel('Code').fill(code.toLowerCase().replace('-', ' '))
  await stranger.getByRole('button', { name: 'Go to the recommendation' }).tap()
  await expect(stranger.getByRole('heading', { level: 1, name: /Nora recommends/ })).toBeVisible()
  await acceptHere(stranger, ole, 'en')
  await confirm(stranger, buttonOf(await demo.mail(ole.email, /Please confirm/)), 'en')
  await stranger.getByRole('link', { name: 'Continue to the offer' }).tap()
  await stranger.getByRole('button', { name: 'Sign contract' }).tap()
  await expect(stranger.getByRole('heading', { name: 'Thank you!' })).toBeVisible()

  await page.reload()
  await expect(page.getByText('The withdrawal and review period is still running.')).toBeVisible()
  await demo.clock('P29D')
  await page.reload()
  await expect(page.getByText('The withdrawal and review period is still running.')).toBeVisible()
  await demo.clock('P2D')
  await openReward(
    page,
    buttonOf(await demo.mail(nora.email, /reward is here: €50/)),
    'Klangkiste Music: Take the voucher',
  )
  await page.getByRole('button', { name: /Take the voucher/ }).tap()
  await expect(page.getByRole('heading', { level: 1, name: 'All done!' })).toBeVisible()
  expect((await demo.mail(nora.email, /Klangkiste Music voucher/)).Text).toMatch(
    /[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}/,
  )

  // The device that accepted leads on, unless another person uses it.
  await stranger.goto(link)
  await expect(stranger.getByRole('heading', { level: 1 })).toHaveText(
    'You have already accepted this recommendation',
  )
  await stranger.getByRole('link', { name: 'Somebody else accepts it' }).click()
  await acceptHere(stranger, pia, 'en')
  await confirm(stranger, buttonOf(await demo.mail(pia.email, /Please confirm/)), 'en')
  await demo.contract('telko', { Empfehlungsnummer: number, Email: pia.email })
  await demo.clock('P31D')
  await page.goto(buttonOf(await demo.mail(nora.email, /reward is here: €60/)))
  await expect(page.getByRole('heading', { level: 1, name: '€60.00 for you' })).toBeVisible()
})

test(
  'an order that the feed cancels takes its unpaid reward along, and the personal area says so',
  { tag: '@long' },
  async ({ page }) => {
    const demo = demoOf(app.origin)
    const api = apiOf(app.origin, 'telko')
    const key = (await runCli(app, 'api-key', 'create', 'journey', '--tenant', 'telko'))[
      'key'
    ] as string
    const { Empfehlungsnummer: number } = await recommendAs(api, mila, '201', 100)
    const recipient = await acceptAs(api, demo, number, {
      first: 'Rieke',
      last: 'Salm',
      email: 'rieke.salm@post.example',
    })
    const { Now } = (await demo.clock('PT0S')) as { Now: string }
    // The app's clock as a Berlin day, which is later than UTC's late in the evening.
    const today = Temporal.Instant.from(Now).toZonedDateTimeISO('Europe/Berlin').toPlainDate()
    const report = async (status: string) => {
      const order = {
        ExterneAuftragsnummer: 'FN-2026-0815',
        Empfaengernummer: recipient,
        ProduktExterneId: 'FN-GF-250',
        Vertragsdatum: today.toString(),
        Status: status,
      }
      const { body } = await api('POST', '/auftraege', [order], key)
      return (body['Ergebnisse'] as { Ergebnis: string }[]).map((line) => line.Ergebnis)
    }
    expect(await report('abgeschlossen')).toEqual(['neu'])
    await demo.clock('P31D')
    const reward = buttonOf(await demo.mail(mila.email, /Bonus ist da/))
    await logIn(page, originAt(app.origin, 'telko'), mila)
    await expect(page.getByText(/zum Abholen bereit/)).toBeVisible()

    expect(await report('storniert')).toEqual(['storniert'])
    expect(await report('storniert')).toEqual(['unveraendert'])
    await demo.mail(mila.email, /storniert/i)
    await page.reload()
    await expect(page.getByText(/zum Abholen bereit/)).toHaveCount(0)
    await expect(page.getByText('storniert', { exact: true })).toBeVisible()
    await page.goto(reward)
    await expect(
      page.getByRole('heading', { level: 1, name: 'Diesen Bonus gibt es nicht mehr' }),
    ).toBeVisible()
    await page.getByRole('link', { name: 'Jetzt weiterempfehlen' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /Dein Netz/ })).toBeVisible()
  },
)
