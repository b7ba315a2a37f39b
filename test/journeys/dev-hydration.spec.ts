import { expect, test, type Page } from '@playwright/test'
import { apiOf, recommendAs } from './api-steps.ts'
import { lena } from './demo-accounts.ts'
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
    for (const path of ['/de', '/en/empfehlen/101', `/de/empfaengerdaten/${number}`]) {
      await page.goto(`${app.origin}${path}`)
      await page.waitForFunction(() => {
        const headline = document.querySelector('#root main h1')
        return headline && Object.keys(headline).some((key) => key.startsWith('__react'))
      })
    }
    // The script runs: leaving an invalid field shows its error.
    await page.getByRole('textbox', { name: 'E-Mail' }).fill('traudel')
    await page.getByLabel('Vorname').focus()
    await expect(page.locator('#recipient-email-error')).toContainText('gültige E-Mail-Adresse')
    expect(said).toEqual([])
  },
)
