import { expect, type Page } from '@playwright/test'
import sharp from 'sharp'
import { korbinian, logInForAgency, topRow } from './agency-steps.ts'
import { apiOf, recommendAs } from './api-steps.ts'
import { brokenWords } from './broken-words.ts'
import { lena } from './demo-accounts.ts'
import { logIn, originAt } from './journey-steps.ts'
import { test, useApp } from './use-app.ts'

const app = useApp({ hasYear: true })

/** Usual entry pages on a phone, for all three tenants. */
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
  test(
    `text at 200 % on a phone of ${width} px: nothing scrolls sideways, stands letter below letter or breaks without a hyphen, the menu stays in sight and the cookie question small`,
    { tag: width === 360 ? '@long' : [] },
    async ({ page }) => {
      await page.setViewportSize({ width, height: 640 })
      for (const address of await firstPages()) {
        await page.goto(address)
        expect([address, await enlargeText(page)]).toEqual([address, { over: 0, thin: [] }])
        expect([address, await brokenWords(page, 'main, footer')]).toEqual([address, []])
        const menu = (await page.locator('header summary').boundingBox())!
        expect(menu.x).toBeGreaterThanOrEqual(0)
        expect(menu.x + menu.width).toBeLessThanOrEqual(width)
        expect(await cookieQuestion(page)).toEqual({
          tall: false,
          outside: [],
          broken: [],
          skip: 0,
        })
        await expectSign(page)
        await page.locator('header summary').click()
        expect([address, await brokenWords(page, 'header details', Infinity)]).toEqual([
          address,
          [],
        ])
      }
    },
  )
}

/** A shadow marks each edge of the cookie banner with hidden text, and no other. */
async function expectSign(page: Page): Promise<void> {
  const words = page.locator('.cookie-banner .more-follows')
  const hidden = await words.evaluate((box) => box.scrollHeight - box.clientHeight)
  expect(hidden, 'large text has to scroll').toBeGreaterThan(20)
  const isShaded = async (edge: 'top' | 'bottom') => {
    const { x, y, width, height } = (await words.boundingBox())!
    const at = Math.round(edge === 'top' ? y : y + height - 2)
    return (await darkness(page, x + width - 2, at)) > 40
  }
  const ends = async () => ({ top: await isShaded('top'), bottom: await isShaded('bottom') })
  expect(await ends()).toEqual({ top: false, bottom: true })
  await words.evaluate((box) => box.scrollTo({ top: box.scrollHeight, behavior: 'instant' }))
  expect(await ends()).toEqual({ top: true, bottom: false })
}

/** How much darker a spot of the cookie banner is than its edge, of 255. */
async function darkness(page: Page, x: number, y: number): Promise<number> {
  const banner = (await page.locator('.cookie-banner').boundingBox())!
  const lightness = async (left: number, top: number) => {
    const clip = { x: Math.floor(left), y: Math.floor(top), width: 2, height: 2 }
    const { channels } = await sharp(await page.screenshot({ clip })).stats()
    return channels[1]!.mean
  }
  return (await lightness(4, banner.y + banner.height - 4)) - (await lightness(x, y))
}

/** Logs in the owner of an agency with a year of data; returns the area's address. */
async function openAgency(page: Page): Promise<string> {
  const area = `${originAt(app.origin, 'bgv')}/de/agentur`
  await page.goto(`${area}/start`)
  await logInForAgency(page, korbinian)
  // At work nobody is asked about cookies, and none is set.
  await expect(page.locator('.desk')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Cookies?' })).toHaveCount(0)
  return area
}

async function recordOf(page: Page, list: string): Promise<string> {
  await page.goto(list)
  const handle = topRow(page).locator('[data-handle]')
  return new URL((await handle.getAttribute('href'))!, list).href
}

async function expectRoom(page: Page, addresses: string[], widths: number[]): Promise<void> {
  const wrong: object[] = []
  for (const address of addresses) {
    await page.goto(address)
    for (const width of widths) {
      await page.setViewportSize({ width, height: 640 })
      const { over, thin } = await enlargeText(page)
      if (over !== 0 || thin.length > 0) wrong.push({ address, width, over, thin })
    }
  }
  expect(wrong).toEqual([])
}

test('text at 200 % on a phone: an agency’s start page, its orders and an open one scroll in no direction but down, and no word of its menu breaks', async ({
  page,
}) => {
  const area = await openAgency(page)
  for (const width of [320, 360]) {
    await page.goto(`${area}/teilnahmeregeln`)
    await page.setViewportSize({ width, height: 640 })
    await enlargeText(page)
    const menu = page.locator('.desk-menu details')
    await menu.locator('summary').click()
    await expect(menu.getByRole('link', { name: 'Aufträge' })).toBeVisible()
    expect([width, await brokenWords(page, '.desk-menu details', Infinity)]).toEqual([width, []])
  }
  const orders = `${area}/auftraege`
  await expectRoom(page, [`${area}/start`, orders, await recordOf(page, orders)], [320])
})

test('text at 200 %: on no page of an agency, no open record, no list of tariffs and not on /demo anything scrolls sideways or stands letter below letter', async ({
  page,
}) => {
  test.slow()
  const area = await openAgency(page)
  const navigation = page.getByRole('navigation', { name: 'Agenturbereich' })
  const linked = navigation.locator('a[href*="/agentur"]:not([href$="/abmelden"])')
  const own = await linked.evaluateAll((all) => all.map((one) => (one as HTMLAnchorElement).href))
  expect(own.length).toBeGreaterThan(12)
  const records: string[] = []
  for (const list of ['auftraege', 'praemien', 'empfehler', 'empfehler?liste=leads'])
    records.push(await recordOf(page, `${area}/${list}`))
  const others = [`${originAt(app.origin, 'telko')}/de/tarife/handys`, `${app.origin}/demo?lang=de`]
  await expectRoom(page, [...own, ...records, ...others], [320, 768])
})

/** Faults of the cookie banner: over 40 % of the window, hidden buttons, broken words; and visible parts of the skip link. */
const cookieQuestion = (page: Page) =>
  page.evaluate(() => {
    const banner = document.querySelector('.cookie-banner')!
    const answers = [...banner.querySelectorAll('button, a')]
    const isBroken = (answer: Element) => {
      const range = document.createRange()
      range.selectNodeContents(answer)
      const lines = new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size
      return lines > answer.textContent.trim().split(/\s+/).length
    }
    const isOutside = (answer: Element) => {
      const { top, bottom, left, right } = answer.getBoundingClientRect()
      return (
        top < banner.getBoundingClientRect().top ||
        bottom > innerHeight ||
        left < 0 ||
        right > innerWidth
      )
    }
    const namesOf = (all: Element[]) => all.map((one) => one.textContent)
    return {
      tall: banner.getBoundingClientRect().height > innerHeight * 0.4 + 1,
      outside: namesOf(answers.filter(isOutside)),
      broken: namesOf(answers.filter(isBroken)),
      skip: Math.max(0, document.querySelector('a[href="#main"]')!.getBoundingClientRect().bottom),
    }
  })

/** Doubles the text; returns the page's overflow in px, and texts with fewer than three letters a line. */
async function enlargeText(page: Page): Promise<{ over: number; thin: string[] }> {
  return page.evaluate(() => {
    document.documentElement.style.fontSize = '200%'
    const isThin = (element: Element) => {
      const own = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE)
      const letters = own.map((node) => node.textContent?.trim() ?? '').join('').length
      // Visible text only: text for screen readers is a pixel wide.
      if (letters < 6 || !element.checkVisibility() || element.clientHeight === 1) return false
      if (element.closest('.sr-only, .unseen, .dt-box thead, [aria-hidden=true], [class*=skip]'))
        return false
      const range = document.createRange()
      const rects = own
        .flatMap((node) => (range.selectNodeContents(node), [...range.getClientRects()]))
        .filter(({ width }) => width > 1)
      const lines = new Set(rects.map(({ top }) => Math.round(top))).size
      return lines > 3 && letters / lines < 3
    }
    return {
      over: document.scrollingElement!.scrollWidth - document.documentElement.clientWidth,
      thin: [...document.querySelectorAll('main *')].filter(isThin).map((one) => one.outerHTML),
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
  // It never covers the focused field.
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto(`${originAt(app.origin, 'bgv')}/de`)
  const login = page.getByRole('textbox', { name: 'E-Mail-Adresse' })
  await login.focus()
  const [field, question] = [await login.boundingBox(), await banner.boundingBox()]
  expect(field!.y + field!.height).toBeLessThanOrEqual(question!.y)
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
