import { expect, test, type Page } from '@playwright/test'
import { violationsOf } from './check-page.ts'
import { useApp } from './use-app.ts'

const app = useApp({ hasYear: true })
const consoleAt = () => app.origin.replace('//localhost', '//betrieb.localhost')

async function openConsole(page: Page) {
  await page.goto(`${app.origin}/demo`)
  await page.getByRole('button', { name: /Konsole öffnen, Revision/ }).click()
  await expect(page).toHaveURL(new RegExp(`^${consoleAt()}`))
}

const sizesOf = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('tr[data-row]')].map((row) =>
      row.getBoundingClientRect(),
    )
    const end = document.querySelector('.dt-footer')?.getBoundingClientRect().top ?? 0
    return {
      first: rows[0]?.top ?? 0,
      whole: rows.filter(({ bottom }) => bottom <= end).length,
      overflow: document.documentElement.scrollWidth - innerWidth,
      bar: document.querySelector('.console-bar')?.getBoundingClientRect().height,
    }
  })

test('the first row begins at 250 px at most, 16 fit a laptop, and nothing is cut on a phone', async ({
  page,
}) => {
  await openConsole(page)
  for (const path of ['pruefungen', 'mails', 'protokoll'])
    for (const [language, colorScheme, width] of [
      ['en', 'light', 320],
      ['de', 'dark', 1440],
    ] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      await page.setViewportSize({ width, height: 900 })
      await page.goto(`${consoleAt()}/${language}/bgv/${path}`)
      const { first, whole, overflow, bar } = await sizesOf(page)
      expect([path, width, overflow, bar]).toEqual([path, width, 0, 48])
      if (width === 1440) expect([path, first <= 250]).toEqual([path, true])
      if (width === 1440 && path === 'protokoll') expect(whole).toBeGreaterThanOrEqual(16)
      expect(await violationsOf(page)).toEqual([])
    }
})

test('a list that does not load keeps its rows, and its filters in the address', async ({
  page,
}) => {
  await openConsole(page)
  await page.goto(`${consoleAt()}/de/bgv/protokoll`)
  const rows = page.locator('tr[data-row]')
  await expect(rows).toHaveCount(50)
  await page.route('**/api/v1/**', (route) => route.abort())
  await page.getByRole('searchbox').fill('GIBTESNICHT')
  await expect(page.getByRole('alert')).toContainText(
    'Die Liste lädt nicht. Ihre Filter sind noch da.',
  )
  await expect(page).toHaveURL(/suche=GIBTESNICHT/)
  await expect(rows).toHaveCount(50)
  await page.unroute('**/api/v1/**')
  await page.getByRole('button', { name: 'Noch einmal laden' }).click()
  await expect(page.getByText('Kein Eintrag passt')).toBeVisible()
  await expect(page.getByRole('alert')).toHaveCount(0)
})

test('a list that finds nothing leads to the search for the same term, and a record opens by its address wherever it stands', async ({
  page,
}) => {
  await openConsole(page)
  await page.goto(`${consoleAt()}/de/bgv/praemien?suche=Ottilie`)
  await expect(page.locator('.dt')).toContainText('Namen findet die Suche ganz oben (/).')
  expect(await violationsOf(page)).toEqual([])
  await page.getByRole('link', { name: '„Ottilie“ dort suchen' }).click()
  const search = page.getByRole('dialog', { name: 'Suche' })
  await expect(search.getByRole('searchbox')).toHaveValue('Ottilie')
  await expect(search.getByRole('option', { name: /^Ottilie Tannert/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(/suche=Ottilie$/)
  await page.goto(`${consoleAt()}/de/bgv/protokoll?eintrag=1`)
  await expect(page.getByRole('region', { name: 'Eintrag 1', exact: true })).toBeVisible()
  await page.goto(`${consoleAt()}/de/bgv/protokoll?suche=1`)
  await expect(page.getByRole('rowheader', { name: 'Eintrag 1', exact: true })).toBeVisible()
})

test('where a tenant says Bonus its console does, as the page comes and after another tenant', async ({
  page,
}) => {
  const problems: string[] = []
  page.on('pageerror', ({ message }) => problems.push(message))
  page.on('console', (said) => {
    if (said.type() === 'error') problems.push(said.text())
  })
  await openConsole(page)
  const menu = page.getByRole('navigation')
  const title = page.getByRole('heading', { level: 1 })
  await page.goto(`${consoleAt()}/de/telko/praemien`)
  await expect(title).toHaveText('Boni')
  await expect(page).toHaveTitle(/^Boni/)
  await page.locator('.console-brand').click()
  await page.getByRole('link', { name: /^Bergvogel/ }).click()
  await menu.getByRole('link', { name: 'Prämien' }).click()
  await expect(page).toHaveTitle(/^Prämien/)
  await page.locator('.console-brand').click()
  await page.getByRole('link', { name: /^Funkelnetz/ }).click()
  await menu.getByRole('link', { name: 'Boni' }).click()
  await expect(page).toHaveTitle(/^Boni/)
  await expect(page.locator('main')).not.toContainText('Prämie')
  expect(problems).toEqual([])
})
