import { expect, type Browser, type Page } from '@playwright/test'

/** The demo's person with a role, signed in to the console on a desk of their own. */
export async function signInAs(browser: Browser, origin: string, role: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${origin}/demo?lang=de`)
  await page.getByRole('button', { name: new RegExp(`Konsole öffnen, ${role}`) }).click()
  await expect(page).toHaveURL(/\/\/betrieb\.localhost/)
  return page
}

/** Opens one thing that can be done, fills its form, and sends it. @param part its name, without the id of what it is of */
export async function act(page: Page, part: string, reason?: string): Promise<void> {
  const place = page.locator(`details[data-part="${part}"], details[data-part^="${part} "]`)
  await place.locator('summary').click()
  if (reason !== undefined) await place.getByLabel('Grund').fill(reason)
  await place.getByRole('button').click()
}
