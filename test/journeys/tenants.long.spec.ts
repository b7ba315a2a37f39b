import { expect, test, type Page } from '@playwright/test'
import sharp from 'sharp'
import { violationsOf } from './check-page.ts'
import { runCli } from './run-cli.ts'
import { useApp } from './use-app.ts'

const app = useApp()
const consoleAt = () => app.origin.replace('//localhost', '//betrieb.localhost')

async function enter(page: Page, role: RegExp) {
  await page.goto(`${app.origin}/demo`)
  await page.getByRole('button', { name: role }).click()
  await expect(page).toHaveURL(new RegExp(`^${consoleAt()}`))
}

test('the platform makes a draft from a copy, fills it in, previews it on its own host, and deletes it', async ({
  page,
  browser,
}) => {
  await enter(page, /Konsole öffnen, Plattform/)
  await page.goto(`${consoleAt()}/de/betrieb/mandanten`)
  expect(await violationsOf(page)).toEqual([])
  await page.locator('summary', { hasText: 'Neuen Mandanten anlegen' }).click()
  await page.getByRole('textbox', { name: 'Code' }).fill('neuland')
  await page.getByRole('textbox', { name: 'Name' }).fill('Neuland')
  await page.getByRole('textbox', { name: 'Firma' }).fill('Neuland GmbH')
  await page.getByLabel('Vorlage').selectOption({ label: 'Funkelnetz' })
  await page.getByLabel('Grund').fill('Neuer Anbieter')
  await page.getByRole('button', { name: 'Neuen Mandanten anlegen' }).click()
  await expect(page.getByRole('main').getByText('Der Entwurf ist angelegt.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  await page
    .getByRole('region', { name: 'Prüfliste' })
    .getByRole('link', { name: 'Konto für Auszahlungen' })
    .click()
  await page.getByLabel('Kontoinhaber').fill('Neuland GmbH')
  await page.getByLabel('IBAN').fill('DE02500105170137075030')
  await page.getByLabel('BIC').fill('INGDDEFFXXX')
  await page.getByRole('button', { name: 'Änderungen ansehen' }).click()
  await expect(page.getByText('•••• 5030')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.getByLabel('Grund').fill('Vertrag liegt vor')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('main').getByText('Die Änderung ist gespeichert.')).toBeVisible()

  // Strangers see nothing; the preview is this browser's alone.
  const host = new URL(app.origin.replace('//localhost', '//neuland.localhost'))
  const strange = await (await browser.newContext()).newPage()
  expect((await strange.goto(host.href))?.status()).toBe(404)
  await page.getByRole('button', { name: 'Vorschau öffnen' }).click()
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'In neuem Tab öffnen' }).click()
  const preview = await opened
  await expect(preview).toHaveURL(new RegExp(`^${host.origin}/de`))
  await expect(preview.getByRole('heading', { level: 1 })).toBeVisible()
  await preview.close()

  await page.locator('summary', { hasText: 'Entwurf löschen' }).click()
  await page.locator('[data-part="delete"]').getByLabel('Grund').fill('Nur ein Versuch')
  await page.getByRole('button', { name: 'Entwurf löschen' }).click()
  await expect(page.getByRole('main').getByText('Der Entwurf ist gelöscht.')).toBeVisible()
})

test('a key that was made on the server is in the settings, and ends there with a reason', async ({
  page,
}) => {
  await runCli(app, 'api-key', 'create', 'Kassensystem', '--tenant', 'telko')
  await enter(page, /Konsole öffnen, Verwaltung/)
  await page.goto(`${consoleAt()}/de/telko/einstellungen`)
  const keys = page.getByRole('region', { name: 'API-Schlüssel' })
  await keys.locator('summary', { hasText: '„Kassensystem“ beenden' }).click()
  await keys.getByLabel('Grund').fill('Nicht abgesprochen')
  expect(await violationsOf(page)).toEqual([])
  await keys.getByRole('button', { name: '„Kassensystem“ beenden' }).click()
  await expect(page.getByRole('main').getByText('Der Schlüssel ist beendet.')).toBeVisible()
  await expect(page.getByText('Kassensystem')).toHaveCount(0)
})

test('an admin sees what a change of settings changes before it is saved, also without script', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'de-DE' })
  const page = await context.newPage()
  await enter(page, /Konsole öffnen, Verwaltung/)
  await page.goto(`${consoleAt()}/de/telko/einstellungen?bereich=times`)
  await page.getByLabel('Empfehlung gilt (Tage)').fill('0')
  await page.getByRole('button', { name: 'Änderungen ansehen' }).click()
  await expect(page.getByLabel('Empfehlung gilt (Tage)')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Empfehlung gilt (Tage)').fill('77')
  await page.getByRole('button', { name: 'Änderungen ansehen' }).click()
  await expect(page.getByRole('listitem').filter({ hasText: 'Empfehlung gilt' })).toContainText(
    '77',
  )
  await page.getByRole('button', { name: 'Zurück zum Formular' }).click()
  await expect(page.getByLabel('Empfehlung gilt (Tage)')).toHaveValue('77')
  await page.getByRole('button', { name: 'Änderungen ansehen' }).click()
  await page.getByLabel('Grund').fill('Längere Frist beschlossen')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('main').getByText('Die Änderung ist gespeichert.')).toBeVisible()
  // A picture is shown before it is stored, and comes again with what is saved.
  await page.goto(`${consoleAt()}/de/telko/einstellungen?bereich=pictures`)
  const create = { width: 40, height: 40, channels: 3, background: '#123456' } as const
  const buffer = await sharp({ create }).png().toBuffer()
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer }
  await page.locator('input[name="theme.logo"]').setInputFiles(logo)
  await page.getByRole('button', { name: 'Änderungen ansehen' }).click()
  const shown = page.getByRole('listitem').getByRole('img', { name: 'Logo' })
  await expect(shown).toHaveCount(2)
  await expect(shown.nth(1)).toHaveAttribute('src', /^data:image\/png;base64,/)
  await page.getByRole('button', { name: 'Zurück zum Formular' }).click()
  await page.getByRole('button', { name: 'Änderungen ansehen' }).click()
  await expect(shown.nth(1)).toHaveAttribute('src', /^data:image\/png;base64,/)
  await page.getByLabel('Grund').fill('Neues Logo')
  await page.getByRole('button', { name: 'Speichern' }).click()
  await expect(page.getByRole('main').getByText('Die Änderung ist gespeichert.')).toBeVisible()
  await page.goto(`${consoleAt()}/de/telko/einstellungen?bereich=payout`)
  await expect(page.getByText(/ändern dieses Konto zwei Personen/)).toBeVisible()
  await page.getByRole('link', { name: 'Zum Zahlkonto' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Zahlkonto' })).toBeVisible()
})

test('from the comparison of settings the button and the browser’s Back lead to the form as it was filled in', async ({
  page,
}) => {
  await enter(page, /Konsole öffnen, Verwaltung/)
  await page.goto(`${consoleAt()}/de/telko/einstellungen?bereich=limits`)
  await page.goto(`${consoleAt()}/de/telko/einstellungen?bereich=times`)
  await page.waitForLoadState('networkidle')
  const days = page.getByLabel('Empfehlung gilt (Tage)')
  const stored = await days.inputValue()
  const compare = async (value: string) => {
    await days.fill(value)
    await page.getByRole('button', { name: 'Änderungen ansehen' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Empfehlung gilt' })).toContainText(
      value,
    )
    await expect(page).toHaveURL(/schritt=vergleich/)
  }
  await compare('78')
  await page.goBack()
  await expect(days).toHaveValue('78')
  await compare('79')
  await page.getByRole('button', { name: 'Zurück zum Formular' }).click()
  await expect(days).toHaveValue('79')
  await expect(page).not.toHaveURL(/schritt/)
  await compare('80')
  await page.goBack()
  await expect(days).toHaveValue('80')
  await compare('81')
  await page.getByRole('link', { name: 'Verwerfen' }).click()
  await expect(days).toHaveValue(stored)
})
