import { expect, type Page } from '@playwright/test'
import { korbinian, logInForAgency } from './agency-steps.ts'
import { apiOf, recommendAs } from './api-steps.ts'
import { lena } from './demo-accounts.ts'
import { originAt } from './journey-steps.ts'
import { test, useSharedApp } from './use-app.ts'

const app = useSharedApp()

/** The focused element: its name, and whether its focus is visible. A card around a radio button may carry the ring. */
const focused = (page: Page) =>
  page.evaluate(() => {
    const element = document.activeElement as HTMLInputElement
    const ringed = [element, element.closest('label')].some((one) => {
      if (!one) return false
      const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(one)
      return (
        outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && !outlineColor.endsWith(', 0)')
      )
    })
    const box = (element.closest('label') ?? element).getBoundingClientRect()
    const inView = box.bottom > 0 && box.top < innerHeight && box.right > 0 && box.left < innerWidth
    const label =
      element.labels?.[0]?.textContent ??
      element.getAttribute('aria-label') ??
      element.textContent ??
      ''
    const picture = element.querySelector('img')?.alt ?? ''
    return {
      name: (label || picture).replace(/\s+/g, ' ').trim(),
      id: element.id,
      seen: ringed && inView,
      isBody: element === document.body,
    }
  })

/** Presses Tab to the end of the page; every stop must show its focus. Returns the stops' names. */
async function walk(page: Page, until: RegExp): Promise<string[]> {
  const names: string[] = []
  for (let step = 0; step < 80; step++) {
    await page.keyboard.press('Tab')
    const stop = await focused(page)
    if (stop.isBody) return names
    expect(stop, `stop ${step + 1} after ${names.at(-1)}`).toMatchObject({ seen: true })
    names.push(stop.name)
    if (until.test(stop.name)) return names
  }
  throw new Error(`the keyboard never left the page: ${names.join(' | ')}`)
}

async function skipToMain(page: Page): Promise<void> {
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Zum Inhalt springen' })
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
}

/** Submits the form as it is and follows the error summary's first link to its field. */
async function submitEmpty(page: Page, button: string, field: string): Promise<void> {
  await page.getByRole('button', { name: button, exact: true }).focus()
  await page.keyboard.press('Enter')
  const summary = page.getByRole('region', { name: 'Bitte prüfe deine Angaben:' })
  await expect(summary).toBeFocused()
  await expect(summary).toBeInViewport()
  const links = await summary.getByRole('link').all()
  for (const link of links) {
    await page.keyboard.press('Tab')
    await expect(link).toBeFocused()
    expect(await focused(page)).toMatchObject({ seen: true })
  }
  await links[0]!.focus()
  await page.keyboard.press('Enter')
  await expect(page.locator(`#${field}`)).toBeFocused()
  await expect(page.locator(`#${field}`)).toBeInViewport()
}

test(
  'the recommend form can be filled in and sent by keyboard alone',
  { tag: '@long' },
  async ({ page }) => {
    await page.goto(`${app.origin}/de/empfehlen/101`)
    await skipToMain(page)
    const stops = await walk(page, /^Link erstellen$/)
    expect(stops.map((name) => name.slice(0, 14))).toEqual([
      'Wir teilen 50:',
      'Vorname',
      'E-Mail',
      'Melde dich an',
      'Ich bin mindes',
      'Teilnahme- und',
      'Datenschutzhin',
      'Freiwillig: So',
      'Freiwillig: Ic',
      'Teilnahmebedin',
      'Link erstellen',
    ])
    await submitEmpty(page, 'Link erstellen', 'recommend-firstName')

    await page.keyboard.type('Arno')
    await page.keyboard.press('Tab')
    await page.keyboard.type('arno.duennwald@post.example')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Space')
    const split = page.getByRole('radio', { name: /Wir teilen/ })
    await split.focus()
    await page.keyboard.press('ArrowUp')
    await expect(page.getByRole('radio', { name: /Alles für mich/ })).toBeChecked()
    expect(await focused(page)).toMatchObject({ seen: true })
    await page.getByLabel('Vorname').focus()
    await page.keyboard.press('Enter')
    const headline = page.getByRole('heading', { level: 1, name: /Link ist fertig/ })
    await expect(headline).toBeVisible()
    await expect(headline).toBeFocused()
    await walk(page, /nothing/)
  },
)

test('the recipient form can be filled in and sent by keyboard alone', async ({ page }) => {
  const { Empfehlungsnummer: number } = await recommendAs(
    apiOf(app.origin, 'standard'),
    lena,
    '101',
    50,
  )
  await page.goto(`${app.origin}/de/empfaengerdaten/${number}`)
  await skipToMain(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Empfehlung annehmen' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: /Zwei Angaben/ })).toBeInViewport()
  // A jump within the page moves the focus along.
  const stops = await walk(page, /^Weiter$/)
  expect(stops[0]).toBe('Vorname')
  await submitEmpty(page, 'Weiter', 'recipient-firstName')

  await page.keyboard.type('Traudel')
  await page.keyboard.press('Tab')
  await page.keyboard.type('traudel.oehler@post.example')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await page.keyboard.press('Enter')
  await expect(page.getByText(/Bitte bestätige deine E-Mail-Adresse/)).toBeVisible()
})

test('at a desk one link leads past the menu, whose words are beside its icons or come with focus, pointer or touch', async ({
  page,
  browser,
}) => {
  const area = `${originAt(app.origin, 'bgv')}/de/agentur/auftraege`
  await page.setViewportSize({ width: 768, height: 900 })
  await page.goto(area)
  await logInForAgency(page, korbinian)
  await page.waitForLoadState('networkidle')
  const skip = page.getByRole('link', { name: 'Zum Inhalt springen' })
  await expect(skip).toHaveCount(1)
  await page.reload()
  await page.keyboard.press('Tab')
  await expect(skip).toBeFocused()
  await expect(skip).toBeInViewport()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  const isBehindMenu = () =>
    page.evaluate(() => document.activeElement?.closest('.desk-page') !== null)
  expect(await isBehindMenu()).toBe(true)

  // A rail of icons: its words lie over the page with focus or pointer, until Escape.
  const menu = page.locator('.desk-menu')
  const widthOf = () => menu.evaluate((one) => one.getBoundingClientRect().width)
  expect(await menu.evaluate((one) => one.scrollWidth - one.clientWidth)).toBe(0)
  expect(await widthOf()).toBe(56)
  await menu.getByRole('link', { name: 'Statistik' }).focus()
  await expect.poll(widthOf).toBe(224)
  await page.keyboard.press('Escape')
  await expect.poll(widthOf).toBe(56)
  await page.keyboard.press('Tab')
  await page.getByRole('searchbox').focus()
  await menu.hover({ position: { x: 20, y: 200 } })
  await expect.poll(widthOf).toBe(224)
  await page.mouse.move(600, 400)
  await expect.poll(widthOf).toBe(56)
  for (const width of [1280, 1366]) {
    await page.setViewportSize({ width, height: 650 })
    await expect.poll(widthOf).toBe(224)
  }

  const touch = await browser.newContext({
    hasTouch: true,
    isMobile: true,
    viewport: { width: 768, height: 1024 },
    storageState: await page.context().storageState(),
  })
  const tablet = await touch.newPage()
  await tablet.goto(area)
  const nav = tablet.getByRole('navigation', { name: 'Agenturbereich' })
  await nav.locator('summary').tap()
  await expect(nav.getByRole('link', { name: 'Statistik' })).toBeVisible()
  await touch.close()
})
