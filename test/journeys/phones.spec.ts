import { expect, test, type Page } from '@playwright/test'
import { apiOf, recommendAs } from './api-steps.ts'
import { lena } from './demo-accounts.ts'
import { logIn, originAt } from './journey-steps.ts'
import { useApp } from './use-app.ts'

const app = useApp()

/** What people open first on a phone, at all three tenants. */
async function firstPages(): Promise<string[]> {
  const { Empfehlungsnummer: number } = await recommendAs(
    apiOf(app.origin, 'standard'),
    lena,
    '101',
    50,
  )
  const [telko, bgv] = [originAt(app.origin, 'telko'), originAt(app.origin, 'bgv')]
  return [
    `${app.origin}/de`,
    `${app.origin}/de/empfehlen/101`,
    `${app.origin}/de/empfaengerdaten/${number}`,
    `${app.origin}/de/empfehlung/${number}`,
    `${app.origin}/de/login`,
    `${telko}/de`,
    `${telko}/de/tarife`,
    `${bgv}/de`,
  ]
}

for (const width of [320, 360]) {
  test(`text at 200 % on a phone of ${width} px: nothing scrolls sideways, and the menu stays in sight`, async ({
    page,
  }) => {
    await page.setViewportSize({ width, height: 640 })
    for (const address of await firstPages()) {
      await page.goto(address)
      await page.evaluate(() => {
        document.documentElement.style.fontSize = '200%'
      })
      const over = await page.evaluate(
        () => document.scrollingElement!.scrollWidth - document.documentElement.clientWidth,
      )
      expect([address, over]).toEqual([address, 0])
      const menu = (await page.locator('header summary').boundingBox())!
      expect(menu.x).toBeGreaterThanOrEqual(0)
      expect(menu.x + menu.width).toBeLessThanOrEqual(width)
    }
  })
}

test('what is pressed is as high as a finger, and nothing is smaller than 24 px', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  for (const address of await firstPages()) {
    await page.goto(address)
    const small = await page.evaluate(() =>
      [...document.querySelectorAll('a[href], button, summary, input:not([type=hidden])')]
        // A link within a sentence is as high as its line (WCAG 2.5.8).
        .filter((one) => getComputedStyle(one).display !== 'inline')
        .map((one) => {
          const { width, height } = one.getBoundingClientRect()
          const least = one.matches('[type=checkbox], [type=radio]') ? 20 : 44
          const label = one.closest('label') ?? document.querySelector(`label[for="${one.id}"]`)
          const tall = Math.max(height, label?.getBoundingClientRect().height ?? 0)
          const isSmall = width > 1 && (height < least || tall < 24 || width < least / 2)
          return isSmall ? `${one.tagName} ${one.textContent} ${width} x ${height}` : null
        })
        .filter((one) => one !== null),
    )
    expect([address, small]).toEqual([address, []])
  }
})

test('the homepage hardly moves while it loads, with fonts that come late', async ({ browser }) => {
  for (const address of [
    `${app.origin}/de`,
    `${originAt(app.origin, 'telko')}/de`,
    `${originAt(app.origin, 'bgv')}/de`,
  ]) {
    const context = await browser.newContext({ viewport: { width: 360, height: 640 } })
    const page = await context.newPage()
    await page.addInitScript(() => {
      const shifts = window as unknown as { shifted: number }
      shifts.shifted = 0
      new PerformanceObserver((list) => {
        for (const entry of list.getEntries() as (PerformanceEntry & {
          value: number
          hadRecentInput: boolean
        })[])
          if (!entry.hadRecentInput) shifts.shifted += entry.value
      }).observe({ type: 'layout-shift', buffered: true })
    })
    let release = () => {}
    const painted = new Promise<void>((resolve) => (release = resolve))
    await page.route('**/*.woff2', async (route) => {
      await painted
      await route.continue()
    })
    await page.goto(address, { waitUntil: 'commit' })
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await page.waitForFunction(
      () => performance.getEntriesByName('first-contentful-paint').length > 0,
    )
    release()
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.fonts.ready)
    const shifted = await page.evaluate(() => (window as unknown as { shifted: number }).shifted)
    expect(shifted, address).toBeLessThan(0.02)
    await context.close()
  }
})

const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))

test('the keyboard gets into the cookie question without a jump of the page', async ({ page }) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.goto(`${app.origin}/de`)
  const banner = page.getByRole('region', { name: 'Cookies?' })
  for (const from of [0, 500]) {
    await page.evaluate((y) => scrollTo({ top: y, behavior: 'instant' }), from)
    for (const name of ['Alle annehmen', 'Alle ablehnen']) {
      await banner.getByRole('button', { name }).focus()
      expect(await scrolled(page)).toBe(from)
    }
  }
})

test('an IBAN is seen whole and in groups of four on the narrowest phone', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  await logIn(page, app.origin, lena)
  await page.goto(`${app.origin}/de/empfehler/bankdaten`)
  const field = page.getByLabel('IBAN', { exact: true })
  await field.pressSequentially('DE89370400440532013000')
  await expect(field).toHaveValue('DE89 3704 0044 0532 0130 00')
  const seen = await field.evaluate((input: HTMLInputElement) => {
    const style = getComputedStyle(input)
    return { hidden: input.scrollWidth - input.clientWidth, gap: parseFloat(style.wordSpacing) }
  })
  expect(seen).toEqual({ hidden: 0, gap: 0 })
})
