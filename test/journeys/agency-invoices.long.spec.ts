import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { Client } from 'pg'
import { embeddedUrls } from '../../scripts/start-app.ts'
import { korbinian, logInForAgency, vroni } from './agency-steps.ts'
import { acceptAs, apiOf, recommendAs } from './api-steps.ts'
import { greta } from './demo-accounts.ts'
import { demoOf, originAt } from './journey-steps.ts'
import { runCli } from './run-cli.ts'
import { useApp } from './use-app.ts'

const app = useApp()
const bgv = () => originAt(app.origin, 'bgv')

test('an owner adds a bonus plan that is in force at once, is told what follows it, and deletes it', async ({
  page,
}) => {
  const main = page.getByRole('main')
  await page.goto(`${bgv()}/de/agentur/praemienplan`)
  await logInForAgency(page, korbinian)
  await expect(main.getByRole('listitem').filter({ hasText: 'Standardplan' })).toContainText(
    'in Kraft',
  )
  await main.getByLabel('Name des Plans').fill('Winteraktion')
  await main.getByLabel('Prämie in Euro', { exact: true }).fill('fünfzig')
  await main.getByRole('button', { name: 'Plan anlegen' }).click()
  await expect(main.getByLabel('Prämie in Euro', { exact: true })).toHaveAccessibleDescription(
    /Bitte geben Sie einen Betrag von 0 bis 1\.000 Euro ein\./,
  )
  await expect(main.getByLabel('Name des Plans')).toHaveValue('Winteraktion')
  await main.getByLabel('Prämie in Euro', { exact: true }).fill('75')
  await main.getByLabel('Stufe 1: Prämie in Euro').fill('90,50')
  await main.getByRole('button', { name: 'Plan anlegen' }).click()
  await expect(main.getByText('Der Prämienplan ist angelegt.')).toBeVisible()
  const plan = main.getByRole('listitem').filter({ hasText: 'Winteraktion' })
  await expect(plan).toContainText('in Kraft')
  await expect(plan).toContainText('75 €')
  await expect(plan).toContainText('90,50 €')
  await main.getByRole('link', { name: 'Winteraktion löschen' }).click()
  await expect(plan).toContainText('gilt dann: Standardplan')
  await plan.getByRole('button', { name: 'Plan löschen' }).click()
  await expect(main.getByText('Der Prämienplan ist gelöscht.', { exact: false })).toBeVisible()
  await expect(plan).toHaveCount(0)
})

test('a released reward shows in the costs, then on an invoice whose file and data can be had; an employee sees neither', async ({
  page,
  browser,
}) => {
  const main = page.getByRole('main')
  await page.goto(`${bgv()}/de/agentur/rechnungen`)
  await logInForAgency(page, korbinian)
  await expect(main.getByText('Noch keine Rechnung')).toBeVisible()

  await releaseForAgency()
  await main.getByRole('link', { name: 'Zu den Kosten' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Kosten' })).toBeVisible()
  // 50 euros, the fee of 2.50 and 19 % of that.
  await expect(main.getByText('52,98 €')).toBeVisible()
  await expect(main.getByRole('row', { name: /^Greta Almers 1 Prämie/ })).toBeVisible()

  await demoOf(app.origin).clock('P31D')
  await main.getByRole('link', { name: 'Zu den Rechnungen' }).click()
  const invoice = main.getByRole('row', { name: /^Rechnung AG-1001-\d{4}-1 / })
  await expect(invoice).toContainText('52,98 €')
  const download = page.waitForEvent('download')
  await invoice.getByRole('link', { name: /^PDF von AG-1001/ }).click()
  const file = await download
  expect(file.suggestedFilename()).toMatch(/^Rechnung-AG-1001-\d{4}-1\.pdf$/)
  const pdf = await readFile(await file.path())
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.includes('factur-x.xml')).toBe(true)

  // Overdue by now, and paid once an operator says so.
  await expect(main.getByLabel('Stand der Rechnungen')).toContainText(/Offen.*52,98/)
  await page.goto(`${bgv()}/de/agentur/start`)
  await main.getByRole('link', { name: /Eine Rechnung ist überfällig/ }).click()
  await expect(page).toHaveURL(/rechnungen\?status=ueberfaellig/)
  await expect(invoice).toContainText('Überfällig')
  const number = (await invoice.textContent())!.match(/AG-1001-\d{4}-1/)![0]
  await runCli(app, 'invoices', 'paid', number, '--tenant', 'bgv', '--reason', 'Geld ist da')
  await page.reload()
  await expect(main.getByText('Kein Eintrag passt')).toBeVisible()
  await main.getByRole('link', { name: 'Filter „Status: Überfällig“ entfernen' }).click()
  await expect(invoice).toContainText('Bezahlt')
  await main.getByRole('searchbox').fill(`${number.toLowerCase()}x`)
  await expect(invoice).toHaveCount(0)
  await main.getByRole('searchbox').fill(number.toLowerCase())
  await expect(page).toHaveURL(/suche=ag-1001/)
  await expect(invoice).toHaveCount(1)
  // A card on a phone has no column head to name this day.
  await page.setViewportSize({ width: 320, height: 640 })
  await expect(invoice.getByRole('cell', { name: /^Fällig am \d\d\.\d\d\.\d{4}$/ })).toBeVisible()
  await page.setViewportSize({ width: 1280, height: 720 })
  const list = page.waitForEvent('download')
  await main.getByRole('link', { name: 'Diese Rechnungen als CSV laden' }).click()
  const rows = (await readFile(await (await list).path(), 'utf8')).trim().split('\r\n')
  expect(rows).toHaveLength(2)
  expect(rows[1]).toContain(number)

  const context = await browser.newContext({ locale: 'de-DE' })
  const employee = await context.newPage()
  await employee.goto(`${bgv()}/de/agentur/praemienplan`)
  await logInForAgency(employee, vroni)
  await expect(employee.getByRole('main').getByText('Standardplan')).toBeVisible()
  await expect(employee.getByRole('button', { name: 'Plan anlegen' })).toHaveCount(0)
  await expect(employee.getByRole('link', { name: 'Rechnungen' })).toHaveCount(0)
  const refused = await employee.goto(`${bgv()}/de/agentur/rechnungen`)
  expect(refused?.status()).toBe(403)
  await context.close()
})

/** Greta's referral belongs to the first agency and becomes a released order. */
async function releaseForAgency(): Promise<void> {
  const [api, demo] = [apiOf(app.origin, 'bgv'), demoOf(app.origin)]
  const { Empfehlungsnummer: number } = await recommendAs(api, greta, '303', 100)
  const client = new Client({ connectionString: embeddedUrls(app.dataDir).ownerUrl })
  await client.connect()
  await client.query(
    `update referrals set agency_id = (select agency_id from agencies where tenant = 'bgv' and number = 'AG-1001')
      where tenant = 'bgv' and number = $1`,
    [number],
  )
  await client.end()
  const person = { first: 'Zoë', last: 'Amsel', email: 'zoe.amsel.agentur@post.example' }
  const recipient = await acceptAs(api, demo, number, person, {
    Geburtsdatum: '24.05.1988',
    Adresse: { Strasse: 'Auerbachstraße', Hausnummer: '7a', Plz: '80331', Ort: 'München' },
  })
  const { Auftragsnummer: order } = await demo.contract('bgv', { Empfaengernummer: recipient })
  await demo.release('bgv', order)
}
