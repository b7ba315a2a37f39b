import { expect, test } from '@playwright/test'
import { apiOf, recommendAs, acceptAs } from './api-steps.ts'
import { buttonOf, collectCash, demoOf, openReward, pressOnce, recommend } from './journey-steps.ts'
import { lena } from './demo-accounts.ts'
import { useApp } from './use-app.ts'

const app = useApp()

test('with the buttons of /demo alone a contract becomes a paid reward, on a tablet', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 768, height: 1024 } })
  const page = await context.newPage()
  const demo = demoOf(app.origin)
  const api = apiOf(app.origin, 'standard')
  const { Empfehlungsnummer } = await recommendAs(api, lena, '101', 100)
  const friend = { first: 'Jona', last: 'Rotbusch', email: 'jona.rotbusch@post.example' }
  await acceptAs(api, demo, Empfehlungsnummer, friend)

  await page.goto(`${app.origin}/demo`)
  const company = page.getByRole('listitem').filter({
    has: page.getByRole('heading', { name: 'Sonnseite' }),
  })
  const shop = company.getByRole('link', { name: /Shop/ })
  // It opens a tab of its own for a person; here one is enough.
  await page.goto((await shop.getAttribute('href')) ?? '')
  await page.getByRole('textbox', { name: /E-Mail/ }).fill(friend.email)
  await page.getByRole('button', { name: 'Vertrag abschließen' }).click()
  await page.getByRole('main').getByRole('link', { name: 'Zur Demo-Übersicht' }).click()

  await company.getByRole('button', { name: /^Auftrag .* freigeben$/ }).click()
  await expect(page.getByRole('status')).toContainText('freigegeben')
  await openReward(page, buttonOf(await demo.mail(lena.email, /Prämie/)), /auszahlen|Überweisung/i)
  await collectCash(page, { holder: 'Lena Sommer', iban: 'DE02 1203 0000 0000 2020 51' })

  await page.goto(`${app.origin}/demo`)
  await expect(company.getByText(/^Nichts fällig/)).toBeVisible()
  await page.getByRole('button', { name: 'Uhr um 4 Wochen vorstellen' }).first().click()
  await expect(page.getByText(/der echten Zeit 28 Tage voraus/)).toBeVisible()
  await company.getByRole('button', { name: 'Auszahlung erstellen' }).click()
  await expect(company.getByText('bei der Bank')).toBeVisible()
  await company.getByRole('button', { name: /^Bank führt aus/ }).click()
  await expect(company.getByText('ausgeführt', { exact: true })).toBeVisible()
  await demo.mail(lena.email, /überwiesen|ausgezahlt|unterwegs|angekommen/i)
  await context.close()
})

test('the rules of a new password show live which of them are met, and a well-known one is refused', async ({
  page,
}) => {
  const demo = demoOf(app.origin)
  const person = { first: 'Enno', last: 'Falter', email: 'enno.falter@post.example' }
  await recommend(page, app.origin, person, /50:50/)
  await pressOnce(page, buttonOf(await demo.mail(person.email, /./)))
  await page.goto(`${app.origin}/de/passwortabfrage`)
  const password = page.getByLabel('Passwort', { exact: true })
  const rule = (name: RegExp) => page.getByRole('listitem').filter({ hasText: name })
  const all = [/8 bis 200 Zeichen/, /Kleinbuchstabe/, /Großbuchstabe/, /mindestens eine Ziffer/]
  for (const name of all) await expect(rule(name)).toContainText('(noch offen)')

  await password.pressSequentially('abc')
  await expect(rule(/Kleinbuchstabe/)).toContainText('(erfüllt)')
  await expect(rule(/Großbuchstabe/)).toContainText('(noch offen)')
  await password.fill('Passwort123')
  for (const name of all) await expect(rule(name)).toContainText('(erfüllt)')

  await page.getByRole('button', { name: 'Festlegen und weiter' }).click()
  await expect(page.getByText(/häufig|bekannt|leicht zu erraten/i).first()).toBeVisible()
  await expect(page).not.toHaveURL(/persoenlicherbereich/)
})
