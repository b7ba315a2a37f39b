import { expect, type Page } from '@playwright/test'
import { lena } from './demo-accounts.ts'
import { demoOf, fillLogin, originAt } from './journey-steps.ts'
import { test, useSharedApp } from './use-app.ts'

const app = useSharedApp()
const headline = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

test('a message to the provider: nothing typed is lost, it arrives, and the sender hears of it', async ({
  page,
}) => {
  const demo = demoOf(app.origin)
  await page.goto(`${app.origin}/de`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Kontakt' }).click()
  await headline(page, 'Kontakt')
  await page.goto(`${app.origin}/de/kontakt?empfehlungsnummer=A7KM-Q2X9`)
  await page.getByLabel('Deine Nachricht').fill('Meine Prämie fehlt noch.\nWas kann ich tun?')
  await page.getByLabel('Name').fill('Rosa Feldmann')
  await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill('rosa.feldmann')
  await page.getByRole('button', { name: 'Nachricht senden' }).click()
  const summary = page.getByRole('alert')
  await expect(summary.getByRole('link', { name: /Thema/ })).toBeVisible()
  await expect(summary.getByRole('link', { name: /E-Mail-Adresse/ })).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Deine Nachricht')).toHaveValue(/Meine Prämie fehlt noch/)
  await expect(page.getByLabel(/Empfehlungsnummer/)).toHaveValue('A7KM-Q2X9')
  await page.getByLabel('Thema').selectOption('Prämie')
  await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill('rosa.feldmann@post.example')
  await page.getByRole('button', { name: 'Nachricht senden' }).dblclick()
  await headline(page, 'Danke, deine Nachricht ist da')

  const message = await demo.mail('hallo@sonnseite.example', /Prämie – Rosa Feldmann/)
  for (const text of ['Meine Prämie fehlt noch.', 'Was kann ich tun?', 'A7KM-Q2X9'])
    expect(message.Text).toContain(text)
  const receipt = await demo.mail('rosa.feldmann@post.example', /Nachricht an Sonnseite/)
  expect(receipt.Text).not.toMatch(/Rosa|Prämie fehlt|A7KM/)
  const all = await (await fetch(`${app.origin}/demo/mails?to=hallo@sonnseite.example`)).json()
  expect(all).toHaveLength(1)
  await page.goto(`${app.origin}/de/kontakt`)
  await expect(page.getByLabel('Deine Nachricht')).toHaveValue('')
})

test('who is logged in need not type name and address again', async ({ page }) => {
  await page.goto(`${app.origin}/de/login`)
  await fillLogin(page, lena)
  await expect(page.getByRole('link', { name: 'Abmelden' })).toBeVisible()
  await page.goto(`${app.origin}/de/kontakt`)
  await expect(page.getByLabel('Name')).toHaveValue('Lena Sommer')
  await expect(page.getByRole('textbox', { name: 'E-Mail-Adresse' })).toHaveValue(lena.email)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('questions open, and a message is sent, at a tenant with forced login too', async ({
    page,
  }) => {
    const origin = originAt(app.origin, 'bgv')
    await page.goto(`${origin}/de/fragen-und-antworten`)
    await headline(page, 'Häufige Fragen')
    const answer = page.getByText(/begrenzt Zuwendungen an Versicherungsnehmer/)
    await expect(answer).toBeHidden()
    await page.getByRole('heading', { name: /höchstens 15 Euro/ }).click()
    await expect(answer).toBeVisible()
    await page.goto(`${origin}/de/fragen-und-antworten#grenze`)
    await expect(answer).toBeVisible()

    await page.getByRole('link', { name: 'Zum Kontaktformular' }).click()
    await page.getByLabel('Ihre Nachricht').fill('Bitte rufen Sie mich an.')
    await page.getByLabel('Name').fill('Korbinian Steig')
    await page.getByRole('button', { name: 'Nachricht senden' }).click()
    await expect(page.getByRole('alert').getByRole('link', { name: /Thema/ })).toBeVisible()
    await expect(page.getByLabel('Ihre Nachricht')).toHaveValue('Bitte rufen Sie mich an.')
    await page.getByLabel('Thema').selectOption('Sonstiges')
    await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill('k.steig@bergvogel.example')
    await page.getByRole('button', { name: 'Nachricht senden' }).click()
    await headline(page, 'Vielen Dank, Ihre Nachricht ist da')
    await demoOf(app.origin).mail('empfehlung@bergvogel.example', /Sonstiges – Korbinian Steig/)
  })
})

test('an answer opens by its address, and search engines read the questions', async ({ page }) => {
  const origin = originAt(app.origin, 'telko')
  await page.goto(`${origin}/en/hilfe#gueltigkeit`)
  await expect(page.getByText(/Whoever has accepted by then stays in/)).toBeVisible()
  await expect(page.getByText(/accepts and orders/)).toBeHidden()
  const data = JSON.parse(
    (await page.locator('script[type="application/ld+json"]').textContent()) ?? '',
  )
  expect(data['@type']).toBe('FAQPage')
  expect(data.mainEntity.length).toBeGreaterThanOrEqual(10)
  await expect(page.locator('link[rel=canonical]')).toHaveAttribute('href', `${origin}/en/hilfe`)
  await expect(page.locator('link[hreflang=de]')).toHaveAttribute('href', `${origin}/de/hilfe`)
})

test('the accessibility declaration leads to a form for the barrier that was met', async ({
  page,
}) => {
  await page.goto(`${app.origin}/de`)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Barrierefreiheit' }).click()
  await headline(page, 'Erklärung zur Barrierefreiheit')
  await expect(page).toHaveURL(/\/de\/barrierefreiheitserklaerung$/)
  await expect(page.getByText(/Marktüberwachungsstelle der Länder/)).toBeVisible()
  await page.getByRole('link', { name: 'Barriere melden' }).click()
  await expect(page.getByLabel('Thema')).toHaveValue('accessibility')
})

test('the reward overview: what everybody gets, what can be chosen until when, and 4 to 10 weeks', async ({
  page,
}) => {
  await page.goto(`${app.origin}/de`)
  await page
    .getByRole('main')
    .getByRole('link', { name: /Alle Prämien/ })
    .click()
  await headline(page, 'Aktuelle Prämien')
  await expect(page).toHaveURL(/\/de\/aktuellepraemienuebersicht$/)
  const row = page.getByRole('table', { name: 'Hausratversicherung' }).getByRole('row')
  await expect(row.filter({ hasText: 'Alles für dich' })).toHaveText(/25,00\s€\s*0,00\s€/)
  await expect(row.filter({ hasText: '50:50' })).toHaveText(/12,50\s€\s*12,50\s€/)
  // Aligned across products.
  const columns = await page
    .getByRole('table')
    .evaluateAll((all) => all.map((one) => one.querySelector('td')!.getBoundingClientRect().right))
  expect(columns.length).toBeGreaterThan(3)
  expect(new Set(columns.filter((_, place) => place % 2 === 0).map(Math.round)).size).toBe(1)
  await expect(row.filter({ hasText: 'Alles für deinen Kontakt' })).toHaveText(/0,00\s€\s*25,00\s€/)
  const options = page.getByRole('region', { name: 'Das kannst du dir aussuchen' })
  await expect(options.getByRole('heading', { level: 3 })).toHaveCount(4)
  await expect(options.getByText('Verfügbar seit 01.01.2026')).toHaveCount(4)
  await expect(page.getByText(/4 bis 10 Wochen nach der Bereitstellung/)).toBeVisible()
  await expect(
    page.getByText('Ein Gutschein kommt innerhalb von 24 Stunden per E-Mail.'),
  ).toBeVisible()
  await page.getByRole('link', { name: /Empfehlen ?: Solardach/ }).click()
  await headline(page, /Solardach/)
})
