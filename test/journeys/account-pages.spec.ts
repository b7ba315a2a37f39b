import { expect, test, type Page } from '@playwright/test'
import { takenOver } from './check-page.ts'
import { lena } from './demo-accounts.ts'
import { buttonOf, demoOf, fillLogin, fillReferrer, topItem } from './journey-steps.ts'
import { runCli } from './run-cli.ts'
import { useApp } from './use-app.ts'

// One story of the demo's referrer, whose password changes on the way.

const app = useApp()
const second = 'Zugvogel-2026-Nord'
const third = 'Blauwal-1987-Ost'

const setNewPassword = (page: Page, password: string) =>
  page.getByLabel('Neues Passwort', { exact: true }).fill(password)
// Lena's area is empty at first, so its headline differs.
const logIn = async (page: Page, password: string) => {
  await page.goto(`${app.origin}/de/login`)
  await fillLogin(page, { ...lena, password })
  await expect(page.getByRole('link', { name: 'Abmelden' })).toBeVisible()
}
const headline = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

test('support opens an account by its link once, sees a banner, and the link is nowhere afterwards', async ({
  page,
  browser,
}) => {
  const { url } = (await runCli(
    app,
    'admin',
    'token',
    '--tenant',
    'standard',
    '--email',
    lena.email,
  )) as { url: string }
  const token = url.split('#').at(-1)!
  expect(token).toMatch(/^[\w-]{43}$/)
  // An older link with the token in query or path: opening it neither uses it up nor leaves it in an address.
  for (const older of [`?token=${token}`, `/${token}`]) {
    await page.goto(`${app.origin}/de/admin${older}`)
    await expect(page.getByRole('button', { name: 'Support-Zugang öffnen' })).toBeVisible()
    expect(page.url()).toBe(`${app.origin}/de/admin`)
  }
  await page.goto('about:blank')
  const asked: string[] = []
  page.on('request', (request) => asked.push(`${request.url()} ${request.headers()['referer']}`))
  const answer = await page.goto(url)
  expect(answer?.headers()['referrer-policy']).toBe('no-referrer')
  await expect(page.getByRole('button', { name: 'Support-Zugang öffnen' })).toBeVisible()
  // Removed from the address as soon as it is read, before anything is pressed.
  expect(page.url()).toBe(`${app.origin}/de/admin`)
  await page.getByRole('button', { name: 'Support-Zugang öffnen' }).click()
  await expect(page).toHaveURL(`${app.origin}/de/persoenlicherbereich`)
  // No server or proxy saw it in an address, and browser storage does not have it.
  expect(asked.filter((line) => line.includes(token))).toEqual([])
  expect(
    await page.evaluate(() => document.referrer + location.href + JSON.stringify(sessionStorage)),
  ).not.toContain(token)
  const banner = page.getByText('Support-Zugriff auf das Konto von Lena Sommer')
  await expect(banner).toBeVisible()
  await page.getByRole('banner').getByRole('link', { name: 'Meine Daten' }).click()
  await headline(page, 'Meine Daten')
  await expect(banner).toBeVisible()

  const stranger = await (await browser.newContext({ locale: 'de-DE' })).newPage()
  await stranger.goto(url)
  const again = stranger.waitForResponse((response) => response.request().method() === 'POST')
  await stranger.getByRole('button', { name: 'Support-Zugang öffnen' }).click()
  expect((await again).status()).toBe(410)
  await headline(stranger, 'Dieser Zugangslink gilt nicht mehr')
  await stranger.goto(`${app.origin}/de/persoenlicherbereich`)
  await headline(stranger, 'Anmelden')
  await stranger.context().close()
})

test('a forgotten password: the same page for every address, and a link that sets a new one once', async ({
  page,
}) => {
  await page.goto(`${app.origin}/de/login`)
  await takenOver(page)
  // Whoever is in a field as soon as its page is there stays in it.
  const address = page.getByRole('textbox', { name: 'E-Mail-Adresse' })
  await page.evaluate(() => {
    // The address changes a moment before the page does: the old page's field is not meant.
    const old = document.querySelector('main input[type=email]')
    const quick = new MutationObserver(() => {
      const field = document.querySelector<HTMLElement>('main input[type=email]')
      if (!field || field === old) return
      quick.disconnect()
      field.focus()
    })
    quick.observe(document.body, { childList: true, subtree: true })
  })
  await page.getByRole('link', { name: 'Passwort vergessen oder noch keins?' }).click()
  await headline(page, 'Link per E-Mail')
  await expect(page).toHaveTitle(/^Link per E-Mail/)
  await expect(address).toBeFocused()
  const askFor = async (email: string) => {
    await address.fill(email)
    await page.getByRole('button', { name: 'Link anfordern' }).click()
  }
  await askFor('lena')
  await expect(page.getByRole('alert').getByRole('link', { name: /E-Mail-Adresse/ })).toBeVisible()
  await askFor('niemand.bekanntes@post.example')
  await headline(page, 'Sieh in dein Postfach')
  await page.getByRole('link', { name: 'Andere Adresse versuchen' }).click()
  await askFor(lena.email)
  await headline(page, 'Sieh in dein Postfach')

  const link = buttonOf(await demoOf(app.origin).mail(lena.email, /Passwort/))
  await page.goto(link)
  await headline(page, 'Neues Passwort festlegen')
  await setNewPassword(page, 'kurz')
  await page.getByRole('button', { name: 'Passwort speichern', exact: true }).click()
  await expect(page.getByLabel('Neues Passwort', { exact: true })).toHaveAttribute(
    'aria-invalid',
    'true',
  )
  await setNewPassword(page, second)
  await page.getByRole('button', { name: 'Passwort speichern', exact: true }).click()
  await headline(page, 'Deine erste Empfehlung wartet')

  await page.context().clearCookies()
  const answer = await page.goto(link)
  expect(answer?.status()).toBe(410)
  await page.goto(`${app.origin}/de/login`)
  await fillLogin(page, lena)
  await expect(page.getByText(/E-Mail-Adresse oder Passwort stimmen nicht/)).toBeVisible()
})

test('a password is changed with the old one, says so, and a failure keeps the page', async ({
  page,
}) => {
  await logIn(page, second)
  await page.goto(`${app.origin}/de/passwortaendern`)
  await headline(page, 'Passwort ändern')
  const change = async (old: string, password: string) => {
    await page.getByLabel('Bisheriges Passwort').fill(old)
    await setNewPassword(page, password)
    await page.getByRole('button', { name: 'Passwort ändern' }).click()
  }
  await change('Falsch-2026-Nord', third)
  await expect(page.getByText('Das bisherige Passwort stimmt nicht.')).toBeVisible()

  await page.route('**/resetPasswordWithoutToken', (route) =>
    route.fulfill({ status: 500, json: { ErrorCode: 'PSOF0001', Message: '', Fields: [] } }),
  )
  await change(second, third)
  await expect(
    page.getByText(
      'Das Passwort konnte nicht geändert werden. Bitte versuch es zu einem späteren Zeitpunkt noch einmal.',
    ),
  ).toBeVisible()
  await page.unroute('**/resetPasswordWithoutToken')

  await change(second, third)
  await expect(page.getByRole('main').getByText('Passwort erfolgreich geändert.')).toBeVisible()
  await page.context().clearCookies()
  await logIn(page, third)
})

test('somebody sees where they are logged in, and logs out elsewhere, with and without script', async ({
  page,
  browser,
}) => {
  await logIn(page, third)
  const elsewhere = await (await browser.newContext({ locale: 'de-DE' })).newPage()
  const there = await (
    await browser.newContext({ locale: 'de-DE', javaScriptEnabled: false })
  ).newPage()
  for (const other of [elsewhere, there]) await logIn(other, third)
  const outOf = async (other: Page) => {
    await other.goto(`${app.origin}/de/meinedaten`)
    await expect(other).toHaveURL(/\/de\/login/)
  }
  await page.goto(`${app.origin}/de/meinedaten`)
  await page.getByRole('link', { name: 'Meine Anmeldungen' }).click()
  await headline(page, 'Meine Anmeldungen')
  await expect(page.getByText('dieses Gerät')).toHaveCount(1)
  const ends = page.getByRole('button', { name: /^Abmelden: / })
  const before = await ends.count()
  await topItem(ends).click()
  await expect(page.getByRole('main').getByText('Die Anmeldung ist beendet.')).toBeVisible()
  await expect(ends).toHaveCount(before - 1)
  await outOf(there)
  await elsewhere.goto(`${app.origin}/de/anmeldungen`)
  await elsewhere.getByRole('button', { name: 'Überall sonst abmelden' }).click()
  await expect(elsewhere.getByRole('main').getByText(/beendet\.$/)).toBeVisible()
  await outOf(page)
  await elsewhere.context().close()
  await there.context().close()
})

test('a recommendation made without logging in belongs to its account after one press of the mail’s button, and is there once however often it is pressed', async ({
  page,
  browser,
}) => {
  await page.clock.install()
  await page.goto(`${app.origin}/de/empfehlen/105`)
  await fillReferrer(page, { first: 'Lena', last: 'Sommer', email: lena.email })
  await page.getByRole('button', { name: 'Link erstellen' }).click()
  await headline(page, /Link ist fertig/)
  // The one thing to do is open the mail; another one can be requested later.
  await expect(page.getByRole('link', { name: 'E-Mail öffnen' })).toBeVisible()
  await expect(page.getByText('Nichts angekommen?')).toBeHidden()
  await page.clock.fastForward(30_000)
  await expect(page.getByText('Nichts angekommen?')).toBeVisible()
  const link = buttonOf(await demoOf(app.origin).mail(lena.email, /Solardach/))
  expect(new URL(link).pathname).toBe('/de/bestaetigung')
  // Elsewhere the link does nothing by itself, as mail scanners open it, too; here a person pressed the button in the mail.
  const elsewhere = await browser.newContext()
  const guard = await elsewhere.newPage()
  await guard.goto(link)
  await guard.waitForLoadState('networkidle')
  await headline(guard, 'Ist das deine Empfehlung?')
  await expect(guard.getByRole('button', { name: 'Ja, das ist meine Empfehlung' })).toBeEnabled()
  await elsewhere.close()
  await page.goto(link)
  await headline(page, 'Hallo Lena')
  await expect(
    page.getByRole('main').getByText('Bestätigt. Was du empfohlen hast, gehört jetzt dir.'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { level: 3, name: 'Solardach' })).toHaveCount(1)
  // Rewards on their way come before recommending again.
  const running = page.getByRole('heading', { name: 'Laufende Empfehlungen' })
  const again = page.getByRole('link', { name: 'Neue Empfehlung' })
  expect(await running.or(again).allTextContents()).toEqual([
    'Laufende Empfehlungen',
    'Neue Empfehlung',
  ])

  // A used link leads a logged-in user on, and logs nobody in.
  await page.goto(link)
  await headline(page, 'Hallo Lena')
  // The link is not enough for money: the password page comes first, and leads on.
  await page.getByRole('banner').getByRole('link', { name: 'Meine Daten' }).click()
  await page.getByRole('link', { name: /Konto hinterlegen|Bankverbindung ändern/ }).click()
  await headline(page, 'Bitte noch das Passwort')
  await page.getByLabel('Passwort', { exact: true }).fill('Falsch-2026-Nord')
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByText('Das Passwort stimmt nicht.')).toBeVisible()
  await page.getByLabel('Passwort', { exact: true }).fill(third)
  await page.getByRole('button', { name: 'Weiter' }).click()
  await expect(page.getByLabel('IBAN', { exact: true })).toBeVisible()
  await page.context().clearCookies()
  await page.goto(link)
  await headline(page, 'Schon bestätigt')
  await logIn(page, third)
  await expect(page.getByRole('heading', { level: 3, name: 'Solardach' })).toHaveCount(1)
})
