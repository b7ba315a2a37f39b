import { AxeBuilder } from '@axe-core/playwright'
import { expect, test, type Page } from '@playwright/test'
import { apiOf, recommendAs } from './api-steps.ts'
import { lena } from './demo-accounts.ts'
import { originAt } from './journey-steps.ts'
import { useApp } from './use-app.ts'

const app = useApp()

const prompt = (page: Page) => page.getByRole('dialog')

/** Opens a page whose clock the test moves, with the script in charge of it. */
async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__react')),
  )
  // Nobody is asked while another question is open.
  const banner = page.getByRole('region', { name: 'Cookies?' })
  const decline = banner.getByRole('button', { name: /^(Alle ablehnen|Decline all)$/ })
  if (await decline.isVisible()) {
    await decline.click()
    await expect(decline).toHaveCount(0)
  }
}

/** Nobody moves for `ms`, until the question is there: the wait begins when React has mounted, which no element tells. */
const standStill = (page: Page, ms: number) =>
  expect(async () => {
    await page.clock.fastForward(ms)
    await expect(prompt(page)).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 15_000 })

test.beforeEach(({ page }) => page.clock.install())

test('after 15,000 ms without a sign of life, and not before, somebody is asked once whether they really want to go', async ({
  page,
}) => {
  await open(page, `${app.origin}/de`)
  await page.clock.fastForward(12_000)
  await page.mouse.move(100, 100)
  await page.clock.fastForward(12_000)
  await expect(prompt(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Jetzt empfehlen' }).focus()
  await standStill(page, 15_000)
  await expect(prompt(page)).toHaveAccessibleName('Möchtest du wirklich schon gehen?')
  await expect(prompt(page)).toHaveAccessibleDescription(/In einer Minute/)
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  // The focus is inside, stays inside, and goes back to where it was.
  for (let stop = 0; stop < 5; stop++) {
    const inside = await page.evaluate(
      () =>
        document.activeElement?.closest('dialog') !== null ||
        document.activeElement === document.body,
    )
    expect(inside).toBe(true)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.press('Escape')
  await expect(prompt(page)).toHaveCount(0)
  await expect(page.getByRole('link', { name: 'Jetzt empfehlen' })).toBeFocused()

  await page.clock.fastForward(60_000)
  await expect(prompt(page)).toHaveCount(0)
  await open(page, `${app.origin}/de/empfehlen/101`)
  await page.clock.fastForward(60_000)
  await expect(prompt(page)).toHaveCount(0)
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toContain('exit-prompt')
})

test('a recipient may keep the link: it says until when it is valid, and copies it', async ({
  page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 320, height: 640 })
  const { KurzURL } = await recommendAs(apiOf(app.origin, 'standard'), lena, '101', 50)
  await open(page, KurzURL)
  await standStill(page, 15_000)
  await expect(prompt(page)).toContainText(/gilt bis zum \d\d\.\d\d\.\d{4}/)
  await prompt(page).getByRole('button', { name: 'Link für später kopieren' }).click()
  await expect(prompt(page).getByRole('button', { name: 'Kopiert' })).toBeVisible()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  expect((await new AxeBuilder({ page }).analyze()).violations).toEqual([])
  await prompt(page).getByRole('button', { name: 'Zum Angebot' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Lena empfiehlt dir/ })).toBeVisible()
  await expect(prompt(page)).toHaveCount(0)
})

test('nobody is asked who fills in a form, has a menu open, or is where leaving is the point', async ({
  page,
}) => {
  await open(page, `${app.origin}/de/empfehlen/101`)
  await page.getByLabel('Vorname').focus()
  await page.clock.fastForward(20_000)
  await expect(prompt(page)).toHaveCount(0)
  await page.getByLabel('Vorname').fill('Uta')
  await page.getByLabel('Vorname').blur()
  await page.clock.fastForward(20_000)
  await expect(prompt(page)).toHaveCount(0)

  await page.setViewportSize({ width: 360, height: 640 })
  await open(page, `${app.origin}/de`)
  await page.locator('header summary').click()
  await page.clock.fastForward(20_000)
  await expect(prompt(page)).toHaveCount(0)
  for (const path of [
    'datenschutz',
    'impressum',
    'agb',
    'cookie-einstellungen',
    'praemie',
    'login',
    'code',
    '404',
  ]) {
    await open(page, `${app.origin}/de/${path}`)
    await page.clock.fastForward(20_000)
    await expect(prompt(page)).toHaveCount(0)
  }
})

test('a tenant that does not want it asks nobody, another asks in its own words and in English', async ({
  page,
}) => {
  await open(page, `${originAt(app.origin, 'telko')}/en`)
  await standStill(page, 15_000)
  await expect(prompt(page)).toHaveAccessibleName('Do you really want to leave already?')
  await page.getByRole('link', { name: 'Redeem a code' }).click()
  await expect(prompt(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  const bgv = originAt(app.origin, 'bgv')
  await page.goto(`${bgv}/de`)
  await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill('demo@bergvogel.example')
  await page.getByLabel('Passwort', { exact: true }).fill('Sonnenschein-2026')
  await page.getByRole('main').getByRole('button', { name: 'Anmelden' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await open(page, `${bgv}/de`)
  await page.clock.fastForward(20_000)
  await expect(prompt(page)).toHaveCount(0)
})
