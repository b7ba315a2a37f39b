import { expect, test } from '@playwright/test'
import {
  accept,
  buttonOf,
  collectCash,
  demoOf,
  fillReferrer,
  logIn,
  numberIn,
  openMailed,
  openReward,
  proveAddress,
  recommend,
  register,
} from './journey-steps.ts'
import { useApp } from './use-app.ts'

test.use({ javaScriptEnabled: false })

const app = useApp()

const hilde = { first: 'Hilde', last: 'Ostermann', email: 'hilde.ostermann@post.example' }
const jens = { first: 'Jens', last: 'Fröhlich', email: 'jens.froehlich@post.example' }
const kaja = { first: 'Kaja', last: 'Wüst', email: 'kaja.wuest@post.example' }
const password = 'Zugvogel-2026-Nord'

test('the whole way from the recommendation to the money works without script', async ({
  page,
  browser,
}) => {
  const demo = demoOf(app.origin)
  const number = await recommend(page, app.origin, hilde, /Alles für mich/)
  const link = await page.getByLabel(/Empfehlungslink/).inputValue()
  await page.getByText('Mehr Möglichkeiten').click()
  await expect(page.getByRole('link', { name: /LinkedIn/ })).toBeVisible()
  await register(page, buttonOf(await demo.mail(hilde.email, /./)), password)

  const context = await browser.newContext({ locale: 'de-DE', javaScriptEnabled: false })
  const stranger = await context.newPage()
  await accept(stranger, link, jens)
  await stranger.getByRole('link', { name: 'Weiter zum Angebot' }).click()
  await stranger.getByRole('button', { name: 'Vertrag abschließen' }).click()
  await expect(stranger.getByRole('heading', { name: 'Vielen Dank!' })).toBeVisible()

  await page.getByRole('banner').getByRole('link', { name: 'Abmelden', exact: true }).click()
  await page.getByRole('main').getByRole('button', { name: 'Abmelden' }).click()
  await page.goto(`${app.origin}/de/persoenlicherbereich`)
  await expect(page.getByRole('heading', { level: 1, name: 'Anmelden' })).toBeVisible()
  await logIn(page, app.origin, { email: hilde.email, password })
  await expect(page.getByText(/Widerrufs- und Prüffrist/)).toBeVisible()
  await page.getByRole('link', { name: /Ökostrom weiter teilen/ }).click()
  expect(numberIn(page)).toBe(number)

  await demo.clock('P15D')
  const ready = buttonOf(await demo.mail(hilde.email, /Prämie ist da/))
  await openReward(page, ready, 'Geld aufs Konto: Auszahlen lassen', false)
  await proveAddress(page)
  await page.getByLabel('Kontoinhaber/in').fill('Hilde Ostermann')
  await page.getByLabel('IBAN', { exact: true }).fill('DE89370400440532013001')
  await page.getByRole('button', { name: /auszahlen lassen$/ }).click()
  await expect(page.getByRole('alert').getByRole('link', { name: /IBAN/ })).toBeVisible()
  await expect(page.getByLabel('Kontoinhaber/in')).toHaveValue('Hilde Ostermann')
  await collectCash(page, { holder: 'Hilde Ostermann', iban: 'DE89 3704 0044 0532 0130 00' })
  await openMailed(page, ready, false)
  await expect(page.getByText(/DE89\s\*{4}/)).toBeVisible()
  await context.close()
})

test('a mistake keeps what was typed, and two clicks make one referral', async ({ page }) => {
  const demo = demoOf(app.origin)
  const send = page.getByRole('button', { name: 'Link erstellen' })
  await page.goto(`${app.origin}/de/empfehlen/103`)
  await page.getByRole('radio', { name: /Alles verschenken/ }).check({ force: true })
  await fillReferrer(page, { ...kaja, email: 'kaja.wuest' })
  await send.click()
  const summary = page.getByRole('alert')
  await expect(summary.getByText('Bitte prüfe deine Angaben:')).toBeVisible()
  await summary.getByRole('link', { name: /E-Mail-Adresse/ }).click()
  await expect(page).toHaveURL(/#recommend-email$/)
  await expect(page.getByRole('radio', { name: /Alles verschenken/ })).toBeChecked()
  await expect(page.getByLabel('Vorname')).toHaveValue(kaja.first)
  await expect(page.getByRole('textbox', { name: 'E-Mail' })).toHaveValue('kaja.wuest')
  await expect(page.getByRole('textbox', { name: 'E-Mail' })).toHaveAttribute(
    'aria-invalid',
    'true',
  )

  await fillReferrer(page, kaja)
  const fields: Record<string, string> = {
    share: '0',
    firstName: kaja.first,
    email: kaja.email,
    terms: 'yes',
  }
  for (const name of ['_form', '_key'])
    fields[name] = await page.locator(`#recommend input[name=${name}]`).inputValue()
  await send.dblclick()
  await expect(page.getByRole('heading', { level: 1, name: /Link ist fertig/ })).toBeVisible()
  const number = numberIn(page)
  // As on reload.
  const again = await page.request.post(`${app.origin}/de/empfehlen/103`, {
    form: fields,
    headers: { origin: app.origin },
    maxRedirects: 0,
  })
  expect(again.headers()['location']).toContain(number)
  await register(page, buttonOf(await demo.mail(kaja.email, /./)), password)
  await expect(page.getByRole('heading', { level: 3, name: 'Internet fürs Zuhause' })).toHaveCount(
    1,
  )
})
