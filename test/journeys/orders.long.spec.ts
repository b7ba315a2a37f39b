import { expect, test, type Page } from '@playwright/test'
import { violationsOf } from './check-page.ts'
import { topItem } from './journey-steps.ts'
import { useApp } from './use-app.ts'

const app = useApp({ hasYear: true })
const consoleAt = () => app.origin.replace('//localhost', '//betrieb.localhost')

async function openAs(page: Page, role: RegExp) {
  await page.goto(`${app.origin}/demo?lang=de`)
  await page.getByRole('button', { name: role }).click()
  await expect(page).toHaveURL(new RegExp(`^${consoleAt()}`))
}

/** The narrowest value beside or below a fact's name, on phones of both sizes. */
async function narrowestFact(page: Page) {
  const widths: number[] = []
  for (const width of [320, 375]) {
    await page.setViewportSize({ width, height: 900 })
    widths.push(
      ...(await page
        .locator('.record-facts dd')
        .evaluateAll((values) => values.map((value) => value.clientWidth))),
    )
  }
  return Math.min(...widths)
}

async function looksRight(page: Page, shot: string) {
  for (const [colorScheme, width] of [
    ['light', 320],
    ['dark', 1440],
  ] as const) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    expect(await violationsOf(page)).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect([shot, overflow]).toEqual([shot, 0])
    const folder = process.env['SHOTS']
    if (folder) await page.screenshot({ path: `${folder}/${shot}-${width}.png`, fullPage: true })
  }
}

const file = (lines: string[]) => ({
  name: 'aufträge.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})
const head = 'ExterneAuftragsnummer;Email;ProduktExterneId;Vertragsdatum;Status'

test('a file is checked before anything is written, its faulty lines come as CSV, and a contract that fits nobody is matched by hand', async ({
  page,
}) => {
  await openAs(page, /Konsole öffnen, Auszahlung vorbereiten/)
  await page.goto(`${consoleAt()}/de/bgv/auftraege/einlesen`)
  await expect(page.getByText('Im Status steht „abgeschlossen“ oder „storniert“')).toBeVisible()
  const template = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Vorlage herunterladen' }).click()
  expect((await template).suggestedFilename()).toBe('auftraege-vorlage.csv')
  await page.getByLabel(/^CSV-Datei/).setInputFiles(file(['a;b', '1;2']))
  await page.getByRole('button', { name: 'Datei prüfen' }).click()
  await expect(page.locator('form#upload')).toContainText('Spalte fehlt')
  const lines = [
    head,
    'BV-WAISE-1;niemand@post.example;BGV-PHV;01.02.2026;abgeschlossen',
    'BV-FALSCH;;GIBT-ES-NICHT;01.02.2026;abgeschlossen',
  ]
  await page.getByLabel(/^CSV-Datei/).setInputFiles(file(lines))
  await page.getByRole('button', { name: 'Datei prüfen' }).click()
  await expect(page.getByRole('main').getByText('Geprüft, noch nichts geändert.')).toBeVisible({
    timeout: 10_000,
  })
  await expect(page.getByText('Zeile 3 · BV-FALSCH')).toBeVisible()
  for (const outcome of ['Ohne Person, würden auf Zuordnung warten', 'Fehlerhaft'])
    await expect(page.locator(`dt:text-is("${outcome}") + dd`)).toHaveText('1')
  await looksRight(page, 'file')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: /Alle davon als CSV/ }).click()
  expect((await download).suggestedFilename()).toContain('.csv')

  await openAs(page, /Konsole öffnen, Prüfung/)
  await page.goto(`${consoleAt()}/de/bgv/auftraege?stand=ohne-person`)
  await topItem(page.getByRole('rowheader').getByRole('link')).click()
  const record = page.getByRole('region', { name: /^Auftrag / })
  await expect(record.getByText(/^Zählt für niemanden/)).toBeVisible()
  await record.getByLabel('Kontakt suchen').fill('Finkenwerth')
  await record.getByRole('button', { name: 'Suchen' }).click()
  await expect(record.getByText(/zu „Finkenwerth“/)).toBeVisible()
  await looksRight(page, 'match')
  await topItem(record.getByRole('radio')).check({ force: true })
  await record.getByLabel('Grund').fill('Der Anbieter nannte den Namen am Telefon')
  await record.getByRole('button', { name: 'Zuordnen' }).click()
  await expect(
    page.getByRole('main').getByText('Zugeordnet; der Auftrag ist jetzt in der Prüfzeit.'),
  ).toBeVisible()
})

test('a file above what one person imports a day is put before a second person, who sees it and imports it', async ({
  page,
}) => {
  await openAs(page, /Konsole öffnen, Auszahlung vorbereiten/)
  await page.goto(`${consoleAt()}/de/bgv/auftraege/einlesen`)
  const lines = ['BGV-RS', 'BGV-PHV', 'BGV-KFZ', 'BGV-ZZ'].flatMap((product) =>
    Array.from({ length: 40 }, (_, at) =>
      [`BV-VIELE-${product}-${at}`, `freund${at}@rueckblick.example`, product, '01.11.2026'].join(
        ';',
      ),
    ),
  )
  await page
    .getByLabel(/^CSV-Datei/)
    .setInputFiles(file([head, ...lines.map((line) => `${line};abgeschlossen`)]))
  await page.getByRole('button', { name: 'Datei prüfen' }).click()
  await expect(page.getByRole('main').getByText('Geprüft, noch nichts geändert.')).toBeVisible({
    timeout: 20_000,
  })
  const at = page.url()
  await page.locator('summary', { hasText: 'Einer zweiten Person vorlegen' }).click()
  await looksRight(page, 'ask')
  await page.locator('#start').getByLabel('Grund').fill('Nachlieferung des Anbieters')
  await page.locator('#start').getByRole('button').click()
  await expect(
    page.getByRole('main').getByText(/^Die Datei wartet auf eine zweite Person/),
  ).toBeVisible()
  await expect(page.locator('summary', { hasText: 'Zustimmen' })).toHaveCount(0)
  await looksRight(page, 'asked')
  expect(await narrowestFact(page)).toBeGreaterThan(140)

  await openAs(page, /Konsole öffnen, Prüfung/)
  await page.goto(at)
  await expect(page.getByText(/Nachlieferung des Anbieters/)).toBeVisible()
  await page.locator('summary', { hasText: 'Ablehnen' }).click()
  await looksRight(page, 'refuse')
  await page.locator('summary', { hasText: 'Zustimmen und einlesen' }).click()
  await looksRight(page, 'agree')
  const download = page.waitForEvent('download')
  await page.getByRole('link', { name: 'Datei herunterladen' }).click()
  expect((await download).suggestedFilename()).toMatch(/^auftraege-.*\.csv$/)
  await page.locator('#approve').getByLabel('Grund').fill('Mit der Lieferung verglichen')
  await page.locator('#approve').getByRole('button').click()
  await expect(page.getByText(/^Eingelesen am /)).toBeVisible({ timeout: 20_000 })
})

test('orders are released together exactly as the preview showed, and what changed meanwhile is skipped and named', async ({
  page,
  context,
}) => {
  await openAs(page, /Konsole öffnen, Prüfung/)
  await page.goto(`${consoleAt()}/de/bgv/auftraege?stand=pruefzeit`)
  await looksRight(page, 'orders')
  const boxes = page.locator('tr[data-row] input[type=checkbox]:enabled')
  await expect(boxes.nth(2)).toBeVisible()
  await topItem(boxes).check()
  await boxes.nth(1).check()
  await expect(page.getByText('2 ausgewählt')).toBeVisible()
  await looksRight(page, 'chosen')
  await page.getByRole('button', { name: 'Freigabe ansehen' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^2 Aufträge freigeben · /)
  await looksRight(page, 'preview')

  // Somebody else releases one of them.
  const other = await context.newPage()
  await other.goto(`${consoleAt()}/de/bgv/auftraege?stand=pruefzeit`)
  await topItem(other.getByRole('rowheader').getByRole('link')).click()
  await other.locator('summary', { hasText: 'Jetzt freigeben' }).click()
  await other.locator('#release').getByLabel('Grund').fill('Eilt')
  await other.locator('#release').getByRole('button', { name: 'Jetzt freigeben' }).click()
  await expect(other.getByRole('main').getByText('Freigegeben.', { exact: true })).toBeVisible()

  await page.getByRole('button', { name: 'Alle freigeben' }).click()
  await expect(page.locator('form#decide')).toContainText('Bitte')
  await page.getByLabel('Grund').fill('Der Anbieter bat darum')
  await page.getByRole('button', { name: 'Alle freigeben' }).click()
  await expect(page.getByRole('main').getByText('Fertig.')).toBeVisible({ timeout: 15_000 })
  await page.reload()
  await expect(page.getByText('2 von 2, 1 übersprungen')).toBeVisible()
  const skipped = page.getByRole('region', { name: 'Übersprungen' })
  await expect(skipped).toContainText('inzwischen geändert oder entschieden')
  await looksRight(page, 'done')
  await skipped.getByRole('link').click()
  await expect(page.getByRole('region', { name: /^Auftrag / })).toContainText('Eilt')
})

test('held rewards are selected, previewed by reason, and approved together', async ({ page }) => {
  await openAs(page, /Konsole öffnen, Prüfung/)
  await page.goto(`${consoleAt()}/de/bgv/pruefungen`)
  const boxes = page.locator('tr[data-row] input[type=checkbox]:enabled')
  await expect(boxes.nth(1)).toBeVisible()
  await topItem(boxes).check()
  await boxes.nth(1).check()
  await expect(page.getByText(/^2 ausgewählt · /)).toBeVisible()
  await page.getByRole('button', { name: /freigeben/i }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/^2 Prämien freigeben · /)
  await looksRight(page, 'cases')
  await page.getByLabel('Nachweise liegen vor und stimmen.').check({ force: true })
  await page.getByRole('button', { name: 'Alle freigeben' }).click()
  await expect(page.getByText('2 von 2, 0 übersprungen')).toBeVisible({ timeout: 15_000 })
  await page.getByRole('link', { name: 'Zu den Prüfungen' }).click()
  await expect(topItem(boxes)).toBeVisible()
})
