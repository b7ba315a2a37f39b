import { expect, test } from '@playwright/test'
import { violationsOf } from './check-page.ts'
import { topItem } from './journey-steps.ts'
import { useApp } from './use-app.ts'

const app = useApp()
const consoleAt = () => app.origin.replace('//localhost', '//betrieb.localhost')

test('a reviewer sees what a waiting registration lacks, stops an agency with a reason, and reads it in its history', async ({
  page,
}) => {
  await page.goto(`${app.origin}/demo`)
  await page.getByRole('button', { name: /Konsole öffnen, Prüfung/ }).click()
  await expect(page).toHaveURL(new RegExp(`^${consoleAt()}`))
  for (const [language, colorScheme, width] of [
    ['de', 'light', 320],
    ['en', 'dark', 1440],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${consoleAt()}/${language}/bgv/agenturen`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
  }
  await page.goto(`${consoleAt()}/de/bgv/agenturen?status=aktiv`)
  const top = topItem(page.getByRole('rowheader').getByRole('link'))
  const name = await top.innerText()
  await top.click()
  await expect(page.getByRole('heading', { level: 1, name })).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.locator('summary', { hasText: 'Anhalten' }).click()
  await page.locator('#deaktivieren').getByLabel('Grund').fill('Vertrag gekündigt')
  await page.locator('#deaktivieren').getByRole('button', { name: 'Anhalten' }).click()
  await expect(page.getByRole('main').getByText('Angehalten.', { exact: true })).toBeVisible()
  await expect(page.getByRole('region', { name: 'Verlauf' })).toContainText('Vertrag gekündigt')

  const person = topItem(page.getByRole('region', { name: 'Personen' }).getByRole('link'))
  const who = await person.innerText()
  await person.click()
  const record = page.getByRole('region', { name: who })
  await expect(record).toContainText('Offene Sitzungen')
  expect(await violationsOf(page)).toEqual([])

  // A tenant without sales partners has no such page in the menu.
  const menu = page.getByRole('navigation', { name: 'Konsole' }).filter({ visible: true })
  await expect(menu.getByRole('link', { name: 'Agenturen' })).toBeVisible()
  await expect(menu.getByRole('link', { name: 'Verkaufspartner' })).toHaveCount(0)
})
