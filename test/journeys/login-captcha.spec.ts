import { expect, test } from '@playwright/test'
import { fillLogin } from './journey-steps.ts'
import { lena } from './demo-accounts.ts'
import { useApp } from './use-app.ts'

// Lets one machine be many visitors.
const app = useApp({ env: { TRUSTED_PROXIES: '127.0.0.1,::1' } })

test(
  'many wrong passwords from elsewhere cost the owner a captcha, and lock nobody out',
  { tag: '@long' },
  async ({ page }) => {
    const address = `${app.origin}/api/v1/standard/account/login`
    for (let place = 1; place <= 24; place += 1) {
      await fetch(address, {
        method: 'POST',
        headers: {
          'content-type': 'application/json',
          'x-requested-with': 'journey',
          'x-forwarded-for': `198.51.100.${place}`,
        },
        body: JSON.stringify({ Email: lena.email, Password: `Falsch-${place}-2026` }),
      })
    }
    await page.goto(`${app.origin}/de/login`)
    await fillLogin(page, lena)
    await expect(page.getByText('Sicherheitsprüfung bestanden.')).toBeVisible()
    await fillLogin(page, lena)
    await expect(page).toHaveURL(/\/de\/persoenlicherbereich/)
    await expect(page.getByRole('link', { name: 'Abmelden' })).toBeVisible()
  },
)
