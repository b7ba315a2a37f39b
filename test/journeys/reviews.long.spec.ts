import { expect, test } from '@playwright/test'
import { violationsOf } from './check-page.ts'
import { topItem } from './journey-steps.ts'
import { useApp } from './use-app.ts'

const app = useApp({ hasYear: true })
const consoleAt = () => app.origin.replace('//localhost', '//betrieb.localhost')

test('a reviewer decides with three keys, the next case is there at once, and nobody’s page breaks', async ({
  page,
}) => {
  test.slow()
  await page.goto(`${app.origin}/demo`)
  await page.getByRole('button', { name: /Konsole öffnen, Prüfung/ }).click()
  await expect(page).toHaveURL(new RegExp(`^${consoleAt()}`))
  // What waits is a tenant's first page, and leads to the queue.
  await page.getByRole('link', { name: 'Bergvogel Versicherung' }).click()
  await expect(page).toHaveURL(`${consoleAt()}/de/bgv/heute`)
  for (const [language, colorScheme, width] of [
    ['en', 'dark', 320],
    ['de', 'light', 1440],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${consoleAt()}/${language}/bgv/heute`)
    expect(await violationsOf(page)).toEqual([])
  }
  const later = page.getByRole('region', { name: 'Später' })
  await later.getByRole('link', { name: /gehaltene Prämien? prüfen/ }).click()
  // Without objections to what one refused, which are not counted either.
  await expect(page).toHaveURL(
    `${consoleAt()}/de/bgv/pruefungen?art=erstmals&art=widerspruch&frist=spaeter`,
  )
  const rows = page.getByRole('row')
  await expect(rows.nth(3)).toBeVisible()
  for (const [language, colorScheme, width] of [
    ['de', 'light', 320],
    ['en', 'dark', 1440],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${consoleAt()}/${language}/bgv/pruefungen`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
  }
  await page.goto(`${consoleAt()}/de/bgv/pruefungen`)
  await expect(rows.nth(20)).toBeVisible()
  const before = await rows.count()
  const names = await rows.getByRole('rowheader').getByRole('link').allInnerTexts()
  // A row is chosen by its name, and Enter on its box sends nothing.
  const box = topItem(rows.getByRole('checkbox', { name: / für / }))
  await expect(box).toHaveAccessibleName(
    `${await topItem(rows.getByRole('rowheader').getByRole('link', { name: / für / })).getAttribute('aria-label')} auswählen`,
  )
  let decisions = 0
  page.on('request', (request) => {
    if (request.method() !== 'GET' && /\/(entscheidung|stapel)$/.test(request.url())) decisions += 1
  })
  await box.press('Enter')
  await expect(box).toBeFocused()
  const ahead = page.waitForResponse(
    (response) =>
      response.request().method() === 'GET' && /pruefungen\/[^/]+$/.test(response.url()),
  )
  await page.getByRole('link', { name: names[0]! }).click()
  const record = page.getByRole('region', { name: / für / })
  await expect(record).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  const decided = page.url()
  await expect(page.locator('[tabindex="-1"]:focus')).toBeVisible()
  await ahead
  // However slowly the search comes, what is typed after its key is its own and decides nothing.
  const { promise: isTyped, resolve: load } = Promise.withResolvers<void>()
  await page.route(/search-palette/, async (route) => {
    await isTyped
    await route.continue()
  })
  await page.keyboard.type('/meiera')
  await page.keyboard.press('Backspace')
  load()
  const search = page.getByRole('dialog', { name: 'Suche' })
  await expect(search.getByRole('searchbox')).toHaveValue('meier')
  await expect(search.getByRole('searchbox')).toBeFocused()
  await page.keyboard.type(' x')
  await expect(search.getByRole('searchbox')).toHaveValue('meier x')
  await search.getByRole('button', { name: 'Schließen' }).click()
  await expect(search).toHaveCount(0)
  await expect(record.locator('[data-part][open]')).toHaveCount(0)
  await expect(record.locator('[data-take]')).toHaveText('Übernehmen')
  await expect(page.locator('[tabindex="-1"]:focus')).toBeVisible()
  // By hand a case is decided from wherever it is read.
  const bar = page.locator('.case-bar')
  await expect(bar.getByRole('link', { name: 'Freigeben' })).toBeInViewport()
  await bar.getByRole('link', { name: 'Ablehnen' }).click()
  const refusal = record.locator('[data-part=refuse]')
  await expect(topItem(refusal.getByRole('radio'))).toBeFocused()
  // What is missing stands at its field: nothing else moves.
  const place = () =>
    refusal.evaluate(
      (part) =>
        part.querySelector('form p')!.getBoundingClientRect().top -
        part.getBoundingClientRect().top,
    )
  const unmoved = await place()
  await refusal.getByRole('button', { name: 'Ablehnen' }).click()
  await expect(refusal.getByText('Grund ist ein Pflichtfeld.')).toBeVisible()
  await expect(topItem(refusal.getByRole('radio'))).toBeFocused()
  expect(await place()).toBe(unmoved)
  await page.keyboard.press('Escape')
  // Where its own buttons are in view, they are enough.
  const own = record.locator('[data-part=approve] > summary')
  await own.evaluate((button) => button.scrollIntoView({ block: 'center' }))
  await expect(bar).toBeHidden()
  await page.evaluate(() => scrollTo(0, 0))
  await expect(bar).toBeVisible()
  await expect(record.locator('[data-part][open]')).toHaveCount(0)
  // Addresses are masked, and shown by hand; the keys go on working.
  await expect(record).toContainText('***@')
  await expect(record).toContainText(
    /Postfächer sind verschieden|dasselbe Postfach|ähnliche Adresse/,
  )
  await record.getByRole('button', { name: 'Zeigen' }).click()
  await expect(record).not.toContainText('***@')
  expect(await violationsOf(page)).toEqual([])
  expect(decisions).toBe(0)
  // Whatever the network does, the next case is there: it was loaded ahead.
  const { promise: isShown, resolve: goOn } = Promise.withResolvers<void>()
  await page.route(/\/api\/v1\/bgv\/betrieb\/pruefungen\/[^/]+$/, async (route) => {
    await isShown
    await route.continue()
  })
  await page.keyboard.press('o')
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: names[1]! })).toBeVisible()
  // However fast the next ones are decided, the case before does not come back, and a failure is said on the case that it concerns.
  const seen = await page.evaluateHandle(() => {
    const titles: string[] = []
    const look = () => titles.push(document.querySelector('[data-case] h1')?.textContent ?? '')
    const all = { subtree: true, childList: true, characterData: true }
    look()
    new MutationObserver(look).observe(document.body, all)
    return titles
  })
  await page.keyboard.press('o')
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('region', { name: names[2]! })).toBeVisible()
  await expect(
    page.locator('[tabindex="-1"]:focus').getByRole('heading', { level: 1 }),
  ).toBeVisible()
  await page.route(/\/entscheidung$/, (route) => route.abort(), { times: 1 })
  await page.keyboard.press('o')
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expect(record).toContainText('Keine Verbindung.')
  goOn()
  await expect(page).not.toHaveURL(decided)
  await expect(page.getByRole('region', { name: names[2]! })).toBeVisible()
  const titles = [...new Set(await seen.jsonValue())]
  expect(titles.map((title) => title.replace(/^.* für /, ''))).toEqual(names.slice(1, 3))
  await expect(rows).toHaveCount(before - 2)
  // What was decided is said above the next case.
  const said = page.getByRole('status').filter({ hasText: 'Zuletzt' })
  await expect(said).toHaveText(new RegExp(`^Zuletzt: .*${names[1]} – Anerkannt$`))
  // Whatever is typed while a decision is on its way is the next case's, which is not decided by it.
  const { promise: isAsked, resolve: answerNow } = Promise.withResolvers<void>()
  await page.route(/\/betrieb\/pruefungen\/[^/]+\/entscheidung$/, async (route) => {
    await isAsked
    await route.continue()
  })
  const second = page.url()
  await page.keyboard.press('o')
  await page.keyboard.press('1')
  const sent = page.waitForRequest(/\/entscheidung$/)
  await page.keyboard.press('Enter')
  await sent
  for (const key of ['n', '2', 'Enter', 'o']) await page.keyboard.press(key)
  await expect(record.locator('[data-part=approve]')).toHaveAttribute('open')
  answerNow()
  await expect(page).not.toHaveURL(second)
  await expect(rows).toHaveCount(before - 3)
  await expect(refusal).toHaveAttribute('open')
  await expect(refusal.getByRole('radio').nth(1)).toBeFocused()
  await expect(refusal.getByRole('radio').nth(1)).toBeChecked()
  await page.keyboard.press('Escape')
  await expect(refusal).not.toHaveAttribute('open')
  // A case is put off by keyboard, at the latest until the promised day unless the day says that it is later.
  const late = page.getByText('Das ist nach dem zugesagten Tag')
  await page.keyboard.press('w')
  await expect(topItem(late)).toBeVisible()
  await page.keyboard.press('1')
  await page.locator('form#snooze').getByLabel('Grund').fill('Nachweis kommt')
  await page.keyboard.press('Enter')
  await expect(said).toContainText(
    / – zurückgestellt bis \d\d\.\d\d\.\d{4}, nach dem zugesagten Tag/,
  )
  await expect(rows).toHaveCount(before - 4)

  // What a caller objects to is entered on the refused case, and somebody else decides.
  const objected = page.url()
  await page.keyboard.press('n')
  await page.keyboard.press('1')
  await page.keyboard.press('Enter')
  await expect(said).toContainText('Abgelehnt')
  await page.goto(objected)
  await record.locator('summary', { hasText: 'Widerspruch eintragen' }).click()
  await record.getByLabel('Was die Person sagt oder schreibt').fill('Der Vertrag kam danach.')
  await record.getByLabel('Wie er kam').fill('Anruf von heute')
  expect(await violationsOf(page)).toEqual([])
  await record.getByRole('button', { name: 'Widerspruch eintragen' }).click()
  await expect(record).toContainText(/per Telefon oder Brief; eingetragen von .*Der Vertrag kam/)
  await expect(record.getByRole('button', { name: 'Widerspruch anerkennen' })).toBeDisabled()

  // A second person with the first case still open is told who was faster.
  await page.goto(decided)
  await expect(record).toContainText('Anerkannt am')
  await expect(record).toContainText(
    'Die Empfehlung war vor dem Vertrag da; das Datum ist erklärt.',
  )
})
