import { expect, test, type Page } from '@playwright/test'
import { korbinian, logInForAgency, rows } from './agency-steps.ts'
import { apiOf, recommendAs } from './api-steps.ts'
import { lena } from './demo-accounts.ts'
import { originAt } from './journey-steps.ts'
import { useApp } from './use-app.ts'

// Larger text and wider spacing (WCAG 1.4.4 and 1.4.12) on a phone, on full lists as well.

const app = useApp({ hasYear: true })

test.use({ viewport: { width: 390, height: 844 } })

const settings = {
  'text of 150 %': 'html { font-size: 150% !important }',
  'text of 200 %': 'html { font-size: 200% !important }',
  'wide spacing':
    '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important } p { margin-bottom: 2em !important }',
}

/** What reaches beside the window, or out of its own box. */
const faultsWith = (page: Page, css: string) =>
  page.evaluate((given) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(given)
    document.adoptedStyleSheets = [sheet]
    const found: string[] = []
    const over = document.documentElement.scrollWidth - document.documentElement.clientWidth
    if (over > 0) found.push(`${over} px wider than the window`)
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    while (texts.nextNode()) {
      const text = texts.currentNode as Text
      const holder = text.parentElement!
      if (!text.data.trim() || !holder.checkVisibility()) continue
      if (holder.closest('.sr-only, select, textarea')) continue
      const own = holder.getBoundingClientRect()
      if (own.width <= 1) continue
      const range = document.createRange()
      range.selectNodeContents(text)
      const right = Math.max(...[...range.getClientRects()].map((box) => box.right))
      const isInline = getComputedStyle(holder).display === 'inline'
      if (right > innerWidth + 1 || (!isInline && right > own.right + 1.5))
        found.push(`"${text.data.trim().slice(0, 30)}" ends at ${Math.round(right)}`)
    }
    document.adoptedStyleSheets = []
    return found
  }, css)

test('text of 150 % and 200 %, and wide spacing, cut nothing on a phone, and nothing scrolls sideways', async ({
  page,
}) => {
  test.slow()
  const { Empfehlungsnummer: number } = await recommendAs(
    apiOf(app.origin, 'standard'),
    lena,
    '101',
    50,
  )
  const bgv = originAt(app.origin, 'bgv')
  await page.goto(`${bgv}/de/agentur/anmelden`)
  await logInForAgency(page, korbinian)
  const lists = ['auftraege', 'empfehler', 'praemien', 'einladungen', 'mitarbeiter', 'rechnungen']
  const pages = [
    ...['', '/empfehlen/101', `/empfaengerdaten/${number}`].map((path) => [app.origin, path]),
    ...lists.map((list) => [bgv, `/agentur/${list}`]),
  ]
  const found: string[] = []
  for (const language of ['de', 'en'])
    for (const [origin, path] of pages) {
      await page.goto(`${origin}/${language}${path}`)
      await page.waitForLoadState('networkidle')
      if (path === '/agentur/auftraege') expect(await rows(page).count()).toBeGreaterThan(5)
      for (const [name, css] of Object.entries(settings))
        for (const width of [320, 390]) {
          await page.setViewportSize({ width, height: 844 })
          for (const fault of await faultsWith(page, css))
            found.push(`${language}${path}, ${name}, ${width} px: ${fault}`)
        }
    }
  expect(found).toEqual([])
})
