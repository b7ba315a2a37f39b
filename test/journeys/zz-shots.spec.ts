import type { Page } from '@playwright/test'
import { korbinian, logInForAgency } from './agency-steps.ts'
import { greta } from './demo-accounts.ts'
import { fillLogin, originAt } from './journey-steps.ts'
import { addPasskeyTo } from './passkey.ts'
import { logInAsPartner, wiebke } from './sales-partner-steps.ts'
import { test, useApp } from './use-app.ts'

const app = useApp()
const at = (tenant: string) => originAt(app.origin, tenant)
const shoot = async (page: Page, name: string) => {
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await page.waitForTimeout(400)
    await page.screenshot({ path: `/tmp/pk/shots/${name}-${width}.png`, fullPage: true })
  }
}
test('shots', async ({ browser }) => {
  test.setTimeout(400_000)
  const context = await browser.newContext({ locale: 'de-DE' })
  const page = await context.newPage()
  await addPasskeyTo(page)
  const main = page.getByRole('main')
  await page.goto(`${at('bgv')}/de/anmelden`)
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).waitFor()
  await shoot(page, 'login-de')
  await fillLogin(page, greta)
  await page.locator('form#login').waitFor({ state: 'detached' })
  await page.goto(`${at('bgv')}/de/anmeldungen`)
  await shoot(page, 'sessions-none-de')
  await page.goto(`${at('bgv')}/en/anmeldungen`)
  await shoot(page, 'sessions-none-en')
  await page.goto(`${at('bgv')}/de/anmeldungen`)
  await main.getByLabel('Name des Passkeys').fill('Handy')
  await main.getByRole('button', { name: 'Passkey anlegen' }).click()
  await main.getByText('Der Passkey ist angelegt.').waitFor()
  await shoot(page, 'sessions-one-de')
  await main.getByRole('link', { name: 'Entfernen: Handy' }).click()
  await shoot(page, 'sessions-end-de')
  await context.clearCookies()
  await page.goto(`${at('bgv')}/de/anmelden`)
  await fillLogin(page, greta)
  await page.getByRole('button', { name: 'Mit Passkey bestätigen' }).waitFor()
  await shoot(page, 'second-de')
  await page.goto(page.url().replace('/de/', '/en/'))
  await shoot(page, 'second-en')
  await page.goto(`${at('bgv')}/en/agentur/anmelden`)
  await page.getByRole('button', { name: 'Log in with a passkey' }).waitFor()
  await shoot(page, 'agency-login-en')
  await logInForAgency(page, korbinian)
  await page.goto(`${at('bgv')}/de/agentur/anmeldungen`)
  await shoot(page, 'agency-sessions-de')
  await page.goto(`${at('telko')}/de/verkaufspartner`)
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).waitFor()
  await shoot(page, 'partner-login-de')
  await logInAsPartner(page, wiebke)
  await page.goto(`${at('telko')}/en/verkaufspartner/anmeldungen`)
  await shoot(page, 'partner-sessions-en')
})
