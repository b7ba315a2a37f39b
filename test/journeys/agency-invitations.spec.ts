import { expect, type Page } from '@playwright/test'
import { invite, korbinian, logInForAgency, vroni } from './agency-steps.ts'
import { buttonOf, demoOf, oneClick, originAt, pressFirst } from './journey-steps.ts'
import { test, useSharedApp } from './use-app.ts'

const app = useSharedApp()
const bgv = () => originAt(app.origin, 'bgv')
const tabs = (page: Page) =>
  page.getByRole('navigation', { name: 'Kunden empfehlen lassen', exact: true })

test('an employee invites, the invited person registers and recommends, and the agency sees what came of it', async ({
  page,
  browser,
}) => {
  const main = page.getByRole('main')
  const email = 'ottilie.brunnmayr@post.example'
  await page.goto(`${bgv()}/de/agentur/empfehlen`)
  await logInForAgency(page, vroni)
  await expect(tabs(page).getByRole('link')).toHaveCount(6)
  await invite(page, 'Brunnmayr', email, 'Vor Ort')
  const demo = demoOf(app.origin)
  const mail = await demo.mail(email, /lädt Sie ein/)
  expect(mail.Text).toContain('Vroni Almbauer von Agentur Obermaier & Almbauer')
  expect(mail.Text).toContain('Dann müssen Sie nichts tun')

  const context = await browser.newContext({ locale: 'de-DE' })
  const invited = await context.newPage()
  const theirs = invited.getByRole('main')
  await invited.goto(buttonOf(mail))
  await expect(theirs.getByLabel('E-Mail-Adresse')).toHaveValue(email)
  await theirs.getByRole('button', { name: 'Jetzt registrieren' }).click()
  // The mailed link proved the address, so no other mail is needed.
  await expect(theirs.getByText('Bestätigt. Sie sind angemeldet.', { exact: true })).toBeVisible()
  // An address on no whitelist can recommend all the same.
  await invited.goto(`${bgv()}/de/weiterempfehlen/301`)
  await theirs.getByRole('checkbox', { name: /Prämienbedingungen/ }).check()
  await theirs.getByRole('button', { name: 'Link erstellen' }).click()
  await expect(theirs.getByRole('heading', { level: 1, name: /Link ist fertig/ })).toBeVisible()
  await context.close()

  await tabs(page).getByRole('link', { name: 'Einladungen' }).click()
  await main.getByRole('searchbox').fill('BRUNNM')
  const line = main.getByRole('row').filter({ hasText: 'Ottilie Brunnmayr' })
  await expect(page).toHaveURL(/suche=BRUNNM/)
  await expect(line).toContainText('Angenommen')
  await page.goto(`${bgv()}/de/agentur/empfehlen`)
  await tabs(page).getByRole('link', { name: 'Empfehler' }).click()
  await expect(main.getByRole('row').filter({ hasText: 'Ottilie Brunnmayr' })).toBeVisible()
  await page.goto(`${bgv()}/de/agentur/empfehlen`)
  await tabs(page).getByRole('link', { name: 'Überblick' }).click()
  await expect(main.getByText('Empfehlungen', { exact: true }).locator('..')).toContainText('1')
})

test(
  'each tab of the screen leads to the one home of its list, also by the addresses of before',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(`${bgv()}/de/agentur/empfehlen?tab=leads`)
    await logInForAgency(page, korbinian)
    await expect(page).toHaveURL(/agentur\/empfehler\?liste=leads/)
    const homes = [
      ['Einladungen', /agentur\/einladungen$/],
      ['Empfehler', /agentur\/empfehler$/],
      ['Kontakte', /agentur\/empfehler\?liste=leads$/],
      [/Freigabe/, /agentur\/auftraege\?status=Bestaetigt$/],
    ] as const
    for (const [name, address] of homes) {
      await page.goto(`${bgv()}/de/agentur/empfehlen`)
      await tabs(page).getByRole('link', { name }).click()
      await expect(page).toHaveURL(address)
    }
  },
)

test(
  'an invitation is reminded of, withdrawn and expires, and its link says so',
  { tag: '@long' },
  async ({ page }) => {
    const main = page.getByRole('main')
    const demo = demoOf(app.origin)
    const [kept, taken] = ['ottilie.sonnleitner@post.example', 'ottilie.rehwald@post.example']
    await page.goto(`${bgv()}/de/agentur/empfehlen`)
    await logInForAgency(page, korbinian)
    await invite(page, 'Sonnleitner', kept, 'Am Telefon')
    await invite(page, 'Rehwald', taken, 'Am Telefon')
    const link = buttonOf(await demo.mail(taken, /lädt Sie ein/))
    await demo.clock('PT25H')
    await page.goto(`${bgv()}/de/agentur/einladungen`)
    const line = (name: string) => main.getByRole('row').filter({ hasText: name })
    await line('Ottilie Sonnleitner').getByRole('button', { name: 'Erinnern' }).click()
    await expect(main.getByText('Die Erinnerung ist unterwegs.')).toBeVisible()
    const reminder = await demo.mail(kept, /^Erinnerung/)
    await main.getByRole('link', { name: 'Einladung von Ottilie Rehwald zurückziehen' }).click()
    await main.getByRole('button', { name: 'Zurückziehen' }).click()
    await expect(main.getByText('Die Einladung ist zurückgezogen.')).toBeVisible()
    await expect(line('Ottilie Rehwald')).toContainText('Zurückgezogen')
    await page.goto(link)
    await expect(main.getByRole('heading', { level: 1, name: /zurückgezogen/ })).toBeVisible()
    await demo.clock('P15D')
    await page.goto(buttonOf(reminder))
    await expect(main.getByRole('heading', { level: 1, name: /abgelaufen/ })).toBeVisible()
  },
)

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('an owner opens a card, and who comes by it registers for its employee', async ({
    page,
  }) => {
    const main = page.getByRole('main')
    const email = 'ottilie.moosgruber@post.example'
    await page.goto(`${bgv()}/de/agentur/einladungen`)
    await logInForAgency(page, korbinian)
    await main.getByRole('link', { name: 'Karte öffnen: Vroni Almbauer' }).click()
    const code = main.getByRole('img', { name: /^QR-Code zu bgv/ })
    const address = /bgv\S+/.exec((await code.getAttribute('aria-label')) ?? '')?.[0] ?? ''
    await page.goto(`http://${address}`)
    await expect(main.getByText(/^Vroni Almbauer lädt Sie ein/)).toBeVisible()
    await main.getByLabel('Vorname').fill('Ottilie')
    await main.getByLabel('Nachname').fill('Moosgruber')
    await main.getByLabel('E-Mail-Adresse').fill(email)
    await main.getByRole('button', { name: 'Jetzt registrieren' }).click()
    await expect(main.getByText('Der Link zur Bestätigung ist unterwegs.')).toBeVisible()
    await pressFirst(page, await demoOf(app.origin).mail(email, oneClick))
    await page.goto(`${bgv()}/de/zugang/registrieren?m=0000000000`)
    await expect(main.getByRole('heading', { level: 1, name: /Karte/ })).toBeVisible()
  })
})
