import { expect, test } from '@playwright/test'
import { lena, mila } from './demo-accounts.ts'
import { buttonOf, demoOf, fillLogin, openReward, originAt } from './journey-steps.ts'
import { runCli } from './run-cli.ts'
import { useApp } from './use-app.ts'

const app = useApp()

test('goodwill: the link stores the first account, the reward goes there, and the thanks are words of their own', async ({
  page,
}) => {
  const demo = demoOf(app.origin)
  const main = page.getByRole('main')
  await page.goto(`${app.origin}/de/empfehler/bankdaten`)
  await expect(main.getByRole('heading', { name: /den Link aus unserer E-Mail/ })).toBeVisible()

  await runCli(
    app,
    'goodwill',
    'grant',
    '--tenant',
    'standard',
    '--email',
    lena.email,
    '--amount',
    '15,00',
    '--reason',
    'Panne im Versand',
  )
  const link = buttonOf(await demo.mail(lena.email, /Prämie ist da/))
  await page.goto(link.replace('/de/praemie', '/de/empfehler/bankdaten'))
  await expect(page).not.toHaveURL(/[?&]t=/)
  await main.getByLabel('Kontoinhaber/in').fill('Lena Sommer')
  await main.getByLabel('IBAN', { exact: true }).fill('DE89 3704 0044 0532 0130 00')
  await main.getByRole('button', { name: 'Konto speichern' }).click()
  await expect(main.getByText('Dein Konto ist gespeichert.')).toBeVisible()
  await expect(main.getByText(/Zum Ändern melde dich bitte an/)).toBeVisible()
  await demo.mail(lena.email, /Konto|Bank/)

  await openReward(page, link, /Auszahlen lassen/)
  await main.getByRole('button', { name: /auszahlen lassen$/ }).click()
  await expect(page).toHaveURL(/\/de\/kulanzdanke/)
  await expect(main.getByRole('heading', { name: 'Ein kleines Dankeschön' })).toBeVisible()
  await page.goto(`${app.origin}/de/praemiedanke`)
  await expect(page).toHaveURL(/\/de\/kulanzdanke/)
})

test('a customer number is typed, checked by the provider, and refused where nobody has it', async ({
  page,
}) => {
  const origin = originAt(app.origin, 'telko')
  const main = page.getByRole('main')
  await page.goto(`${origin}/de/mein-funkeln/kundennummer`)
  await main.getByRole('link', { name: 'Anmelden' }).click()
  await fillLogin(page, mila)
  await expect(main.getByRole('heading', { level: 1, name: 'Kundennummer' })).toBeVisible()
  await main.getByLabel('Kundennummer').fill('1234')
  await main.getByRole('button', { name: 'Kundennummer speichern' }).click()
  await expect(main.getByRole('alert').first()).toBeVisible()
  await main.getByLabel('Kundennummer').fill('fn 1234 5678')
  await main.getByRole('button', { name: 'Kundennummer speichern' }).click()
  await expect(main.getByText(/FN\*+78/)).toBeVisible()
  const shows = (words: string) =>
    expect(async () => {
      await page.reload()
      await expect(main.getByText(words)).toBeVisible({ timeout: 1_000 })
    }).toPass()
  await shows('FN******78 ist gespeichert und geprüft')
  await main.getByLabel('Kundennummer').fill('FN87654321')
  await main.getByRole('button', { name: 'Andere Nummer speichern' }).click()
  await expect(main.getByText(/FN\*+21/)).toBeVisible()
  await shows('FN******21 ist nicht bekannt')
})
