import { expect, type Page } from '@playwright/test'
import { apiOf, recommendAs } from './api-steps.ts'
import { violationsOf } from './check-page.ts'
import { lena } from './demo-accounts.ts'
import { originAt } from './journey-steps.ts'
import { test, useSharedApp } from './use-app.ts'

const app = useSharedApp()

const prompt = (page: Page) => page.getByRole('region', { name: /schon gehen|Leaving/i })

/** Opens a hydrated page with a controlled clock, from another page of the same visit. The cookie banner stays unanswered. */
async function open(page: Page, address: string): Promise<void> {
  await enter(page, address, new URL('/de/faq', address).href)
}

async function enter(page: Page, address: string, referer?: string): Promise<void> {
  await page.goto(address, referer ? { referer } : {})
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__react')),
  )
}

/** Idles for `ms` until the prompt shows: the wait starts when React mounts, which no element shows. */
const standStill = (page: Page, ms: number) =>
  expect(async () => {
    await page.clock.fastForward(ms)
    await expect(prompt(page)).toBeVisible({ timeout: 1_000 })
  }).toPass({ timeout: 15_000 })

test.beforeEach(({ page }) => page.clock.install())

test('after 15,000 ms without a sign of life, and not before, somebody is asked once whether they really want to go', async ({
  page,
}) => {
  // Nobody is asked on a visit's first page.
  await enter(page, `${app.origin}/de`)
  for (let wait = 0; wait < 3; wait++) {
    await page.clock.fastForward(20_000)
    await expect(prompt(page)).toHaveCount(0)
  }
  await page.getByRole('link', { name: 'Code einlösen' }).click()
  await expect(page).toHaveURL(/\/code$/)
  await page
    .getByRole('banner')
    .getByRole('link', { name: /zur Startseite$/ })
    .click()
  await expect(page).toHaveURL(/\/de$/)
  await page.clock.fastForward(12_000)
  await page.mouse.move(100, 100)
  await page.clock.fastForward(12_000)
  await expect(prompt(page)).toHaveCount(0)
  await page.getByRole('link', { name: 'Jetzt empfehlen' }).focus()
  await page.mouse.move(120, 120)
  await page.clock.fastForward(14_700)
  await expect(prompt(page)).toHaveCount(0)
  await page.clock.fastForward(300)
  await expect(prompt(page)).toBeVisible()
  await expect(prompt(page).getByRole('heading')).toHaveText('Möchtest du wirklich schon gehen?', {
    useInnerText: true,
  })
  await expect(prompt(page)).toContainText(/In einer Minute/)
  expect(await violationsOf(page)).toEqual([])
  // Non-modal: focus stays, the page works, and the cookie banner can be answered.
  const cookies = page.getByRole('region', { name: 'Cookies?' })
  const [bar, banner] = [await prompt(page).boundingBox(), await cookies.boundingBox()]
  expect(bar!.y + bar!.height).toBeLessThanOrEqual(banner!.y + 1)
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(async () => {
    const heights = await Promise.all(
      [prompt(page), cookies].map(async (one) => (await one.boundingBox())!.height),
    )
    expect(heights[0]! + heights[1]!).toBeLessThanOrEqual(900 / 5)
  }).toPass()
  await expect(page.getByRole('link', { name: 'Jetzt empfehlen' })).toBeFocused()
  await cookies.getByRole('button', { name: 'Alle ablehnen' }).click()
  await expect(cookies).toHaveCount(0)
  await expect(async () => {
    const { y, height } = (await prompt(page).boundingBox())!
    expect(y + height).toBeCloseTo(page.viewportSize()!.height, 0)
  }).toPass()
  await prompt(page).getByRole('button', { name: 'Schließen' }).focus()
  await page.keyboard.press('Escape')
  await expect(prompt(page)).toHaveCount(0)

  await page.clock.fastForward(60_000)
  await expect(prompt(page)).toHaveCount(0)
  await open(page, `${app.origin}/de/empfehlen/101`)
  await page.clock.fastForward(60_000)
  await expect(prompt(page)).toHaveCount(0)
  expect(await page.evaluate(() => Object.keys(sessionStorage))).toContain('exit-prompt')
})

test('with the cookie question below it, the bar leaves half of a phone free at 100 % and 200 % text, and every answer stays in sight', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  for (const address of [`${app.origin}/de`, `${originAt(app.origin, 'telko')}/en`]) {
    await open(page, address)
    await standStill(page, 15_000)
    for (const width of [320, 360])
      for (const text of ['100%', '200%']) {
        await page.setViewportSize({ width, height: 640 })
        await page.evaluate((size) => (document.documentElement.style.fontSize = size), text)
        await expect(async () => {
          const seen = await page.evaluate(() => {
            const bars = [...document.querySelectorAll('.exit-bar, .cookie-banner')]
            const inside = bars.flatMap((bar) => {
              const { top, bottom } = bar.getBoundingClientRect()
              return [...bar.querySelectorAll('h2, a, button')].filter((one) => {
                const box = one.getBoundingClientRect()
                // The cookie banner's text scrolls.
                if (box.height === 0 || one.id === 'cookie-question') return false
                return (
                  box.top < top || box.bottom > bottom || box.left < 0 || box.right > innerWidth
                )
              })
            })
            const small = bars
              .flatMap((bar) => [...bar.querySelectorAll('a, button')])
              .filter(({ clientHeight }) => clientHeight > 0 && clientHeight < 40)
            const tops = bars.map((bar) => bar.getBoundingClientRect().top)
            return {
              bars: bars.length,
              free: Math.min(...tops) >= innerHeight / 2 - 1,
              outside: [...inside, ...small].map((one) => one.textContent),
            }
          })
          expect([address, width, text, seen]).toEqual([
            address,
            width,
            text,
            { bars: 2, free: true, outside: [] },
          ])
        }).toPass()
      }
  }
})

test('a stranger who opens a link is never asked', async ({ page }) => {
  const { KurzURL } = await recommendAs(apiOf(app.origin, 'standard'), lena, '101', 50)
  await open(page, KurzURL)
  await expect(page.getByRole('heading', { level: 1, name: /Lena empfiehlt dir/ })).toBeVisible()
  for (let wait = 0; wait < 3; wait++) {
    await page.clock.fastForward(20_000)
    await expect(prompt(page)).toHaveCount(0)
  }
})

test('nobody is asked who fills in a form or reads one, has a menu open, or is where leaving is the point', async ({
  page,
}) => {
  await open(page, `${app.origin}/de/empfehlen/101`)
  await page.clock.fastForward(20_000)
  await expect(prompt(page)).toHaveCount(0) // the form is in view
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
  await expect(prompt(page)).toBeVisible()
  await prompt(page).getByRole('link', { name: 'Redeem a code' }).click()
  await expect(prompt(page)).toHaveCount(0)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

  const bgv = originAt(app.origin, 'bgv')
  const words = await page.request.get(`${app.origin}/api/v1/bgv/content/getlanguagecontent/de`)
  const { Texte } = (await words.json()) as { Texte: Record<string, string> }
  expect(Texte['exit.title']).toBe('Möchten Sie wirklich schon gehen?')
  await page.goto(`${bgv}/de`)
  await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill('demo@bergvogel.example')
  await page.getByLabel('Passwort', { exact: true }).fill('Sonnenschein-2026')
  await page.getByRole('main').getByRole('button', { name: 'Anmelden', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await open(page, `${bgv}/de`)
  await page.clock.fastForward(20_000)
  await expect(prompt(page)).toHaveCount(0)
})
