import { readFile } from 'node:fs/promises'
import { expect, test, type Page } from '@playwright/test'
import { Client } from 'pg'
import { embeddedUrls } from '../../scripts/start-app.ts'
import { korbinian, logInForAgency, rows, vroni } from './agency-steps.ts'
import { acceptAs, apiOf, recommendAs } from './api-steps.ts'
import { greta } from './demo-accounts.ts'
import { demoOf, originAt } from './journey-steps.ts'
import { runCli } from './run-cli.ts'
import { useApp } from './use-app.ts'

const app = useApp()
const bgv = () => originAt(app.origin, 'bgv')
const main = (page: Page) => page.getByRole('main')

test(
  'an owner finds an order in the report, releases it, refuses another, and the log says who; an employee sees neither',
  { tag: '@long' },
  async ({ page, browser }) => {
    const [first, second] = [await makeOrder('Zoë', 'Amsel'), await makeOrder('Yann', 'Birke')]
    // The referrals were assigned to the agency directly in the database.
    await runCli(app, 'reports', 'rebuild', '--tenant', 'bgv')
    await page.goto(`${bgv()}/de/agentur/auftraege`)
    await logInForAgency(page, korbinian)
    await expect(main(page).getByText('1–2 von 2')).toBeVisible()

    // Filtered by the address, so that it can be bookmarked.
    await main(page).getByRole('searchbox').fill(first.toLowerCase())
    await expect(page).toHaveURL(/suche=/)
    await expect(main(page).getByText('1–1 von 1')).toBeVisible()
    const release = async () => {
      await main(page)
        .getByRole('checkbox', { name: /^Auftrag/ })
        .check()
      await main(page).getByRole('button', { name: 'Auswahl freigeben …' }).click()
      // Nothing else offers to decide while the question is open.
      await expect(main(page).getByRole('group', { name: 'Auswahl' })).toHaveCount(0)
      await main(page).getByRole('button', { name: 'Auftrag freigeben' }).click()
      await expect(main(page).getByText('Der Auftrag wird freigegeben.')).toBeVisible()
    }
    // The expected amount is in its row.
    await expect(main(page).getByRole('cell', { name: /^Prämie voraussichtlich/ })).toBeVisible()
    await release()
    await main(page).getByRole('button', { name: 'Zurücknehmen' }).click()
    await expect(main(page).getByText('Der Auftrag wartet wieder.')).toBeVisible()
    await release()
    // The countdown is visible but not announced every second; when it ends, undo is gone.
    const left = main(page).getByText(/^noch \d+ Sekunden?$/)
    const seconds = async () => Number(/\d+/.exec((await left.textContent()) ?? '')?.[0])
    const seen = await seconds()
    expect(seen).toBeLessThanOrEqual(10)
    await expect(left).toHaveAttribute('aria-hidden', 'true')
    await expect(main(page).getByText('Wird freigegeben', { exact: true })).toBeVisible()
    await expect.poll(seconds).toBeLessThan(seen)
    await expect(main(page).getByText('Die 10 Sekunden sind um.')).toBeVisible({ timeout: 10_000 })
    await expect(main(page).getByRole('button', { name: 'Zurücknehmen' })).toHaveCount(0)
    await expect(main(page).getByText('Wird freigegeben', { exact: true })).toBeHidden({
      timeout: 30_000,
    })

    await page.goto(`${bgv()}/de/agentur/auftraege`)
    await main(page).getByRole('columnheader').getByRole('link', { name: 'Status' }).click()
    await expect(main(page).getByRole('columnheader', { name: 'Status' })).toHaveAttribute(
      'aria-sort',
      'ascending',
    )
    await expect(rows(page)).toHaveText([/Bestätigt/, /Freigegeben/])
    // The tab leads to the list's one home.
    await page.goto(`${bgv()}/de/agentur/empfehlen?tab=freigabe`)
    await expect(page).toHaveURL(/agentur\/auftraege\?status=Bestaetigt/)
    await page.waitForLoadState('networkidle')
    await rows(page).locator('[data-handle]').focus()
    await page.keyboard.press('Enter')
    const record = main(page).getByRole('region', { name: /^Auftrag / })
    const question = record.getByRole('alert')
    const cancels = [
      () => page.keyboard.press('Escape'),
      () => question.getByRole('link', { name: 'Abbrechen' }).press('Enter'),
    ]
    for (const name of ['Auftrag freigeben …', 'Auftrag nicht anerkennen …'])
      for (const cancel of cancels) {
        const opener = record.getByRole('button', { name })
        await opener.focus()
        await page.keyboard.press('Enter')
        await expect(question).toBeFocused()
        await cancel()
        await expect(opener).toBeFocused()
      }
    await record.getByRole('button', { name: 'Auftrag nicht anerkennen …' }).click()
    await expect(question.getByText(/Prämien voraussichtlich/)).toBeVisible()
    await question.getByRole('button', { name: 'Auftrag nicht anerkennen' }).click()
    await expect(question.getByLabel('Grund')).toHaveAttribute('aria-invalid', 'true')
    await expect(question.getByLabel('Grund')).toBeFocused()
    await expect(question.getByText('eine Möglichkeit aus')).toHaveText(
      'Bitte wählen Sie eine Möglichkeit aus.',
    )
    await question.getByLabel('Grund').selectOption('Es bestand schon eine Kundenbeziehung.')
    // Without a connection the question stays, with what was typed.
    await page.context().setOffline(true)
    await question.getByRole('button', { name: 'Auftrag nicht anerkennen' }).click()
    await expect(question.getByText(/Keine Verbindung/)).toBeVisible()
    await expect(question.getByLabel('Grund')).toHaveValue('bestandskunde')
    await page.context().setOffline(false)
    await question.getByRole('button', { name: 'Auftrag nicht anerkennen' }).click()
    await expect(record.getByText('Der Auftrag wird nicht anerkannt.')).toBeVisible()
    // The changed state is in sight, wherever the user has scrolled.
    await record.evaluate((pane) => pane.scrollTo(0, pane.scrollHeight))
    await expect(record.getByText('Wird nicht anerkannt', { exact: true })).toBeInViewport()
    await expect(record.getByRole('heading', { level: 1 })).toBeInViewport()
    await expect(page).toHaveURL(new RegExp(`auftraege/${second}\\?status=Bestaetigt`))
    // After the time to take it back the history says by whom and why; the list filtered by the old state no longer has it.
    await demoOf(app.origin).clock('PT15S')
    const story = record.getByRole('list', { name: 'Verlauf' })
    await expect(story.getByText('Auftrag nicht anerkannt')).toBeVisible({ timeout: 30_000 })
    await expect(
      story.locator('li.event').filter({ hasText: 'Auftrag nicht anerkannt' }),
    ).toContainText('Korbinian Obermaier')
    await expect(story.getByText('Es bestand schon eine Kundenbeziehung.')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(main(page).getByText('Kein Eintrag passt')).toBeVisible()
    await page.goto(`${bgv()}/de/agentur/auftraege`)
    await expect(rows(page).getByText('Nicht anerkannt')).toBeVisible()
    await expect(main(page).getByText('Es bestand schon eine Kundenbeziehung.')).toBeVisible()

    const download = page.waitForEvent('download')
    await main(page).getByRole('link', { name: 'Als CSV laden' }).click()
    const file = await readFile(await (await download).path(), 'utf8')
    expect(file).toContain(first)
    expect(file).toContain(second)

    const log = await ask<{ action: string; actor_kind: string; subject_id: string }>(
      `select action, actor_kind, subject_id from audit_log
      where tenant = 'bgv' and subject_id = any ($1) and actor_kind = 'agency-user' order by at, audit_id`,
      [[first, second]],
    )
    expect(log).toEqual([
      ...[
        'order-release-decided',
        'order-decision-taken-back',
        'order-release-decided',
        'order-released',
      ].map((action) => ({ action, actor_kind: 'agency-user', subject_id: first })),
      ...['order-refusal-decided', 'order-refused'].map((action) => ({
        action,
        actor_kind: 'agency-user',
        subject_id: second,
      })),
    ])

    await page.goto(`${bgv()}/de/agentur/praemien`)
    await expect(main(page).getByText('1–1 von 1')).toBeVisible()
    await page.goto(`${bgv()}/de/agentur/empfehler?liste=leads`)
    await expect(main(page).getByText('Z. A.')).toBeVisible()
    await expect(main(page).getByText('Amsel')).toHaveCount(0)

    const context = await browser.newContext({ locale: 'de-DE', javaScriptEnabled: false })
    const employee = await context.newPage()
    await employee.goto(`${bgv()}/de/agentur/auftraege`)
    await logInForAgency(employee, vroni)
    await expect(main(employee).getByText('Noch keine Aufträge')).toBeVisible()
    await context.close()
  },
)

async function ask<T>(text: string, values: unknown[]): Promise<T[]> {
  const client = new Client({ connectionString: embeddedUrls(app.dataDir).ownerUrl })
  await client.connect()
  const { rows } = await client.query(text, values)
  await client.end()
  return rows as T[]
}

/** A confirmed order of a referral that belongs to the first agency and its owner. */
async function makeOrder(firstName: string, lastName: string): Promise<string> {
  const [api, demo] = [apiOf(app.origin, 'bgv'), demoOf(app.origin)]
  const { Empfehlungsnummer: number } = await recommendAs(api, greta, '303', 100)
  await ask(
    `update referrals set (agency_id, agency_user_id) = (select agency_id, user_id from agency_users where tenant = 'bgv' and email = $2)
      where tenant = 'bgv' and number = $1`,
    [number, korbinian.email],
  )
  const person = {
    first: firstName,
    last: lastName,
    email: `${lastName}.auftrag@post.example`.toLowerCase(),
  }
  const recipient = await acceptAs(api, demo, number, person, {
    Geburtsdatum: '24.05.1988',
    Adresse: { Strasse: 'Auerbachstraße', Hausnummer: '7a', Plz: '80331', Ort: 'München' },
  })
  const { Auftragsnummer: order } = await demo.contract('bgv', { Empfaengernummer: recipient })
  return order
}
