import { expect, test } from '@playwright/test'
import {
  accept,
  buttonOf,
  collectCash,
  demoOf,
  openReward,
  pressOnce,
  recommend,
} from './journey-steps.ts'
import { useApp } from './use-app.ts'

const app = useApp()

test('the seven steps of /demo lead by its own buttons from a recommendation to a paid reward, on a tablet', async ({
  browser,
}) => {
  const context = await browser.newContext({ viewport: { width: 768, height: 1024 } })
  const page = await context.newPage()
  const demo = demoOf(app.origin)
  const friend = { first: 'Jona', last: 'Rotbusch', email: 'jona.rotbusch@post.example' }
  const lena = { first: 'Lena', last: 'Sommer', email: 'lena.sommer@post.example' }

  await page.goto(`${app.origin}/demo?lang=de`)
  const steps = page.getByRole('region', { name: 'Der Weg in sieben Schritten' })
  // One: company, product, any address. Links open new tabs; here one is enough.
  const site = await steps.getByRole('link', { name: /^Sonnseite/ }).getAttribute('href')
  expect(site).toBe(`${app.origin}/de`)
  await recommend(page, app.origin, lena, /Alles für mich/)
  const link = await page.getByLabel(/Empfehlungslink/).inputValue()
  // Two: the mail's button confirms and logs in without a password. The inbox refreshes on opening.
  const welcome = await demo.mail(lena.email, /./)
  await page.goto(`${app.origin}/demo?lang=de`)
  const second = steps.getByRole('listitem').filter({
    has: page.getByRole('heading', { name: 'Postfach öffnen', exact: true }),
  })
  const inbox = second.getByRole('link', { name: /^Postfach öffnen/ })
  await page.goto(new URL((await inbox.getAttribute('href')) ?? '', app.origin).href)
  await expect(page.getByRole('listitem').filter({ hasText: lena.email })).toBeVisible()
  await pressOnce(page, buttonOf(welcome))
  // Three: the friend goes on to the offer at once; the mail can wait.
  const strangers = await browser.newContext({ locale: 'de-DE' })
  const stranger = await strangers.newPage()
  await accept(stranger, link, friend)
  await stranger.getByRole('link', { name: 'Weiter zum Angebot' }).click()
  await expect(stranger).toHaveURL(/\/demo\/shop\//)
  // Four: one button in the shop also confirms the address.
  await stranger.getByRole('button', { name: 'Vertrag abschließen' }).click()
  await expect(stranger.getByRole('heading', { name: 'Vielen Dank!' })).toBeVisible()
  await strangers.close()

  await page.goto(`${app.origin}/demo?lang=de`)
  const company = page.getByRole('listitem').filter({
    has: page.getByRole('heading', { name: 'Sonnseite' }),
  })

  await company.getByRole('button', { name: /^Auftrag .* freigeben$/ }).click()
  await expect(page.getByRole('status')).toContainText('freigegeben')
  await openReward(
    page,
    buttonOf(await demo.mail(lena.email, /Prämie ist da/)),
    'Geld aufs Konto: Auszahlen lassen',
  )
  await collectCash(page, { holder: 'Lena Sommer', iban: 'DE02 1203 0000 0000 2020 51' })

  await page.goto(`${app.origin}/demo`)
  await expect(company.getByText(/^Nichts fällig/)).toBeVisible()
  await page
    .getByRole('group', { name: 'Vorstellen um' })
    .getByRole('button', { name: 'Uhr um 4 Wochen vorstellen' })
    .click()
  await expect(page.getByText(/der echten Zeit 28 Tage voraus/)).toBeVisible()
  await company.getByRole('button', { name: 'Auszahlung erstellen' }).click()
  await expect(company.getByText('bei der Bank')).toBeVisible()
  await company.getByRole('button', { name: /^Bank führt aus/ }).click()
  await expect(company.getByText('ausgeführt', { exact: true })).toBeVisible()
  await demo.mail(lena.email, /^50,00\s€ sind auf dein Konto überwiesen$/)
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
  const all = [
    /8 bis 200 Zeichen – ab 15 genügt das/,
    /Kleinbuchstabe/,
    /Großbuchstabe/,
    /mindestens eine Ziffer/,
  ]
  for (const name of all) await expect(rule(name)).toContainText('(noch offen)')

  await password.pressSequentially('abc')
  await expect(rule(/Kleinbuchstabe/)).toContainText('(erfüllt)')
  await expect(rule(/Großbuchstabe/)).toContainText('(noch offen)')
  await password.fill('Passwort123')
  for (const name of all) await expect(rule(name)).toContainText('(erfüllt)')

  await page.getByRole('button', { name: 'Festlegen und weiter' }).click()
  await expect(password).toHaveAccessibleDescription(/Dieses Passwort ist zu bekannt\./)
  await expect(page).not.toHaveURL(/persoenlicherbereich/)
})
