import { expect, type Page } from '@playwright/test'
import { korbinian, logInForAgency } from './agency-steps.ts'
import { apiOf, recommendAs } from './api-steps.ts'
import { lena } from './demo-accounts.ts'
import { logIn, originAt } from './journey-steps.ts'
import { test, useSharedApp } from './use-app.ts'

// What axe does not see: where the focus is, what a name leaves out, text on a picture, colours that a system forces.

const app = useSharedApp()
const bgv = () => originAt(app.origin, 'bgv')
const languages = ['de', 'en'] as const

type Stop = { name: string; place: string; fault: string; scrolled: number }

/** The focused element, and whether its beginning is in sight; null on the page itself. */
const stopOf = (page: Page) =>
  page.evaluate((): Stop | null => {
    const one = document.activeElement as HTMLElement | null
    if (!one || one === document.body) return null
    const box =
      [...one.getClientRects()].find(({ width }) => width > 0) ?? one.getBoundingClientRect()
    const found = (fault: string): Stop => ({
      name: `${one.tagName} ${(one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40)}`,
      place: one.closest('.desk-menu') ? 'menu' : 'page',
      fault,
      scrolled: Math.round(scrollY),
    })
    // A text area is shown where its text begins.
    const end = one.matches('textarea') ? box.top + 40 : box.bottom
    if (box.width <= 1) return found('')
    if (box.top < -1 || end > innerHeight + 1) return found('is outside the window')
    const middle = (box.left + box.right) / 2
    const label = one.closest('label')
    const over = [box.top + 2, (box.top + end) / 2, end - 2]
      .map((y) => document.elementFromPoint(middle, y))
      .find((top) => !top || !(one.contains(top) || top.contains(one) || label?.contains(top)))
    return found(over ? `is covered by ${over.tagName} ${over.className}` : '')
  })

/** Every stop of the keyboard from the page's beginning, or from its end. */
async function walk(page: Page, key: 'Tab' | 'Shift+Tab'): Promise<Stop[]> {
  const stops: Stop[] = []
  for (let at = 0; at < 80; at += 1) {
    await page.keyboard.press(key)
    const stop = await stopOf(page)
    if (!stop && stops.length > 0) break
    if (stop) stops.push(stop)
  }
  return stops
}

const faultsIn = (stops: Stop[]) =>
  stops.filter(({ fault }) => fault).map(({ name, fault }) => `${name} ${fault}`)

test("the keyboard's place in the agency's menu is in sight in a low window, and the page stays where it is", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto(`${bgv()}/de/agentur/anmelden`)
  await logInForAgency(page, korbinian)
  for (const [width, height] of [
    [1366, 650],
    [1440, 500],
    [768, 500],
  ] as const)
    for (const path of ['/de/agentur/start', '/en/agentur/empfehlen', '/de/agentur/auftraege']) {
      await page.setViewportSize({ width, height })
      await page.goto(`${bgv()}${path}`)
      await page.waitForLoadState('networkidle')
      const stops = await walk(page, 'Tab')
      const inMenu = stops.filter(({ place }) => place === 'menu')
      expect(inMenu.length).toBeGreaterThan(15)
      expect(faultsIn(stops), `${path} at ${width} px`).toEqual([])
      expect([...new Set(inMenu.map(({ scrolled }) => scrolled))]).toEqual([0])
    }
})

test("the cookie bar covers nothing that has the keyboard's place, forwards and backwards", async ({
  page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  for (const [width, height] of [
    [320, 568],
    [390, 700],
    [768, 500],
    [1440, 600],
  ] as const)
    for (const path of ['/de', '/en/empfehlen/101', '/de/kontakt']) {
      await page.setViewportSize({ width, height })
      for (const key of ['Tab', 'Shift+Tab'] as const) {
        await page.goto(`${app.origin}${path}`)
        await page.waitForLoadState('networkidle')
        await expect(page.getByRole('region', { name: 'Cookies?' })).toBeVisible()
        const stops = await walk(page, key)
        expect(stops.length).toBeGreaterThan(15)
        expect(faultsIn(stops), `${path} at ${width} px, ${key}`).toEqual([])
      }
    }
})

/** Names that lack the text in sight, and buttons of a page that are named alike though they do something else. */
const namesOf = (page: Page) =>
  page.getByRole('main').evaluate((main) => {
    const plain = (text: string) =>
      text
        .toLowerCase()
        .replaceAll(/[\s.…:?!,]+/g, ' ')
        .trim()
    const found: string[] = []
    const targets = new Map<string, Set<string>>()
    const all = main.querySelectorAll<HTMLElement>('a[href], button, summary')
    for (const [at, one] of [...all].entries()) {
      if (!one.checkVisibility() || one.closest('.desk-menu')) continue
      const label = one.getAttribute('aria-label')
      if (label && !plain(label).includes(plain(one.innerText)))
        found.push(`"${label}" lacks "${one.innerText}"`)
      const name = plain(label ?? one.textContent)
      const target = one instanceof HTMLAnchorElement ? one.href : `${at}`
      targets.set(name, (targets.get(name) ?? new Set()).add(target))
    }
    for (const [name, { size }] of targets) if (size > 1) found.push(`${size} are "${name}"`)
    return found
  })

test('every name contains the text in sight, and repeated buttons are told apart, in both languages', async ({
  page,
}) => {
  for (const product of ['103', '103'])
    await recommendAs(apiOf(app.origin, 'standard'), lena, product, 100)
  await logIn(page, app.origin, lena)
  await page.goto(`${bgv()}/de/agentur/anmelden`)
  await logInForAgency(page, korbinian)
  for (const language of languages)
    for (const [origin, path] of [
      [app.origin, 'persoenlicherbereich'],
      [app.origin, 'meinedaten'],
      [app.origin, 'passwortaendern'],
      [bgv(), 'agentur/mitarbeiter'],
      [bgv(), 'agentur/einladungen'],
      [bgv(), 'agentur/praemienplan'],
      [bgv(), 'agentur/rechnungen'],
    ] as const) {
      await page.goto(`${origin}/${language}/${path}`)
      await page.waitForLoadState('networkidle')
      expect(await namesOf(page), `${language}/${path}`).toEqual([])
    }
})

/** The least contrast of the text in an element to the pixels behind it. */
async function leastContrast(page: Page, selector: string): Promise<number> {
  const [text] = await page.locator(selector).all()
  const colour = await text!.evaluate((one) => getComputedStyle(one).color)
  await text!.evaluate((one) => one.style.setProperty('color', 'transparent', 'important'))
  // The letters alone, not the whole width of their block, nor what a line's box reaches above and below them.
  const boxes = await text!.evaluate((one) => {
    const range = document.createRange()
    range.selectNodeContents(one)
    return [...range.getClientRects()].map(({ x, y, width, height }) => ({
      x,
      y: y + height * 0.2,
      width,
      height: height * 0.6,
    }))
  })
  const png = (await page.screenshot()).toString('base64')
  await text!.evaluate((one) => one.style.removeProperty('color'))
  const blank = await page.context().newPage()
  const least = await blank.evaluate(
    async (given) => {
      const picture = await createImageBitmap(
        await (await fetch(`data:image/png;base64,${given.png}`)).blob(),
      )
      const canvas = new OffscreenCanvas(picture.width, picture.height).getContext('2d')!
      canvas.drawImage(picture, 0, 0)
      const luminance = (rgb: ArrayLike<number>) => {
        const part = (at: number) => {
          const value = rgb[at]! / 255
          return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4
        }
        return 0.2126 * part(0) + 0.7152 * part(1) + 0.0722 * part(2)
      }
      const front = luminance(given.colour.match(/\d+/g)!.map(Number))
      let worst = 21
      for (const { x, y, width, height } of given.boxes) {
        const { data } = canvas.getImageData(x, y, Math.max(1, width), Math.max(1, height))
        for (let at = 0; at < data.length; at += 4) {
          const back = luminance(data.subarray(at, at + 3))
          const ratio = (Math.max(front, back) + 0.05) / (Math.min(front, back) + 0.05)
          worst = Math.min(worst, ratio)
        }
      }
      return worst
    },
    { png, colour, boxes },
  )
  await blank.close()
  return least
}

test('text on the dark picture of telko keeps 4.5:1 at every width', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const found: string[] = []
  for (const width of [320, 390, 768, 1024, 1366, 1440]) {
    await page.emulateMedia({ colorScheme: width === 390 ? 'dark' : 'light' })
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${originAt(app.origin, 'telko')}/de`)
    await page.waitForLoadState('networkidle')
    for (const part of [
      '.hero-title',
      '.hero-teaser',
      '.hero-actions a:last-child',
      '.hero-figure-amount',
    ]) {
      const least = await leastContrast(page, part)
      if (least < 4.5) found.push(`${part} at ${width} px: ${least.toFixed(2)}`)
    }
  }
  expect(found).toEqual([])
})

test('forced colours: buttons have an edge, the page one is on is told, and the logo lies on white', async ({
  browser,
}) => {
  const context = await browser.newContext({
    locale: 'de-DE',
    forcedColors: 'active',
    colorScheme: 'dark',
  })
  const page = await context.newPage()
  await page.goto(`${app.origin}/de/empfehlen/101`)
  const styleOf = (selector: string) =>
    page.locator(selector).evaluateAll((all) =>
      all
        .filter((one) => one.checkVisibility())
        .map((one) => getComputedStyle(one))
        .map((style) => ({
          edge: style.borderTopWidth,
          line: style.borderTopStyle,
          back: style.backgroundColor,
        })),
    )
  const buttons = await styleOf('main .button')
  expect(buttons.length).toBeGreaterThan(1)
  for (const button of buttons) expect(button).toMatchObject({ edge: '2px', line: 'solid' })
  expect(await styleOf('.site-header img')).toMatchObject([{ back: 'rgb(255, 255, 255)' }])
  await page.goto(`${bgv()}/de/agentur/anmelden`)
  await logInForAgency(page, korbinian)
  await page.goto(`${bgv()}/de/agentur/empfehler`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const [here] = await styleOf('.desk-switch a[aria-current]')
  const others = await styleOf('.desk-switch a:not([aria-current])')
  expect(others.length).toBeGreaterThan(0)
  for (const other of others) expect(other.back).not.toBe(here!.back)
  await context.close()
})

test('where the system is dark the page is, with the logo for that; what is printed stays as on paper, and a widget light', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'de-DE', colorScheme: 'dark' })
  const page = await context.newPage()
  const shade = () =>
    page.evaluate(() => {
      const [red = 0, green = 0, blue = 0] = (
        getComputedStyle(document.documentElement).backgroundColor.match(/\d+/g) ?? []
      ).map(Number)
      return (red + green + blue) / 3
    })
  const logo = page.locator('.site-header img')
  await page.goto(`${app.origin}/de`)
  expect(await shade()).toBeLessThan(40)
  await expect(logo).toHaveCSS('content', /logo-dark\.svg/)
  await page.emulateMedia({ media: 'print' })
  expect(await shade()).toBeGreaterThan(200)
  await page.emulateMedia({ media: 'screen', colorScheme: 'light' })
  expect(await shade()).toBeGreaterThan(200)
  await expect(logo).toHaveCSS('content', 'normal')
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.goto(`${app.origin}/de?widget`)
  expect(await shade()).toBeGreaterThan(200)
  await context.close()
})
