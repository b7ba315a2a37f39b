import { expect, test, type Browser } from '@playwright/test'
import { takenOver, violationsOf } from './check-page.ts'
import { useApp } from './use-app.ts'

const app = useApp({ hasYear: true })
const consoleAt = () => app.origin.replace('//localhost', '//betrieb.localhost')

async function signIn(browser: Browser, role: RegExp) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } })
  const page = await context.newPage()
  await page.goto(`${app.origin}/demo`)
  await page.getByRole('button', { name: role }).click()
  await expect(page).toHaveURL(new RegExp(`^${consoleAt()}`))
  return page
}

test('two people at one case see each other; taking it is undone by key; who is too late learns who was first, with the own text', async ({
  browser,
}) => {
  const one = await signIn(browser, /Konsole öffnen, Prüfung/)
  const other = await signIn(browser, /Konsole öffnen, Revision/)
  await one.goto(`${consoleAt()}/de/bgv/pruefungen`)
  const [first] = await one.getByRole('rowheader').getByRole('link').all()
  await first!.click()
  const record = one.getByRole('region', { name: / für / })
  await expect(record).toBeVisible()
  const address = one.url()
  await other.goto(address)
  await expect(other.locator('.here')).toHaveText(/ ist hier$/)
  await one.reload()
  await expect(one.locator('.here')).toHaveText(/ ist hier$/)
  expect(await violationsOf(one)).toEqual([])
  await other.goto(`${consoleAt()}/de/bgv/pruefungen`)
  await one.reload()
  await expect(one.locator('.here')).toHaveCount(0)

  await record.getByRole('button', { name: 'Übernehmen' }).click()
  const undo = one.getByRole('button', { name: /Rückgängig/ })
  await expect(undo).toHaveText(/Rückgängig \(\d+ s\)/)
  // The time stands still while it is looked at.
  await undo.focus()
  const left = await undo.innerText()
  for (const [colorScheme, width] of [
    ['light', 320],
    ['dark', 1440],
  ] as const) {
    await one.emulateMedia({ colorScheme })
    await one.setViewportSize({ width, height: 900 })
    expect(await violationsOf(one)).toEqual([])
  }
  expect(await undo.innerText()).toBe(left)
  await one.keyboard.press('u')
  await expect(one.getByText('Rückgängig gemacht.')).toBeAttached()
  await expect(record.getByRole('button', { name: 'Übernehmen' })).toBeVisible()

  // The same person in a second window is faster than in this one.
  const late = await one.context().newPage()
  await late.goto(address)
  const page = late.getByRole('region', { name: / für / })
  await page.locator('summary', { hasText: 'Ablehnen' }).click()
  const form = page.locator('form#refuse')
  await form.getByRole('radio').nth(1).check()
  await form.getByRole('textbox').fill('Der Vertrag ist älter als die Empfehlung.')
  await record.locator('summary', { hasText: 'Ablehnen' }).click()
  await record.locator('form#refuse').getByRole('radio').nth(1).check()
  await record.locator('form#refuse').getByRole('button', { name: 'Ablehnen' }).click()
  await expect(one).not.toHaveURL(address)
  await form.getByRole('button', { name: 'Ablehnen' }).click()
  const notice = page.locator('.notice').filter({ hasText: 'Nichts wurde überschrieben' })
  await expect(notice).toContainText(/ hat um \d\d:\d\d abgelehnt\./)
  await expect(notice).toContainText('Ihr Text ist noch da.')
  await expect(notice).toContainText('Der Vertrag ist älter als die Empfehlung.')
  expect(await violationsOf(late)).toEqual([])
})

test('what is pressed stays under the pointer while the field that is left turns out to be wrong', async ({
  page,
}) => {
  await page.goto(`${app.origin}/de/login`)
  const field = page.getByRole('textbox', { name: /E-Mail/ })
  await takenOver(page)
  await field.fill('keine-adresse')
  const link = page.getByRole('main').getByRole('link', { name: /vergessen/ })
  const box = (await link.boundingBox())!
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2)
  await page.mouse.down()
  // Long enough for an error to be shown.
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  expect((await link.boundingBox())!.y).toBe(box.y)
  await expect(field).not.toHaveAttribute('aria-invalid', 'true')
  await page.mouse.up()
  await expect(page).not.toHaveURL(/login/)
  // By keyboard the error is there at once.
  await page.goBack()
  await field.fill('keine-adresse')
  await page.keyboard.press('Tab')
  await expect(field).toHaveAttribute('aria-invalid', 'true')
})
