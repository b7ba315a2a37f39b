import { expect, type Page } from '@playwright/test'
import { telkoSalesPartners } from '../../src/server/demo/tenants/telko-sales-partners.ts'

function partnerAt(index: number) {
  const partner = telkoSalesPartners[index]
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
  await form.locator('[name=password]').fill(password)
  await form.locator('button[type=submit]').click()
  await expect(form).toHaveCount(0)
}
