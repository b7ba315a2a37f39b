import { expect, test } from '@playwright/test'
import { violationsOf } from './check-page.ts'
import { topItem } from './journey-steps.ts'
import { useApp } from './use-app.ts'

const app = useApp({ hasYear: true })
const consoleAt = () => app.origin.replace('//localhost', '//betrieb.localhost')

test('who prepares payouts finds an open invoice, marks it as paid with the passkey, and takes it back', async ({
  page,
}) => {
  await page.goto(`${app.origin}/demo`)
  await page.getByRole('button', { name: /Konsole öffnen, Auszahlung vorbereiten/ }).click()
  await expect(page).toHaveURL(new RegExp(`^${consoleAt()}`))
  for (const [language, colorScheme, width] of [
    ['en', 'dark', 320],
    ['de', 'light', 1440],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${consoleAt()}/${language}/bgv/rechnungen`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
  }
  await page.goto(`${consoleAt()}/de/bgv/rechnungen?stand=offen&stand=ueberfaellig&art=rechnung`)
  const top = topItem(page.getByRole('rowheader').getByRole('link'))
  const number = await top.innerText()
  await top.click()
  const record = page.getByRole('region', { name: `Rechnung ${number}` })
  await expect(record).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  const file = page.waitForEvent('download')
  await record.getByRole('link', { name: 'PDF herunterladen' }).click()
  expect((await file).suggestedFilename()).toBe(`Rechnung-${number}.pdf`)

  const paid = record.locator('#paid')
  await record.locator('summary', { hasText: 'Als bezahlt vermerken' }).click()
  // A second window has the same, a little later.
  const late = await page.context().newPage()
  await late.goto(page.url())
  const theirs = late.getByRole('region', { name: `Rechnung ${number}` })
  await theirs.locator('summary', { hasText: 'Als bezahlt vermerken' }).click()
  await theirs.locator('#paid').getByLabel('Grund').fill('Gestern überwiesen')
  await paid.getByLabel('Grund').fill('Auf dem Kontoauszug gesehen')
  await paid.getByRole('button', { name: 'Als bezahlt vermerken' }).click()
  await expect(page.getByRole('main').getByText('Als bezahlt vermerkt.')).toBeVisible()
  await expect(record).toContainText('Auf dem Kontoauszug gesehen')
  await theirs.locator('#paid').getByRole('button', { name: 'Als bezahlt vermerken' }).click()
  await expect(late.getByText(/hat um \d\d:\d\d die Zahlung vermerkt/)).toBeVisible()
  await expect(late.getByText('Gestern überwiesen')).toBeVisible()
  expect(await violationsOf(late)).toEqual([])
  await late.close()
  await record.locator('summary', { hasText: 'Vermerk zurücknehmen' }).click()
  await record.locator('#takeBack').getByLabel('Grund').fill('Falsche Rechnung')
  await record.getByRole('button', { name: 'Vermerk zurücknehmen' }).click()
  await expect(page.getByRole('main').getByText('Vermerk zurückgenommen.')).toBeVisible()
  await expect(record).toContainText('Falsche Rechnung')
})
