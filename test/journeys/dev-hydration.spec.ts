import { expect, test, type Page } from '@playwright/test'
import { apiOf, recommendAs } from './api-steps.ts'
import { lena } from './demo-accounts.ts'
import { logIn } from './journey-steps.ts'
import { useApp } from './use-app.ts'

// React names hydration mismatches in development only.

const app = useApp({ env: { ZUSPRUCH_DEV: '1', NODE_ENV: 'development' } })

function listen(page: Page): string[] {
  const said: string[] = []
  page.on('pageerror', (error) => said.push(error.message))
  page.on('console', (message) => {
    if (/error|warning/.test(message.type())) said.push(message.text())
  })
  return said
}

async function hydrated(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.waitForFunction(() => {
    const headline = document.querySelector('#root main h1')
    return headline && Object.keys(headline).some((key) => key.startsWith('__react'))
  })
}

test(
  'pages from their sources say the same on the server and in the browser',
  { tag: '@long' },
  async ({ page }) => {
    const { Empfehlungsnummer: number } = await recommendAs(
      apiOf(app.origin, 'standard'),
      lena,
      '101',
      50,
    )
    const said = listen(page)
    for (const path of ['/de', '/en/empfehlen/101', `/de/empfaengerdaten/${number}`])
      await hydrated(page, `${app.origin}${path}`)
    // The script runs: leaving an invalid field shows its error.
    await page.getByRole('textbox', { name: 'E-Mail' }).fill('traudel')
    await page.getByLabel('Vorname').focus()
    await expect(page.locator('#recipient-email-error')).toContainText('gültige E-Mail-Adresse')
    await logIn(page, app.origin, lena)
    const area = `${app.origin}/de/persoenlicherbereich`
    // The first one's rows are drawn for it alone, those of the others by their shape.
    for (let visit = 0; visit < 3; visit++) await hydrated(page, area)
    expect(said).toEqual([])
  },
)
