import { readFile } from 'node:fs/promises'
import { expect, test, type Locator } from '@playwright/test'
import { korbinian, logInForAgency, vroni } from './agency-steps.ts'
import { originAt } from './journey-steps.ts'
import { useApp } from './use-app.ts'

const app = useApp({ hasYear: true })
const bgv = () => originAt(app.origin, 'bgv')
const numbersOf = async (cells: Locator) =>
  (await cells.allTextContents()).map((text) => Number(text.replaceAll('.', '')))

test('an owner reads a year as plots and as the same figures in tables and files, for any days and for one employee', async ({
  page,
}) => {
  test.slow()
  const main = page.getByRole('main')
  await page.goto(`${bgv()}/de/agentur/statistik`)
  await logInForAgency(page, korbinian)
  const orders = main.getByRole('region', { name: 'Aufträge nach Monat', exact: true })
  const bars = await numbersOf(orders.getByRole('listitem').locator('.tabular-nums'))
  expect(bars).toHaveLength(12)

  // The table opens by keyboard and holds the bars' values.
  await orders.locator('summary').focus()
  await page.keyboard.press('Enter')
  const cells = orders.locator('tbody tr td:nth-of-type(1)')
  await expect(cells).toHaveCount(12)
  expect(await numbersOf(cells)).toEqual(bars)
  const sum = bars.reduce((total, bar) => total + bar, 0)
  expect(await numbersOf(orders.locator('tfoot td:nth-of-type(1)'))).toEqual([sum])
  const funnel = main.getByRole('region', { name: 'Von der Einladung zur Prämie' })
  await expect(funnel.getByRole('listitem').filter({ hasText: 'Aufträge' })).toContainText(
    String(sum),
  )

  const download = page.waitForEvent('download')
  await orders.getByRole('link', { name: /^CSV-Datei/ }).click()
  const file = await readFile(await (await download).path(), 'utf8')
  const lines = file.trim().split('\r\n').slice(1)
  expect(lines.map((line) => Number(line.split(';')[1]))).toEqual(bars)

  await main.getByLabel('Mitarbeiter', { exact: true }).selectOption({ label: 'Vroni Almbauer' })
  await main.getByRole('button', { name: 'Anzeigen' }).click()
  await expect(main.getByText('nur Vroni Almbauer')).toBeVisible()
  await page.reload()
  await expect(main.getByText('nur Vroni Almbauer')).toBeVisible()
  const theirs = await numbersOf(orders.getByRole('listitem').locator('.tabular-nums'))
  expect(theirs.every((bar, index) => bar <= bars[index]!)).toBe(true)
  const lastMonth = main.getByRole('link', { name: 'Letzter Monat' })
  await lastMonth.click()
  // The fields change once the new period is the current one.
  await expect(lastMonth).toHaveAttribute('aria-current', 'true')
  await expect(page).toHaveURL(/von=01\.\d\d\.\d{4}.*mitarbeiter=/)

  await main.getByRole('textbox', { name: /^Bis/ }).fill('31.02.2026')
  await main.getByRole('button', { name: 'Anzeigen' }).click()
  await expect(main.getByText('Den 31.02.2026 gibt es nicht.')).toHaveCount(1)
  await expect(main.getByRole('textbox', { name: /^Bis/ })).toHaveValue('31.02.2026')
  await expect(
    main.getByLabel('Mitarbeiter', { exact: true }).locator('option:checked'),
  ).toHaveText('Vroni Almbauer')
  await main.getByRole('textbox', { name: /^Bis/ }).fill('bald')
  await main.getByRole('button', { name: 'Anzeigen' }).click()
  await expect(main.getByText(/geben Sie einen Tag als TT\.MM\.JJJJ ein/)).toHaveCount(1)
  await main.getByRole('textbox', { name: /^Von/ }).fill('01.01.2015')
  await main.getByRole('textbox', { name: /^Bis/ }).fill('31.12.2015')
  await main.getByRole('button', { name: 'Anzeigen' }).click()
  await expect(main.getByText('In diesem Zeitraum ist nichts geschehen')).toBeVisible()
})

test('an employee reads the own figures alone, without script as with it, and bars differ without colour', async ({
  browser,
}) => {
  const context = await browser.newContext({ locale: 'de-DE', javaScriptEnabled: false })
  const page = await context.newPage()
  const main = page.getByRole('main')
  await page.emulateMedia({ forcedColors: 'active' })
  await page.goto(`${bgv()}/de/agentur/statistik`)
  await logInForAgency(page, vroni)
  await expect(main.getByLabel('Mitarbeiter', { exact: true })).toHaveCount(0)
  await expect(main.getByRole('heading', { name: 'Nach Mitarbeitern' })).toHaveCount(0)
  const orders = main.getByRole('region', { name: 'Aufträge nach Monat', exact: true })
  await orders.locator('summary').click()
  await expect(orders.locator('tbody tr')).toHaveCount(12)
  const fills = await orders
    .getByRole('listitem')
    .locator('rect')
    .evaluateAll((bars) => [...new Set(bars.map((bar) => bar.getAttribute('fill')))])
  expect(fills.length).toBeGreaterThan(1)
  await main.getByRole('textbox', { name: /^Von/ }).fill('1.1.2015')
  await main.getByRole('button', { name: 'Anzeigen' }).click()
  await expect(page).toHaveURL(/von=1\.1\.2015/)
  await expect(main.getByRole('textbox', { name: /^Von/ })).toHaveAccessibleDescription(
    'Bitte wählen Sie einen Zeitraum von höchstens zehn Jahren.',
  )
  await page.setViewportSize({ width: 768, height: 1024 })
  await page.goto(`${bgv()}/en/agentur/statistik`)
  for (const label of [/^From/, /^To/]) {
    const field = main.getByRole('textbox', { name: label })
    await expect(field).not.toHaveAttribute('inputmode')
    expect(await field.evaluate((input) => input.scrollWidth - input.clientWidth)).toBe(0)
  }
  await context.close()
})
