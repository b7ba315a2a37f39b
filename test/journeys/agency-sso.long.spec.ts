import { expect } from '@playwright/test'
import { originAt } from './journey-steps.ts'
import { test, useSharedApp } from './use-app.ts'

const app = useSharedApp()
const bgv = () => originAt(app.origin, 'bgv')

test('somebody of an agency logs in with the provider’s own account, and is who the provider says', async ({
  page,
}) => {
  await page.goto(`${bgv()}/de/agentur/mitarbeiter`)
  const main = page.getByRole('main')
  await expect(main.getByRole('heading', { name: 'Für Agenturen anmelden' })).toBeVisible()
  await main.getByRole('button', { name: /Konto bei Bergvogel/ }).click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Korbinian Obermaier/ })
    .click()
  // On to the wanted page, with no trace of the sign-on in the address.
  await expect(page.getByRole('heading', { name: 'Mitarbeitende', level: 1 })).toBeVisible()
  expect(new URL(page.url()).search).toBe('')
  const cookies = (await page.context().cookies()).map(({ name, httpOnly }) => [name, httpOnly])
  expect(cookies).toContainEqual(['zs_agency', true])
  expect(cookies.map(([name]) => name)).not.toContain('zs_sso')
})

test('an account that no agency has is told so, and the password login is still there', async ({
  page,
}) => {
  await page.goto(`${bgv()}/de/agentur/anmelden`)
  const main = page.getByRole('main')
  await main.getByRole('button', { name: /Konto bei Bergvogel/ }).click()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Resi Wolkenfels/ })
    .click()
  await expect(main.getByRole('alert')).toContainText('gehört zu keiner Agentur')
  await expect(main.getByLabel('Passwort', { exact: true })).toBeVisible()
})

test('one browser, one after the other: a colleague signs on after somebody has logged out', async ({
  page,
}) => {
  const main = page.getByRole('main')
  for (const name of ['Vroni Almbauer', 'Ludwig Ganterer', 'Vroni Almbauer']) {
    await page.goto(`${bgv()}/de/agentur/anmelden`)
    await main.getByRole('button', { name: /Konto bei Bergvogel/ }).click()
    await main.getByRole('link', { name }).click()
    await expect(page).toHaveURL(/\/agentur\/start/)
    await expect(page.getByRole('banner').getByText(name, { exact: true })).toBeVisible()
    await page.goto(`${bgv()}/de/agentur/abmelden`)
    await main.getByRole('button', { name: 'Abmelden' }).click()
    await expect(main.getByRole('button', { name: 'Abmelden' })).toHaveCount(0)
  }
})

test('an address with an answer that nobody began lets nobody in', async ({ page }) => {
  await page.goto(`${bgv()}/de/agentur/anmelden?code=erfunden&state=erfunden`)
  await expect(page.getByRole('main').getByRole('alert')).toContainText('abgelaufen')
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('zs_agency')
})
