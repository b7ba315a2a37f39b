import { expect, test, type Page } from '@playwright/test'
import { korbinian, logInForAgency, rows, topRow } from './agency-steps.ts'
import { originAt, topItem } from './journey-steps.ts'
import { useApp } from './use-app.ts'

const app = useApp({ hasYear: true })
const bgv = () => originAt(app.origin, 'bgv')
const main = (page: Page) => page.getByRole('main')

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

test(
  'a table down to 768 px, short cards below, and nothing wider than the window; at 1440 px every name and product is whole, and reward and fee have columns of their own',
  { tag: '@long' },
  async ({ page }) => {
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
  },
)

test(
  'a press anywhere in a row opens it, on an act does that, and an invoice tells what it bills and how it was paid; before script rows open and ticks count as well',
  { tag: '@long' },
  async ({ page }) => {
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
  },
)

test('by keyboard a list is turned to its last page and filtered without losing the place, and count and page are said', async ({
  page,
}) => {
  await page.goto(`${bgv()}/de/agentur/auftraege?zeilen=25`)
  await logInForAgency(page, korbinian)
  await page.waitForLoadState('networkidle')
  const status = page.getByRole('status')
  const next = main(page).getByRole('link', { name: 'Nächste Seite' })
  const [, total] = (await main(page)
    .getByText(/^1–25 von \d+$/)
    .textContent())!.match(/von (\d+)/)!
  const pages = Math.ceil(Number(total) / 25)
  expect(pages).toBeGreaterThan(1)
  await next.focus()
  for (let number = 2; number <= pages; number++) {
    await page.keyboard.press('Enter')
    await expect(
      status.filter({ hasText: `${total} Einträge, Seite ${number} von ${pages}` }),
    ).toHaveCount(1)
    await expect(next).toBeFocused()
  }
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  const last = page.url()
  await page.keyboard.press('Enter')
  expect(page.url()).toBe(last)

  const filter = main(page).locator('#dt-filter')
  const summary = filter.locator('summary')
  await summary.focus()
  await page.keyboard.press('Enter')
  await filter.getByRole('checkbox', { name: 'Bestätigt' }).press('Space')
  await filter.getByRole('button', { name: 'Anzeigen' }).press('Enter')
  await expect(page).toHaveURL(/status=Bestaetigt/)
  await expect(summary).toBeFocused()
  await expect(status.filter({ hasText: /^\d+ Einträge/ })).not.toContainText(`${total} Einträge`)
  // What another page says, the form says as well.
  await page.goBack()
  await expect(
    status.filter({ hasText: `${total} Einträge, Seite ${pages} von ${pages}` }),
  ).toHaveCount(1)
  await summary.press('Enter')
  await expect(filter.getByRole('checkbox', { name: 'Bestätigt' })).not.toBeChecked()
  // A filter's own link is gone with it.
  await page.goForward()
  await main(page)
    .getByRole('link', { name: 'Filter „Status: Bestätigt“ entfernen' })
    .press('Enter')
  await expect(page).not.toHaveURL(/status=/)
  await expect(summary).toBeFocused()
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
