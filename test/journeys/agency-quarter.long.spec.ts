import { readFile } from 'node:fs/promises'
import { expect, test, type Page } from '@playwright/test'
import { embeddedUrls } from '../../scripts/start-app.ts'
import { checkInvoices, sumDocuments, sumLedger } from '../../src/server/billing/check-store.ts'
import { connect } from '../../src/server/db/connection.ts'
import { korbinian, logInForAgency, vroni } from './agency-steps.ts'
import { acceptAs, apiOf, recommendAs, type Api } from './api-steps.ts'
import { buttonOf, demoOf, originAt } from './journey-steps.ts'
import { runCli } from './run-cli.ts'
import { useApp } from './use-app.ts'

// One story: three months of an agency, checking that every page, file and mail names the same euros as the ledger.

const app = useApp()
const bgv = () => originAt(app.origin, 'bgv')
const main = (page: Page) => page.getByRole('main')
const password = 'Almenrausch-2026-Sued'
const office = 'agentur@obermaier-almbauer.example'

type Person = { firstName: string; lastName: string; email: string; password: string }
const [ilse, jost, kuni, lutz] = ['Ilse', 'Jost', 'Kuni', 'Lutz'].map((firstName) => ({
  firstName,
  lastName: 'Quartner',
  email: `${firstName.toLowerCase()}.quartner@post.example`,
  password,
})) as [Person, Person, Person, Person]

test('a quarter: ten invitations, releases and refusals, another plan, invoices and a credit, and every euro of them in the ledger', async ({
  page,
  browser,
}) => {
  test.setTimeout(300_000)
  const [api, demo] = [apiOf(app.origin, 'bgv'), demoOf(app.origin)]
  // A week before the month's end, whenever this runs: releases are of this month, and the order that nobody looks at of the next.
  const { day, daysInMonth } = Temporal.Now.plainDateISO('Europe/Berlin')
  const { Now: begin } = await demo.clock(`P${day < 24 ? 24 - day : daysInMonth - day + 24}D`)
  const owner = await tokenOf(api, korbinian)
  const employee = await tokenOf(api, vroni)
  const colleague = await (await browser.newContext({ locale: 'de-DE' })).newPage()

  // Ten are invited, on site and by phone, by page and by call; four register.
  await page.goto(`${bgv()}/de/agentur/empfehlen`)
  await logInForAgency(page, korbinian)
  await colleague.goto(`${bgv()}/de/agentur/empfehlen`)
  await logInForAgency(colleague, vroni)
  await invite(page, ilse, 'Vor Ort')
  await invite(page, jost, 'Am Telefon')
  await invite(colleague, kuni, 'Am Telefon')
  await invite(colleague, lutz, 'Vor Ort')
  for (const [index, token] of [owner, owner, owner, employee, employee, employee].entries())
    await api('PUT', '/Einladung', guest(index), token)
  for (const person of [ilse, jost, kuni, lutz]) await registerInvited(api, demo, person)

  const orders = {
    first: await makeOrder(api, demo, ilse, '301', 100),
    shared: await makeOrder(api, demo, ilse, '302', 50),
    refused: await makeOrder(api, demo, jost, '303', 100),
    split: await makeOrder(api, demo, kuni, '304', 50),
    taken: await makeOrder(api, demo, lutz, '305', 100),
  }

  // The first page says what waits; the owner releases and refuses one by one, the employee in bulk.
  await page.goto(`${bgv()}/de/agentur/start`)
  await main(page)
    .getByRole('link', { name: /5 Aufträge warten auf Freigabe/ })
    .click()
  await releaseOne(page, 'Privathaftpflicht')
  await releaseOne(page, 'Hausrat')
  await row(page, 'Kfz-Versicherung').getByRole('checkbox').check()
  await main(page).getByRole('button', { name: 'Auswahl nicht anerkennen' }).click()
  // The question is in view, names the order and can be cancelled.
  const question = main(page).getByRole('alert')
  await expect(question).toBeFocused()
  await expect(question).toBeInViewport()
  await expect(question).toContainText('Jost Quartner')
  await question.getByRole('link', { name: 'Abbrechen' }).click()
  await expect(question).toHaveCount(0)
  await row(page, 'Kfz-Versicherung').getByRole('checkbox').check()
  await main(page).getByRole('button', { name: 'Auswahl nicht anerkennen' }).click()
  await question.getByLabel('Grund').selectOption('Dieser Vertrag nimmt nicht am Programm teil.')
  await question.getByRole('button', { name: 'Auftrag nicht anerkennen' }).click()
  await expect(main(page).getByText('Der Auftrag wird nicht anerkannt.')).toBeVisible()
  await expect(row(page, 'Kfz-Versicherung')).toHaveCount(0, { timeout: 30_000 })
  await colleague.goto(`${bgv()}/de/agentur/auftraege`)
  await colleague.waitForLoadState('networkidle')
  await main(colleague).getByRole('checkbox', { name: 'Alle dieser Seite auswählen' }).check()
  await main(colleague).getByRole('button', { name: 'Auswahl freigeben …' }).click()
  await main(colleague)
    .getByRole('alert')
    .getByRole('button', { name: '2 Aufträge freigeben' })
    .click()
  await expect(main(colleague).getByText('2 Aufträge werden freigegeben.')).toBeVisible()
  await expect(main(colleague).getByText('Wird freigegeben')).toHaveCount(0, {
    timeout: 30_000,
  })

  // A new plan: earlier referrals keep the old one, later ones get the new one.
  await page.goto(`${bgv()}/de/agentur/praemienplan`)
  await main(page).getByLabel('Name des Plans').fill('Winteraktion')
  await main(page).getByLabel('Prämie in Euro', { exact: true }).fill('40')
  await main(page).getByLabel('Stufe 1: Prämie in Euro').fill('55,50')
  await main(page).getByRole('button', { name: 'Plan anlegen' }).click()
  await expect(main(page).getByText('Der Prämienplan ist angelegt.')).toBeVisible()
  await makeOrder(api, demo, lutz, '301', 100)
  const reward = new URL(buttonOf(await demo.mail(ilse.email, /50,00.€ zum Abholen/)))
  await takeVoucher(api, reward.searchParams.get('t')!)

  // Month's end: 50 + 60 + 50 + 50, six fees of 2.50, 19 % of these.
  let today = await toNextMonth(demo, begin)
  const [year] = today.split('-')
  await expectDocuments(page, [['227,85 €', `AG-1001-${year}-1`]])
  const mail = await demo.mail(office, new RegExp(`^Rechnung AG-1001-${year}-1 ist da$`))
  expect(mail.Text).toMatch(/227,85.€/)
  await expectFiles(page, await numbersOf(api, owner, Object.values(orders)))

  // The same person's next order was released automatically, as the second by the new plan; then two contracts are cancelled.
  const { Now: later } = await demo.clock('P16D')
  const cancelled = [orders.first, orders.taken]
  for (const order of cancelled) await runCli(app, 'orders', 'cancel', order, '--tenant', 'bgv')
  await page.goto(`${bgv()}/de/agentur/kosten`)
  await expect(main(page)).toContainText('58,48 €') // 55.50 + 2.50 + 0.48
  await expect(main(page)).toContainText('105,95 €') // 100 + 5.00 + 0.95
  today = await toNextMonth(demo, later)
  const next = today.startsWith(year!) ? [2, 3] : [1, 2]
  const second = `${today.slice(0, 4)}-`
  const written: [string, string][] = [
    ['−105,95 €', `AG-1001-${second}${next[1]}`],
    ['58,48 €', `AG-1001-${second}${next[0]}`],
    ['227,85 €', `AG-1001-${year}-1`],
  ]
  await expectDocuments(page, written)
  expect((await demo.mail(office, /^Rechnungskorrektur/)).Text).toMatch(/105,95.€/)

  // A month without rewards gets no document.
  await toNextMonth(demo, today)
  await expectDocuments(page, written)

  // 210 + 55.50 - 100: lists, statistics, documents and ledger agree.
  const left = 16_550
  const sumOf = async (list: string, token: string) =>
    (await api('PUT', `/agentur/${list}`, {}, token)).body.Summen.WertCent
  expect(await sumOf('praemien', owner)).toBe(left)
  expect(await sumOf('auftraege/alle', owner)).toBe(left)
  expect(await sumOf('praemien', employee)).toBe(5_000 + 5_550)
  const { body } = await api('GET', '/agentur-konto/statistik', undefined, owner)
  expect(body.Gesamt).toMatchObject({ Einladungen: 15, Registrierungen: 5, Empfehlungen: 6 })
  expect(body.Gesamt.PraemienCent - body.Gesamt.EntfallenCent).toBe(left)
  await page.goto(`${bgv()}/de/agentur/praemien`)
  await expect(
    main(page).getByText('Summe, ohne Entfallenes 165,50 €', { exact: true }),
  ).toBeVisible()
  await expect(row(page, 'Zurückgefordert')).toContainText('Ilse Quartner')
  expect(await readBooks()).toEqual({ problems: [], documents: left, ledger: left })
})

/** Ten people besides the demo's five, whom an agency invites and who never answer. */
const guest = (index: number) => ({
  Vorname: 'Gast',
  Nachname: `Stillhuber${String.fromCodePoint(97 + index)}`,
  Email: `gast${index}.stillhuber@post.example`,
  Art: index % 2 ? 'Telefon' : 'VorOrt',
})

const tokenOf = async (api: Api, who: { email: string; password: string }): Promise<string> =>
  (await api('POST', '/agentur-konto/login', { Email: who.email, Password: who.password })).body
    .Token

async function invite(page: Page, person: Person, art: string): Promise<void> {
  await page.goto(`${bgv()}/de/agentur/empfehlen`)
  await main(page).getByLabel('Vorname').fill(person.firstName)
  await main(page).getByLabel('Nachname').fill(person.lastName)
  await main(page).getByLabel('E-Mail-Adresse').fill(person.email)
  await main(page).getByRole('radio', { name: art }).check({ force: true })
  await main(page).getByRole('button', { name: 'Einladung senden' }).click()
  await expect(main(page).getByText('Die Einladung ist unterwegs.')).toBeVisible()
}

const tokenIn = (link: string) => new URL(link).searchParams.get('t')

async function registerInvited(api: Api, demo: ReturnType<typeof demoOf>, person: Person) {
  const invitation = tokenIn(buttonOf(await demo.mail(person.email, /lädt Sie ein/)))
  await api('POST', '/account/createEmpfehler', {
    Vorname: person.firstName,
    Nachname: person.lastName,
    Email: person.email,
    Einladung: invitation,
  })
  await api('PUT', '/account/resetPassword', {
    Token: tokenIn(buttonOf(await demo.mail(person.email, /^Willkommen/))),
    Password: person.password,
    PasswordConfirm: person.password,
  })
}

let contacts = 0

/** A contract from a referral, as the provider reports it; returns our order number. */
async function makeOrder(
  api: Api,
  demo: ReturnType<typeof demoOf>,
  referrer: Person,
  product: string,
  share: number,
): Promise<string> {
  contacts += 1
  const { Empfehlungsnummer: number } = await recommendAs(api, referrer, product, share)
  const person = {
    first: 'Zita',
    last: 'Kontakter',
    email: `zita${contacts}.kontakter@post.example`,
  }
  const recipient = await acceptAs(api, demo, number, person, {
    Geburtsdatum: `1${contacts}.05.1988`,
    Adresse: { Strasse: 'Auerweg', Hausnummer: `${contacts}`, Plz: '80331', Ort: 'München' },
  })
  return (await demo.contract('bgv', { Empfaengernummer: recipient })).Auftragsnummer
}

async function takeVoucher(api: Api, token: string): Promise<void> {
  const { body } = await api('GET', '/praemierung', undefined, token)
  const voucher = body.Auswahl.find(({ Art }: { Art: string }) => Art === 'voucher')
  await api('PUT', '/praemierung', { PraemieId: voucher.Id }, token)
}

const row = (page: Page, text: string) => main(page).getByRole('row').filter({ hasText: text })

async function releaseOne(page: Page, product: string): Promise<void> {
  await row(page, product).getByRole('checkbox').check()
  await main(page).getByRole('button', { name: 'Auswahl freigeben …' }).click()
  await main(page).getByRole('button', { name: 'Auftrag freigeben' }).click()
  await expect(main(page).getByText('Der Auftrag wird freigegeben.')).toBeVisible()
  await expect(row(page, product)).toHaveCount(0, { timeout: 30_000 }) // the list has loaded
}

/** Advances to the first day of the next month; returns that day. */
async function toNextMonth(demo: ReturnType<typeof demoOf>, from: string): Promise<string> {
  const today =
    from.length === 10
      ? Temporal.PlainDate.from(from)
      : Temporal.Instant.from(from).toZonedDateTimeISO('Europe/Berlin').toPlainDate()
  const first = today.add({ months: 1 }).with({ day: 1 })
  await demo.clock(today.until(first, { largestUnit: 'days' }).toString())
  return first.toString()
}

/** The documents on the page, newest first, each with its sum. */
async function expectDocuments(page: Page, expected: [string, string][]): Promise<void> {
  await page.goto(`${bgv()}/de/agentur/rechnungen`)
  const documents = main(page).getByRole('row', { name: /AG-1001-/ })
  await expect(documents).toHaveCount(expected.length)
  await expect(documents).toContainText(expected.map(([total]) => total))
  await expect(documents.getByRole('rowheader')).toHaveText(expected.map(([, title]) => title))
}

/** The provider's order numbers, as pages show them. */
async function numbersOf(api: Api, token: string, orders: string[]): Promise<string[]> {
  const { body } = await api('PUT', '/agentur/auftraege/alle', {}, token)
  const rows = body.Content as { Id: string; Nummer: string; Status: string }[]
  return rows
    .filter(({ Id, Status }) => orders.includes(Id) && Status === 'Freigegeben')
    .map(({ Nummer }) => Nummer)
}

/** The first document's files: the PDF embeds the data, which names each order as the lists do. */
async function expectFiles(page: Page, numbers: string[]): Promise<void> {
  const [pdf, xml] = [await download(page, /^PDF von AG/), await download(page, /^XML/)]
  expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
  expect(pdf.includes('factur-x.xml')).toBe(true)
  expect(numbers).toHaveLength(4)
  for (const number of numbers) expect(xml.toString()).toContain(number)
  expect(xml.toString()).toContain('227.85')
}

async function download(page: Page, name: RegExp): Promise<Buffer> {
  const started = page.waitForEvent('download')
  await main(page).getByRole('link', { name }).click()
  return readFile(await (await started).path())
}

/** The sum of the agency's documents, and the ledger's for the months that are over. */
async function readBooks() {
  const db = connect(embeddedUrls(app.dataDir).ownerUrl, { max: 1 })
  try {
    return await db.kysely.transaction().execute(async (tx) => {
      const { agency_id: agency } = await tx
        .selectFrom('agencies')
        .select('agency_id')
        .where('tenant', '=', 'bgv')
        .where('number', '=', 'AG-1001')
        .executeTakeFirstOrThrow()
      const end = Temporal.Instant.from('2999-01-01T00:00:00Z')
      return {
        problems: await checkInvoices(tx, 'bgv'),
        documents: await sumDocuments(tx, 'bgv', agency),
        ledger: await sumLedger(tx, 'bgv', agency, end),
      }
    })
  } finally {
    await db.close()
  }
}
