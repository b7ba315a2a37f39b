import { expect, test, type Page } from '@playwright/test'
import { korbinian, logInForAgency, rows, topRow } from './agency-steps.ts'
import { demoOf, originAt, topItem } from './journey-steps.ts'
import { useApp } from './use-app.ts'

const app = useApp()
const bgv = () => originAt(app.origin, 'bgv')
const main = (page: Page) => page.getByRole('main')

test.beforeAll(() => demoOf(app.origin).history('bgv'))

test('the start page says what to do, the most money first, each leading to its list', async ({
  page,
}) => {
  await page.goto(`${bgv()}/de/agentur/start`)
  await logInForAgency(page, korbinian)
  const tasks = main(page).getByRole('list', { name: 'Zu tun, das meiste Geld zuerst' })
  const most = topItem(tasks.getByRole('link'))
  await expect(most).toContainText(/^\d+ Aufträge warten auf Freigabe.*€/)
  const [count] = (await most.textContent())!.match(/^\d+/)!
  await most.click()
  await expect(page).toHaveURL(/auftraege\?status=Bestaetigt/)
  await expect(main(page).getByText(`1–${count} von ${count}`)).toBeVisible()
  await page.goto(`${bgv()}/de/agentur/start`)
  await tasks.getByRole('link', { name: /Einladung.* ohne Antwort/ }).click()
  await expect(page).toHaveURL(/einladungen\?status=offen/)
})

const topOf = async (page: Page) => (await topRow(page).boundingBox())!.y

test('a table down to 768 px, short cards below, and nothing wider than the window; at 1440 px every name and product is whole, and reward and fee have columns of their own', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${bgv()}/de/agentur/auftraege`)
  await logInForAgency(page, korbinian)
  for (const language of ['de', 'en'])
    for (const list of ['auftraege', 'praemien']) {
      await page.goto(`${bgv()}/${language}/agentur/${list}?zeilen=100`)
      await expect(topRow(page)).toBeVisible()
      const cut = await page
        .locator('tbody :is(td, th, .dt-cut)')
        .evaluateAll((all) =>
          all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.textContent),
        )
      expect([language, list, cut]).toEqual([language, list, []])
    }
  await page.goto(`${bgv()}/de/agentur/auftraege?status=Bestaetigt`)
  const heads = main(page).getByRole('columnheader')
  const titles = (await heads.allTextContents()).map((title) => title.trim())
  const waiting = topRow(page).getByRole('cell')
  // The number is the row's header, not a cell.
  const textOf = (title: string) => waiting.nth(titles.indexOf(title) - 1)
  await expect(textOf('Gebühr netto')).toHaveText(/^\d+,\d\d\s€$/)
  await expect(textOf('Prämie')).toHaveText(/^≈ Prämie voraussichtlich \d+,\d\d\s€$/)
  await expect(textOf('Prämie')).toHaveCSS('text-align', 'right')
  await expect(main(page).getByText('Summe, voraussichtlich (≈)')).toBeVisible()
  for (const [width, display] of [
    [1440, 'table-row'],
    [768, 'table-row'],
    [767, 'grid'],
    [320, 'grid'],
  ] as const) {
    await page.setViewportSize({ width, height: 800 })
    const row = rows(page).nth(1)
    expect(await row.evaluate((one) => getComputedStyle(one).display)).toBe(display)
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    if (display === 'grid') {
      const { height } = (await row.boundingBox())!
      expect(height).toBeGreaterThanOrEqual(72)
      expect(height).toBeLessThanOrEqual(130)
    }
  }
  // On a phone the search has its own line, the rest another.
  for (const width of [320, 360]) {
    await page.setViewportSize({ width, height: 800 })
    const tops = await page
      .locator('.dt-toolbar')
      .locator('summary, a[download]')
      .evaluateAll((all) => all.map((one) => Math.round(one.getBoundingClientRect().top)))
    expect([width, tops.length, new Set(tops).size]).toEqual([width, 3, 1])
  }
})

test('the address is the state: chips go singly, Back and reload bring them again, and the keys walk the rows', async ({
  page,
}) => {
  await page.goto(`${bgv()}/de/agentur/auftraege?status=Freigegeben&von=2026-01-01&sortierung=Wert`)
  await logInForAgency(page, korbinian)
  const chips = main(page).getByRole('list', { name: 'Aktive Filter' })
  await expect(chips.getByRole('button')).toHaveText(['Status: Freigegeben', 'Von 01.01.2026'])
  await chips.getByRole('link', { name: 'Filter „Von 01.01.2026“ entfernen' }).click()
  await expect(page).toHaveURL(/auftraege\?status=Freigegeben&sortierung=Wert$/)
  await expect(main(page).getByRole('columnheader', { name: 'Prämie' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await page.goBack()
  await expect(chips.getByRole('button')).toHaveCount(2)
  await page.reload()
  await expect(chips.getByRole('button')).toHaveCount(2)
  await page.waitForLoadState('networkidle')
  await chips.getByRole('link', { name: 'Alle löschen' }).click()
  await expect(chips).toHaveCount(0)

  // The slash reaches the search from anywhere; in it, letters are letters.
  await page.keyboard.press('/')
  const search = main(page).getByRole('searchbox')
  await expect(search).toBeFocused()
  await page.keyboard.type('jxqjxq')
  await expect(search).toHaveValue('jxqjxq')
  await expect(main(page).getByText('Kein Eintrag passt')).toBeVisible()
  await search.fill('')
  await expect(page).not.toHaveURL(/suche/)

  // The first j leads to the first row from anywhere except a field.
  const handle = (index: number) => rows(page).nth(index).locator('[data-handle]')
  await expect(topRow(page)).toBeVisible()
  await search.evaluate((field: HTMLInputElement) => field.blur())
  await page.keyboard.press('j')
  await expect(handle(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(handle(1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('k')
  await expect(handle(1)).toBeFocused()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Tasten' })
  await expect(help).toContainText('Zeile auswählen')
  await expect(help).toContainText('x und Enter gelten der Zeile, die den Fokus hat.')
  await help.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await handle(1).focus()
  await page.keyboard.press('j')
  await expect(handle(1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(handle(2)).toBeFocused()
})

test('a choice says how many and what they come to, ends with Escape, and outlives sorting', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${bgv()}/de/agentur/auftraege?sortierung=Status`)
  await logInForAgency(page, korbinian)
  const bar = main(page).getByRole('group', { name: 'Auswahl' })
  await expect(bar).toBeHidden()
  // Keys work once the page is hydrated.
  await expect(main(page).getByRole('searchbox')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const waiting = rows(page).filter({ has: page.getByRole('checkbox') })
  await topItem(waiting).locator('[data-handle]').focus()
  const top = await topOf(page)
  await page.keyboard.press('x')
  await expect(bar).toContainText('1 ausgewählt')
  await expect(bar).toContainText('€')
  // Search, filters and rows stay in place: the bar is below them.
  await expect(main(page).getByRole('searchbox')).toBeVisible()
  expect(await topOf(page)).toBe(top)
  await main(page).getByRole('columnheader').getByRole('link', { name: 'Empfehler' }).click()
  await expect(page).toHaveURL(/sortierung=Empfehler/)
  await expect(bar).toContainText('1 ausgewählt')
  await topItem(main(page).locator('tbody input[type=checkbox]:not(:checked)')).check()
  await expect(bar).toContainText(/^2 ausgewählt · \d+,\d\d\s€/)
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  // More than can be decided at once, as if selected over many pages: the bar says so instead of a sum.
  const list = await page.evaluate(async () => {
    const asked = await fetch('/api/v1/bgv/agentur/auftraege/alle', {
      method: 'PUT',
      headers: { 'X-Requested-With': 'test', 'Content-Type': 'application/json' },
      body: JSON.stringify({ Filter: { Status: 'Bestaetigt' } }),
    })
    return asked.json()
  })
  const [one] = list.Content
  const many = Array.from({ length: 501 }, (_, index) => ({ ...one, Id: `${one.Id}${index}` }))
  await page.route('**/agentur/auftraege/alle', (route) =>
    route.fulfill({ json: { ...list, Content: many } }),
  )
  await main(page).getByRole('columnheader').getByRole('link', { name: 'Status' }).click()
  await expect(rows(page)).toHaveCount(501)
  await main(page).getByRole('checkbox', { name: 'Alle dieser Seite auswählen' }).check()
  await expect(bar).toContainText(/^501 ausgewählt · höchstens 500 auf einmal/)
  await bar.getByRole('button', { name: 'Auswahl freigeben …' }).click()
  await expect(main(page).getByText('Mehr als 500 auf einmal gehen nicht.')).toBeVisible()
})

test('a row opens beside the list with its story: Enter, Escape, Back and its address lead there and back, and phones get a page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${bgv()}/de/agentur/auftraege?status=Freigegeben`)
  await logInForAgency(page, korbinian)
  // Keys are live: one row is in the tab order.
  await expect(rows(page).nth(1).locator('[data-handle]')).toHaveAttribute('tabindex', '-1')
  const handle = rows(page).nth(5).locator('[data-handle]')
  const number = await handle.textContent()
  const record = main(page).getByRole('region', { name: `Auftrag ${number}` })
  await page.locator('.dt-box').evaluate((box) => box.scrollTo(0, 60))
  await handle.focus()
  await page.keyboard.press('Enter')
  await expect(record.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page).toHaveURL(/auftraege\/[0-9A-Z]{16}\?status=Freigegeben$/)
  await expect(page).toHaveTitle(new RegExp(`^Auftrag ${number}`))
  // The list is unchanged, and marks the open row.
  expect(await page.locator('.dt-box').evaluate((box) => box.scrollTop)).toBe(60)
  await expect(handle).toHaveAttribute('aria-current', 'true')
  const story = record.getByRole('list', { name: 'Verlauf' })
  await expect(story.getByText('Auftrag freigegeben')).toBeVisible()
  await expect(story.getByText('Eingeladen')).toBeVisible()
  const address = page.url()
  await page.keyboard.press('Escape')
  await expect(record).toHaveCount(0)
  await expect(page).toHaveURL(/auftraege\?status=Freigegeben$/)
  await expect(handle).toBeFocused()
  await page.goBack()
  await expect(record).toBeVisible()
  await page.goBack()
  await expect(record).toHaveCount(0)

  // Right after a reload keys are not live yet: an Escape is kept until they are.
  const late = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await late.promise
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'commit' })
  await expect(record).toBeVisible()
  await page.keyboard.press('Escape')
  late.resolve()
  await expect(record).toHaveCount(0)
  await expect(handle).toBeFocused()
  await page.unroute('**/assets/*.js')

  // From an order to its referrer; the same from a colleague's copied link on a phone.
  await page.goto(address)
  await expect(main(page).getByRole('table')).toBeVisible()
  await page.setViewportSize({ width: 320, height: 800 })
  await expect(main(page).getByRole('table')).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  const people = record.getByRole('region', { name: /^Empfehler/ })
  const name = await people.getByRole('link').textContent()
  await people.getByRole('link').click()
  await expect(main(page).getByRole('region', { name: name! })).toBeVisible()
  await main(page).getByRole('link', { name: 'Schließen und zur Liste' }).click()
  await expect(main(page).getByRole('heading', { level: 1, name: 'Empfehler' })).toBeVisible()
})

test('a press anywhere in a row opens it, on an act does that, and an invoice tells what it bills and how it was paid; before script rows open and ticks count as well', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${bgv()}/de/agentur/rechnungen?status=bezahlt`)
  await logInForAgency(page, korbinian)
  await page.waitForLoadState('networkidle')
  const row = topRow(page)
  const number = await row.locator('[data-handle]').textContent()
  const download = page.waitForEvent('download')
  await row.getByRole('link', { name: `PDF von ${number} herunterladen` }).click()
  await download
  await expect(page).toHaveURL(/rechnungen\?status=bezahlt$/)
  await row.locator('[data-card=amount]').click()
  const record = main(page).getByRole('region', { name: `Rechnung ${number}` })
  await expect(record.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page).toHaveURL(/rechnungen\/[0-9a-f-]{36}\?status=bezahlt$/)
  await expect(record.getByText('Bezahlt', { exact: true })).toBeVisible()
  const story = record.getByRole('list', { name: 'Verlauf' })
  await expect(story.getByText('Erstellt')).toBeVisible()
  await expect(story.getByText(/^Als bezahlt vermerkt/)).toBeVisible()
  const bills = record.getByRole('region', { name: 'Was sie abrechnet' })
  const billed = bills.getByRole('listitem')
  await expect(billed).not.toHaveCount(0)
  await expect(billed.filter({ hasNotText: 'freigegeben am' })).toHaveCount(0)
  await page.keyboard.press('Escape')
  await expect(record).toHaveCount(0)
  // On a slow machine before hydration: a row opens as a plain link, and ticks become the selection afterwards.
  const late = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await late.promise
    await route.continue()
  })
  const list = `${bgv()}/de/agentur/auftraege?status=Bestaetigt`
  await page.goto(list, { waitUntil: 'commit' })
  await topRow(page).locator('[data-card=amount]').click()
  await expect(page).toHaveURL(/auftraege\/[0-9A-Z]{16}\?status=Bestaetigt$/)
  await page.goto(list, { waitUntil: 'commit' })
  await topRow(page).getByRole('checkbox').check()
  late.resolve()
  await expect(main(page).getByRole('group', { name: 'Auswahl' })).toContainText('1 ausgewählt')
  await page.unroute('**/assets/*.js')
  // However many choices a filter has, its apply button is in sight.
  await page.goto(`${bgv()}/de/agentur/auftraege`)
  await page.waitForLoadState('networkidle')
  await main(page).getByText('Filter', { exact: true }).click()
  await expect(
    main(page).locator('#dt-filter').getByRole('button', { name: 'Anzeigen' }),
  ).toBeInViewport({ ratio: 1 })
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('search, filters, sort and pages of a list work by forms and links', async ({ page }) => {
    await page.goto(`${bgv()}/de/agentur/auftraege?zeilen=25`)
    await logInForAgency(page, korbinian)
    await main(page).getByRole('link', { name: 'Nächste Seite' }).click()
    await expect(main(page).getByText(/^26–\d+ von \d+$/)).toBeVisible()
    await main(page).getByRole('columnheader').getByRole('link', { name: 'Empfehler' }).click()
    await expect(page).toHaveURL(/sortierung=Empfehler/)
    await main(page).getByText('Filter', { exact: true }).click()
    const filter = main(page).locator('#dt-filter')
    for (const state of ['Storniert', 'Freigegeben'])
      await filter.getByRole('checkbox', { name: state }).check()
    await filter.getByRole('button', { name: 'Anzeigen' }).click()
    await expect(page).toHaveURL(/status=Freigegeben&status=Storniert/)
    const chips = main(page).getByRole('list', { name: 'Aktive Filter' })
    await chips.getByRole('link', { name: 'Filter „Status: Freigegeben“ entfernen' }).click()
    await expect(page).not.toHaveURL(/status=Freigegeben/)
    await expect(page).toHaveURL(/status=Storniert/)
    await main(page).getByRole('searchbox').fill('zaun')
    await main(page).getByRole('button', { name: 'Suchen' }).click()
    await expect(page).toHaveURL(/suche=zaun/)
    await expect(page).toHaveURL(/status=Storniert/)
  })
})
