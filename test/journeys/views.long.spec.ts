import { expect, test } from '@playwright/test'
import { violationsOf } from './check-page.ts'
import { useApp } from './use-app.ts'

const app = useApp({ hasYear: true })
const consoleAt = () => app.origin.replace('//localhost', '//betrieb.localhost')

test('a list’s filters are kept under a name, found again, deleted and brought back', async ({
  page,
}) => {
  await page.goto(`${app.origin}/demo`)
  await page.getByRole('button', { name: /Konsole öffnen, Prüfung/ }).click()
  await expect(page).toHaveURL(new RegExp(`^${consoleAt()}`))
  const list = `${consoleAt()}/de/bgv/meldungen`
  await page.goto(`${list}?stand=abgelehnt&richtung=ab&suche=BV`)
  const box = page.locator('#dt-views')
  await box.locator('summary').click()
  for (const [colorScheme, width] of [
    ['light', 320],
    ['dark', 1440],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    expect(await violationsOf(page)).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
  await box.getByLabel('Name der Ansicht').fill('Abgelehnte')
  const kept = page.waitForResponse(
    (response) => response.request().method() !== 'GET' && /ansichten/.test(response.url()),
  )
  await box.getByRole('button', { name: 'Diese Ansicht speichern' }).click()
  await kept
  await page.goto(list)
  await box.locator('summary').click()
  await box.getByRole('link', { name: 'Abgelehnte' }).click()
  // The search is not part of it.
  await expect(page).toHaveURL(`${list}?stand=abgelehnt&richtung=ab`)
  await page.reload()
  await box.locator('summary').click()
  await expect(box.locator('a[aria-current="true"]')).toHaveText('Abgelehnte')
  await box.getByRole('button', { name: 'Ansicht „Abgelehnte“ löschen' }).click()
  await expect(page.getByRole('main').getByText('Ansicht gelöscht.')).toBeVisible()
  await expect(box.getByRole('link')).toHaveCount(0)
  await page.keyboard.press('u')
  await expect(page.getByText('Rückgängig gemacht.')).toBeVisible()
  await expect(page).toHaveURL(`${list}?stand=abgelehnt&richtung=ab&undo=done`)
  await page.goto(list)
  await box.locator('summary').click()
  await expect(box.getByRole('link', { name: 'Abgelehnte' })).toBeVisible()
})
