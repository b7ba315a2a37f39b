import { expect, test } from '@playwright/test'
import { violationsOf } from './check-page.ts'
import { topItem } from './journey-steps.ts'
import { useApp } from './use-app.ts'

const app = useApp({ hasYear: true })
const consoleAt = () => app.origin.replace('//localhost', '//betrieb.localhost')
const sizes = [
  ['de', 'light', 320],
  ['en', 'dark', 1440],
] as const

test('an admin reads how it is in one sentence, and an auditor what a mail said, without its key', async ({
  page,
}) => {
  await page.goto(`${app.origin}/demo?lang=de`)
  await page.getByRole('button', { name: /Konsole öffnen, Verwaltung/ }).click()
  await expect(page).toHaveURL(new RegExp(`^${consoleAt()}`))
  for (const [language, colorScheme, width] of sizes) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${consoleAt()}/${language}/bgv/betrieb`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
  }
  // What broke is work for whoever may retry it.
  await page.goto(`${consoleAt()}/de/bgv/heute`)
  await expect(page.getByText(/Nichts wartet/)).toHaveCount(0)
  await page.getByRole('link', { name: /aufgegeben: beheben und wiederholen/ }).click()
  await expect(page).toHaveURL(`${consoleAt()}/de/bgv/betrieb`)
  // The demo's history leaves one.
  await expect(page.getByText(/Vorgänge sind nach allen Versuchen aufgegeben/)).toBeVisible()
  const system = page.getByRole('region', { name: 'System' })
  await expect(system).toContainText(/1, davon arbeiten Vorgänge ab: 1/)
  await expect(system).toContainText(/Frei auf der Platte der App\s*genug/)
  await expect(system).toContainText('PostgreSQL archiviert kein Protokoll')
  await page.getByRole('link', { name: 'Alle Mails ansehen' }).click()
  const rows = page.getByRole('rowheader').getByRole('link')
  await expect(topItem(rows)).toBeVisible()
  // An admin sees no people’s data.
  await topItem(rows).click()
  await expect(page.getByText(/sehen Personen mit einem Recht/)).toBeVisible()

  await page.goto(`${app.origin}/demo?lang=de`)
  await page.getByRole('button', { name: /Konsole öffnen, Revision/ }).click()
  for (const [language, colorScheme, width] of sizes) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${consoleAt()}/${language}/bgv/mails`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
  }
  await page.goto(`${consoleAt()}/de/bgv/mails?stand=gesendet`)
  await topItem(rows).click()
  const preview = page.getByRole('region', { name: 'Was darin steht' })
  await expect(preview).toContainText(/http:\/\/(bgv|betrieb)\.localhost/)
  await expect(preview).not.toContainText(/[?&]t=/)
  expect(await violationsOf(page)).toEqual([])

  // The address is posted, so it is in no address of a page.
  await page.getByLabel('Ganze E-Mail-Adresse').fill('niemand@post.example')
  await page.getByRole('button', { name: 'Suchen', exact: true }).click()
  await expect(page.getByText(/Keine Mail an diese Adresse/)).toBeVisible()
  expect(page.url()).not.toContain('niemand')
})

test('support opens a mail from a person’s history', async ({ page }) => {
  await page.goto(`${app.origin}/demo?lang=de`)
  await page.getByRole('button', { name: /Konsole öffnen, Kundenservice/ }).click()
  await expect(page).toHaveURL(new RegExp(`^${consoleAt()}`))
  await page.goto(`${consoleAt()}/de/bgv/personen`)
  await page.getByLabel('Suche', { exact: true }).fill('Greta Allmers')
  await page.getByRole('button', { name: 'Suchen', exact: true }).click()
  await page.getByRole('link', { name: 'Greta Almers' }).click()
  await page.locator('summary', { hasText: 'Mail erneut senden' }).click()
  await page.getByLabel('Grund').and(page.locator('#mail *')).fill('Link verloren')
  await page.getByRole('button', { name: 'Mail erneut senden' }).click()
  const history = page.getByRole('list', { name: 'Verlauf' })
  const mails = history.getByRole('link', { name: /^Mail/ })
  await topItem(mails).click()
  await expect(page.getByRole('region', { name: 'Was darin steht' })).toContainText('http')
  // The first time, too.
  await expect(page.getByRole('list', { name: 'Protokoll' })).toContainText('Mail angesehen')
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await violationsOf(page)).toEqual([])
  }
})

test('the platform’s operator sees servers, size and backup, and nobody’s mails', async ({
  page,
}) => {
  await page.goto(`${app.origin}/demo?lang=de`)
  await page.getByRole('button', { name: /Konsole öffnen, Plattform/ }).click()
  await expect(page).toHaveURL(`${consoleAt()}/de/betrieb/heute`)
  await page.getByRole('link', { name: 'Betrieb', exact: true }).click()
  await expect(page).toHaveURL(`${consoleAt()}/de/betrieb/betrieb`)
  const system = page.getByRole('region', { name: 'System' })
  await expect(system).toContainText(/Frei auf der Platte der App/)
  await expect(system).toContainText('PostgreSQL archiviert kein Protokoll')
  expect(await violationsOf(page)).toEqual([])
})
