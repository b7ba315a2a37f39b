import { expect, type Locator, type Page } from '@playwright/test'
import { hannelore, logInForAgency } from './agency-steps.ts'
import { apiOf, recommendAs } from './api-steps.ts'
import { greta, lena } from './demo-accounts.ts'
import { fillLogin, logIn, originAt, topItem } from './journey-steps.ts'
import { test, useSharedApp } from './use-app.ts'

// Where the keyboard is, and what is said, when a page stays and only its state changes.

const app = useSharedApp()
const main = (page: Page) => page.getByRole('main')
const bgv = () => originAt(app.origin, 'bgv')

const press = async (what: Locator) => {
  await what.focus()
  await what.press('Enter')
}

/** A link that opens something on its own page: what then has the focus, how the tab is called, and two ways back to the link. */
type Opened = {
  path: string
  open: RegExp
  focused: (page: Page) => Locator
  title: RegExp
  escapes: boolean
}

async function opensAndReturns(page: Page, origin: string, opened: Opened) {
  await page.goto(`${origin}${opened.path}`)
  await page.waitForLoadState('networkidle')
  const before = await page.title()
  const link = topItem(main(page).getByRole('link', { name: opened.open }))
  const cancels = [
    () => press(main(page).getByRole('link', { name: 'Abbrechen' })),
    () => (opened.escapes ? page.keyboard.press('Escape') : page.goBack()),
  ]
  for (const cancel of cancels) {
    await press(link)
    await expect(opened.focused(page)).toBeFocused()
    await expect(page).toHaveTitle(opened.title)
    await cancel()
    await expect(link).toBeFocused()
    await expect(page).toHaveTitle(before)
  }
  // Loaded with its question, there was no link to press before.
  await press(link)
  await expect(page).toHaveTitle(opened.title)
  await page.reload()
  await page.waitForLoadState('networkidle')
  await expect(page).toHaveTitle(opened.title)
  await cancels[0]!()
  await expect(link).toBeFocused()
}

test('of a person: what a link opens on the same page has the focus and names the tab, and the way back leads to the link', async ({
  page,
}) => {
  await recommendAs(apiOf(app.origin, 'standard'), lena, '103', 100)
  await logIn(page, app.origin, lena)
  const table: Opened[] = [
    {
      path: '/de/persoenlicherbereich',
      open: /^Empfehlung für .* zurückziehen$/,
      focused: () => page.getByRole('region', { name: 'Empfehlung wirklich zurückziehen?' }),
      title: /^Empfehlung wirklich zurückziehen\? – /,
      escapes: true,
    },
    {
      path: '/de/meinedaten',
      open: /^Konto löschen …$/,
      focused: () => page.getByRole('heading', { level: 1, name: 'Konto löschen' }),
      title: /^Konto löschen – /,
      escapes: false,
    },
    {
      path: '/de/meinedaten',
      open: /^Konto hinterlegen$/,
      focused: () => page.getByRole('textbox', { name: /^Kontoinhaber/ }),
      title: /^Konto hinterlegen – Meine Daten/,
      escapes: false,
    },
    {
      path: '/de/meinedaten',
      open: /^Newsletter abonnieren$/,
      focused: () =>
        page
          .getByRole('dialog', { name: 'Newsletter abonnieren?' })
          .getByRole('button', { name: /./ }),
      title: /^Newsletter abonnieren\? – Meine Daten/,
      escapes: true,
    },
  ]
  for (const opened of table) await opensAndReturns(page, app.origin, opened)
})

test('of an agency: the question whether somebody leaves has the focus and names the tab, and Escape leads back to its link', async ({
  page,
}) => {
  await page.goto(`${bgv()}/de/agentur/mitarbeiter`)
  await logInForAgency(page, hannelore)
  for (const [open, question] of [
    [/ ausscheiden lassen$/, / ausscheiden lassen\?$/],
    [/^Zugang erneuern: /, /^Zugang von .* erneuern\?$/],
  ] as const)
    await opensAndReturns(page, bgv(), {
      path: '/de/agentur/mitarbeiter',
      open,
      focused: () => page.getByRole('region', { name: question }),
      title: new RegExp(`${question.source.slice(0, -1)} – Mitarbeitende`),
      escapes: true,
    })
})

test('what replaces a form that was sent has the focus at its headline, and the tab is called so', async ({
  page,
}) => {
  await page.goto(`${app.origin}/de/passwortvergessen`)
  await page.waitForLoadState('networkidle')
  await page.getByRole('textbox', { name: 'E-Mail-Adresse' }).fill('niemand@post.example')
  await press(page.getByRole('button', { name: 'Link anfordern' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Sieh in dein Postfach' })).toBeFocused()
  await expect(page).toHaveTitle(/^Sieh in dein Postfach/)
  await press(main(page).getByRole('link', { name: 'Andere Adresse versuchen' }))
  await expect(page.getByRole('heading', { level: 1, name: 'Link per E-Mail' })).toBeFocused()

  await page.goto(`${app.origin}/de/kontakt`)
  await page.waitForLoadState('networkidle')
  await main(page).getByLabel('Thema').selectOption({ index: 1 })
  await main(page).getByLabel('Deine Nachricht').fill('Wann kommt das Geld?')
  await main(page).getByLabel('Name', { exact: true }).fill('Arno Dünnwald')
  await main(page).getByLabel('E-Mail-Adresse').fill('arno.duennwald@post.example')
  // Without a connection the form says so first.
  await page.context().setOffline(true)
  const send = page.getByRole('button', { name: 'Nachricht senden' })
  await press(send)
  const offline = page.getByRole('region', { name: /^Keine Verbindung\. Deine Eingaben/ })
  await expect(offline).toBeFocused()
  await expect(page).toHaveTitle(/^Fehler: Kontakt/)
  await page.context().setOffline(false)
  await press(send)
  await expect(
    page.getByRole('heading', { level: 1, name: 'Danke, deine Nachricht ist da' }),
  ).toBeFocused()
  await expect(page).toHaveTitle(/^Danke, deine Nachricht ist da/)
})

test('a refused login says why by its name, and the tab begins with the error, in both languages and without script', async ({
  page,
  browser,
}) => {
  const wrong = { email: lena.email, password: 'Falsch-geraten-1' }
  for (const [language, says, title] of [
    ['de', /^E-Mail-Adresse oder Passwort stimmen nicht/, /^Fehler: Anmelden/],
    ['en', /^.*password/i, /^Error: /],
  ] as const) {
    await page.goto(`${app.origin}/${language}/login`)
    await page.waitForLoadState('networkidle')
    const before = await page.title()
    await fillLogin(page, wrong, language)
    await expect(main(page).getByRole('region', { name: says })).toBeFocused()
    await expect(page).toHaveTitle(title)
    expect(await page.title()).toBe(`${language === 'de' ? 'Fehler' : 'Error'}: ${before}`)
  }
  const context = await browser.newContext({ locale: 'de-DE', javaScriptEnabled: false })
  const plain = await context.newPage()
  await plain.goto(`${app.origin}/de/login`)
  await fillLogin(plain, wrong)
  await expect(plain).toHaveTitle(/^Fehler: Anmelden/)
  await context.close()
})

test('a state of a page stands in its title, with script and without, and so does what went wrong on the way to a page', async ({
  page,
}) => {
  const title = /^Zum Abholen brauchst du deinen Link – Prämie abholen – Sonnseite$/
  const address = `${app.origin}/de/praemie`
  const [, written] = /<title>([^<]*)/.exec(await (await page.request.get(address)).text()) ?? []
  expect(written).toMatch(title)
  await page.goto(address)
  await page.waitForLoadState('networkidle')
  await expect(page).toHaveTitle(title)
  await page.route('**/api/**', (route) => route.abort())
  await press(main(page).getByRole('link', { name: 'Zu meinem Bereich' }))
  const headline = main(page).getByRole('heading', { level: 1 })
  await expect(headline).not.toHaveText(/Zum Abholen/)
  await expect(headline).toBeFocused()
  await expect(page).toHaveTitle(new RegExp(`^${await headline.textContent()} – `))
})

test('nothing is called invalid before anybody was in it', async ({ page }) => {
  for (const path of ['/de/empfehlen/101', '/de/kontakt', '/de/login']) {
    await page.goto(`${app.origin}${path}`)
    const snapshot = await page.context().newCDPSession(page)
    const { nodes } = await snapshot.send('Accessibility.getFullAXTree')
    const invalid = nodes.filter(({ properties }) =>
      properties?.some(({ name, value }) => name === 'invalid' && value.value !== 'false'),
    )
    expect(nodes.length).toBeGreaterThan(20)
    expect(invalid.map(({ name }) => name?.value as string)).toEqual([])
  }
})

test('pages of advisers are turned by keyboard to both ends without losing the place, and number, page and nobody are said', async ({
  page,
}) => {
  await page.goto(`${bgv()}/de/weiterempfehlen/agentur/303`)
  await fillLogin(page, greta)
  await page.waitForLoadState('networkidle')
  const next = main(page).getByRole('link', { name: 'Nächste' })
  const previous = main(page).getByRole('link', { name: 'Vorige' })
  const status = main(page).getByRole('status')
  await next.focus()
  for (const number of [2, 3, 4]) {
    await page.keyboard.press('Enter')
    await expect(status.filter({ hasText: `Seite ${number} von 4` })).toHaveCount(1)
    await expect(next).toBeFocused()
  }
  await expect(next).toHaveAttribute('aria-disabled', 'true')
  await expect(previous).not.toHaveAttribute('aria-disabled')
  const there = page.url()
  await page.keyboard.press('Enter')
  expect(page.url()).toBe(there)
  const search = main(page).getByRole('searchbox')
  await search.fill('xyzzy')
  await search.press('Enter')
  await expect(status.filter({ hasText: 'Niemanden gefunden' })).toHaveCount(1)
  await expect(search).toBeFocused()
  await expect(search).toHaveValue('xyzzy')
  await search.fill('')
  await search.press('Enter')
  await expect(status.filter({ hasText: '22 Treffer' })).toHaveCount(1)
  await expect(search).toBeFocused()
  await page.goBack()
  await expect(status.filter({ hasText: 'Niemanden gefunden' })).toHaveCount(1)
})

async function logInToData(page: Page) {
  await page.goto(`${app.origin}/de/login?redirect=%2Fde%2Fmeinedaten`)
  await fillLogin(page, lena)
  await expect(main(page).getByRole('heading', { level: 1, name: 'Meine Daten' })).toBeVisible()
}

/** Opens a page; the function tells what its regions say that were there from the beginning. */
async function listenAt(page: Page, path: string) {
  await page.goto(`${app.origin}${path}`)
  await page.waitForLoadState('networkidle')
  const regions = await page.locator('[aria-live=polite]').elementHandles()
  return () => Promise.all(regions.map((region) => region.textContent()))
}

test('an error is said when its field is left, and no more when it is mended; what was done is said each time, by regions that were there before', async ({
  page,
}) => {
  let said = await listenAt(page, '/de/kontakt')
  const email = main(page).getByLabel('E-Mail-Adresse')
  const wrong = expect.stringContaining('gib eine gültige E-Mail-Adresse ein')
  await email.fill('arno.duennwald')
  expect(await said()).not.toContainEqual(wrong)
  await email.press('Tab')
  await expect.poll(said).toContainEqual(wrong)
  await email.fill('arno.duennwald@post.example')
  await expect.poll(said).not.toContainEqual(wrong)

  await logInToData(page)
  said = await listenAt(page, '/de/meinedaten?edit=bank')
  const iban = main(page).getByLabel('IBAN')
  const notValid = expect.stringContaining('Diese IBAN ist nicht gültig')
  await iban.fill('DE89370400440532013001')
  await expect.poll(said).toContainEqual(notValid)
  // Neither is it beside the name of a bank when it is left half typed.
  await iban.fill('DE893704004405320130')
  await iban.press('Tab')
  await expect.poll(said).toContainEqual(notValid)
  await expect(main(page).getByText('Commerzbank')).toHaveCount(0)
  await iban.fill('DE89370400440532013000')
  await expect(main(page).getByText('Commerzbank')).toBeVisible()
  await expect.poll(said).not.toContainEqual(notValid)

  // Where it is in view, the focus stays with the button.
  await page.setViewportSize({ width: 1280, height: 4000 })
  said = await listenAt(page, '/de/meinedaten')
  for (const [button, done] of [
    ['Einschalten', 'Du bekommst jetzt bei jedem Schritt eine E-Mail.'],
    ['Abschalten', 'E-Mails zu Schritten sind abgeschaltet.'],
  ] as const) {
    await press(main(page).getByRole('button', { name: button }))
    await expect.poll(said).toContain(done)
    await expect(main(page).getByRole('button', { name: button })).toHaveCount(0)
  }
})

test('what is saved far from the top of its page is said there, where the focus goes along, also when the same is saved again', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1280, height: 500 })
  const isAt = async (name: string) => {
    const said = main(page).getByRole('group', { name })
    await expect(said).toBeFocused()
    await expect(said).toBeInViewport()
  }
  await logInToData(page)
  await page.waitForLoadState('networkidle')
  await press(main(page).getByRole('button', { name: 'Einschalten' }))
  await isAt('Du bekommst jetzt bei jedem Schritt eine E-Mail.')
  await press(main(page).getByRole('button', { name: 'Abschalten' }))
  await isAt('E-Mails zu Schritten sind abgeschaltet.')

  await page.goto(`${bgv()}/de/agentur/stammdaten`)
  await logInForAgency(page, hannelore)
  await page.waitForLoadState('networkidle')
  const save = main(page).getByRole('button', { name: 'Änderungen speichern' })
  for (const _ of ['once', 'again']) {
    await press(save)
    await isAt('Die Stammdaten sind gespeichert.')
  }
})

test('what the server refuses stands until it is changed, sent by Enter in its field or left by Tab', async ({
  page,
}) => {
  await page.goto(`${app.origin}/de/code`)
  await page.waitForLoadState('networkidle')
  const code = main(page).getByRole('textbox')
  await code.fill('AAAA-BBBB')
  await code.press('Enter')
  const refused = main(page).getByRole('region', { name: 'Bitte prüfe deine Angaben:' })
  await expect(refused).toBeFocused()
  // Out of the field once more, unchanged.
  await code.focus()
  await page.keyboard.press('Tab')
  await expect(code).not.toBeFocused()
  await expect(refused.getByRole('link')).toHaveCount(1)
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await expect(page).toHaveTitle(/^Fehler: /)
  await code.fill('AAAA-BBBC')
  await expect(code).toHaveAttribute('aria-invalid', 'false')
  await expect(page).not.toHaveTitle(/^Fehler: /)
})

test('an agency’s form keeps what it was refused for, is empty after it was accepted, and names the tab by the form that came last', async ({
  page,
}) => {
  await page.goto(`${bgv()}/de/agentur/mitarbeiter`)
  await logInForAgency(page, hannelore)
  await page.waitForLoadState('networkidle')
  const field = (name: string) => main(page).getByLabel(name, { exact: true })
  const email = field('E-Mail-Adresse')
  await field('Vorname').fill('Rosalinde')
  await field('Nachname').fill('Quitterer')
  await field('Mitarbeiternummer').fill('M-941')
  await email.fill(hannelore.email)
  await email.press('Enter')
  await expect(main(page).getByRole('region', { name: /^Bitte prüfen Sie/ })).toBeFocused()
  await expect(page).toHaveTitle(/^Fehler: Mitarbeitende/)

  // A question of another form has not failed.
  await press(topItem(main(page).getByRole('link', { name: / ausscheiden lassen$/ })))
  const question = main(page).getByRole('region', { name: / ausscheiden lassen\?$/ })
  await expect(question).toBeFocused()
  await expect(question).toHaveAccessibleDescription(/^Alle Anmeldungen von .* enden sofort\./)
  await expect(page).toHaveTitle(/ ausscheiden lassen\? – Mitarbeitende/)
  await page.keyboard.press('Escape')
  await expect(question).toHaveCount(0)

  await email.fill('rosalinde.quitterer@steinbrueckner.example')
  await email.press('Enter')
  await expect(main(page).getByRole('group', { name: /^Die Person ist angelegt\./ })).toBeFocused()
  for (const name of ['Vorname', 'Nachname', 'E-Mail-Adresse', 'Mitarbeiternummer'])
    await expect(field(name)).toHaveValue('')
})

test('a required box that is passed by is no error, and errors are listed as their fields stand', async ({
  page,
}) => {
  await page.goto(`${app.origin}/de/empfehlen/101`)
  await page.waitForLoadState('networkidle')
  const terms = main(page).getByRole('checkbox', { name: /^Ich bin mindestens/ })
  await terms.focus()
  await page.keyboard.press('Tab')
  await expect(terms).not.toBeFocused()
  await expect(terms).toHaveAttribute('aria-invalid', 'false')

  await press(page.getByRole('button', { name: 'Link erstellen' }))
  const links = main(page)
    .getByRole('region', { name: 'Bitte prüfe deine Angaben:' })
    .getByRole('link')
  await expect(links).toHaveText([/^Vorname/, /^E-Mail/, /./])
  // Found anew, it was the last that was found.
  await main(page).getByRole('textbox', { name: 'E-Mail' }).fill('arno')
  await expect(links).toHaveText([/^Vorname/, /gültige E-Mail/, /^Teilnahme/])
})

test('every wait is said by a region that was there before', async ({ page }) => {
  const texts = await listenAt(page, '/de/kontakt')
  let goOn: () => void = () => undefined
  const held = new Promise<void>((resolve) => (goOn = resolve))
  await page.route('**/api/**', async (route) => {
    await held
    await route.continue()
  })
  await main(page).getByLabel('Thema').selectOption({ index: 1 })
  await main(page).getByLabel('Deine Nachricht').fill('Noch einmal: wann?')
  await main(page).getByLabel('Name', { exact: true }).fill('Arno Dünnwald')
  await main(page).getByLabel('E-Mail-Adresse').fill('arno.duennwald@post.example')
  await page.getByRole('button', { name: 'Nachricht senden' }).click()
  await expect.poll(texts).toContain('Einen Moment bitte …')
  goOn()
  await expect.poll(texts).not.toContain('Einen Moment bitte …')
})
