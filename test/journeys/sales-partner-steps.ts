import { expect, type Page } from '@playwright/test'
import { telko } from '../../src/server/demo/demo-tenants.ts'

function partnerAt(index: number) {
  const partner = telko.people.salesPartners[index]
  if (!partner) throw new Error(`There is no sales partner ${index}.`)
  return partner
}

/** The demo's sales partners: a company with a credit note, and a small business without. */
export const [wiebke, jonas] = [partnerAt(0), partnerAt(1)]

/** Logs in on the open entry page, and waits for it. */
export async function logInAsPartner(
  page: Page,
  { email, password }: { email: string; password: string },
): Promise<void> {
  const form = page.locator('form#partner-login')
  await form.locator('[name=email]').fill(email)
  const secret = form.locator('[name=password]')
  await secret.fill(password)
  // Fonts that come late after a log-out may move the button between press and release.
  await secret.press('Enter')
  await expect(form).toHaveCount(0)
}
