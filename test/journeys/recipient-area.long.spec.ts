import { expect, test } from '@playwright/test'
import { acceptAs, apiOf, recommendAs } from './api-steps.ts'
import { greta, lena } from './demo-accounts.ts'
import {
  accept,
  acceptHere,
  buttonOf,
  confirm,
  demoOf,
  openMailed,
  proveAddress,
} from './journey-steps.ts'
import { violationsOf } from './check-page.ts'
import { useApp } from './use-app.ts'

const app = useApp()

const bela = { first: 'Béla', last: 'Straßner', email: 'bela.strassner@post.example' }

test('a recipient follows, corrects and withdraws on the own page, and collects cash there with no other link', async ({
  page,
}) => {
  const demo = demoOf(app.origin)
  const main = page.getByRole('main')
  const { Empfehlungsnummer: number } = await recommendAs(
    apiOf(app.origin, 'standard'),
    lena,
    '101',
    50,
  )
  await accept(page, `${app.origin}/de/empfaengerdaten/${number}`, bela)
  const cookies = async () => (await page.context().cookies()).map(({ name }) => name)
  expect(await cookies()).toEqual(
    expect.arrayContaining(['zs_recipient', `zs_recipient_${number}`]),
  )
  // The shared link again: the way on instead of the form, which another person on this device can still open.
  const shared = `${app.origin}/de/empfaengerdaten/${number}`
  await page.goto(shared)
  await expect(main.getByRole('heading', { level: 1, name: /^Willkommen zurück/ })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Weiter zum Angebot' })).toBeVisible()
  await expect(main.getByRole('link', { name: 'Jemand anders nimmt sie an' })).toBeVisible()
  await main.getByRole('button', { name: 'Noch einmal senden' }).click()
  await expect(main.getByText(/noch einmal unterwegs an b\*\*\*@post\.example/)).toBeVisible()
  await expect(main.getByText(bela.email)).toHaveCount(0)
  const confirmMail = await demo.mail(bela.email, /bestätig/)
  await confirm(page, buttonOf(confirmMail))
  const accepted = main.getByRole('heading', { name: 'Du hast diese Empfehlung schon angenommen' })
  await page.goto(shared)
  await expect(accepted).toBeVisible()
  await expect(main.getByRole('link', { name: 'Weiter zum Angebot' })).toBeVisible()
  await main.getByRole('link', { name: 'Jemand anders nimmt sie an' }).click()
  await expect(main.getByText('sobald der Vertrag geprüft ist.')).toBeVisible()
  await expect(main.getByText(/bis dahin nicht bestätigt/)).toBeHidden()
  await acceptHere(page, bela)
  await expect(accepted).toBeVisible()
  await main.getByRole('link', { name: 'Deine Angaben und der Stand' }).click()
  await expect(main.getByRole('heading', { level: 1, name: 'Hallo Béla' })).toBeVisible()
  await expect(main.getByText(bela.email)).toBeVisible()

  await main.getByRole('link', { name: 'Angaben ändern' }).click()
  await main.getByLabel('Vorname').fill('Adalbert')
  await main.getByRole('button', { name: 'Änderungen speichern' }).click()
  await expect(main.getByText('Deine Angaben sind gespeichert.')).toBeVisible()
  await expect(main.getByRole('heading', { level: 1, name: 'Hallo Adalbert' })).toBeVisible()

  await main.getByRole('link', { name: 'Zustimmungen ansehen' }).click()
  await expect(main.getByText(/^Zugestimmt am .*, Fassung/)).toBeVisible()
  await expect(main.getByText('Du hast keiner Werbung zugestimmt.')).toBeVisible()

  await page.goto(`${app.origin}/de/bankdaten`)
  await expect(main.getByRole('heading', { name: /brauchen wir dein Konto nicht/ })).toBeVisible()
  await demo.contract('standard', { Empfehlungsnummer: number })
  await page.goto(shared)
  await expect(main.getByText('Dein Vertrag ist der Empfehlung zugeordnet.')).toBeVisible()
  await expect(main.getByRole('link', { name: 'Weiter zum Angebot' })).toHaveCount(0)
  await demo.clock('P16D')
  const rewardMail = await demo.mail(bela.email, /Prämie ist da/)

  // The reward's page accepts the recipient's cookie and swaps it for the reward's.
  await page.goto(`${app.origin}/de/praemie`)
  await main.getByRole('button', { name: 'Prämie öffnen' }).click()
  await expect(main.getByRole('heading', { level: 1, name: /25,00 € für dich/ })).toBeVisible()

  await page.goto(`${app.origin}/de/bankdaten`)
  await proveAddress(page)
  await main.getByLabel('Kontoinhaber/in').fill('Béla Straßner')
  await main.getByLabel('IBAN', { exact: true }).fill('DE89 3704 0044 0532 0130 00')
  await main.getByRole('button', { name: /auszahlen lassen$/ }).click()
  await expect(main.getByRole('heading', { name: /sind auf dem Weg/ })).toBeVisible()
  await page.reload()
  await expect(main.getByText(/DE89/)).toBeVisible()

  await page.goto(`${app.origin}/de/praemie`)
  await main.getByRole('button', { name: 'Auf diesem Gerät abmelden' }).click()
  await expect(main.getByRole('heading', { name: 'Auf diesem Gerät abgemeldet' })).toBeVisible()
  expect((await cookies()).join()).not.toMatch(/zs_re(ward|cipient)/)
  await page.goto(buttonOf(rewardMail))
  await expect(main.getByRole('heading', { level: 1, name: /25,00 €/ })).toBeVisible()

  await openMailed(page, confirmMail.Links.find((one) => one.includes('/de/empfaenger?t=')) ?? '')
  await page.goto(`${app.origin}/de/empfaenger?edit=delete`)
  await expect(main.getByText(/^Nachweise deiner Zustimmungen .* drei Jahre/)).toBeVisible()
  await main.getByRole('button', { name: 'Meine Daten löschen' }).click()
  await expect(main.getByText(/um Löschung gebeten/)).toBeVisible()
})

test('without script the link of the mail leads to the own page, where everything is deleted', async ({
  browser,
}) => {
  const demo = demoOf(app.origin)
  const api = apiOf(app.origin, 'standard')
  const { Empfehlungsnummer: number } = await recommendAs(api, lena, '103', 50)
  const cem = { first: 'Cem', last: 'Yıldız', email: 'cem.yildiz@post.example' }
  await acceptAs(api, demo, number, cem)
  const mail = await demo.mail(cem.email, /bestätig/)
  const link = mail.Links.find((one) => one.includes('/de/empfaenger?t=')) ?? ''

  const context = await browser.newContext({ locale: 'de-DE', javaScriptEnabled: false })
  const page = await context.newPage()
  const main = page.getByRole('main')
  await page.goto(link)
  // The link alone begins nothing.
  expect((await context.cookies()).map(({ name }) => name).join()).not.toContain('zs_recipient')
  await openMailed(page, link, false)
  await expect(main.getByRole('heading', { level: 1, name: 'Hallo Cem' })).toBeVisible()
  const file = await context.request.get(`${app.origin}/api/v1/standard/empfaenger/export`)
  expect(await file.json()).toMatchObject({ Person: { Email: cem.email } })

  // On a device that others use, the page is left; the mail's link opens it again.
  const leave = main.getByRole('button', { name: 'Auf diesem Gerät abmelden' })
  await leave.click()
  await expect(main.getByRole('heading', { name: 'Auf diesem Gerät abgemeldet' })).toBeVisible()
  expect((await context.cookies()).map(({ name }) => name).join()).not.toContain('zs_recipient')
  await page.goto(`${app.origin}/de/empfaenger`)
  await expect(leave).toHaveCount(0)
  await openMailed(page, link, false)

  await main.getByRole('link', { name: /^Daten löschen/ }).click()
  await main.getByRole('button', { name: 'Meine Daten löschen' }).click()
  await expect(main.getByRole('heading', { name: 'Deine Daten sind gelöscht' })).toBeVisible()
  expect((await context.cookies()).map(({ name }) => name)).not.toContain('zs_recipient')
  await page.goto(link)
  await main.getByRole('button', { name: 'Seite öffnen' }).click()
  await expect(main.getByRole('heading', { name: 'Dieser Link gilt nicht mehr' })).toBeVisible()
  await context.close()
})

test('a form whose session is over keeps what was typed and says what to do, the page says that it is closed, and the link opens it again', async ({
  page,
}) => {
  const demo = demoOf(app.origin)
  const api = apiOf(app.origin, 'standard')
  const { Empfehlungsnummer: number } = await recommendAs(api, lena, '103', 50)
  const ole = { first: 'Ole', last: 'Ahlers', email: 'ole.ahlers@post.example' }
  await acceptAs(api, demo, number, ole)
  const mail = await demo.mail(ole.email, /bestätig/)
  const link = mail.Links.find((one) => one.includes('/de/empfaenger?t=')) ?? ''
  const main = page.getByRole('main')
  const closed = main.getByRole('heading', { level: 1, name: 'Diese Seite ist wieder geschlossen' })

  await openMailed(page, link)
  await main.getByRole('link', { name: 'Angaben ändern' }).click()
  const name = main.getByLabel('Vorname')
  await name.fill('Oluf')
  // As after two hours: the server knows the session no more.
  const context = page.context()
  const over = (await context.cookies()).map((one) =>
    one.name.startsWith('zs_recipient') ? { ...one, value: 'x'.repeat(43) } : one,
  )
  await context.addCookies(over)
  await main.getByRole('button', { name: 'Änderungen speichern' }).click()
  await expect(
    main.getByText(/oder die Seite war zu lange offen\. Bitte öffne den Link/),
  ).toBeVisible()
  await expect(name).toHaveValue('Oluf')
  // A refusal takes the cookie away.
  await context.addCookies(over)
  await page.goto(`${app.origin}/de/empfaenger`)
  await expect(closed).toBeVisible()
  await expect(
    main.getByText(/^Zu deinem Schutz schließt sie sich nach zwei Stunden/),
  ).toBeVisible()
  expect(await violationsOf(page)).toEqual([])

  await openMailed(page, link)
  await main.getByRole('link', { name: 'Angaben ändern' }).click()
  await name.fill('Oluf')
  await main.getByRole('button', { name: 'Änderungen speichern' }).click()
  await expect(main.getByText('Deine Angaben sind gespeichert.')).toBeVisible()
})

test('whoever has used the yearly cap reads on the own page, before and after the contract, that it brings no reward', async ({
  page,
}) => {
  const demo = demoOf(app.origin)
  const api = apiOf(app.origin, 'bgv')
  const insured = {
    Geburtsdatum: '24.05.1988',
    Adresse: { Strasse: 'Auerbachstraße', Hausnummer: '7a', Plz: '80331', Ort: 'München' },
  }
  const acceptAt = async (email: string) => {
    const { Empfehlungsnummer } = await recommendAs(api, greta, '303', 50)
    const ida = { first: 'Ida', last: 'Almrausch', email }
    return acceptAs(api, demo, Empfehlungsnummer, ida, insured)
  }
  const first = await acceptAt('ida.almrausch@post.example')
  const { Auftragsnummer } = await demo.contract('bgv', { Empfaengernummer: first })
  await demo.release('bgv', Auftragsnummer)
  // The same mailbox.
  const email = 'ida.almrausch+zahn@post.example'
  const second = await acceptAt(email)
  const mail = await demo.mail(email, /bestätig/)
  expect(mail.Text).toContain('weniger als angekündigt oder keine Prämie')
  const area = mail.Links.find((link) => link.includes('/meine-empfehlung?t=')) ?? ''

  await page.goto(area)
  const main = page.getByRole('main')
  const notice = main.getByText('Für diesen Vertrag bekommen Sie keine Prämie', { exact: true })
  const steps = main.getByRole('listitem').filter({ hasText: /kommt noch|jetzt|erledigt/ })
  await expect(notice).toBeVisible()
  await expect(main.getByText('höchstens 15,00 € im Kalenderjahr')).toBeVisible()
  await expect(steps).toHaveText([/Angaben bestätigt/, /Vertrag abschließen/, /Bestätigung durch/])
  await demo.contract('bgv', { Empfaengernummer: second })
  await page.reload()
  await expect(notice).toBeVisible()
  await expect(steps).toHaveText([
    /Angaben bestätigt/,
    /Vertrag abgeschlossen/,
    /vom Anbieter bestätigt/,
  ])
})
