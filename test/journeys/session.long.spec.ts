import { readFileSync } from 'node:fs'
import { expect, type Page } from '@playwright/test'
import { Client } from 'pg'
import type { Manifest } from 'vite'
import { embeddedUrls } from '../../scripts/start-app.ts'
import { lena } from './demo-accounts.ts'
import { fillLogin, recommendLink } from './journey-steps.ts'
import { test, useSharedApp } from './use-app.ts'

// What happens to input when session, network or a part of the page is gone.

const app = useSharedApp()
const iban = 'DE89370400440532013000'

/** Waits for hydration, too. */
async function open(page: Page, path: string): Promise<void> {
  await page.goto(`${app.origin}${path}`)
  await inCharge(page)
}

const inCharge = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__react')),
  )

async function logIn(page: Page): Promise<void> {
  await page.goto(`${app.origin}/de/login`)
  await fillLogin(page, lena)
  await expect(page.getByRole('link', { name: 'Abmelden' })).toBeVisible()
}

const holder = (page: Page) => page.getByRole('main').getByLabel('Kontoinhaber/in')
const ibanField = (page: Page) => page.getByRole('main').getByLabel('IBAN', { exact: true })

async function typeAccount(page: Page): Promise<void> {
  await open(page, '/de/meinedaten?edit=bank')
  await holder(page).fill('Lena Sommer-Herbst')
  await ibanField(page).fill(iban)
}

/** Back from the login: the name is still there, the account number was stored nowhere. */
async function expectTyped(page: Page): Promise<void> {
  await fillLogin(page, lena)
  await expect(page.getByRole('heading', { level: 1, name: 'Meine Daten' })).toBeVisible()
  await expect(page).toHaveURL(`${app.origin}/de/meinedaten?edit=bank`)
  await expect(holder(page)).toHaveValue('Lena Sommer-Herbst')
  await expect(ibanField(page)).toHaveValue('')
}

async function query(statement: string): Promise<void> {
  const database = new Client({ connectionString: embeddedUrls(app.dataDir).ownerUrl })
  await database.connect()
  await database.query(statement)
  await database.end()
}

const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...sessionStorage }))

test('a session that runs out is noticed within 60 s, leads to the login and back, and nothing typed is lost', async ({
  page,
}) => {
  await page.clock.install()
  await logIn(page)
  const login = page.getByRole('heading', { level: 1, name: 'Anmelden' })
  await page.clock.fastForward(14 * 24 * 3_600_000 - 120_000)
  await expect(login).toHaveCount(0)
  await typeAccount(page)
  const drafts = await stored(page)
  expect(drafts).toContain('Sommer-Herbst')
  expect(drafts.replace(/\D/g, '')).not.toContain('370400')
  await query(
    `update tokens set expires_at = now() - interval '1 second' where kind = 'user-session'`,
  )
  await expect(async () => {
    await page.clock.fastForward(61_000)
    await expect(login).toBeVisible({ timeout: 2_000 })
  }).toPass()
  await expectTyped(page)
})

test('a session that was ended elsewhere: the form leads to the login and back, and nothing typed is lost', async ({
  page,
}) => {
  await logIn(page)
  await typeAccount(page)
  await query(`update tokens set revoked_at = now() where kind = 'user-session'`)
  await page.getByRole('main').getByRole('button', { name: 'Konto speichern' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible()
  await expectTyped(page)
})

test('drafts hold no password, and are gone after the logout', async ({ page }) => {
  await open(page, '/de/login')
  await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill(lena.email)
  await page.getByLabel('Passwort', { exact: true }).fill('Ganz-Geheim-2026')
  const drafts = await stored(page)
  expect(drafts).toContain(lena.email)
  expect(drafts).not.toContain('Geheim')
  await logIn(page)
  await typeAccount(page)
  expect(await stored(page)).toContain('Sommer-Herbst')
  await open(page, '/de/logout')
  await page.getByRole('main').getByRole('button', { name: 'Abmelden' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Du bist abgemeldet' })).toBeVisible()
  await expect.poll(() => stored(page)).not.toMatch(/draft:|Sommer-Herbst/)
  expect(await page.evaluate(() => localStorage.length)).toBe(0)
})

test('a log-out of a sales partner or an operator leaves no draft of anybody; a form that was left for the log-in keeps its own', async ({
  page,
}) => {
  const consoleAt = app.origin.replace('//localhost', '//betrieb.localhost')
  const partners = app.origin.replace('//localhost', '//telko.localhost')
  const keep = () =>
    page.evaluate(() => {
      const draft = { at: Date.now(), fields: { street: 'Gartenweg' } }
      sessionStorage.setItem('draft:telko:any', JSON.stringify(draft))
      sessionStorage.setItem('exit-prompt', '1')
    })
  for (const [address, left] of [
    [`${partners}/de/verkaufspartner`, true],
    [`${partners}/de/verkaufspartner?abgemeldet=1`, false],
    [`${consoleAt}/de/anmelden?redirect=%2Fde%2Fzugang`, true],
    [`${consoleAt}/de/anmelden`, false],
  ] as const) {
    await page.goto(address)
    await keep()
    await page.goto(address)
    await inCharge(page)
    await expect.poll(() => stored(page)).toMatch(left ? /Gartenweg/ : /^(?!.*Gartenweg)/)
    expect(await stored(page)).toContain('exit-prompt')
  }
})

test('a draft is gone a day after its last input', async ({ page }) => {
  await page.clock.install()
  await open(page, '/de/empfehlen/101')
  await page.getByRole('main').getByLabel('Vorname').fill('Ida')
  expect(await stored(page)).toContain('Ida')
  await page.clock.fastForward(25 * 3_600_000)
  await open(page, '/de/empfehlen/101')
  await expect(page.getByRole('main').getByLabel('Vorname')).toHaveValue('')
  expect(await stored(page)).not.toContain('Ida')
})

test('without a network a form keeps what was typed and says so, and a page says what to do', async ({
  page,
  context,
}) => {
  await open(page, '/de/empfehlen/101')
  const main = page.getByRole('main')
  await main.getByLabel('Vorname').fill('Ida')
  await main.getByRole('textbox', { name: 'E-Mail' }).fill('ida.nebel@post.example')
  await main.getByRole('checkbox', { name: /18 Jahre/ }).check()
  await context.setOffline(true)
  await main.getByRole('button', { name: 'Link erstellen' }).click()
  await expect(main.getByText(/Keine Verbindung/)).toBeVisible()
  await expect(main.getByLabel('Vorname')).toHaveValue('Ida')
  await context.setOffline(false)
  await main.getByRole('button', { name: 'Link erstellen' }).click()
  await expect(main.getByRole('heading', { level: 1, name: /Link ist fertig/ })).toBeVisible()

  await open(page, '/de')
  await context.setOffline(true)
  await recommendLink(main, 'Ökostrom').click()
  await expect(main.getByRole('heading', { level: 1, name: 'Du bist offline' })).toBeVisible()
  await context.setOffline(false)
  await main.getByRole('link', { name: 'Noch einmal versuchen' }).click()
  await expect(main.getByRole('heading', { level: 1, name: /empfehlen$/ })).toBeVisible()
})

const codeChunk = () => {
  const built = JSON.parse(readFileSync('dist/client/.vite/manifest.json', 'utf8')) as Manifest
  const { file } = built['src/web/referral/code-page.tsx']!
  return `**/${file}`
}
const notLoaded = (page: Page) =>
  page.getByRole('heading', { level: 1, name: 'Die Seite lädt nicht' })
const toCode = (page: Page) =>
  page.getByRole('banner').getByRole('link', { name: 'Code einlösen' }).click()

test('a part of a page that fails to load is asked for again, then there is a page with a way on', async ({
  page,
}) => {
  await page.route(codeChunk(), (route) => route.abort())
  await open(page, '/de')
  await toCode(page)
  await expect(notLoaded(page)).toBeVisible()
  await page.unroute(codeChunk())
  await page.getByRole('main').getByRole('link', { name: 'Seite neu öffnen' }).click()
  await expect(page.getByRole('main').getByRole('textbox')).toBeVisible()
})

test('a part of a page that does not come is waited for 120 s, while something shows that it is', async ({
  page,
}) => {
  await page.clock.install()
  let letGo = (): void => {}
  const held = new Promise<void>((done) => (letGo = done))
  await page.route(codeChunk(), async (route) => {
    await held
    await route.abort()
  })
  await open(page, '/de')
  const asked = page.waitForRequest(codeChunk())
  await toCode(page)
  await asked
  await expect(page.getByText('Einen Moment bitte …')).toBeAttached()
  await page.clock.fastForward(110_000)
  await expect(notLoaded(page)).toHaveCount(0)
  await expect(async () => {
    await page.clock.fastForward(5_000)
    await expect(notLoaded(page)).toBeVisible({ timeout: 1_000 })
  }).toPass()
  letGo()
})

test('a token of an earlier version is read once, becomes a cookie that no script can read, and is cleared', async ({
  page,
}) => {
  // Hydrated first: a page that hydrates later would take the token itself.
  await open(page, '/de/impressum')
  const token = await page.evaluate(async ({ email, password }) => {
    const answer = await fetch('/api/v1/standard/account/login', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Requested-With': 'test' },
      body: JSON.stringify({ Email: email, Password: password }),
    })
    return String(((await answer.json()) as { Token: string }).Token)
  }, lena)
  await page.evaluate((text) => localStorage.setItem('token', text), token)
  // The page redirects before it has loaded.
  await page.goto(`${app.origin}/de/meinedaten`, { waitUntil: 'commit' })
  await expect(page.getByRole('heading', { level: 1, name: 'Meine Daten' })).toBeVisible()
  await expect(page).toHaveURL(`${app.origin}/de/meinedaten`)
  const seen = await page.evaluate(() => JSON.stringify([{ ...localStorage }, document.cookie]))
  expect(seen).not.toContain(token)
  // Invalid tokens are cleared too, without effect.
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.setItem('token', 'x'.repeat(43)))
  await page.goto(`${app.origin}/de`, { waitUntil: 'commit' })
  // The page navigates away meanwhile.
  const kept = () => page.evaluate(() => localStorage.length).catch(() => null)
  await expect.poll(kept).toBe(0)
  await expect(page).toHaveURL(`${app.origin}/de`)
  await expect(
    page.getByRole('banner').getByRole('link', { name: 'Anmelden', exact: true }),
  ).toBeVisible()
})

test('the language that somebody chose is in the address, and stored for addresses without one', async ({
  page,
}) => {
  await open(page, '/de/faq?widget=1')
  await page.getByRole('banner').getByRole('link', { name: 'en – English' }).click()
  await expect(page).toHaveURL(`${app.origin}/en/faq?widget=1`)
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  await page.goto(`${app.origin}/faq`)
  await expect(page).toHaveURL(`${app.origin}/en/faq`)
})

test('to a place of the same page one glides for 300 ms, or is there at once where less motion is asked for', async ({
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 640 })
  await page.clock.install()
  await open(page, '/de')
  const link = page.getByRole('main').getByRole('link', { name: 'Jetzt empfehlen' })
  const position = () => page.evaluate(() => Math.round(scrollY))
  const target = () =>
    page.evaluate(() =>
      Math.round((document.getElementById('products')?.getBoundingClientRect().top ?? 0) + scrollY),
    )
  const goal = await target()
  expect(goal).toBeGreaterThan(200)
  // Far enough ahead not to be in the past when the browser gets it, however busy the machine is.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 60_000)
  await link.click()
  // First the browser's own jump in real time, then the clock continues.
  await expect(page).toHaveURL(/#products$/)
  await expect.poll(async () => Math.abs((await position()) - (await target()))).toBeLessThan(120)
  await page.clock.runFor(140)
  const halfway = await position()
  await page.clock.runFor(120)
  const nearly = await position()
  await page.clock.runFor(80)
  const end = await position()
  expect(halfway).toBeGreaterThan(0)
  expect(halfway).toBeLessThan(nearly)
  // Not there shortly before, there at the end; content that came into view may have grown.
  expect(nearly).toBeLessThan(end)
  expect(Math.abs(end - (await target()))).toBeLessThan(120)
  await page.clock.runFor(1_000)
  expect(await position()).toBe(end)

  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.evaluate(() => scrollTo(0, 0))
  await link.click()
  await expect.poll(position).toBeGreaterThan(200)
  await expect.poll(async () => Math.abs((await position()) - (await target()))).toBeLessThan(120)
})

test('the layout of a page changes at its breakpoints, and stays as it is between them', async ({
  page,
}) => {
  await open(page, '/de')
  const layoutAt = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    return page.evaluate(() =>
      [...document.querySelectorAll('header *, main *, footer *')]
        .map((element) => {
          const { display, flexDirection, gridTemplateColumns } = getComputedStyle(element)
          const columns = display === 'grid' ? gridTemplateColumns.split(' ').length : 0
          return `${display} ${flexDirection} ${columns}`
        })
        .join(),
    )
  }
  const [phone, tablet, desk] = [await layoutAt(320), await layoutAt(768), await layoutAt(1024)]
  expect(new Set([phone, tablet, desk]).size).toBe(3)
  expect(await layoutAt(767)).toBe(phone)
  expect(await layoutAt(1023)).toBe(tablet)
  expect(await layoutAt(1439)).toBe(desk)
  const widths = () =>
    page.evaluate(() => {
      const found = new Set<number>()
      const walk = (rules: CSSRuleList): void => {
        for (const rule of rules) {
          const rem = rule instanceof CSSMediaRule && /width\D*(\d+)rem/.exec(rule.conditionText)
          if (rem) found.add(Number(rem[1]) * 16)
          if (rule instanceof CSSGroupingRule) walk(rule.cssRules)
        }
      }
      for (const { cssRules } of document.styleSheets) walk(cssRules)
      return [...found].toSorted((one, two) => one - two)
    })
  // The page brings its own styles; at the first touch come those of other pages.
  await page.mouse.move(5, 5)
  // Layout breakpoints: two figures side by side from 416 px on, and long words break below 480 px.
  await expect.poll(widths).toEqual([320, 416, 480, 768, 1024, 1440])
})
