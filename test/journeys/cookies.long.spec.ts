import { expect, type BrowserContext, type Page } from '@playwright/test'
import { apiOf, recommendAs } from './api-steps.ts'
import { violationsOf } from './check-page.ts'
import { lena, mila } from './demo-accounts.ts'
import { fillReferrer, originAt } from './journey-steps.ts'
import { test, useSharedApp } from './use-app.ts'

const app = useSharedApp()

const question = (page: Page) => page.getByRole('region', { name: 'Cookies?' })
const answer = (page: Page, name: string) => question(page).getByRole('button', { name })

/** Everything the browser stores for this host, by name. */
async function stored(page: Page): Promise<string[]> {
  const cookies = await page.context().cookies()
  const [local, session] = await page.evaluate(() => [
    Object.keys(localStorage),
    Object.keys(sessionStorage),
  ])
  const databases = await page.evaluate(async () => (await indexedDB.databases()).length)
  expect(databases).toBe(0)
  return [...cookies.map(({ name }) => name), ...local!, ...session!].toSorted()
}

const cookie = async (context: BrowserContext, name: string) =>
  (await context.cookies()).find((one) => one.name === name)
const daysOf = (expires = 0) => Math.round((expires - Date.now() / 1000) / 86_400)
const campaignOf = (value = '') => Buffer.from(value, 'base64url').toString()

/** React has hydrated: from here on the page navigates without reloads. */
const takenOver = (page: Page) =>
  page.waitForFunction(() =>
    Object.keys(document.querySelector('main h1') ?? {}).some((key) => key.startsWith('__react')),
  )

test('before consent nothing is stored; a yes stores the choice and what brought somebody here, a no takes it away', async ({
  page,
  context,
}) => {
  await page.goto(`${app.origin}/de?channel=wa&mtm_campaign=herbst`)
  await takenOver(page)
  expect(await stored(page)).toEqual([])
  // Carried in the address from page to page.
  await page.getByRole('link', { name: 'Code einlösen' }).click()
  await expect(page).toHaveURL(/\/code\?channel=wa&mtm_campaign=herbst$/)
  expect(await context.cookies()).toEqual([])

  await answer(page, 'Alle annehmen').click()
  await expect(question(page)).toBeHidden()
  await expect(page.getByText('Deine Auswahl ist gespeichert.')).toBeAttached()
  const [consent, channel] = [
    await cookie(context, 'zs_consent'),
    await cookie(context, 'zs_channel'),
  ]
  expect(consent).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
  // The answer says 730 days for the second; Chromium caps cookies at 400.
  expect([daysOf(consent?.expires), daysOf(channel?.expires)]).toEqual([60, 400])
  expect(campaignOf(channel?.value)).toBe('channel=wa&mtm_campaign=herbst')
  expect(await context.cookies()).toHaveLength(2)

  await page
    .getByRole('banner')
    .getByRole('link', { name: /zur Startseite$/ })
    .click()
  await expect(page).toHaveURL(/\/de\b[^/]*$/)
  await expect(page.getByText('Deine Auswahl ist gespeichert.')).toHaveCount(0)

  await page.goto(`${app.origin}/de?channel=qr`)
  await expect(question(page)).toBeHidden()
  expect(campaignOf((await cookie(context, 'zs_channel'))?.value)).toBe('channel=qr')

  await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie-Einstellungen' }).click()
  await expect(page.getByRole('checkbox', { name: 'Marketing erlauben' })).toBeChecked()
  await expect(page.getByText(/Kennung deiner Einwilligung/)).toBeVisible()
  await page.getByRole('button', { name: 'Alle ablehnen' }).click()
  await expect(page.getByRole('main').getByText('Deine Auswahl ist gespeichert.')).toBeVisible()
  await expect(page.getByRole('checkbox', { name: 'Marketing erlauben' })).not.toBeChecked()
  await expect(page.getByText(/Kennung deiner Einwilligung/)).toBeHidden()
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['zs_consent'])
  await page.goto(`${app.origin}/de?channel=wa`)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(question(page)).toBeHidden()
  expect((await context.cookies()).map(({ name }) => name)).toEqual(['zs_consent'])
})

test('some of it, and only until the browser is closed', async ({ page, context }) => {
  await page.goto(`${app.origin}/de/code?channel=fb`)
  await question(page).getByRole('link', { name: 'Auswählen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Cookie-Einstellungen' })).toBeVisible()
  await expect(question(page)).toBeHidden()
  // Without a statistics service no consent is requested.
  await expect(page.getByRole('checkbox', { name: 'Statistik erlauben' })).toBeHidden()
  await expect(page.getByRole('checkbox', { name: 'Marketing erlauben' })).not.toBeChecked()
  await page.getByRole('checkbox', { name: 'Marketing erlauben' }).check()
  await page.getByRole('checkbox', { name: /60 Tage merken/ }).uncheck()
  await page.getByRole('button', { name: 'Auswahl speichern' }).click()
  // The page returned to says so, and has the focus.
  await expect(page.getByRole('status').getByText('Deine Auswahl ist gespeichert.')).toBeAttached()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page).toHaveURL(/\/de\/code\?channel=fb$/)
  await expect(question(page)).toBeHidden()
  const cookies = await context.cookies()
  expect(cookies.map(({ name, expires }) => [name, expires]).toSorted()).toEqual([
    ['zs_channel', -1],
    ['zs_consent', -1],
  ])
})

test('comfort keeps the language for a year, and nothing but it longer than the visit', async ({
  page,
  context,
}) => {
  const origin = originAt(app.origin, 'telko')
  const kept = async () => (await cookie(context, 'zs_language'))?.expires
  await page.goto(`${origin}/de`)
  await takenOver(page)
  await question(page).getByRole('button', { name: 'Alle ablehnen' }).click()
  await expect(question(page)).toBeHidden()
  await page.getByRole('banner').getByRole('link', { name: 'en – English' }).click()
  await expect(page.locator('html')).toHaveAttribute('lang', 'en')
  expect(await kept()).toBe(-1)
  const settings = async () => {
    await page.getByRole('contentinfo').getByRole('link', { name: 'Cookie settings' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Cookie settings' })).toBeVisible()
  }
  await settings()
  for (const name of ['Allow convenience', 'Allow marketing'])
    await expect(page.getByRole('checkbox', { name })).not.toBeChecked()
  await page.getByRole('checkbox', { name: 'Allow convenience' }).check()
  await page.getByRole('main').getByRole('button', { name: 'Save choice' }).click()
  await expect.poll(kept).toBeGreaterThan(0)
  await settings()
  await page.getByRole('main').getByRole('button', { name: 'Decline all' }).click()
  await expect.poll(kept).toBe(-1)
})

test('the answer costs nothing that was typed, and the keyboard finds it first and goes on', async ({
  page,
}) => {
  await page.goto(`${app.origin}/de/empfehlen/101`)
  await takenOver(page)
  await fillReferrer(page, { first: 'Udo', last: 'Ärmel', email: 'udo.aermel@post.example' })
  await answer(page, 'Alle ablehnen').focus()
  await page.keyboard.press('Enter')
  await expect(question(page)).toBeHidden()
  await expect(page.getByRole('main')).toBeFocused()
  await expect(page.getByLabel('Vorname')).toHaveValue('Udo')
  await expect(page.getByRole('checkbox', { name: /18 Jahre/ })).toBeChecked()

  await page.context().clearCookies()
  await page.goto(`${app.origin}/de/code`)
  await takenOver(page)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(answer(page, 'Alle annehmen')).toBeFocused()
  await page.keyboard.press('Tab')
  await page.keyboard.press('Tab')
  await expect(question(page).getByRole('link', { name: 'Auswählen' })).toBeFocused()
  // No focus trap.
  await page.keyboard.press('Tab')
  await expect(
    page.getByRole('banner').getByRole('link', { name: /zur Startseite$/ }),
  ).toBeFocused()
})

test('without an answer from the server the question stays, and says so', async ({
  page,
  context,
}) => {
  await page.goto(`${app.origin}/de/code`)
  await takenOver(page)
  await context.setOffline(true)
  await answer(page, 'Alle annehmen').click()
  await expect(question(page).getByRole('alert')).toBeVisible()
  await context.setOffline(false)
  await answer(page, 'Alle annehmen').click()
  await expect(question(page)).toBeHidden()
})

test('no banner on privacy and imprint, in either language and at any tenant', async ({ page }) => {
  for (const tenant of ['standard', 'bgv', 'telko']) {
    const origin = originAt(app.origin, tenant)
    for (const path of ['de/datenschutz', 'de/impressum', 'en/datenschutz', 'en/impressum']) {
      await page.goto(`${origin}/${path}`)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expect(question(page)).toHaveCount(0)
    }
    await page.goto(`${origin}/de/agb`)
    await expect(question(page)).toBeVisible()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Datenschutz' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Datenschutz' })).toBeVisible()
    await expect(question(page)).toHaveCount(0)
    await expect(page.getByRole('main')).toContainText('zs_channel')
  }
})

test('on a phone the banner leaves the button of the recipient page free, and comes without moving anything', async ({
  page,
}) => {
  for (const [tenant, account, product] of [
    ['standard', lena, '101'],
    ['telko', mila, '201'],
  ] as const) {
    const { KurzURL } = await recommendAs(apiOf(app.origin, tenant), account, product, 50)
    for (const width of [320, 360]) {
      await page.setViewportSize({ width, height: 640 })
      await page.goto(KurzURL)
      await takenOver(page)
      const button = page.getByRole('link', { name: 'Empfehlung annehmen' })
      const [low, high] = [await button.boundingBox(), await question(page).boundingBox()]
      expect((low?.y ?? 0) + (low?.height ?? 0)).toBeLessThanOrEqual(high?.y ?? 0)
      const shift = await page.evaluate(
        () =>
          new Promise<number>((done) => {
            new PerformanceObserver((list) =>
              done(
                list
                  .getEntries()
                  .reduce((sum, entry) => sum + (entry as unknown as { value: number }).value, 0),
              ),
            ).observe({ type: 'layout-shift', buffered: true })
            requestAnimationFrame(() => requestAnimationFrame(() => done(0)))
          }),
      )
      expect(shift).toBeLessThan(0.01)
      for (const target of await question(page).locator('button, a').all())
        expect((await target.boundingBox())?.height).toBeGreaterThanOrEqual(44)
      expect(await violationsOf(page)).toEqual([])
    }
  }
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('the question is answered by a plain form that leads back, and changed on the page of settings', async ({
    page,
    context,
  }) => {
    await page.goto(`${app.origin}/en/code?pk_campaign=winter&channel=em`)
    await question(page).getByRole('button', { name: 'Decline all' }).click()
    await expect(page).toHaveURL(
      `${app.origin}/en/code?pk_campaign=winter&channel=em&cookies-saved=1`,
    )
    await expect(question(page)).toBeHidden()
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['zs_consent'])

    await page.getByRole('link', { name: 'Cookie settings' }).click()
    await page.getByRole('checkbox', { name: 'Allow marketing' }).check()
    const answered = page.waitForResponse((response) => response.request().method() === 'POST')
    await page.getByRole('button', { name: 'Save choice' }).click()
    expect(await (await answered).headerValue('set-cookie')).toMatch(
      /zs_channel=[\w-]+; Max-Age=63072000; Path=\/; HttpOnly; SameSite=Lax/,
    )
    await expect(page.getByText('Your choice has been saved.')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: 'Allow marketing' })).toBeChecked()
    expect(campaignOf((await cookie(context, 'zs_channel'))?.value)).toBe(
      'channel=em&pk_campaign=winter',
    )
  })

  test('the way back leads to no other host', async ({ page }) => {
    for (const back of ['//evil.example/de', 'https://evil.example/de', '/\\evil.example/de']) {
      await page.goto(`${app.origin}/de/cookie-einstellungen?back=${encodeURIComponent(back)}`)
      await page.getByRole('button', { name: 'Alle ablehnen' }).click()
      await expect(page).toHaveURL(`${app.origin}/de/cookie-einstellungen?saved=1`)
    }
  })
})
