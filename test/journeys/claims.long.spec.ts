import { expect, test, type Page } from '@playwright/test'
import { acceptAs, apiOf, recommendAs } from './api-steps.ts'
import { violationsOf } from './check-page.ts'
import { greta, lena } from './demo-accounts.ts'
import { buttonOf, demoOf, fillLogin, originAt, topItem } from './journey-steps.ts'
import { useApp } from './use-app.ts'

const app = useApp({ hasYear: true })
const consoleAt = () => app.origin.replace('//localhost', '//betrieb.localhost')
const asInsurer = {
  Geburtsdatum: '24.05.1988',
  Adresse: { Strasse: 'Auerbachstraße', Hausnummer: '7a', Plz: '80331', Ort: 'München' },
}
const pdf = Buffer.from(
  '%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer\n<< /Root 1 0 R >>\n%%EOF\n',
)

async function looksRight(page: Page) {
  for (const [colorScheme, width] of [
    ['light', 320],
    ['dark', 1440],
  ] as const) {
    // Without motion a colour is the new one at once.
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    await page.setViewportSize({ width, height: 900 })
    expect(await violationsOf(page)).toEqual([])
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    expect(overflow).toBeLessThanOrEqual(0)
  }
}

test('what is missing is said in the personal area and on the contact’s page, and answered in the console', async ({
  page,
  browser,
}) => {
  const origin = originAt(app.origin, 'bgv')
  const [api, demo] = [apiOf(app.origin, 'bgv'), demoOf(app.origin)]
  const { Empfehlungsnummer: number } = await recommendAs(api, greta, '303', 50)
  const contact = { first: 'Zoë', last: 'Amsel', email: 'zoe.amsel.bgv@post.example' }
  await acceptAs(api, demo, number, contact, asInsurer)
  await demo.clock('P3D')

  await page.goto(`${origin}/de/anmelden`)
  await fillLogin(page, greta)
  await expect(page.locator('form#login')).toHaveCount(0)
  await page.goto(`${origin}/de/mein-bereich`)
  await page.getByRole('link', { name: 'Fehlt etwas?' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Fehlt etwas?' })).toBeVisible()
  await looksRight(page)
  await page.getByLabel('Empfehlung', { exact: true }).selectOption(number)
  await page.getByRole('button', { name: 'Melden' }).click()
  const summary = page.getByRole('region', { name: 'Bitte prüfen Sie Ihre Angaben:' })
  await expect(summary).toBeVisible()
  await page.getByLabel(/^Auftrags- oder Vertragsnummer/).fill('BV-NIE-77')
  await page.getByLabel(/^Was sollen wir noch wissen/).fill('Am Montag unterschrieben.')
  const hostile = Buffer.from(String(pdf).replace('/Catalog', '/Catalog /AA 2 0 R'))
  const file = (buffer: Buffer) => ({ name: 'antrag.pdf', mimeType: 'application/pdf', buffer })
  await page.getByLabel(/^Beleg/).setInputFiles(file(hostile))
  await page.getByRole('button', { name: 'Melden' }).click()
  await expect(summary).toContainText('enthält Programme')
  await looksRight(page)
  await page.getByLabel(/^Beleg/).setInputFiles(file(pdf))
  await page.getByRole('button', { name: 'Melden' }).click()
  await expect(page.getByRole('main').getByText(/Ihre Meldung ist da\. Antwort bis/)).toBeVisible()
  const own = page.getByRole('region', { name: 'Eigene Meldungen' })
  await expect(own).toContainText('BV-NIE-77')
  await looksRight(page)

  // The contact, by the link of the mail.
  const asked = await demo.mail(contact.email, /bestätig/i)
  const link = asked.Links.filter((one) => /[?&]t=/.test(one))[1] ?? buttonOf(asked)
  const theirs = await (await browser.newContext({ locale: 'de-DE' })).newPage()
  await theirs.goto(link)
  await theirs.getByRole('link', { name: 'Vertrag melden' }).click()
  await theirs.getByLabel(/^Auftrags- oder Vertragsnummer/).fill('BV-NIE-78')
  await looksRight(theirs)
  await theirs.getByRole('button', { name: 'Melden' }).click()
  await expect(theirs.getByText(/Wird geprüft/)).toBeVisible()
  await theirs.getByRole('button', { name: /zurückziehen/ }).click()
  await expect(theirs.getByRole('main').getByText('Die Meldung ist zurückgezogen.')).toBeVisible()

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${app.origin}/demo`)
  await page.getByRole('button', { name: /Konsole öffnen, Prüfung/ }).click()
  await expect(page).toHaveURL(new RegExp(`^${consoleAt()}`))
  await page.goto(`${consoleAt()}/de/bgv/pruefungen`)
  await page.getByRole('link', { name: 'Meldungen', exact: true }).click()
  const rows = page.getByRole('row')
  await expect(rows).toHaveCount(5)
  await looksRight(page)
  await page.goto(`${consoleAt()}/en/bgv/meldungen`)
  await expect(page.getByRole('heading', { level: 1, name: 'Claims' })).toBeVisible()
  await looksRight(page)

  // The one that is due first: its contract came without a person.
  await page.goto(`${consoleAt()}/de/bgv/meldungen`)
  await topItem(rows.getByRole('rowheader')).getByRole('link').click()
  const record = page.locator('.desk-record')
  await expect(record).toContainText('vom Anbieter, ohne Person')
  await expect(record).toContainText('gleiche Nummer')
  const accept = record.locator('details[data-part="accept"]')
  await accept.locator('summary').click()
  await looksRight(page)
  await accept.getByText('Der Vertrag steht in den Daten des Anbieters.').click()
  // As five minutes after the last proof: what is chosen stays, and goes on once it is confirmed.
  const late = { ErrorCode: 'PSOF0702', Message: 'Bitte noch einmal ausweisen.' }
  await page.route(
    /nachbuchungen\/.*\/entscheidung$/,
    (route) => route.fulfill({ status: 403, json: late }),
    {
      times: 1,
    },
  )
  await accept.getByRole('button', { name: 'Anerkennen' }).click()
  await expect(record.getByText('Bitte mit dem Passkey bestätigen')).toBeVisible()
  await record.getByRole('button', { name: 'Bestätigen', exact: true }).click()
  await expect(rows).toHaveCount(4)

  await page.goto(`${consoleAt()}/de/bgv/meldungen?suche=BV-NIE-77`)
  await topItem(rows.getByRole('rowheader')).getByRole('link').click()
  await expect(record).toContainText('Am Montag unterschrieben.')
  await expect(record).not.toContainText(contact.email)
  await record.getByRole('button', { name: 'Zeigen' }).click()
  await expect(record).toContainText(contact.email)
  const download = page.waitForEvent('download')
  await record.getByRole('link', { name: 'Beleg herunterladen' }).click()
  expect((await download).suggestedFilename()).toMatch(/^meldung-.*\.pdf$/)
  const person = await record.getByRole('link', { name: 'Greta Almers' }).getAttribute('href')
  const refuse = record.locator('details[data-part="refuse"]')
  await refuse.locator('summary').click()
  await looksRight(page)
  await refuse.getByText('Der Anbieter kennt dazu keinen Vertrag.').click()
  await refuse.getByRole('button', { name: 'Ablehnen' }).click()
  await expect(page.getByText('Kein Eintrag passt')).toBeVisible()
  await demo.mail(greta.email, /gemeldeten Vertrag/)
  await page.goto(`${origin}/de/fehltetwas`)
  await expect(own).toContainText('Zählt nicht. Der Anbieter kennt dazu keinen Vertrag.')

  // For whoever calls, support enters it; another person answers.
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${app.origin}/demo?lang=de`)
  await page.getByRole('button', { name: /Konsole öffnen, Kundenservice/ }).click()
  await page.goto(`${consoleAt()}${person}`)
  await page.locator('summary', { hasText: 'Fehlenden Vertrag melden' }).click()
  const form = page.locator('form#claim')
  await form.getByLabel('Empfehlung', { exact: true }).selectOption(`Empfehler:${number}`)
  await form.getByLabel(/^Auftrags- oder Vertragsnummer/).fill('BV-NIE-79')
  await form.getByLabel('Wie es kam').fill('Anruf von heute')
  await looksRight(page)
  await form.getByRole('button', { name: 'Fehlenden Vertrag melden' }).click()
  await expect(page.getByRole('main').getByText('Die Meldung ist eingetragen')).toBeVisible()
  await demo.mail(greta.email, /fehlender Vertrag/)
  await page.goto(`${consoleAt()}/de/bgv/meldungen?suche=BV-NIE-79`)
  await topItem(rows.getByRole('rowheader')).getByRole('link').click()
  await expect(record).toContainText('Sie haben diese Meldung eingetragen.')
})

test('without script a claim with its file is made all the same', async ({ browser }) => {
  const [api, demo] = [apiOf(app.origin, 'standard'), demoOf(app.origin)]
  const { Empfehlungsnummer: number } = await recommendAs(api, lena, '101', 50)
  const contact = { first: 'Zoë', last: 'Amsel', email: 'zoe.ohne@post.example' }
  await acceptAs(api, demo, number, contact)
  await demo.clock('P3D')
  const context = await browser.newContext({ javaScriptEnabled: false, locale: 'de-DE' })
  const page = await context.newPage()
  await page.goto(`${app.origin}/de/login`)
  await fillLogin(page, lena)
  await page.goto(`${app.origin}/de/fehltetwas?empfehlung=${number}`)
  await page.getByLabel(/^Auftrags- oder Vertragsnummer/).fill('OS-1')
  // More than a form without a file may hold.
  const long = Buffer.from(String(pdf).replace('trailer', `%${'x'.repeat(1_000_000)}\ntrailer`))
  const file = { name: 'antrag.pdf', mimeType: 'application/pdf', buffer: long }
  await page.getByLabel(/^Beleg/).setInputFiles(file)
  await page.getByRole('button', { name: 'Melden' }).click()
  const own = page.getByRole('region', { name: 'Eigene Meldungen' })
  await expect(own).toContainText('Mit Beleg')
  await page.getByRole('button', { name: /zurückziehen/ }).click()
  await expect(own).toContainText('Zurückgezogen.')
  await context.close()
})
