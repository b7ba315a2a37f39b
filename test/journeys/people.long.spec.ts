import { expect, test } from '@playwright/test'
import { violationsOf } from './check-page.ts'
import { topItem } from './journey-steps.ts'
import { useApp } from './use-app.ts'

const app = useApp({ hasYear: true })
const consoleAt = () => app.origin.replace('//localhost', '//betrieb.localhost')

test('support finds somebody by a name with an error, reads why there is no money, and helps', async ({
  page,
}) => {
  await page.goto(`${app.origin}/demo`)
  await page.getByRole('button', { name: /Konsole öffnen, Prüfung/ }).click()
  await page.goto(`${consoleAt()}/de/bgv/pruefungen`)
  const held = page.getByRole('rowheader').getByRole('link')
  await expect(held.nth(1)).toBeVisible()
  const [who = ''] = (await held.allInnerTexts()).filter((name) => name.length > 9)
  const [first = '', last = ''] = who.split(' ')

  await page.goto(`${app.origin}/demo`)
  await page.getByRole('button', { name: /Konsole öffnen, Kundenservice/ }).click()
  await page.goto(`${consoleAt()}/de/bgv/personen`)
  await expect(page.getByRole('heading', { level: 1, name: 'Suche' })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Suche' })
  // Keys work once the page is hydrated.
  await expect(async () => {
    await page.keyboard.press('Control+k')
    await expect(dialog).toBeVisible({ timeout: 500 })
  }).toPass()
  await expect(dialog.getByRole('searchbox')).toBeFocused()
  await dialog.getByRole('searchbox').fill(`${first} ${last.slice(0, -2)}${last.at(-1)}`)
  const hit = dialog.getByRole('option', { name: who }).filter({ hasText: '***@' })
  await expect(topItem(hit)).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 1, name: who })).toBeVisible()
  await expect(dialog).toBeHidden()
  const why = page.getByRole('region', { name: 'Wo bleibt das Geld?' })
  await expect(why).toContainText(
    /€ warten: Es wird geprüft, ob alle Bedingungen erfüllt sind; die Antwort war bis \d\d\.\d\d\.\d{4} zugesagt/,
  )
  await expect(why).toContainText('Es entscheidet: Prüfung.')
  const evidence = /Kontakt|Empfeh|Vertrag/
  await expect(why.locator('.person-sentence')).not.toContainText(evidence)
  await why.getByText('Anlass der Prüfung').click()
  await expect(why.locator('details')).toContainText(evidence)
  await expect(page).not.toHaveURL(new RegExp(last))

  const facts = page.locator('.person-facts')
  await expect(facts).toContainText('***@')
  await facts.getByRole('button', { name: 'Zeigen' }).click()
  await expect(facts).not.toContainText('***@')

  await page.locator('summary', { hasText: 'Notiz schreiben' }).click()
  await page.getByLabel('Notiz', { exact: true }).fill('Fragt nach der Prüfung.')
  await page.getByRole('button', { name: 'Notiz schreiben' }).click()
  await expect(page.getByRole('main').getByText('Die Notiz ist gespeichert.')).toBeVisible()
  await expect(page.getByRole('region', { name: 'Notizen' })).toContainText(
    'Fragt nach der Prüfung.',
  )

  // Up to the own limit goodwill counts at once; above it a second person decides.
  const grant = async (euros: string, said: string) => {
    await page.locator('summary', { hasText: 'Kulanz gewähren' }).click()
    await page.getByLabel('Betrag in Euro').fill(euros)
    await page.locator('#goodwill').getByLabel('Grund').fill('Lange gewartet')
    await page.getByRole('button', { name: 'Kulanz gewähren' }).click()
    await expect(page.getByText(said)).toBeVisible()
  }
  await grant('12,50', 'Die Kulanz ist gewährt')
  await expect(page.getByRole('list', { name: 'Verlauf' })).toContainText('12,50 € Kulanz gewährt')
  await grant('60', 'Eine zweite Person entscheidet darüber')
  const person = page.url().replace(/\?.*/, '')

  // The whole file is for a person who just proved to be there.
  await page.locator('summary', { hasText: 'Auskunft erteilen' }).click()
  await page.getByLabel('Brief', { exact: true }).check()
  await page.getByRole('button', { name: 'Auskunft erteilen' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Datei herunterladen' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^auskunft-bgv-.*\.json$/)

  for (const [language, colorScheme, width] of [
    ['de', 'light', 320],
    ['en', 'dark', 1440],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await page.goto(person.replace('/de/', `/${language}/`))
    await expect(page.getByRole('heading', { level: 1, name: who })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
  }

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${consoleAt()}/de/bgv/kulanz`)
  await page.getByRole('link', { name: who }).click()
  const own = page.getByRole('region', { name: `60,00 € für ${who}` })
  await expect(own).toContainText('Entscheiden muss eine zweite Person')
  await expect(own.getByRole('button', { name: 'Kulanz gewähren' })).toBeDisabled()
  await page.goto(`${app.origin}/demo`)
  await page.getByRole('button', { name: /Konsole öffnen, Prüfung/ }).click()
  await page.goto(`${consoleAt()}/de/bgv/kulanz`)
  await page.getByRole('link', { name: who }).click()
  expect(await violationsOf(page)).toEqual([])
  const found = page.getByRole('region', { name: `60,00 € für ${who}` })
  await found.locator('summary', { hasText: 'Kulanz gewähren' }).click()
  await found.locator('#grant').getByLabel('Grund').fill('Der Fehler lag bei uns')
  await found.getByRole('button', { name: 'Kulanz gewähren' }).click()
  await expect(
    page.getByRole('main').getByText('Gewährt; die Mail dazu ist unterwegs.'),
  ).toBeVisible()
  await expect(page.getByText('Keine offenen Vorschläge.')).toBeVisible()
})

test('without script the search is a page, and an auditor may look and change nothing', async ({
  browser,
}) => {
  const context = await browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${app.origin}/demo?lang=de`)
  await page.getByRole('button', { name: /Konsole öffnen, Revision/ }).click()
  await page.goto(`${consoleAt()}/de/bgv`)
  await page.goto(`${consoleAt()}/de/bgv/personen`)
  await page.getByLabel('Suche', { exact: true }).fill('Greta Allmers')
  await page.getByRole('button', { name: 'Suchen' }).click()
  await page
    .getByRole('region', { name: 'Personen' })
    .getByRole('link', { name: 'Greta Almers' })
    .click()
  await expect(page.getByRole('heading', { level: 1 })).toContainText('Greta Almers')
  await expect(page.getByText('Ändern dürfen Personen mit dem Recht „Kundenservice“')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Löschen' })).toBeDisabled()
  await page.getByRole('button', { name: 'Zeigen' }).click()
  await expect(page.locator('.person-facts')).not.toContainText('***@')
  await context.close()
})
