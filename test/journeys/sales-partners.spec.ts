import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { Client } from 'pg'
import { embeddedUrls } from '../../scripts/start-app.ts'
import { violationsOf } from './check-page.ts'
import { buttonOf, demoOf, factOf, originAt, typePasswordOnce } from './journey-steps.ts'
import { runCli } from './run-cli.ts'
import { logInAsPartner, jonas, wiebke } from './sales-partner-steps.ts'
import { useApp } from './use-app.ts'

const app = useApp()
const telko = () => originAt(app.origin, 'telko')
const email = 'telse.marquardsen@post.example'
const password = 'Zugvogel-2026-Nord'

test(
  'a seller registers, is activated, sells by the own link, and gets a credit note that the ledger bears out',
  { tag: '@long' },
  async ({ page }) => {
    const main = page.getByRole('main')
    const demo = demoOf(app.origin)
    await page.goto(`${telko()}/de/verkaufspartner`)
    await main.getByRole('link', { name: 'Als Verkaufspartner registrieren' }).click()
    await main.getByLabel('Vorname').fill('Telse')
    await main.getByLabel('Nachname').fill('Marquardsen')
    await main.getByLabel('Straße').fill('Hafenkante')
    await main.getByLabel('Hausnummer').fill('2')
    await main.getByLabel('Postleitzahl').fill('24103')
    await main.getByLabel('Ort', { exact: true }).fill('Kiel')
    await main.getByLabel('E-Mail-Adresse').fill(email)
    await main.getByLabel('Kontoinhaberin oder Kontoinhaber').fill('Telse Marquardsen')
    await main.getByLabel('IBAN').fill('DE89370400440532013000')
    await main.getByLabel(/Ich stimme der Vereinbarung zu/).check()
    await main.getByRole('button', { name: 'Registrieren' }).click()
    // Without tax number or VAT id no credit note can be written.
    await expect(main.getByLabel(/^Steuernummer/)).toHaveAttribute('aria-invalid', 'true')
    await main.getByLabel(/^Steuernummer/).fill('19/123/45678')
    await main.getByLabel('IBAN').fill('DE89370400440532013000')
    await main.getByRole('button', { name: 'Registrieren' }).click()
    await expect(
      page.getByRole('heading', { level: 1, name: 'Sieh in dein Postfach' }),
    ).toBeVisible()

    await page.goto(buttonOf(await demo.mail(email, /Bitte bestätigen/)))
    await typePasswordOnce(page, password)
    await main.getByRole('button', { name: 'Bestätigen und anmelden' }).click()
    await expect(main.getByText('Wir prüfen die Angaben')).toBeVisible()
    await expect(main.getByText(/19\/123\/45678/)).toBeVisible()

    const number = await numberOf(email)
    await runCli(app, 'sales-partners', 'activate', number, '--tenant', 'telko')
    await main.getByRole('link', { name: 'Zu meinen Daten' }).waitFor()
    await page.goto(`${telko()}/de/verkaufspartner/bereich`)
    const link = await main.getByLabel('Dein Verkaufslink').inputValue()
    expect(link).toContain(number)

    await page.goto(link)
    await expect(page.getByText(`Beraten von Verkaufspartner ${number}`)).toBeVisible()
    await page.getByRole('radio', { name: /^Glasfaser 250 / }).check()
    await page.locator('form.order-form button[type=submit]').click()
    await page.goto(`${telko()}/de/verkaufspartner/provisionen`)
    const row = main.getByRole('row').filter({ hasText: 'SHOP-' })
    await expect(row).toContainText('Vorgemerkt')
    await expect(row).toContainText('60,00 €')

    await demo.clock('P32D')
    await page.reload()
    // In the days after a month's end its credit note has it already.
    await expect(row).toContainText(/Verdient|Abgerechnet/)
    await demo.clock('P32D')
    await page.goto(`${telko()}/de/verkaufspartner/abrechnung`)
    const note = main.getByRole('row').filter({ hasText: `${number}-` })
    // 60 euros plus 19 %.
    await expect(note).toContainText('71,40 €')
    const download = page.waitForEvent('download')
    await note.getByRole('link', { name: /^PDF von/ }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^Gutschrift-VP-.+-1\.pdf$/)
    const pdf = await readFile(await file.path())
    expect(pdf.subarray(0, 5).toString()).toBe('%PDF-')
    expect(pdf.includes('factur-x.xml')).toBe(true)
    await demo.mail(email, /^Gutschrift VP-/)
    expect(await payableOf(number)).toBe('6000')
  },
)

test(
  'partners find their orders again, log out, and see nothing of one another',
  { tag: '@long' },
  async ({ page }) => {
    const main = page.getByRole('main')
    await page.goto(`${telko()}/de/verkaufspartner/auftraege`)
    // After login an anonymous visitor returns to the wanted page.
    await logInAsPartner(page, wiebke)
    await expect(page.getByRole('heading', { level: 1, name: 'Aufträge' })).toBeVisible()
    await main.getByRole('searchbox').fill('vp-1009')
    await expect(main.getByRole('row')).toHaveCount(2) // including the head
    await main.getByRole('searchbox').fill('FN-VP-2')
    await expect(main.getByText('Kein Eintrag passt')).toBeVisible()
    await main.getByRole('button', { name: 'Abmelden' }).click()
    await expect(main.getByText('Du bist abgemeldet.')).toBeVisible()
    await logInAsPartner(page, jonas)
    await main.getByRole('link', { name: 'Aufträge', exact: true }).click()
    await expect(main.getByRole('row').filter({ hasText: 'FN-VP-2001' })).toBeVisible()
    await expect(main.getByText('FN-VP-1001')).toHaveCount(0)
  },
)

test(
  'an order, its commission and a credit note open beside their lists with their story, and phones get a page',
  { tag: '@long' },
  async ({ page }) => {
    await page.setViewportSize({ width: 1440, height: 900 })
    const main = page.getByRole('main')
    const rows = main.locator('tbody tr')
    const scrollsSideways = () =>
      page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
    await page.goto(`${telko()}/de/verkaufspartner/auftraege?status=released`)
    await logInAsPartner(page, wiebke)
    await page.waitForLoadState('networkidle')
    const handle = rows.filter({ hasText: 'FN-VP-1001' }).locator('[data-handle]')
    const order = main.getByRole('region', { name: 'Auftrag FN-VP-1001' })
    const story = order.getByRole('list', { name: 'Verlauf' })
    await handle.focus()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/verkaufspartner\/auftraege\/[^/]+\?status=released$/)
    await expect(page).toHaveTitle(/^Auftrag FN-VP-1001 – Aufträge/)
    await expect(order).toContainText('Internet und Festnetz, für Verträge ab')
    await expect(story).toContainText('Gutschrift geschrieben')
    await expect(story).toContainText('Freigegeben')
    await expect(rows.filter({ hasText: 'FN-VP-1001' })).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(order).toHaveCount(0)
    await expect(handle).toBeFocused()
    await page.keyboard.press('?')
    await expect(page.getByRole('dialog', { name: 'Tasten' })).toContainText('Zeile öffnen')
    await page.keyboard.press('Escape')
    await page.goBack()

    // Its credit note opens beside that list, and links back to each order.
    await order.getByRole('definition').getByRole('link', { name: /^VP-/ }).click()
    const note = main.getByRole('region', { name: /^Gutschrift VP-/ })
    await expect(note.getByRole('link', { name: /^PDF von/ })).toBeVisible()
    const total = (await factOf(note, 'Gesamt').textContent())!
    const row = rows.filter({ has: page.locator('[aria-current]') })
    await expect(row).toContainText(total)
    await expect(note.getByRole('list', { name: 'Verlauf' })).toContainText(
      'Gutschrift geschrieben',
    )
    await note.getByRole('link', { name: 'FN-VP-1002' }).click()
    await expect(main.getByRole('region', { name: 'Auftrag FN-VP-1002' })).toBeVisible()

    // On a phone. A cancelled order says why nothing is paid.
    await page.setViewportSize({ width: 320, height: 800 })
    await page.goto(`${telko()}/de/verkaufspartner/provisionen?suche=1010`)
    await rows.filter({ hasText: 'FN-VP-1010' }).locator('[data-handle]').click()
    const lost = main.getByRole('region', { name: 'Auftrag FN-VP-1010' })
    await expect(lost).toContainText('Sie wird nicht ausgezahlt.')
    await expect(main.getByRole('table')).toBeHidden()
    expect(await scrollsSideways()).toBe(0)
    await lost.getByRole('link', { name: 'Schließen und zur Liste' }).click()
    await expect(page).toHaveURL(/provisionen\?suche=1010$/)

    const address = await page.evaluate(() => location.origin)
    await page.goto(`${telko()}/de/verkaufspartner/auftraege?suche=FN-VP-1001`)
    await handle.click()
    await expect(order).toBeVisible()
    const path = new URL(page.url()).pathname
    await page.context().clearCookies()
    await page.goto(`${address}${path}`)
    await logInAsPartner(page, jonas)
    await expect(page.getByRole('heading', { level: 1, name: 'Auftrag FN-VP-1001' })).toHaveCount(0)
    expect((await page.goto(`${address}${path}`))?.status()).toBe(404)
  },
)

test(
  'a name that the bank spells otherwise stands on the page of the data, and is theirs by one press',
  { tag: '@long' },
  async ({ page }, info) => {
    const main = page.getByRole('main')
    await query(
      `update sales_partners set account_problem = 'payee-close-match', bank_spells = 'Jonas-Peter von der Bankenschreibweise'
        where tenant = 'telko' and email = $1`,
      [jonas.email],
    )
    await page.goto(`${telko()}/de/verkaufspartner/meine-daten`)
    await logInAsPartner(page, jonas)
    const question = main.locator('.notice').filter({ hasText: 'Heißt das Konto so?' })
    await expect(factOf(question, 'Name bei der Bank')).toHaveText(/Bankenschreibweise$/)
    for (const width of [320, 768, 1440]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
      expect(await violationsOf(page)).toEqual([])
      await info.attach(`${width}`, { body: await page.screenshot({ fullPage: true }) })
    }
    await question.getByRole('button', { name: /^Das bin ich/ }).click()
    await expect(main.getByText('Gespeichert.')).toBeVisible()
    await expect(question).toHaveCount(0)
    await expect(main.getByLabel('Kontoinhaberin oder Kontoinhaber')).toHaveValue(
      'Jonas-Peter von der Bankenschreibweise',
    )
  },
)

async function query(text: string, values: string[]): Promise<Record<string, string>> {
  const client = new Client({ connectionString: embeddedUrls(app.dataDir).ownerUrl })
  await client.connect()
  try {
    const { rows } = await client.query<Record<string, string>>(text, values)
    return rows[0] ?? {}
  } finally {
    await client.end()
  }
}

const numberOf = async (address: string): Promise<string> =>
  (
    await query(`select number from sales_partners where tenant = 'telko' and email = $1`, [
      address,
    ])
  )['number'] ?? ''

/** A partner's payable balance in the commission ledger, in cents. */
const payableOf = async (number: string) =>
  (
    await query(
      `select sum(cents)::text as cents from commission_postings p
        join partner_orders o on o.tenant = p.tenant and o.number = p.order_number
        join sales_partners s on s.tenant = o.tenant and s.partner_id = o.partner_id
        where p.tenant = 'telko' and s.number = $1 and p.account = 'payable'`,
      [number],
    )
  )['cents']
