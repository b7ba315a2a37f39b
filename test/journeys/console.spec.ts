import { expect, type Browser, type Page } from '@playwright/test'
import { violationsOf } from './check-page.ts'
import { buttonOf, demoOf } from './journey-steps.ts'
import { addPasskeyTo } from './passkey.ts'
import { runCli } from './run-cli.ts'
import { test, useSharedApp } from './use-app.ts'

const app = useSharedApp()
const consoleAt = () => app.origin.replace('//localhost', '//betrieb.localhost')

/** A browser of its own, with a passkey device. */
async function open(browser: Browser, locale = 'de-DE'): Promise<[Page, () => Promise<void>]> {
  const context = await browser.newContext({ locale, timezoneId: 'Europe/Berlin' })
  const page = await context.newPage()
  return [page, await addPasskeyTo(page)]
}

async function invite(email: string, role: string): Promise<string> {
  const asked = ['operators', 'invite', email, '--role', role, '--tenant', 'telko']
  const { link } = await runCli(app, ...asked, '--reason', 'Aufbau', '--emergency')
  return String(link)
}

/** Makes the first passkey of an invitation; ends on the own access. */
async function join(page: Page, link: string): Promise<void> {
  await page.goto(link)
  // Without its name none is made.
  await page.getByRole('button', { name: 'Passkey anlegen und anmelden' }).click()
  await expect(page.getByLabel('Name des Passkeys')).toHaveAttribute('aria-invalid', 'true')
  await page.getByLabel('Name des Passkeys').fill('Notebook')
  await page.getByRole('button', { name: 'Passkey anlegen und anmelden' }).click()
  await expect(page.getByRole('main').getByText('Der Zugang ist eingerichtet.')).toBeVisible()
}

test('the first admin comes by the command line, the next by an invitation, and the log says who did what and why', async ({
  browser,
}) => {
  const [admin] = await open(browser)
  const link = await invite('verwaltung.eins@post.example', 'tenant-admin')
  await join(admin, link)
  await admin.goto(link)
  await expect(admin.getByRole('heading', { name: 'Dieser Link gilt nicht mehr' })).toBeVisible()

  await admin.goto(`${consoleAt()}/de`)
  await expect(admin).toHaveURL(`${consoleAt()}/de/telko/heute`)
  await admin.getByRole('link', { name: 'Team' }).click()
  await expect(admin).toHaveURL(`${consoleAt()}/de/telko/team`)
  await admin.getByRole('link', { name: 'Recht vergeben' }).click()
  const form = admin.locator('#invite-form')
  await form.getByLabel('E-Mail-Adresse').fill('revision.zwei@post.example')
  await form.getByLabel('Name').fill('Rieke Sommer')
  await form.getByLabel('Recht').selectOption({ label: 'Revision' })
  await form.getByRole('button', { name: 'Recht vergeben' }).click()
  await expect(form.getByRole('textbox', { name: 'Grund' })).toHaveAttribute('aria-invalid', 'true')
  await form.getByLabel('Grund').fill('Jahresabschluss')
  await form.getByRole('button', { name: 'Recht vergeben' }).click()
  await expect(admin.getByRole('main').getByText('Die Einladung ist unterwegs.')).toBeVisible()
  await expect(form).toHaveCount(0)
  // What a right is missing for says so, and who gives it.
  const forbidden = await admin.goto(`${consoleAt()}/de/telko/pruefungen`)
  expect(forbidden?.status()).toBe(403)
  const missing = 'Für diese Seite fehlt ein Recht, das die Verwaltung vergibt'
  await expect(admin.getByRole('heading', { level: 1 })).toHaveText(missing)
  await expect(admin).toHaveTitle(new RegExp(`^${missing}`))
  await expect(admin.getByText('Dafür fehlt ein Recht: „Prüfung“ oder „Revision“.')).toBeVisible()

  const [auditor] = await open(browser)
  const mail = await demoOf(app.origin).mail(
    'revision.zwei@post.example',
    /^Einladung in die Konsole/,
  )
  await join(auditor, buttonOf(mail))
  await auditor.goto(`${consoleAt()}/de/telko/protokoll`)
  const rows = auditor.getByRole('row')
  await expect(
    rows.filter({ hasText: 'Einladung angenommen' }).filter({ hasText: 'Rieke Sommer' }),
  ).toBeVisible()
  await rows
    .filter({ hasText: 'Recht vergeben' })
    .filter({ hasText: 'Jahresabschluss' })
    .getByRole('rowheader')
    .getByRole('link')
    .click()
  const record = auditor.getByRole('region', { name: /^Eintrag/ })
  await expect(record).toContainText('Nachher: Revision')
  await expect(record).toContainText('Jahresabschluss')
  await record.getByRole('link', { name: /^Person im Team/ }).click()
  await expect(auditor).toHaveURL(`${consoleAt()}/de/telko/team`)
  // Sees everything, changes nothing.
  await expect(auditor.getByText('Rechte vergibt und beendet')).toBeVisible()
  await expect(auditor.getByRole('link', { name: 'Recht vergeben' })).toHaveCount(0)
})

test('somebody signs in with the passkey, is led back to where they wanted, and signs out', async ({
  browser,
}) => {
  const [page, useForeignFinger] = await open(browser)
  await join(page, await invite('verwaltung.drei@post.example', 'tenant-admin'))
  await page.goto(`${consoleAt()}/de/abmelden`)
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await page.goto(`${consoleAt()}/de/telko/protokoll?art=operator`)
  await expect(page.getByText('Für diese Seite bitte anmelden.')).toBeVisible()
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click()
  await expect(page).toHaveURL(`${consoleAt()}/de/telko/protokoll?art=operator`)
  await page.goto(`${consoleAt()}/de/abmelden`)
  await page.getByRole('button', { name: 'Abmelden' }).click()
  await expect(page.getByRole('heading', { name: 'Anmelden' })).toBeVisible()
  await useForeignFinger()
  await page.getByRole('button', { name: 'Mit Passkey anmelden' }).click()
  await expect(page.getByText('Kein passender Passkey.')).toBeVisible()
})

test(
  'the console’s pages are accessible in both languages, light and dark, and no page of a tenant is on its host',
  { tag: '@long' },
  async ({ browser }) => {
    const [page] = await open(browser)
    await join(page, await invite('verwaltung.vier@post.example', 'tenant-admin'))
    const problems: string[] = []
    for (const [language, colorScheme, width] of [
      ['de', 'light', 320],
      ['en', 'dark', 1440],
    ] as const) {
      await page.emulateMedia({ colorScheme })
      await page.setViewportSize({ width, height: 900 })
      for (const path of ['zugang', 'telko/team', 'telko/protokoll', 'abmelden']) {
        await page.goto(`${consoleAt()}/${language}/${path}`)
        await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
        const wider = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
        if (wider > 0) problems.push(`${path} is ${wider} px wider than ${width}`)
        for (const one of await violationsOf(page)) problems.push(`${language} ${path}: ${one}`)
      }
    }
    expect(problems).toEqual([])
    for (const path of ['empfehlen/101', 'agentur', 'login', 'impressum'])
      expect([path, (await page.goto(`${consoleAt()}/de/${path}`))?.status()]).toEqual([path, 404])
    // Its own page of what is not there leads back into it.
    await page.goto(`${consoleAt()}/de/gibt-es/nicht/hier`)
    await expect(page.getByRole('link', { name: 'Code' })).toHaveCount(0)
    await page.getByRole('link', { name: 'Zur Startseite' }).click()
    await expect(page).toHaveURL(`${consoleAt()}/de/telko/heute`)
    for (const path of ['anmelden', 'telko/team'])
      expect([path, (await page.goto(`${app.origin}/de/${path}`))?.status()]).toEqual([path, 404])
  },
)
