import { expect } from '@playwright/test'
import { korbinian, logInForAgency, vroni } from './agency-steps.ts'
import { greta } from './demo-accounts.ts'
import { buttonOf, demoOf, fillLogin, originAt, typePasswordOnce } from './journey-steps.ts'
import { test, useSharedApp } from './use-app.ts'

const app = useSharedApp()
const bgv = () => originAt(app.origin, 'bgv')
const password = 'Zugvogel-2026-Nord'

test('an agency registers, confirms by mail, completes its address, and waits for its activation', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const main = page.getByRole('main')
  await page.goto(`${bgv()}/de/agentur`)
  await main.getByRole('link', { name: 'Agentur registrieren' }).click()
  await main.getByLabel('Agenturnummer').fill('AG-7711')
  await main.getByLabel('Name der Agentur').fill('Agentur Hohenberger')
  await main.getByLabel('Vorname').fill('Falk')
  await main.getByLabel('Nachname').fill('Hohenberger')
  await main.getByLabel('E-Mail-Adresse').fill('falk@hohenberger.example')
  await main.getByRole('checkbox', { name: /Teilnahmeregeln/ }).check()
  await main.getByRole('button', { name: 'Registrierung absenden' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Postfach/ })).toBeVisible()
  const mail = await demoOf(app.origin).mail('falk@hohenberger.example', /Bitte bestätigen/)
  await page.goto(buttonOf(mail))
  await expect(main.getByText('Agentur Hohenberger (AG-7711)')).toBeVisible()
  await typePasswordOnce(page, password)
  await main.getByRole('button', { name: 'Bestätigen und weiter' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Weitere Angaben' })).toBeVisible()
  await main.getByLabel(/Straße/).fill('Königstraße')
  await main.getByLabel(/Hausnummer/).fill('5')
  await main.getByLabel(/Postleitzahl/).fill('70173')
  await main.getByLabel(/Ort/).fill('Stuttgart')
  await main.getByRole('button', { name: 'Speichern und weiter' }).click()
  await expect(main.getByText('Die Freischaltung steht noch aus')).toBeVisible()
  // Without tasks the page says so, and what to do meanwhile.
  await expect(main.getByText('Für heute ist alles erledigt.')).toBeVisible()
  await expect(main.getByText(/^Neue Aufgaben erscheinen hier\./)).toBeVisible()
  // Until then neither employees nor invitations. A page still loading may close the menu again.
  await expect(async () => {
    const menu = main.locator('.desk-menu details')
    if ((await menu.isVisible()) && (await menu.getAttribute('open')) === null)
      await menu.locator('summary').click()
    await expect(main.getByRole('link', { name: 'Stammdaten' })).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expect(main.getByRole('link', { name: 'Mitarbeitende' })).toHaveCount(0)
})

test('a customer and an agency user are logged in side by side; each logs out alone', async ({
  page,
}) => {
  await page.goto(`${bgv()}/de/anmelden`)
  await fillLogin(page, greta)
  await expect(page.getByRole('main').getByRole('heading', { level: 1 })).toBeVisible()
  await page.goto(`${bgv()}/de/agentur/anmelden`)
  await logInForAgency(page, korbinian)
  await page.goto(`${bgv()}/de/agentur/abmelden`)
  await page.getByRole('main').getByRole('button', { name: 'Abmelden' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Sie sind abgemeldet' })).toBeVisible()
  await page.goto(`${bgv()}/de/agentur/start`)
  await expect(page.getByRole('heading', { name: 'Für Agenturen anmelden' })).toBeVisible()
  await page.goto(`${bgv()}/de/mein-bereich`)
  await expect(page).toHaveURL(/mein-bereich/)
})

test('without script an employee logs in, sees what they may, and cannot change master data', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'de-DE' })
  const page = await context.newPage()
  const main = page.getByRole('main')
  await page.goto(`${bgv()}/de/agentur/stammdaten`)
  await logInForAgency(page, vroni)
  await expect(page.getByRole('heading', { level: 1, name: 'Stammdaten' })).toBeVisible()
  await expect(main.getByText('AG-1001', { exact: true })).toBeVisible()
  await expect(main.getByRole('button')).toHaveCount(0)
  await expect(main.getByRole('link', { name: 'Mitarbeitende' })).toHaveCount(0)
  await page.goto(`${bgv()}/de/agentur/mitarbeiter`)
  await expect(main.getByText(/fehlt Ihnen die Berechtigung/)).toBeVisible()
  await context.close()
})

test('a logo is taken by what its bytes say, shown, and removed again', async ({ page }) => {
  const main = page.getByRole('main')
  await page.goto(`${bgv()}/de/agentur/stammdaten`)
  await logInForAgency(page, korbinian)
  const choose = (name: string, buffer: Buffer) =>
    main.getByLabel('Bilddatei').setInputFiles({ name, mimeType: 'image/png', buffer })
  await choose('logo.png', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"/>'))
  await main.getByRole('button', { name: 'Logo speichern' }).click()
  await expect(main.getByLabel('Bilddatei')).toHaveAccessibleDescription(
    /kein Bild, das wir zeigen können/,
  )
  const pixel =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg=='
  await choose('logo.png', Buffer.from(pixel, 'base64'))
  await main.getByRole('button', { name: 'Logo speichern' }).click()
  await expect(main.getByText('Das Logo ist gespeichert.')).toBeVisible()
  const logo = main.getByRole('img', { name: /^Logo von/ })
  await expect
    .poll(() => logo.evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(0)
  await main.getByRole('button', { name: 'Logo entfernen' }).click()
  await expect(main.getByText('Noch kein Logo')).toBeVisible()
})
