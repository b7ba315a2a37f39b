import { expect, test, type Page } from '@playwright/test'
import { Client } from 'pg'
import { embeddedUrls } from '../../scripts/start-app.ts'
import { lena, mila } from './demo-accounts.ts'
import {
  buttonOf,
  demoOf,
  fillLogin,
  openMailed,
  openReward,
  originAt,
  pressOnce,
  recommend,
  typePasswordOnce,
  proveAddress,
} from './journey-steps.ts'
import { runCli } from './run-cli.ts'
import { useApp } from './use-app.ts'

const app = useApp()

const grant = (email: string, amount = '15,00') =>
  runCli(
    app,
    'goodwill',
    'grant',
    '--tenant',
    'standard',
    '--email',
    email,
    '--amount',
    amount,
    '--reason',
    'Panne im Versand',
  )

test('goodwill: the link stores the first account, the reward goes there, and the thanks are words of their own', async ({
  page,
}) => {
  const demo = demoOf(app.origin)
  const main = page.getByRole('main')
  await page.goto(`${app.origin}/de/empfehler/bankdaten`)
  await expect(main.getByRole('heading', { name: /den Link aus unserer E-Mail/ })).toBeVisible()

  await grant(lena.email)
  const link = buttonOf(await demo.mail(lena.email, /Prämie ist da/))
  await page.goto(link.replace('/de/praemie', '/de/empfehler/bankdaten'))
  await expect(page).not.toHaveURL(/[?&]t=/)
  await proveAddress(page)
  await main.getByLabel('Kontoinhaber/in').fill('Lena Sommer')
  await main.getByLabel('IBAN', { exact: true }).fill('DE89 3704 0044 0532 0130 00')
  await main.getByRole('button', { name: 'Konto speichern' }).click()
  await expect(main.getByText('Dein Konto ist gespeichert.')).toBeVisible()
  await expect(main.getByText(/Zum Ändern melde dich bitte an/)).toBeVisible()
  await demo.mail(lena.email, /Konto|Bank/)

  await openReward(page, link, 'Geld aufs Konto: Auszahlen lassen')
  await main.getByRole('button', { name: /auszahlen lassen$/ }).click()
  await expect(page).toHaveURL(/\/de\/kulanzdanke/)
  await expect(main.getByRole('heading', { name: 'Ein kleines Dankeschön' })).toBeVisible()
  await page.goto(`${app.origin}/de/praemiedanke`)
  await expect(page).toHaveURL(/\/de\/kulanzdanke/)
})

test('who opens a second reward in another tab collects the first one in the first tab', async ({
  browser,
  page: before,
}) => {
  const demo = demoOf(app.origin)
  const email = 'zita.zwei@post.example'
  await recommend(before, app.origin, { first: 'Zita', last: 'Zwei', email }, /Wir teilen/)
  await pressOnce(before, buttonOf(await demo.mail(email, /jetzt bestätigen/)))
  const links: string[] = []
  for (const amount of ['15,00', '10,00']) {
    await grant(email, amount)
    const isAnother = async () => {
      const link = buttonOf(await demo.mail(email, /Prämie ist da/))
      return links.includes(link) ? null : link
    }
    await expect.poll(isAnother).not.toBeNull()
    links.push((await isAnother())!)
  }
  const [first, second] = links as [string, string]
  const page = await (await browser.newContext()).newPage()
  await openMailed(page, first)
  const title = (tab: Page, name: RegExp) =>
    expect(tab.getByRole('heading', { level: 1, name })).toBeVisible()
  await title(page, /^15,00\s€ für dich/)
  const cash = 'Geld aufs Konto: Auszahlen lassen'
  const toCash = (tab: Page) => tab.getByRole('link', { name: cash, exact: true }).click()
  const holder = page.getByLabel('Kontoinhaber/in')
  const iban = page.getByLabel('IBAN', { exact: true })
  await toCash(page)
  await proveAddress(page, { isMistyped: true })
  await expect(holder).toBeFocused()
  await expect(holder).toBeInViewport()
  await holder.fill('Zita Zwei')
  await iban.fill('DE89 3704 0044 0532 0130 00')
  // What was typed is in no other reward's form, and the account in none at all.
  await openReward(page, second, cash)
  await expect(iban).toBeVisible()
  await expect(holder).toHaveValue('')
  await openReward(page, first, cash)
  await expect(holder).toHaveValue('Zita Zwei')
  await expect(iban).toHaveValue('')
  await page.getByRole('link', { name: 'Andere Prämie wählen' }).click()
  await title(page, /^15,00\s€ für dich/)

  const other = await page.context().newPage()
  await openMailed(other, second)
  await title(other, /^10,00\s€ für dich/)

  await toCash(page)
  await iban.fill('DE89 3704 0044 0532 0130 00')
  const pay = page.getByRole('button', { name: /15,00\s€ auszahlen lassen$/ })
  // The session is over, and with it the proof of the address: what is typed stays until both are there again.
  const code = (await demo.mail(email, /^\d{6} /)).Subject
  await page.context().clearCookies()
  await pay.click()
  await expect(page.getByText(/^Diese Seite war zu lange offen/)).toBeVisible()
  const typed = ['Zita Zwei', 'DE89 3704 0044 0532 0130 00'] as const
  const staysTyped = async () => {
    await expect(holder).toHaveValue(typed[0])
    await expect(iban).toHaveValue(typed[1])
  }
  await staysTyped()
  await openMailed(other, first)
  await pay.click()
  await expect(page.getByText(/^Bitte bestätige zuerst noch einmal/)).toBeVisible()
  await page.getByRole('button', { name: 'Code senden' }).click()
  const isFresh = async () => (await demo.mail(email, /^\d{6} /)).Subject !== code
  await expect.poll(isFresh).toBe(true)
  await staysTyped()
  await page
    .getByLabel('Code', { exact: true })
    .fill((await demo.mail(email, /^\d{6} /)).Subject.slice(0, 6))
  await page.getByRole('button', { name: 'Bestätigen' }).click()
  await expect(page.getByLabel('Code', { exact: true })).toHaveCount(0)
  await staysTyped()
  await openMailed(other, second)
  await pay.click()
  await expect(page).toHaveURL(/kulanzdanke/)
  await expect(page.getByText(/15,00\s€/)).toBeVisible()

  await other.reload()
  await title(other, /^10,00\s€ für dich/)
  // A bookmark names none: it leads to the one opened last.
  const { pathname } = new URL(first)
  await page.goto(app.origin + pathname)
  await title(page, /^10,00\s€ für dich/)
  await page.getByRole('button', { name: 'Auf diesem Gerät abmelden' }).click()
  await expect(page).toHaveURL(/abgemeldet=1/)
  await other.reload()
  await title(other, /geschlossen|Link/)
})

/** A user with a reward, logged in by mailed link, on the page that asks for a password first. */
async function wantReward(page: Page, person: { first: string; last: string; email: string }) {
  const demo = demoOf(app.origin)
  await recommend(page, app.origin, person, /Wir teilen/)
  await pressOnce(page, buttonOf(await demo.mail(person.email, /jetzt bestätigen/)))
  await grant(person.email)
  await demo.mail(person.email, /Prämie ist da/)
  await page.reload()
  await page.getByRole('main').getByRole('button', { name: 'Jetzt abholen' }).click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Jetzt noch ein Passwort' }),
  ).toBeVisible()
}

const expectReward = (page: Page) =>
  expect(page.getByRole('heading', { level: 1, name: /15,00\s€ für dich/ })).toBeVisible()

test('whoever collects and is asked for a first password is on the page of that reward once it is chosen', async ({
  page,
}) => {
  await wantReward(page, { first: 'Runa', last: 'Stieglitz', email: 'runa.stieglitz@post.example' })
  const main = page.getByRole('main')
  await main.getByLabel('Passwort', { exact: true }).fill('Zugvogel-2026-Nord')
  await main.getByRole('button', { name: 'Festlegen und weiter' }).click()
  await expectReward(page)
})

test('a day later the password is chosen by a mail, for a captcha where many were asked for, whose link leads on to that reward; so does the page that was left open', async ({
  page,
}) => {
  const main = page.getByRole('main')
  const email = 'tjark.stieglitz@post.example'
  await wantReward(page, { first: 'Tjark', last: 'Stieglitz', email })
  const database = new Client({ connectionString: embeddedUrls(app.dataDir).ownerUrl })
  await database.connect()
  await database.query(
    `update tokens set details = jsonb_set(details, '{freshUntil}', '"2026-01-01T00:00:00Z"')
     where subject = (select account_id::text from accounts where email = '${email}') and kind = 'user-session'`,
  )
  await database.end()
  // Five requests from this address within the hour: the sixth needs a captcha.
  for (const number of [1, 2, 3, 4, 5])
    await page.request.get(
      `${app.origin}/api/v1/standard/account/resetPassword/niemand${number}@post.example`,
    )
  await page.reload()
  const answers = page.waitForResponse((response) => response.request().method() === 'POST')
  await main.getByRole('button', { name: 'Link senden' }).click()
  expect((await answers).status()).toBe(428)
  const goOn = main.getByRole('link', { name: 'Passwort festgelegt? Hier geht es weiter' })
  await expect(goOn).toBeVisible()

  const other = await page.context().newPage()
  await other.goto(buttonOf(await demoOf(app.origin).mail(email, /Passwort/)))
  await typePasswordOnce(other, 'Zugvogel-2026-Nord')
  await other.getByRole('button', { name: 'Passwort speichern', exact: true }).click()
  await expectReward(other)
  await goOn.click()
  await expectReward(page)
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
  await expect(main.getByLabel('Kundennummer')).toHaveAttribute('aria-invalid', 'true')
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
