import { expect } from '@playwright/test'
import { hannelore, logInForAgency } from './agency-steps.ts'
import { buttonOf, demoOf, originAt, typePasswordOnce } from './journey-steps.ts'
import { test, useSharedApp } from './use-app.ts'

const app = useSharedApp()
const bgv = () => originAt(app.origin, 'bgv')
const password = 'Zugvogel-2026-Nord'

test('an owner adds somebody, who chooses a password and works; let go, they are out at the next click', async ({
  page,
  browser,
}) => {
  const main = page.getByRole('main')
  await page.goto(`${bgv()}/de/agentur/mitarbeiter`)
  await logInForAgency(page, hannelore)
  await main.getByLabel('Vorname').fill('Annegret')
  await main.getByLabel('Nachname').fill('Lindenschmidt')
  await main.getByLabel('E-Mail-Adresse').fill('annegret@steinbrueckner.example')
  await main.getByLabel('Mitarbeiternummer').fill('M-204')
  await main.getByRole('button', { name: 'Anlegen und E-Mail senden' }).click()
  await expect(main.getByText('Die Person ist angelegt.', { exact: false })).toBeVisible()
  const mail = await demoOf(app.origin).mail('annegret@steinbrueckner.example', /Zugang/)

  const context = await browser.newContext({ locale: 'de-DE' })
  const employee = await context.newPage()
  const theirs = employee.getByRole('main')
  await employee.goto(buttonOf(mail))
  await typePasswordOnce(employee, password)
  await theirs.getByRole('button', { name: 'Passwort festlegen' }).click()
  await expect(employee.getByRole('banner').getByText('Annegret Lindenschmidt')).toBeVisible()

  await page.reload()
  await main.getByRole('link', { name: 'Annegret Lindenschmidt ausscheiden lassen' }).click()
  await main.getByRole('button', { name: 'Ausscheiden lassen' }).click()
  await expect(main.getByText('Der Zugang ist beendet.')).toBeVisible()

  await theirs.getByRole('link', { name: 'Stammdaten' }).click()
  await expect(employee.getByRole('heading', { name: 'Für Agenturen anmelden' })).toBeVisible()
  await context.close()
})

test('a file of people is told line by line before anybody is added, and then adds the good ones', async ({
  page,
}) => {
  const main = page.getByRole('main')
  await page.goto(`${bgv()}/de/agentur/mitarbeiter`)
  await logInForAgency(page, hannelore)
  const csv = [
    'Vorname;Nachname;E-Mail;Mitarbeiternummer',
    'Milan;Petrovac;milan@steinbrueckner.example;M-301',
    'Sabine;Mayerhofen;keine-adresse;M-302',
    'Jörg;Müllenbach;joerg@steinbrueckner.example;M-203',
  ].join('\r\n')
  await main.getByLabel('CSV-Datei').setInputFiles({
    name: 'team.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv, 'latin1'),
  })
  await main.getByRole('button', { name: 'Datei prüfen' }).click()
  await expect(main.getByText('Eine Person würde angelegt.')).toBeVisible()
  await expect(main.getByText('Das ist keine E-Mail-Adresse.', { exact: false })).toBeVisible()
  await expect(main.getByText('Gehört schon dazu.')).toBeVisible()
  await expect(main.getByText('milan@steinbrueckner.example')).toHaveCount(0)
  await main.getByRole('button', { name: 'Eine Person anlegen' }).click()
  await expect(main.getByText('Eine Person ist angelegt.')).toBeVisible()
  await expect(main.getByText('milan@steinbrueckner.example')).toBeVisible()
})
