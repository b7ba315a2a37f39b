import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, type Page } from '@playwright/test'
import pg from 'pg'
import { embeddedUrls } from '../../scripts/start-app.ts'
import { startSquidex } from '../helpers/squidex.ts'
import { violationsOf } from './check-page.ts'
import { originAt } from './journey-steps.ts'
import { runCli } from './run-cli.ts'
import { useApp } from './use-app.ts'

const app = useApp()
const main = (page: Page) => page.getByRole('main')
const question = (page: Page, name: string) => main(page).getByRole('heading', { level: 3, name })
const headline = (page: Page, name: string | RegExp) =>
  expect(main(page).getByRole('heading', { level: 1, name })).toBeVisible()

function file(name: string, content: unknown): string {
  const path = join(app.dataDir, name)
  writeFileSync(path, typeof content === 'string' ? content : JSON.stringify(content))
  return path
}

test('what an operator imports is shown at once: rich answers, and texts of the pages, on every page', async ({
  page,
}) => {
  await page.goto(`${app.origin}/de/faq`)
  await headline(page, 'Häufige Fragen')
  const content = {
    faq: [
      {
        Id: 'anruf',
        Gruppe: { de: 'Hilfe' },
        Titel: { de: 'Kann ich auch anrufen?' },
        Content: {
          de: '<p onclick="alert(1)">Ja, unter <strong>{{kontakt.telefon}}</strong>.</p><ol><li>Wählen</li></ol><table><caption>Zeiten</caption><tbody><tr><th scope="row">Werktags</th><td>Servicemitarbeiterinnen und Ansprechpartner von morgens bis abends</td></tr></tbody></table><script>document.title="x"</script>',
        },
      },
    ],
    text: [
      { Id: 'help.faq.title', Text: { de: 'Fragen an {{mandant.name}}' } },
      { Id: 'recipient.code.title', Text: { de: 'Her mit dem Code' } },
    ],
  }
  const path = file('inhalt.json', content)
  const imported = await runCli(app, 'content', 'import', path, '--tenant', 'standard')
  expect(imported).toMatchObject({ problems: [] })
  await expect(async () => {
    await page.reload()
    await headline(page, 'Fragen an Sonnseite')
  }).toPass()
  await expect(page).toHaveTitle(/Fragen an Sonnseite/)
  await question(page, 'Kann ich auch anrufen?').click()
  await expect(main(page).getByText(/^Ja, unter \+49/)).toBeVisible()
  await expect(main(page).locator('[onclick], details script')).toHaveCount(0)
  for (const width of [320, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await violationsOf(page)).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  }

  // A page carries its own texts only; other pages' load on navigation, with script and without.
  const data = await page.locator('#page-data').textContent()
  expect(data).not.toContain('Her mit dem Code')
  await page.getByRole('banner').getByRole('link', { name: /Code/ }).click()
  await headline(page, 'Her mit dem Code')
  await page.reload()
  await headline(page, 'Her mit dem Code')
})

test.describe('without script', () => {
  test.use({ javaScriptEnabled: false })

  test('a content service that is away: its last copy is shown, and without one the page says so and all others work', async ({
    page,
  }) => {
    const squidex = await startSquidex()
    squidex.put('faq', {
      'vom-dienst': {
        gruppe: { de: 'Dienst' },
        titel: { de: 'Woher kommt das?' },
        content: { de: 'Vom Inhaltsdienst.' },
      },
    })
    const origin = originAt(app.origin, 'telko')
    try {
      const secret = file('secret.txt', squidex.client.secret)
      await runCli(app, 'secret', 'set', 'content-service', secret, '--tenant', 'telko')
      const there = [squidex.url, '--app', 'funkel', '--client', squidex.client.id]
      const connected = await runCli(app, 'content', 'connect', ...there, '--tenant', 'telko')
      expect(connected).toMatchObject({ connected: true, entries: { faq: 1 } })
      await expect(async () => {
        await page.goto(`${origin}/de/hilfe`)
        await expect(question(page, 'Woher kommt das?')).toBeVisible({ timeout: 2_000 })
      }).toPass()
    } finally {
      await squidex.stop()
    }
    await page.reload()
    await expect(question(page, 'Woher kommt das?')).toBeVisible()

    await forgetCopies('telko')
    // Notified by the database, a moment later.
    await expect(async () => {
      await page.goto(`${origin}/de/hilfe`)
      await expect(main(page).getByText(/Inhalt nicht verfügbar/)).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await expect(main(page).getByRole('link', { name: 'Noch einmal versuchen' })).toBeVisible()
    await page.goto(`${origin}/en/hilfe`)
    await expect(main(page).getByText(/Content not available/)).toBeVisible()
    await page.goto(`${origin}/de`)
    await expect(main(page).getByRole('heading', { level: 1 })).toBeVisible()
    expect(app.output()).toContain('Fehler beim Laden des CMS Inhalts')

    await runCli(app, 'content', 'connect', '--off', '--tenant', 'telko')
    await expect(async () => {
      await page.goto(`${origin}/de/hilfe`)
      await expect(question(page, 'Wie geht das mit dem Empfehlen?')).toBeVisible({
        timeout: 2_000,
      })
    }).toPass()
  })
})

/** As if the service was never reached: no copy in database or memory. */
async function forgetCopies(tenant: string) {
  const client = new pg.Client({ connectionString: embeddedUrls(app.dataDir).ownerUrl })
  await client.connect()
  try {
    await client.query('begin')
    await client.query('delete from content_copies where tenant = $1', [tenant])
    await client.query(`select pg_notify('zuspruch_cache', $1)`, [`content|${tenant}`])
    await client.query('commit')
  } finally {
    await client.end()
  }
}
