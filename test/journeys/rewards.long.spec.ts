import { expect, test, type Page } from '@playwright/test'
import { violationsOf } from './check-page.ts'
import { demoOf, topItem } from './journey-steps.ts'
import { useApp } from './use-app.ts'

const app = useApp({ hasYear: true })
const consoleAt = () => app.origin.replace('//localhost', '//betrieb.localhost')

const work = async (page: Page, role: string) => {
  await page.goto(`${app.origin}/demo?lang=de`)
  await page.getByRole('button', { name: new RegExp(`Konsole öffnen, ${role}`) }).click()
  await expect(page).toHaveURL(new RegExp(`^${consoleAt()}`))
}
/** Opens one thing that can be done, fills its form, and sends it. */
async function act(page: Page, title: string, fields: Record<string, string>) {
  const place = page.locator('details', { has: page.getByText(title, { exact: true }) })
  await place.locator('summary').click()
  for (const [label, text] of Object.entries(fields)) await place.getByLabel(label).fill(text)
  await place.getByRole('button', { name: title }).click()
}
const sizes = [
  ['en', 'dark', 320],
  ['de', 'light', 1440],
] as const

test('a reward is held and says why; a clawback is reminded of, set off after a fortnight, and another one paid back and taken back', async ({
  page,
}) => {
  test.slow()
  const demo = demoOf(app.origin)
  await work(page, 'Kundenservice')

  await page.goto(`${consoleAt()}/de/bgv/praemien?stand=abgeholt`)
  await expect(page.getByRole('link', { name: 'CSV' })).toHaveAttribute('href', /Stand=abgeholt/)
  const rows = page.getByRole('rowheader').getByRole('link')
  const free = page.locator('tr[data-row]').filter({ hasNotText: 'Gehalten' })
  await topItem(free.getByRole('rowheader').getByRole('link')).click()
  const why = page.getByRole('region', { name: 'Warum, bis wann, wer entscheidet' })
  await expect(why).toBeVisible()
  await act(page, 'Zur Prüfung anhalten', { Grund: 'Die Kundin meldet einen Irrtum' })
  await expect(
    page.getByRole('main').getByText('Angehalten. Der Fall liegt jetzt bei den Prüfungen.'),
  ).toBeVisible()
  await expect(why).toContainText('Prüfung')

  // What somebody can do something about leads from Today to its list.
  await page.goto(`${consoleAt()}/de/bgv/heute`)
  await page.getByRole('link', { name: /Rückforderungen?: erinnern/ }).click()
  await expect(page).toHaveURL(/rueckforderungen\?stand=zu-tun/)
  await expect.poll(() => rows.count()).toBeGreaterThan(1)
  const found = await rows.evaluateAll((links) =>
    links.map((link) => ({
      place: (link as HTMLAnchorElement).href,
      euros: Number(/(\d+),\d\d\s€/.exec(link.closest('tr')!.textContent)![1]),
    })),
  )
  const places = found.toSorted((a, b) => b.euros - a.euros).map(({ place }) => place)
  const [owed, other] = [places.at(0)!, places.at(1)!]
  for (const place of places) {
    await page.goto(place)
    await act(page, 'Erinnern', { Grund: 'Vertrag ist storniert' })
    await expect(page.getByRole('main').getByText('Die Erinnerung ist unterwegs.')).toBeVisible()
  }
  await expect(page.getByText(/seit weniger als 14 Tagen|zurzeit keine Prämie/)).toBeVisible()
  await page.goto(`${consoleAt()}/de/bgv/rueckforderungen?stand=zu-tun`)
  await expect(page.getByText('Kein Eintrag passt')).toBeVisible()

  await demo.clock('P15D')
  let settled = ''
  for (const place of places) {
    await page.goto(place)
    if (!(await page.locator('details[data-part="set-off"]').isVisible())) continue
    settled = place
    await act(page, 'Mit Prämie verrechnen', { Grund: 'Wie angekündigt' })
    await expect(
      page.getByRole('main').getByText('Verrechnet; die Mail dazu ist unterwegs.'),
    ).toBeVisible()
    break
  }
  expect(settled).not.toBe('')
  for (const [language, colorScheme, width] of sizes) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 900 })
    await page.goto(settled.replace('/de/', `/${language}/`))
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await violationsOf(page)).toEqual([])
  }

  await work(page, 'Auszahlung freigeben')
  await page.goto(settled === other ? owed : other)
  await act(page, 'Rückzahlung buchen', {
    'Betrag in Euro': '5',
    'Tag der Buchung': '2026-01-02',
    Referenz: 'Auszug 12, Zeile 3',
    Grund: 'Überweisung ist da',
  })
  const repayments = page.getByRole('region', { name: 'Rückzahlungen' })
  await expect(repayments).toContainText('Auszug 12, Zeile 3')
  expect(await violationsOf(page)).toEqual([])
  await act(page, 'Rückzahlung zurücknehmen', { Grund: 'Gehört zu jemand anderem' })
  await expect(repayments).toContainText('zurückgenommen am')

  // All of it is more than one person books alone.
  const whole = { 'Tag der Buchung': '2026-01-02', Referenz: 'Auszug 13', Grund: 'Alles ist da' }
  await act(page, 'Rückzahlung buchen', whole)
  await expect(page.getByText('Vorgeschlagen: Eine zweite Person')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Rückzahlung buchen' })).toBeDisabled()
  await expect(page.getByText('Selbst vorgeschlagen.')).toBeVisible()
  expect(await violationsOf(page)).toEqual([])
  const proposed = page.url().replace(/[?&]done=\w+/, '')
  await work(page, 'Prüfung')
  await page.goto(proposed)
  await expect(page.getByText('Auszug 13')).toBeVisible()
  await act(page, 'Rückzahlung freigeben', { Grund: 'Steht im Auszug' })
  await expect(
    page.getByRole('main').getByText('Gebucht; die Mail dazu ist unterwegs.'),
  ).toBeVisible()
  await expect(repayments).toContainText('Auszug 13')
})

test('whoever may not hold is told so only where somebody may', async ({ page }) => {
  await work(page, 'Revision')
  const open = async (state: string) => {
    await page.goto(`${consoleAt()}/de/bgv/praemien?stand=${state}`)
    await topItem(page.getByRole('rowheader').getByRole('link')).click()
    await expect(page.getByRole('region', { name: 'Verlauf' })).toBeVisible()
  }
  const right = page.getByText(/^Anhalten und verlängern dürfen/)
  await open('bereitgestellt')
  await expect(right).toBeVisible()
  await expect(page.getByRole('button', { name: 'Zur Prüfung anhalten' })).toBeDisabled()
  for (const state of ['ausgezahlt', 'storniert', 'zurueckgefordert']) {
    await open(state)
    await expect(right).toHaveCount(0)
    await expect(page.getByRole('button', { name: 'Zur Prüfung anhalten' })).toHaveCount(0)
  }
  await open('gehalten')
  await expect(right).toHaveCount(0)
  await expect(page.getByText(/^Die Prämie ist schon angehalten/)).toBeVisible()
})
