import { expect, type Browser, type Page } from '@playwright/test'
import { findFreePort } from '../../src/server/db/embedded/run-postmaster.ts'
import { startApp, type TestApp } from '../helpers/app.ts'
import { clientId, startSignOn, type TestSignOn } from '../helpers/sign-on.ts'
import { violationsOf } from './check-page.ts'
import { runCli } from './run-cli.ts'
import { test } from './use-app.ts'

let app: TestApp
let provider: TestSignOn
const account = (id: string, email: string) => ({
  id,
  email,
  firstName: 'Jule',
  lastName: 'Wattmann',
  agency: '',
  employee: '',
})

test.beforeAll(async () => {
  const port = await findFreePort()
  const people = [
    account('jule', 'jule.firma@post.example'),
    account('malte', 'malte.firma@post.example'),
    account('fremd', 'wer.anders@post.example'),
  ]
  const origin = `http://betrieb.localhost:${port}`
  provider = await startSignOn(people, [`${origin}/de/anmelden`, `${origin}/en/anmelden`])
  const env = {
    OPERATOR_SSO_ISSUER: provider.issuer,
    OPERATOR_SSO_CLIENT_ID: clientId,
    OPERATOR_SSO_NAME: 'Musterwerk',
  }
  app = await startApp({ port, env })
})
test.afterAll(async () => {
  await app.stop()
  await provider.stop()
})

const at = (path: string) => `${app.origin.replace('//localhost', '//betrieb.localhost')}${path}`
const open = async (browser: Browser): Promise<Page> =>
  (await browser.newContext({ locale: 'de-DE', timezoneId: 'Europe/Berlin' })).newPage()

async function invite(email: string): Promise<string> {
  const asked = ['operators', 'invite', email, '--role', 'tenant-admin', '--tenant', 'telko']
  const { link } = await runCli(app, ...asked, '--reason', 'Aufbau', '--emergency')
  return String(link)
}

test('somebody joins, signs in and grants a right with the company’s account, and what was typed is still there after the proof', async ({
  browser,
}) => {
  const link = await invite('jule.firma@post.example')
  const page = await open(browser)
  await page.goto(link)
  await page.locator('#invitation-provider').getByLabel('Name').fill('Jule Wattmann')
  await page.getByRole('button', { name: 'Mit dem Konto bei Musterwerk annehmen' }).click()
  // Somebody else of the company is not who was invited, and uses nothing up.
  await page.getByRole('link', { name: 'fremd' }).click()
  await expect(page.getByText('Dieses Konto gehört zu keinem Zugang.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.goto(link)
  await page.getByRole('button', { name: 'Mit dem Konto bei Musterwerk annehmen' }).click()
  await page.getByRole('link', { name: 'jule' }).click()
  await expect(page).toHaveURL(at('/de/telko/heute'))

  await page.goto(at('/de/zugang'))
  await expect(page.getByText('verbunden, für Anmeldung und Bestätigung')).toBeVisible()
  await expect(page.getByText('Bitte einen zweiten Passkey anlegen')).toHaveCount(0)
  await page.goto(at('/de/abmelden'))
  await expect(page.getByText('Das Konto bei Musterwerk bleibt')).toBeVisible()
  await page.getByRole('button', { name: 'Abmelden' }).click()

  // Led back to where they wanted, and nowhere else.
  await page.goto(at('/de/telko/team'))
  await page.getByRole('button', { name: 'Mit dem Konto bei Musterwerk anmelden' }).click()
  await page.getByRole('link', { name: 'jule' }).click()
  await expect(page).toHaveURL(at('/de/telko/team'))
  expect((await page.context().cookies()).map(({ name }) => name)).not.toContain('zs_sso')

  await page.getByRole('link', { name: 'Recht vergeben' }).click()
  const form = page.locator('#invite-form')
  await form.getByLabel('E-Mail-Adresse').fill('revision.firma@post.example')
  await form.getByLabel('Name').fill('Rieke Sommer')
  await form.getByLabel('Recht').selectOption({ label: 'Revision' })
  await form.getByLabel('Grund').fill('Jahresabschluss')
  await form.getByRole('button', { name: 'Recht vergeben' }).click()
  await expect(page.getByText('Bitte noch einmal ausweisen')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  const opened = page.waitForEvent('popup')
  await page.getByRole('link', { name: 'Bei Musterwerk bestätigen' }).click()
  const tab = await opened
  // Not "jule firma", the link to their own access on the page that leads on.
  await tab.getByRole('link', { name: 'jule', exact: true }).click()
  await expect(page.getByRole('main').getByText('Die Einladung ist unterwegs.')).toBeVisible()
  const self = page.getByRole('listitem').filter({ hasText: 'jule.firma@post.example' })
  await expect(self).toContainText('Firmenkonto')
})

test('a foreign return address leads nowhere else, and an answer that this browser did not begin lets nobody in', async ({
  browser,
}) => {
  const page = await open(browser)
  await page.goto(await invite('malte.firma@post.example'))
  await page.getByRole('button', { name: 'Mit dem Konto bei Musterwerk annehmen' }).click()
  await page.getByRole('link', { name: 'malte' }).click()
  await expect(page).toHaveURL(at('/de/telko/heute'))
  await page.context().clearCookies()
  for (const target of ['//evil.example/', 'https://evil.example/', '/\\evil.example']) {
    await page.goto(at(`/de/anmelden?redirect=${encodeURIComponent(target)}`))
    await page.getByRole('button', { name: 'Mit dem Konto bei Musterwerk anmelden' }).click()
    await page.getByRole('link', { name: 'malte' }).click()
    await expect(page).toHaveURL(at('/de/telko/heute'))
    await page.context().clearCookies()
  }
  const other = await open(browser)
  await other.goto(at('/de/anmelden?sso=start'))
  // Somebody lures the other browser to their own answer.
  const answered = page.waitForRequest(/anmelden\?code=/)
  await page.goto(at('/de/anmelden?sso=start'))
  await page.route(/anmelden\?code=/, (route) => route.abort())
  await page
    .getByRole('link', { name: 'malte' })
    .click()
    .catch(() => undefined)
  await other.goto((await answered).url())
  await expect(other.getByRole('alert')).toContainText('hat nicht geklappt')
  expect((await other.context().cookies()).map(({ name }) => name)).not.toContain('zs_betrieb')
})
