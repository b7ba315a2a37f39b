import { expect, test, type Page } from '@playwright/test'
import { isWhole } from '../helpers/whole.ts'
import { topItem } from './journey-steps.ts'
import { useApp } from './use-app.ts'

// A laptop's window of 1280 x 800 at 200 % zoom has 640 x 400 px for the page.

const app = useApp({ hasYear: true })
const consoleAt = () => app.origin.replace('//localhost', '//betrieb.localhost')

test.skip(!isWhole, 'npm run test:whole')
test.use({ viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 })

async function openAs(page: Page, role: RegExp) {
  await page.goto(`${app.origin}/demo?lang=de`)
  await page.getByRole('button', { name: role }).click()
  await expect(page).toHaveURL(new RegExp(`^${consoleAt()}`))
}

/** What is too wide, cut, or out of reach of a pointer, with every part of the page open. */
const faultsOf = (page: Page) =>
  page.evaluate(() => {
    const found: string[] = []
    const over = document.documentElement.scrollWidth - innerWidth
    if (over > 0) found.push(`${over} px wider than the window`)
    for (const part of document.querySelectorAll<HTMLDetailsElement>(
      'main details:not(:has(.dt-popover-box, nav))',
    ))
      part.open = true
    const said = (one: Element) =>
      `${one.tagName.toLowerCase()} "${(one.getAttribute('aria-label') ?? one.textContent).trim().slice(0, 40)}"`
    // For readers of the screen alone.
    const isUnseen = (one: Element) =>
      one.closest('.sr-only') !== null || one.getBoundingClientRect().width <= 1
    const inTable = (one: Element) => one.closest('.dt-box, .short-table') !== null
    for (const one of document.querySelectorAll<HTMLElement>('body *')) {
      if (!one.checkVisibility() || isUnseen(one) || inTable(one)) continue
      const { overflowX, overflowY } = getComputedStyle(one)
      const hides = (how: string) => how === 'hidden' || how === 'clip'
      if (hides(overflowX) && one.scrollWidth > one.clientWidth + 1) found.push(`cut: ${said(one)}`)
      if (hides(overflowY) && one.scrollHeight > one.clientHeight + 1)
        found.push(`cut: ${said(one)}`)
      if (one.matches('input, textarea, select')) continue
      const { left, right } = one.getBoundingClientRect()
      if (
        one.childElementCount === 0 &&
        one.textContent.trim() &&
        (left < -1 || right > innerWidth + 1)
      )
        found.push(`beside the window: ${said(one)}`)
    }
    const reached = 'a[href], button, input:not([type=hidden]), select, textarea, summary'
    for (const one of document.querySelectorAll<HTMLElement>(reached)) {
      if (!one.checkVisibility() || isUnseen(one)) continue
      // Links to skip the menu come with the focus.
      one.focus({ preventScroll: true })
      one.scrollIntoView({ block: 'center', inline: 'nearest', behavior: 'instant' })
      // A link of several lines has room between them.
      const box =
        [...one.getClientRects()].find(({ width }) => width > 0) ?? one.getBoundingClientRect()
      const top = document.elementFromPoint((box.left + box.right) / 2, (box.top + box.bottom) / 2)
      const label =
        one.closest('label') ?? document.querySelector(`label[for="${CSS.escape(one.id || '-')}"]`)
      if (!top || !(one.contains(top) || top.contains(one) || label?.contains(top)))
        found.push(`out of reach: ${said(one)}, under ${top ? said(top) : 'nothing'}`)
    }
    return found
  })

test('at 200 % zoom nothing of the console is cut, only tables scroll sideways, and all can be reached', async ({
  page,
}) => {
  test.slow()
  const problems: string[] = []
  const look = async (name: string) => {
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('Einen Moment bitte')).toHaveCount(0)
    for (const fault of await faultsOf(page)) problems.push(`${name}: ${fault}`)
  }
  const walk = async (place: string, paths: readonly string[]) => {
    for (const path of paths) {
      await page.goto(`${consoleAt()}/de/${place}/${path}`)
      await look(path)
      const handle = page.locator('tr[data-row] a[data-handle]')
      if ((await handle.count()) === 0) continue
      const list = page.url()
      await topItem(handle).click()
      await expect(page).not.toHaveURL(list)
      await look(`${path}, a record`)
    }
  }
  await page.goto(`${consoleAt()}/de/anmelden`)
  await look('anmelden')
  await openAs(page, /Konsole öffnen, Prüfung/)
  await walk('bgv', [
    'heute',
    'pruefungen',
    'meldungen',
    'kulanz',
    'personen',
    'praemien',
    'rueckforderungen',
  ])
  await page.goto(`${consoleAt()}/de/bgv/praemien`)
  await topItem(page.locator('tr[data-row] a[data-handle]')).click()
  await topItem(page.locator('.desk-record .record-facts a')).click()
  await expect(page).toHaveURL(/personen/)
  await look('a person')
  // Filters open over the list, and scroll in themselves.
  await page.goto(`${consoleAt()}/de/bgv/praemien`)
  await page.getByText('Filter', { exact: true }).click()
  const box = (await page.locator('.dt-popover-box:visible').boundingBox())!
  expect(box.x >= 0 && box.x + box.width <= 640 && box.height <= 400).toBe(true)
  await openAs(page, /Konsole öffnen, Kundenservice/)
  await walk('bgv', ['auftraege', 'agenturen'])
  await openAs(page, /Konsole öffnen, Auszahlung vorbereiten/)
  await walk('bgv', [
    'auftraege/einlesen',
    'rechnungen',
    'auszahlungen',
    'kontoauszuege',
    'gutscheine',
    'buecher',
  ])
  await openAs(page, /Konsole öffnen, Verwaltung/)
  await walk('bgv', ['betrieb', 'mails', 'einstellungen', 'team', 'protokoll'])
  await openAs(page, /Konsole öffnen, Revision/)
  await walk('telko', ['verkaufspartner'])
  await openAs(page, /Konsole öffnen, Plattform/)
  await walk('betrieb', ['mandanten', 'team', '../zugang'])
  expect(problems).toEqual([])
})
