import { expect, test } from '@playwright/test'
import {
  accept,
  buttonOf,
  collectCash,
  confirm,
  demoOf,
  openReward,
  recommend,
  register,
} from './journey-steps.ts'
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
  const main = page.getByRole('main')
  const number = await recommend(page, app.origin, anna, /50:50/, { product: 'Ökostrom' })
  const link = await main.getByLabel('Dein Empfehlungslink').inputValue()
  expect(number).toHaveLength(16)
  expect(link).toMatch(/\/k\/[0-9A-Z]{4}-[0-9A-Z]{4}\?channel=ln$/)
  await expect(main.getByRole('img', { name: /QR-Code/ })).toBeVisible()
  await expect(main.getByRole('link', { name: /^WhatsApp/ })).toHaveAttribute('href', /wa\.me/)

  await register(
    page,
    buttonOf(
      await demo.mail(anna.email, 'Deine Empfehlung für den Ökostrom ist bereit: jetzt bestätigen'),
    ),
    password,
  )
  await expect(main.getByRole('heading', { level: 3, name: 'Ökostrom', exact: true })).toBeVisible()

  const strangers = await browser.newContext({ locale: 'de-DE' })
  const stranger = await strangers.newPage()
  await accept(stranger, link, bela)
  await confirm(
    stranger,
    buttonOf(await demo.mail(bela.email, 'Bitte bestätige: Empfehlung von Anna für den Ökostrom')),
  )
  await stranger.getByRole('link', { name: 'Weiter zum Angebot' }).click()
  await stranger.getByRole('button', { name: 'Vertrag abschließen' }).click()
  await expect(stranger.getByRole('heading', { name: 'Vielen Dank!', exact: true })).toBeVisible()

  await page.reload()
  await expect(main.getByText(/· 1 Klick$/)).toBeVisible()
  await expect(main.getByText('Die Widerrufs- und Prüffrist läuft noch.')).toBeVisible()
  await expect(page.getByText(anna.email)).toHaveCount(0)

  await demo.clock('P16D')
  const ready = await demo.mail(anna.email, 'Deine Prämie ist da: 25,00 € zum Abholen')
  await openReward(page, buttonOf(ready), 'Geld aufs Konto: Auszahlen lassen')
  await expect(page).toHaveTitle(/^E-Mail-Adresse bestätigen – Wohin dürfen wir überweisen\?/)
  await main.getByRole('button', { name: 'Code senden' }).click()
  const code = main.getByLabel('Code', { exact: true })
  await expect(page).toHaveTitle(/^Code eingeben – Wohin/)
  await code.fill('12345')
  await code.press('Enter')
  // A wrong code is wrong in its field.
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await expect(code).toBeFocused()
  await expect(code).toHaveAccessibleDescription(/Dieser Code stimmt nicht\./)
  await expect(page).toHaveTitle(/^Fehler: Code eingeben – Wohin/)
  await code.fill((await demo.mail(anna.email, /^\d{6} /)).Subject.slice(0, 6))
  await code.press('Enter')
  await expect(main.getByLabel('IBAN', { exact: true })).toBeVisible()
  await expect(page).toHaveTitle(/^Wohin dürfen wir überweisen\?/)
  await collectCash(page, { holder: 'Anna Ährenfeld', iban: 'DE89 3704 0044 0532 0130 00' })
  await expect(main.getByText(/^DE89\s\*{4}/)).toBeVisible()

  const theirs = buttonOf(await demo.mail(bela.email, 'Deine Prämie ist da: 25,00 € zum Abholen'))
  await openReward(stranger, theirs, 'Seitenwind Bücher: Gutschein nehmen')
  await stranger.getByRole('button', { name: 'Gutschein über 25,00 € nehmen', exact: true }).click()
  await expect(stranger.getByRole('heading', { level: 1, name: 'Geschafft!' })).toBeVisible()
  expect(
    (await demo.mail(bela.email, 'Dein Gutschein von Seitenwind Bücher über 25,00 €')).Text,
  ).toMatch(/[A-Z0-9]{4}-[A-Z0-9]{4}-[A-Z0-9]{4}/)

  expect((await demo.payout('standard')).Batch).toBeNull()
  await demo.clock('P28D')
  const { Batch, File } = await demo.payout('standard')
  expect(File).toContain('pain.001.001.09')
  expect(File).toContain('<InstdAmt Ccy="EUR">25.00</InstdAmt>')
  await demo.executed('standard', Batch!)
  await demo.mail(anna.email, '25,00 € sind auf dein Konto überwiesen')
  await page.goto(`${app.origin}/de/persoenlicherbereich`)
  await expect(main.getByText('Ausgezahlt', { exact: true })).toBeVisible()
  await expect(main.getByRole('definition').filter({ hasText: /^25,00\s€$/ })).toBeVisible()
  await strangers.close()
})
