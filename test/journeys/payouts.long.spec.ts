import { readFile } from 'node:fs/promises'
import { expect, test, type Browser, type Page } from '@playwright/test'
import { violationsOf } from './check-page.ts'
import { act, signInAs } from './console-steps.ts'
import { demoOf, topItem } from './journey-steps.ts'
import { useApp } from './use-app.ts'

const app = useApp({ hasYear: true })
const consoleAt = () => app.origin.replace('//localhost', '//betrieb.localhost')

const signIn = (browser: Browser, role: string) => signInAs(browser, app.origin, role)

const sizes = [
  ['en', 'dark', 320],
  ['de', 'light', 768],
  ['de', 'light', 1440],
  ['en', 'light', 1440],
] as const

async function lookAt(page: Page, path: string) {
  for (const [language, colorScheme, width] of sizes) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await page.goto(`${consoleAt()}/${language}/bgv/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width)
  }
}

/** "3 Zahlungen, …" */
const paymentsIn = async (page: Page) =>
  Number(/^(\d+) Zahlung/.exec(await page.locator('.person-sentence').innerText())?.[1])

test('one person proposes, another looks, takes a payment out and approves; the file has the others, and who only reads decides nothing', async ({
  browser,
}) => {
  test.slow()
  const demo = demoOf(app.origin)
  // The year's own proposal expires, and more falls due.
  await demo.clock('P40D')

  const preparer = await signIn(browser, 'Auszahlung vorbereiten')
  await preparer.goto(`${consoleAt()}/de/bgv/auszahlungen`)
  await expect(preparer.getByRole('region', { name: 'Was fällig ist' })).toContainText(
    'Je Vorschlag',
  )
  await act(preparer, 'propose')
  await expect(
    preparer.getByRole('main').getByText('Vorgeschlagen. Jetzt entscheidet jemand anderes.'),
  ).toBeVisible()
  await expect(preparer.getByRole('button', { name: 'Auszahlung vorschlagen' })).toBeDisabled()
  await topItem(preparer.getByRole('rowheader').getByRole('link')).click()
  await expect(
    preparer.getByText('Selbst vorgeschlagen. Freigeben muss jemand anderes.'),
  ).toBeVisible()
  await expect(preparer.getByRole('button', { name: /freigeben$/ })).toBeDisabled()
  await expect(preparer.locator('details[data-part="stop"]')).toBeVisible()
  const path = new URL(preparer.url()).pathname.replace('/de/bgv/', '')
  const address = `${consoleAt()}/de/bgv/${path}`

  const auditor = await signIn(browser, 'Revision')
  await auditor.goto(address)
  const proposed = await paymentsIn(auditor)
  expect(proposed).toBeGreaterThan(1)
  await expect(auditor.getByRole('button', { name: /freigeben$/ })).toBeDisabled()
  await expect(auditor.getByRole('button', { name: 'Ablehnen' })).toBeDisabled()

  const approver = await signIn(browser, 'Auszahlung freigeben')
  await lookAt(approver, 'auszahlungen')
  await lookAt(approver, path)
  await approver.goto(address)
  const checks = approver.getByRole('region', { name: 'Was auffällt' })
  await checks.getByRole('link', { name: /noch nie gezahlt wurde/ }).click()
  await expect(approver).toHaveURL(/art=neu/)
  await topItem(approver.getByRole('rowheader').getByRole('link')).click()
  const record = approver.locator('.desk-record')
  await expect(record).toBeVisible()
  expect(await violationsOf(approver)).toEqual([])
  await act(approver, 'take-out', 'Der Name passt nicht zum Konto')
  await expect(
    approver.getByRole('main').getByText('Herausgenommen; die Zahlung ist wieder fällig.'),
  ).toBeVisible()
  expect(await paymentsIn(approver)).toBe(proposed - 1)
  await approver.goto(`${address}?art=heraus`)
  await expect(approver.locator('tr[data-row]')).toHaveCount(1)
  await expect(approver.locator('tr[data-row]')).toContainText('Der Name passt nicht zum Konto')

  // What the preparer saw is no longer what is there.
  await act(preparer, 'stop', 'Doch nicht')
  await expect(preparer.getByText('Ihr Text ist noch da.')).toBeVisible()
  await preparer.goto(address)

  await approver.goto(address)
  await act(approver, 'approve')
  await expect(
    approver.getByText(/Freigegeben\. Die Dateien für die Bank (entstehen|liegen bereit)\./),
  ).toBeVisible()
  const files = approver.getByRole('region', { name: 'Dateien für die Bank' })
  await expect(async () => {
    await approver.goto(address)
    await expect(files).toBeVisible({ timeout: 500 })
  }).toPass()
  const [download] = await Promise.all([
    approver.waitForEvent('download'),
    files.getByRole('link', { name: 'Teil 1 herunterladen' }).click(),
  ])
  const file = await readFile(await download.path(), 'utf8')
  expect(file.match(/<CdtTrfTxInf>/g)).toHaveLength(proposed - 1)
  await lookAt(approver, path)

  await lookAt(auditor, path)
  await auditor.goto(address)
  await expect(auditor.getByText('Herunterladen dürfen Personen')).toBeVisible()
  await expect(auditor.getByRole('button', { name: 'Dateien herunterladen' })).toBeDisabled()
  await expect(auditor.locator('details.act')).toHaveCount(0)
})

test('bank statements, books, vouchers and their records are accessible and fit, and somebody says what a line of the bank is', async ({
  browser,
}) => {
  test.slow()
  const approver = await signIn(browser, 'Auszahlung freigeben')
  for (const path of ['kontoauszuege', 'buecher', 'gutscheine']) await lookAt(approver, path)
  await approver.goto(`${consoleAt()}/de/bgv/kontoauszuege`)
  const gift = approver
    .getByRole('row')
    .filter({ has: approver.getByRole('cell', { name: '50,00 €', exact: true }) })
  await gift.getByRole('rowheader').getByRole('link').click()
  await expect(approver).toHaveURL(/buchung=/)
  const line = new URL(approver.url()).search
  await lookAt(approver, `kontoauszuege${line}`)
  const record = approver.locator('.desk-record')
  await approver.goto(`${consoleAt()}/de/bgv/kontoauszuege${line}`)
  await expect(record).toContainText('Danke, aber das steht mir nicht zu')
  await act(approver, 'assign', 'Die Person bekommt es zurück')
  await expect(approver.getByRole('main').getByText('Die Buchung ist zugeordnet.')).toBeVisible()
  await expect(gift).toHaveCount(0)
})

test('an admin writes down the bookkeeping’s numbers and any payout rule as it is shown, an approver closes a month, and its files are there', async ({
  browser,
}) => {
  test.slow()
  const admin = await signIn(browser, 'Verwaltung')
  const save = async (area: string, fields: Readonly<Record<string, string>>) => {
    await admin.goto(`${consoleAt()}/de/bgv/einstellungen?bereich=${area}`)
    for (const [name, value] of Object.entries(fields))
      await admin.locator(`[name="${name}"]`).fill(value)
    await admin.getByRole('button', { name: 'Änderungen ansehen' }).click()
    await admin.getByLabel('Grund').fill('So steht es im Vertrag')
    await admin.getByRole('button', { name: 'Speichern' }).click()
    await expect(admin.getByRole('main').getByText('Die Änderung ist gespeichert.')).toBeVisible()
  }
  await save('payouts', { 'payouts.filePayments': '4000' })
  await save('accounting', { 'accounting.consultant': '29098', 'accounting.client': '55003' })
  const approver = await signIn(browser, 'Auszahlung freigeben')
  await approver.goto(`${consoleAt()}/de/bgv/buecher`)
  await approver.getByRole('button', { name: 'Jetzt prüfen' }).click()
  await expect(async () => {
    await approver.goto(`${consoleAt()}/de/bgv/buecher`, { waitUntil: 'networkidle' })
    await expect(approver.locator('details[data-part="close"]')).toBeVisible({ timeout: 1_000 })
  }).toPass()
  await act(approver, 'close', 'Der Monat ist vorbei')
  const file = approver.getByRole('link', { name: /DATEV/ })
  await expect(file).toBeVisible()
  const [download] = await Promise.all([approver.waitForEvent('download'), file.click()])
  expect((await readFile(await download.path(), 'latin1')).startsWith('"EXTF"')).toBe(true)
  await lookAt(approver, 'buecher')
})
