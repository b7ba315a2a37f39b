import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { acceptAs, apiOf, recommendAs } from './api-steps.ts'
import { greta, lena, mila } from './demo-accounts.ts'
import {
  buttonOf,
  demoOf,
  fillLogin,
  logIn,
  originAt,
  pressOnce,
  recommend,
  typePasswordOnce,
} from './journey-steps.ts'
import { useApp } from './use-app.ts'

// Personal data to its end: newsletter, export, account deletion.

const app = useApp()

test('the newsletter is asked for in a dialog, confirmed by mail, and left with the link of its mail', async ({
  page,
}) => {
  const demo = demoOf(app.origin)
  await page.goto(`${app.origin}/de/meinedaten`)
  await fillLogin(page, lena)
  const open = page.getByRole('link', { name: 'Newsletter abonnieren' })
  await open.click()
  const dialog = page.getByRole('dialog', { name: 'Newsletter abonnieren?' })
  await expect(dialog).toContainText('Das kann ich jederzeit widerrufen.')
  await expect(dialog.getByRole('button', { name: 'Ja, gern' })).toBeFocused()
  // By keyboard: Escape closes it and returns the focus; while open, the page behind is unreachable.
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(open).toBeFocused()
  await page.goto(`${app.origin}/de/meinedaten?edit=newsletter-in`)
  await expect(dialog.getByRole('button', { name: 'Ja, gern' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(open).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(dialog.getByRole('button', { name: 'Ja, gern' })).toBeFocused()
  await page.keyboard.press('Enter')
  // Said by the region that is there from the beginning, or by the note itself, which has the focus where it was out of sight.
  await expect(
    page.locator('[aria-live], .notice:focus').filter({ hasText: /E-Mail ist unterwegs/ }),
  ).toHaveCount(1)
  await expect(page.getByRole('main').getByText(/Fast geschafft/)).toContainText(lena.email)

  const host = new URL(app.origin).host
  const asked = await demo.mail(lena.email, /Bitte bestätige: Newsletter/, host)
  await page.goto(buttonOf(asked))
  await page.getByRole('button', { name: 'Newsletter bestätigen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Du bist dabei' })).toBeVisible()
  await page.goto(buttonOf(asked))
  await page.getByRole('button', { name: 'Newsletter bestätigen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Du bist schon dabei' })).toBeVisible()

  const confirmed = await demo.mail(lena.email, /Du bekommst jetzt den Newsletter/, host)
  await page.goto(buttonOf(confirmed))
  await page.getByRole('button', { name: 'Newsletter abbestellen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /ist abbestellt/ })).toBeVisible()
  await page.getByRole('link', { name: 'Zu „Meine Daten“' }).click()
  await expect(page.getByText(/bekommst zurzeit keinen Newsletter/)).toBeVisible()
  await page.goto(buttonOf(asked))
  await page.getByRole('button', { name: 'Newsletter bestätigen' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /gilt nicht mehr/ })).toBeVisible()
})

test('a recommendation that nobody accepted is withdrawn where it stands, and its link says so', async ({
  page,
}) => {
  const api = apiOf(app.origin, 'standard')
  const made = await recommendAs(api, lena, '103', 100)
  await logIn(page, app.origin, lena)
  await page.getByRole('link', { name: /Internet fürs Zuhause zurückziehen/ }).click()
  await page.getByRole('button', { name: 'Empfehlung zurückziehen' }).click()
  await expect(page.getByRole('main').getByText('Die Empfehlung ist zurückgezogen.')).toBeVisible()
  await page.goto(made.Empfehlungslink)
  await expect(
    page.getByRole('heading', { level: 1, name: 'Diese Empfehlung wurde zurückgezogen' }),
  ).toBeVisible()
})

test('somebody whom a mailed link logged in corrects name and address in My data, chooses the password there once, and turns the mails about steps on', async ({
  page,
}) => {
  const demo = demoOf(app.origin)
  const host = new URL(app.origin).host
  const person = { first: 'Anouk', last: 'Lerche', email: 'anouk.lerche@post.example' }
  const next = 'anouk.neu@post.example'
  await recommend(page, app.origin, person, /Wir teilen/)
  await pressOnce(page, buttonOf(await demo.mail(person.email, /jetzt bestätigen/, host)))
  await page.goto(`${app.origin}/de/meinedaten`)
  const main = page.getByRole('main')

  await main.getByRole('button', { name: 'Einschalten' }).click()
  await expect(main.getByRole('button', { name: 'Abschalten' })).toBeVisible()

  await main.getByText('Name ändern').click()
  await main.getByLabel('Vorname').fill('Annouk')
  await main.getByRole('button', { name: 'Name speichern' }).click()
  await expect(main.getByText('Der Name ist gespeichert.')).toBeVisible()
  await expect(main.getByText('Annouk')).toBeVisible()
  await page.reload()
  await expect(main.getByRole('heading', { name: 'Meine Daten' })).toBeVisible()
  await expect(main.getByText('Der Name ist gespeichert.')).toHaveCount(0)

  await main.getByText('E-Mail-Adresse ändern').click()
  await expect(main.getByText(/Du hast noch kein Passwort/)).toBeVisible()
  await main.getByRole('textbox', { name: 'Neue E-Mail-Adresse' }).fill(next)
  await typePasswordOnce(page, 'Zugvogel-2026-Nord')
  await main.getByRole('button', { name: 'Link anfordern' }).click()
  await expect(main.getByText(/Fast geschafft/)).toBeVisible()
  await demo.mail(person.email, /soll geändert werden/, host)
  const link = buttonOf(await demo.mail(next, /Adresse/, host))
  await page.goto(link)
  const [answer] = await Promise.all([
    page.waitForResponse((one) => one.request().method() === 'POST'),
    main.getByRole('button', { name: 'Adresse bestätigen' }).click(),
  ])
  expect(answer.status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Die neue Adresse gilt' })).toBeVisible()
  expect((await page.goto(link))?.status()).toBe(200)
  await expect(page.getByRole('heading', { name: 'Schon bestätigt' })).toBeVisible()
  await main.getByRole('link', { name: 'Zu meinem Bereich' }).click()
  await expect(page.getByRole('heading', { level: 1, name: /Annouk/ })).toBeVisible()

  // Another attempt, with the password, leaves no trace on the page.
  await page.getByRole('banner').getByRole('link', { name: 'Meine Daten' }).click()
  await main.getByText('E-Mail-Adresse ändern').click()
  await main.getByRole('textbox', { name: 'Neue E-Mail-Adresse' }).fill(`nochmal.${next}`)
  await main.getByLabel('Passwort', { exact: true }).fill('Zugvogel-2026-Nord')
  await main.getByRole('button', { name: 'Link anfordern' }).click()
  await expect(main.getByText(/Fast geschafft/)).toBeVisible()
  await expect(main.getByRole('textbox', { name: 'Neue E-Mail-Adresse' })).toBeHidden()
  await expect(main.locator('input[type=password]')).toHaveValue('')
})

test('the own data come as a file', async ({ page }) => {
  await logIn(page, app.origin, lena, 'en')
  await page.goto(`${app.origin}/en/meinedaten`)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download data (JSON)' }).click(),
  ])
  expect(download.suggestedFilename()).toMatch(/^standard-.*\.json$/)
  const file = JSON.parse(await readFile(await download.path(), 'utf8'))
  expect(file.Konto.Email).toBe(lena.email)
})

test('an account is deleted with its password and a word about what is lost; nobody can log in to it any more', async ({
  page,
}) => {
  const demo = demoOf(app.origin)
  const origin = originAt(app.origin, 'telko')
  const api = apiOf(app.origin, 'telko')
  const { Empfehlungsnummer: number, Empfehlungslink: link } = await recommendAs(
    api,
    mila,
    '201',
    100,
  )
  const recipient = await acceptAs(api, demo, number, {
    first: 'Ada',
    last: 'Kranich',
    email: 'ada.kranich@post.example',
  })
  const { Auftragsnummer } = await demo.contract('telko', { Empfaengernummer: recipient })
  await demo.release('telko', Auftragsnummer)
  await demo.mail(mila.email, /Bonus ist da/, new URL(origin).host)

  await page.goto(`${origin}/de/mein-funkeln/daten`)
  await fillLogin(page, mila)
  await page.getByRole('link', { name: /^Konto löschen/ }).click()
  await expect(page.getByRole('heading', { name: /€ würden verfallen/ })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Erst Boni abholen' })).toBeVisible()
  await expect(page.getByText(/^Nachweise deiner Zustimmungen .* drei Jahre/)).toBeVisible()
  const submit = page.getByRole('button', { name: 'Konto löschen' })
  await submit.click()
  await expect(page.getByRole('alert').getByRole('link')).toHaveCount(2)
  await page.getByRole('checkbox', { name: /Ich verzichte/ }).check()
  await page.getByLabel('Passwort', { exact: true }).fill('Falsch-2026')
  await submit.click()
  await expect(page.getByText('Das Passwort stimmt nicht.')).toBeVisible()
  await page.getByLabel('Passwort', { exact: true }).fill(mila.password)
  await submit.click()
  await expect(
    page.getByRole('heading', { level: 1, name: 'Dein Konto ist gelöscht' }),
  ).toBeVisible()

  await page.goto(`${origin}/de/mein-funkeln`)
  await fillLogin(page, mila)
  await expect(page.getByText(/E-Mail-Adresse oder Passwort stimmen nicht/)).toBeVisible()
  await page.goto(link)
  await expect(
    page.getByRole('heading', { level: 1, name: 'Diese Empfehlung wurde zurückgezogen' }),
  ).toBeVisible()
  await demo.mail(mila.email, /Dein Konto bei Funkelnetz ist gelöscht/, new URL(origin).host)
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('newsletter and deletion work, in a programme that says Sie', async ({ page }) => {
    const demo = demoOf(app.origin)
    const origin = originAt(app.origin, 'bgv')
    const host = new URL(origin).host
    await page.goto(`${origin}/de/mein-bereich/daten`)
    await fillLogin(page, greta)
    await page.getByRole('link', { name: 'Newsletter abonnieren' }).click()
    await page.getByRole('button', { name: 'Ja, gern' }).click()
    await expect(page.getByText(/Fast geschafft/)).toBeVisible()
    await page.goto(buttonOf(await demo.mail(greta.email, /bestätigen Sie: Newsletter/, host)))
    await page.getByRole('button', { name: 'Newsletter bestätigen' }).click()
    await expect(page.getByRole('heading', { level: 1, name: 'Sie sind dabei' })).toBeVisible()
    await page.goto(`${origin}/de/mein-bereich/daten`)
    await page.getByRole('link', { name: 'Newsletter abbestellen' }).click()
    await page.getByRole('button', { name: 'Abbestellen' }).click()
    await expect(
      page.getByRole('main').getByText('Sie erhalten keinen Newsletter mehr.'),
    ).toBeVisible()

    await page.getByRole('link', { name: /^Konto löschen/ }).click()
    await page.getByLabel('Passwort', { exact: true }).fill('Falsch-2026')
    await page.getByRole('button', { name: 'Konto löschen' }).click()
    await expect(page.getByText('Das Passwort stimmt nicht.')).toBeVisible()
    await page.getByLabel('Passwort', { exact: true }).fill(greta.password)
    await page.getByRole('button', { name: 'Konto löschen' }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'Ihr Konto ist gelöscht' }),
    ).toBeVisible()
  })
})
