import { expect, test } from '@playwright/test'
import { accept, buttonOf, confirm, demoOf, recommend, register } from './journey-steps.ts'
import { useApp } from './use-app.ts'

const app = useApp()

const anna = { first: 'Anna', last: 'Ährenfeld', email: 'anna.aehrenfeld@post.example' }
const bela = { first: 'Béla', last: 'Straßner', email: 'bela.strassner@post.example' }
const password = 'Zugvogel-2026-Nord'

test('a recommendation becomes two paid rewards, 50:50, cash and voucher', async ({
  page,
  browser,
}) => {
  const demo = demoOf(app.origin)
  const number = await recommend(page, app.origin, anna, /50:50/)
  const link = await page.getByLabel(/Empfehlungslink/).inputValue()
  expect(number).toHaveLength(16)
  expect(link).toMatch(/\/k\/[0-9A-Z]{4}-[0-9A-Z]{4}\?channel=ln/)
  await expect(page.getByRole('img', { name: /QR-Code/ })).toBeVisible()
  await expect(page.getByRole('link', { name: /WhatsApp/ }).first()).toHaveAttribute(
    'href',
    /wa\.me|whatsapp/,
  )

  await register(page, buttonOf(await demo.mail(anna.email, /./)), password)
  await expect(page.getByText('Ökostrom').first()).toBeVisible()

  const strangers = await browser.newContext({ locale: 'de-DE' })
  const stranger = await strangers.newPage()
  await accept(stranger, link, bela)
  await confirm(stranger, buttonOf(await demo.mail(bela.email, /./)))
  await stranger.getByRole('link', { name: 'Weiter zum Angebot' }).click()
  await stranger.getByRole('button', { name: /Vertrag abschließen/ }).click()
  await expect(stranger.getByText(/Auftragsnummer|Vielen Dank|Danke/).first()).toBeVisible()

  await page.reload()
  await expect(page.getByText(/· 1 Klick$/)).toBeVisible()
  await expect(page.getByText(/Widerrufs- und Prüffrist/)).toBeVisible()
  await expect(page.getByText(anna.email)).toHaveCount(0)

  await demo.clock('P16D')
  const ready = await demo.mail(anna.email, /Prämie/)
  await page.goto(buttonOf(ready))
  await expect(page).not.toHaveURL(/[?&]t=/)
  await page
    .getByRole('link', { name: /Auszahlen lassen|Überweisung|Geld/ })
    .first()
    .click()
  await page.getByLabel('Kontoinhaber/in').fill('Anna Ährenfeld')
  await page.getByLabel('IBAN', { exact: true }).fill('DE89 3704 0044 0532 0130 00')
  await page
    .getByRole('button', { name: /25,00|auszahlen|bestätigen|überweisen/i })
    .first()
    .click()
  await expect(page.getByText(/DE89 \*\*\*\*/).first()).toBeVisible()

  await stranger.goto(buttonOf(await demo.mail(bela.email, /Prämie/)))
  await stranger
    .getByRole('link', { name: /Gutschein nehmen|Seitenwind/ })
    .first()
    .click()
  await stranger
    .getByRole('button', { name: /Gutschein/ })
    .first()
    .click()
  await expect(stranger.getByRole('heading', { level: 1 })).toBeVisible()
  expect((await demo.mail(bela.email, /Gutschein/)).Text).toMatch(
    /[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}/,
  )

  expect((await demo.payout('standard')).Batch).toBeNull()
  await demo.clock('P28D')
  const { Batch, File } = await demo.payout('standard')
  expect(File).toContain('pain.001.001.09')
  expect(File).toContain('<InstdAmt Ccy="EUR">25.00</InstdAmt>')
  await demo.executed('standard', Batch!)
  await demo.mail(anna.email, /überwiesen|ausgezahlt|Konto|unterwegs zu dir|angekommen/i)
  await page.goto(`${app.origin}/de/persoenlicherbereich`)
  await expect(page.getByText('Ausgezahlt', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/25,00\s€|25\s€/).first()).toBeVisible()
  await strangers.close()
})
