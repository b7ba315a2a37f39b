import { expect, test } from '@playwright/test'
import { violationsOf } from './check-page.ts'
import { useApp } from './use-app.ts'

const app = useApp({ hasYear: true })
const consoleAt = () => app.origin.replace('//localhost', '//betrieb.localhost')

test('a search keeps its words over Back, one form is open at a time, and who was erased has a page that says so', async ({
  page,
}) => {
  await page.goto(`${app.origin}/demo?lang=de`)
  await page.getByRole('button', { name: /Konsole öffnen, Kundenservice/ }).click()
  await page.goto(`${consoleAt()}/de/bgv/personen`)
  const dialog = page.getByRole('dialog', { name: 'Suche' })
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(dialog).toBeVisible({ timeout: 500 })
  }).toPass()
  // Before the hits are there.
  await dialog.getByRole('searchbox').fill('Greta Almers')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\?treffer=/)
  await expect(page).not.toHaveURL(/almers/i)
  const hit = page.getByRole('region', { name: 'Personen' }).getByRole('link', {
    name: 'Greta Almers',
  })
  await hit.click()
  await expect(page.getByRole('heading', { level: 1, name: 'Greta Almers' })).toBeVisible()
  await page.goBack()
  await expect(page.getByLabel('Suche', { exact: true })).toHaveValue('Greta Almers')
  await hit.click()

  const open = page.locator('details.act[open]')
  const act = (name: string) => page.locator('summary', { hasText: name })
  await expect(async () => {
    await act('Notiz schreiben').click()
    await expect(open).toHaveCount(1, { timeout: 500 })
  }).toPass()
  await act('Löschen').click()
  await expect(open).toHaveCount(1)
  await expect(open).toContainText('Was bleibt und warum')
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('Escape')
  await expect(open).toHaveCount(0)
  await expect(act('Löschen')).toBeFocused()

  const person = page.url().replace(/\?.*/, '')
  await act('Löschen').click()
  const waive = open.getByLabel(/verzichtet ausdrücklich/)
  if (await waive.isVisible()) await waive.check()
  await open.getByLabel('Grund').fill('Brief vom 3. November')
  await open.getByRole('button', { name: 'Löschen' }).click()
  await expect(
    page.getByRole('main').getByText(/Die Person ist gelöscht\.|Die Löschung ist vorgemerkt\./),
  ).toBeVisible()
  const gone = await page.goto(person)
  expect(gone?.status()).toBe(410)
  await expect(page.getByText(/^Gelöscht am .* Gelöscht hat: Kundenservice\.$/)).toBeVisible()
  await expect(page.getByText('Greta')).toHaveCount(0)
  expect(await violationsOf(page)).toEqual([])
})
