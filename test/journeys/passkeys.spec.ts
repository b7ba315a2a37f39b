import { expect, type Browser, type Page } from '@playwright/test'
import { korbinian, logInForAgency } from './agency-steps.ts'
import { changeTenant } from './change-tenant.ts'
import { violationsOf } from './check-page.ts'
import { greta } from './demo-accounts.ts'
import { demoOf, fillLogin, originAt } from './journey-steps.ts'
import { addPasskeyTo } from './passkey.ts'
import { jonas, logInAsPartner, wiebke } from './sales-partner-steps.ts'
import { test, useApp } from './use-app.ts'

const app = useApp()
const at = (tenant: string) => originAt(app.origin, tenant)

/** A browser of its own, with a passkey device, and what makes its owner a stranger. */
async function open(browser: Browser): Promise<[Page, () => Promise<void>]> {
  const context = await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin' })
  const page = await context.newPage()
  return [page, await addPasskeyTo(page)]
}

/** By its button, or by Enter in its field. */
async function addPasskey(page: Page, name: string, byEnter = false): Promise<void> {
  const main = page.getByRole('main')
  const field = main.getByLabel('Name des Passkeys')
  await field.fill(name)
  if (byEnter) await field.press('Enter')
  else await main.getByRole('button', { name: 'Passkey anlegen' }).click()
  await expect(main.getByText('Der Passkey ist angelegt.')).toBeVisible()
}

const byPasskey = (page: Page) => page.getByRole('button', { name: 'Mit Passkey anmelden' }).click()
const title = (page: Page, name: string) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

test('an agency’s owner adds a passkey, logs in with it alone and after the password, and removes it', async ({
  browser,
}) => {
  const [page, beStranger] = await open(browser)
  const main = page.getByRole('main')
  await page.goto(`${at('bgv')}/de/agentur/anmelden`)
  await logInForAgency(page, korbinian)
  await page.getByRole('link', { name: 'Meine Anmeldungen' }).click()
  await expect(main.getByText('Wir empfehlen einen Passkey', { exact: false })).toBeVisible()
  // Without its name none is made.
  await main.getByRole('button', { name: 'Passkey anlegen' }).click()
  await expect(main.getByLabel('Name des Passkeys')).toHaveAttribute('aria-invalid', 'true')
  await addPasskey(page, 'Notebook')
  expect(await violationsOf(page)).toEqual([])
  const told = await demoOf(app.origin).mail(korbinian.email, /Passkey wurde angelegt/)
  expect(JSON.stringify(told)).toContain('Notebook')

  const logOut = async () => {
    await page.goto(`${at('bgv')}/de/agentur/abmelden`)
    await main.getByRole('button', { name: 'Abmelden' }).click()
    await page.goto(`${at('bgv')}/de/agentur/anmelden`)
  }
  await logOut()
  await byPasskey(page)
  await expect(page.getByRole('link', { name: 'Meine Anmeldungen' })).toBeVisible()

  await logOut()
  await logInForAgency(page, korbinian)
  await title(page, 'Mit Passkey bestätigen')
  expect(await violationsOf(page)).toEqual([])
  // The password alone opens nothing.
  await page.goto(`${at('bgv')}/de/agentur/mitarbeiter`)
  await expect(page.locator('form#agency-login')).toBeVisible()
  await logInForAgency(page, korbinian)
  await main.getByRole('button', { name: 'Mit Passkey bestätigen' }).click()
  await expect(page.getByRole('link', { name: 'Meine Anmeldungen' })).toBeVisible()

  await page.getByRole('link', { name: 'Meine Anmeldungen' }).click()
  await main.getByRole('link', { name: 'Entfernen: Notebook' }).click()
  const question = main.getByRole('region', { name: 'Passkey „Notebook“ entfernen?' })
  await expect(question).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)
  await main.getByRole('link', { name: 'Entfernen: Notebook' }).click()
  await question.getByRole('button', { name: 'Passkey entfernen' }).click()
  await expect(main.getByText('Der Passkey ist entfernt.')).toBeVisible()
  await logOut()
  await byPasskey(page)
  await expect(main.getByText('passt zu keinem Zugang', { exact: false })).toBeVisible()
  await logInForAgency(page, korbinian)
  await expect(page.getByRole('link', { name: 'Meine Anmeldungen' })).toBeVisible()
  await beStranger()
  await page.context().close()
})

test('a referrer and a sales partner log in with a passkey, and not with a foreign finger', async ({
  browser,
}) => {
  const [page, beStranger] = await open(browser)
  const main = page.getByRole('main')
  await page.goto(`${at('bgv')}/de/anmelden`)
  await fillLogin(page, greta)
  await expect(page.locator('form#login')).toHaveCount(0)
  await page.goto(`${at('bgv')}/de/anmeldungen`)
  await addPasskey(page, 'Handy', true)
  await page.goto(`${at('bgv')}/de/abmelden`)
  await main.getByRole('button', { name: 'Abmelden' }).click()
  await page.goto(`${at('bgv')}/de/anmelden?redirect=%2Fde%2Fanmeldungen`)
  await byPasskey(page)
  await expect(main.getByText('Handy', { exact: true })).toBeVisible()

  await page.goto(`${at('telko')}/de/verkaufspartner`)
  await logInAsPartner(page, wiebke)
  await page.getByRole('link', { name: 'Meine Anmeldungen' }).click()
  await addPasskey(page, 'Büro', true)
  await page.context().clearCookies()
  await page.goto(`${at('telko')}/de/verkaufspartner`)
  await byPasskey(page)
  await expect(page.getByRole('link', { name: 'Meine Anmeldungen' })).toBeVisible()
  await page.context().clearCookies()
  await beStranger()
  await page.goto(`${at('telko')}/de/verkaufspartner`)
  const button = page.getByRole('button', { name: 'Mit Passkey anmelden' })
  await expect(button).toBeEnabled()
  // At the end of the window, where what is said above it moves it out.
  const { width } = page.viewportSize()!
  const { y, height } = (await button.boundingBox())!
  await page.setViewportSize({ width, height: Math.ceil(y + height) + 4 })
  await button.focus()
  await page.keyboard.press('Enter')
  const refused = main.getByRole('alert').filter({ hasText: 'Kein passender Passkey' })
  await expect(refused).toBeInViewport({ ratio: 1 })
  await expect(button).toBeInViewport({ ratio: 1 })
  await expect(button).toBeFocused()
  await expect(page).toHaveTitle(/^Fehler: /)
  await page.context().close()
})

test('what is pressed before the scripts have come is done once they have, and once', async ({
  browser,
}) => {
  const [page] = await open(browser)
  const main = page.getByRole('main')
  await page.goto(`${at('bgv')}/de/agentur/anmelden`)
  await logInForAgency(page, korbinian)
  await page.getByRole('link', { name: 'Meine Anmeldungen' }).click()
  await expect(main.getByLabel('Name des Passkeys')).toBeVisible()
  const field = main.getByLabel('Name des Passkeys')
  for (const { press, says, calls } of [
    {
      press: () => field.press('Enter'),
      says: 'Der Passkey ist angelegt.',
      calls: ['beginn', 'passkeys'],
    },
    {
      press: () => main.getByRole('button', { name: 'Weiteren Passkey anlegen' }).click(),
      // The device has one.
      says: 'Der Passkey wurde nicht angelegt. Bitte noch einmal versuchen.',
      calls: ['beginn'],
    },
  ]) {
    const scripts = Promise.withResolvers<void>()
    await page.route('**/assets/*.js', async (route) => {
      await scripts.promise
      await route.continue()
    })
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST') sent.push(request.url().replace(/.*\//, ''))
    })
    await page.reload()
    await field.fill('Büro')
    await press()
    expect(sent).toEqual([])
    scripts.resolve()
    await expect(main.getByText(says)).toBeVisible()
    expect(sent).toEqual(calls)
    page.removeAllListeners('request')
    await page.unroute('**/assets/*.js')
  }
  await page.context().close()
})

test('where the tenant wants a passkey, a sales partner makes one before anything else', async ({
  browser,
}) => {
  await changeTenant(app, 'telko', {}, { passkeyForSalesPartners: true })
  const [page] = await open(browser)
  const main = page.getByRole('main')
  await page.goto(`${at('telko')}/de/verkaufspartner`)
  await logInAsPartner(page, jonas)
  await expect(
    main.getByText('Dieser Zugang braucht einen Passkey', { exact: false }),
  ).toBeVisible()
  await page.getByRole('link', { name: 'Aufträge' }).click()
  await title(page, 'Meine Anmeldungen')
  await main.getByLabel('Name des Passkeys').fill('Büro')
  await main.getByRole('button', { name: 'Passkey anlegen' }).click()
  await expect(main.getByText('Dieser Zugang braucht', { exact: false })).toHaveCount(0)
  await page.getByRole('link', { name: 'Aufträge' }).click()
  await title(page, 'Aufträge')
  await page.context().close()
})
