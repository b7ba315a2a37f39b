import { expect } from '@playwright/test'
import { greta } from './demo-accounts.ts'
import {
  demoOf,
  fillLogin,
  numberIn,
  oneClick,
  originAt,
  pressFirst,
  recommendLink,
  topItem,
} from './journey-steps.ts'
import { test, useSharedApp } from './use-app.ts'

const app = useSharedApp()

test('a customer finds an adviser whose name they half remember, and the contact sees who advises', async ({
  page,
  browser,
}) => {
  await page.setViewportSize({ width: 360, height: 740 })
  const origin = originAt(app.origin, 'bgv')
  const main = page.getByRole('main')
  await page.goto(`${origin}/de/weiterempfehlen/303`)
  await fillLogin(page, greta)
  await main.getByRole('link', { name: 'Beraterin oder Berater wählen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /über eine Agentur/ })).toBeVisible()
  await expect(main.getByText('22 Treffer')).toBeVisible()
  await expect(main.getByRole('listitem')).toHaveCount(6)
  await main.getByRole('link', { name: 'Nächste' }).click()
  await expect(main.getByText('Seite 2 von 4')).toBeVisible()
  await main.getByRole('searchbox').fill('Obermayer')
  await main.getByRole('searchbox').press('Enter')
  const nearest = topItem(main.getByRole('listitem'))
  await expect(nearest).toContainText('Korbinian Obermaier')
  await expect(nearest).toContainText('83022 Rosenheim')
  await main.getByRole('link', { name: /^Auswählen ?: Korbinian Obermaier/ }).click()
  await expect(main.getByText('Berät Ihren Kontakt')).toBeVisible()
  const photo = main.locator('img[src*="/berater/"]')
  expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await main.getByRole('checkbox', { name: /Prämienbedingungen/ }).check()
  await main.getByRole('button', { name: 'Link erstellen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Link ist fertig/ })).toBeVisible()
  await expect(main.getByText('Korbinian Obermaier')).toBeVisible()

  const context = await browser.newContext({ locale: 'de-DE' })
  const stranger = await context.newPage()
  await stranger.goto(`${origin}/de/ihre-empfehlung/${numberIn(page)}`)
  await expect(stranger.getByText('Berät Sie persönlich')).toBeVisible()
  await expect(stranger.getByText('83022 Rosenheim')).toBeVisible()
  await context.close()
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('agents are searched and chosen, and who is not there is said', async ({ page }) => {
    const origin = originAt(app.origin, 'bgv')
    const main = page.getByRole('main')
    await page.goto(`${origin}/en/weiterempfehlen/agentur/301`)
    await fillLogin(page, greta, 'en')
    await main.getByRole('searchbox').fill('xyzzy')
    await main.getByRole('button', { name: 'Search' }).click()
    await expect(main.getByRole('heading', { name: 'Nobody found' })).toBeVisible()
    await main.getByRole('link', { name: 'Show all' }).click()
    await main.getByRole('link', { name: /^Choose ?: Vroni Almbauer$/ }).click()
    await expect(main.getByText('Adviser for your contact')).toBeVisible()
    await page.goto(`${origin}/en/weiterempfehlen/301?berater=A-0`)
    await expect(main.getByText('The adviser is no longer listed')).toBeVisible()
  })

  test('an employee gets in by the own work address and no other, and recommends', async ({
    page,
  }) => {
    const origin = originAt(app.origin, 'bgv')
    const main = page.getByRole('main')
    await page.goto(`${origin}/de`)
    await main.getByRole('link', { name: 'Zugang anfordern' }).click()
    await main.getByLabel('Vorname').fill('Ilse')
    await main.getByLabel('Nachname').fill('Kupfer')
    await main.getByRole('textbox', { name: 'E-Mail' }).fill('ilse.kupfer@post.example')
    await main.getByRole('button', { name: 'Zugang anfordern' }).click()
    await expect(main.getByRole('textbox', { name: 'E-Mail' })).toHaveAccessibleDescription(
      'Ihre Adresse bei Bergvogel Versicherung. Bitte geben Sie eine gültige E-Mail-Adresse ein.',
    )
    await expect(main.getByLabel('Vorname')).toHaveValue('Ilse')
    await main.getByRole('textbox', { name: 'E-Mail' }).fill('ilse.kupfer@bergvogel.example')
    await main.getByRole('button', { name: 'Zugang anfordern' }).click()
    await expect(page.getByRole('heading', { level: 1, name: /in Ihr Postfach/ })).toBeVisible()
    await pressFirst(page, await demoOf(app.origin).mail('ilse.kupfer@bergvogel.example', oneClick))
    await page.goto(`${origin}/de/mitarbeiter`)
    await expect(recommendLink(main, 'Privathaftpflicht')).toBeVisible()
  })
})
