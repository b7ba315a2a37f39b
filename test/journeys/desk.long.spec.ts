import { expect, test, type Page } from '@playwright/test'
import { korbinian, logInForAgency, rows, topRow } from './agency-steps.ts'
import { originAt, topItem } from './journey-steps.ts'
import { useApp } from './use-app.ts'

const app = useApp({ hasYear: true })
const bgv = () => originAt(app.origin, 'bgv')
const main = (page: Page) => page.getByRole('main')

const topOf = async (page: Page) => (await topRow(page).boundingBox())!.y

test('the first of at least 16 rows stands within 250 px of the top, each 40 px high, and head, first column and footer stay', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${bgv()}/de/agentur/auftraege`)
  await logInForAgency(page, korbinian)
  // Without a footer, legal links are in the menu.
  for (const name of ['Impressum', 'Datenschutz', 'Barrierefreiheit'])
    await expect(page.getByRole('link', { name, exact: true })).toBeVisible()
  for (const path of [
    'auftraege',
    'empfehler',
    'empfehler?liste=leads',
    'praemien',
    'einladungen',
  ]) {
    await page.goto(`${bgv()}/de/agentur/${path}`)
    expect(await topOf(page), path).toBeLessThanOrEqual(250)
    const heights = await rows(page).evaluateAll((all) =>
      all.map((row) => Math.round(row.getBoundingClientRect().height)),
    )
    expect(new Set(heights), path).toEqual(new Set([40]))
  }
  await page.goto(`${bgv()}/de/agentur/auftraege?status=Freigegeben`)
  expect(await topOf(page), 'with chips').toBeLessThanOrEqual(250)
  await page.goto(`${bgv()}/de/agentur/auftraege`)
  const seen = await page.evaluate(() => {
    const box = document.querySelector('.dt-box')!.getBoundingClientRect()
    return [...document.querySelectorAll('tr[data-row]')].filter(
      (row) => row.getBoundingClientRect().bottom <= box.bottom + 1,
    ).length
  })
  expect(seen).toBeGreaterThanOrEqual(16)

  const head = main(page).getByRole('columnheader', { name: 'Auftrag' })
  const footer = main(page).getByText(/^1–\d+ von \d+$/)
  const before = [await head.boundingBox(), await footer.boundingBox()]
  await page.locator('.dt-box').evaluate((box) => box.scrollTo(0, box.scrollHeight))
  await expect(rows(page).last()).toBeInViewport()
  expect([await head.boundingBox(), await footer.boundingBox()]).toEqual(before)
  await page.setViewportSize({ width: 800, height: 900 })
  const name = main(page).getByRole('rowheader').last()
  const x = (await name.boundingBox())!.x
  await page.locator('.dt-box').evaluate((box) => box.scrollTo(box.scrollWidth, box.scrollHeight))
  expect((await name.boundingBox())!.x).toBeCloseTo(x, 0)
  await page.goto(`${bgv()}/de/agentur/auftraege?dichte=weit`)
  expect((await topRow(page).boundingBox())!.height).toBe(48)
})

test('a day that does not exist and a state that no row has are named, and never mean all rows', async ({
  page,
}) => {
  await page.goto(`${bgv()}/de/agentur/auftraege?von=2026-02-31`)
  await logInForAgency(page, korbinian)
  const chips = main(page).getByRole('list', { name: 'Aktive Filter' })
  await expect(main(page).getByText('Diesen Tag gibt es nicht: 31.02.2026')).toBeVisible()
  await expect(chips).toContainText('Von: „31.02.2026“ (unbekannt)')
  await expect(main(page).getByRole('table')).toHaveCount(0)
  await page.goto(`${bgv()}/de/agentur/auftraege?status=Quatsch`)
  await expect(chips).toContainText('Status: „Quatsch“ (unbekannt)')
  await expect(main(page).getByText('Kein Eintrag passt')).toBeVisible()
  for (const [list, name] of [
    ['einladungen', 'Einladungen'],
    ['rechnungen', 'Rechnungen'],
  ] as const) {
    await page.goto(`${bgv()}/de/agentur/${list}?status=Quatsch`)
    await expect(chips).toContainText('„Quatsch“ (unbekannt)')
    await expect(main(page).getByText('Kein Eintrag passt')).toBeVisible()
    await expect(main(page).getByRole('table', { name, exact: true })).toHaveCount(0)
  }
  await page.goto(`${bgv()}/de/agentur/auftraege?status=Quatsch&status=Freigegeben`)
  await expect(chips.getByRole('button')).toHaveCount(2)
  await chips
    .getByRole('link', { name: 'Filter „Status: „Quatsch“ (unbekannt)“ entfernen' })
    .click()
  await expect(page).toHaveURL(/auftraege\?status=Freigegeben$/)
  await expect(main(page).getByRole('table')).toBeVisible()
})

test('state, amount and acts are in sight whatever the window, also beside an open record; who chose the columns has them all', async ({
  page,
}) => {
  await page.goto(`${bgv()}/de/agentur/auftraege`)
  await logInForAgency(page, korbinian)
  const widthsOver = async (width: number) => {
    await page.setViewportSize({ width, height: 900 })
    return page
      .locator('.dt-box')
      .evaluateAll((boxes) => Math.max(...boxes.map((box) => box.scrollWidth - box.clientWidth)))
  }
  const shown = (table: string) =>
    main(page)
      .getByRole('table', { name: table, exact: true })
      .getByRole('columnheader')
      .filter({ visible: true })
      .allInnerTexts()
      .then((names) => names.map((name) => name.trim()))
  for (const [path, table, wanted] of [
    ['auftraege', 'Aufträge', ['Auftrag', 'Empfehler', 'Status', 'Prämie']],
    ['praemien', 'Prämien', ['Auftrag', 'Empfehler', 'Status', 'Prämie']],
    ['einladungen', 'Einladungen', ['Name', 'Status', 'Aktionen']],
    ['rechnungen', 'Rechnungen', ['Nummer', 'Status', 'Gesamt', 'Dateien']],
  ] as const) {
    await page.goto(`${bgv()}/de/agentur/${path}`)
    for (const width of [768, 1024, 1280, 1440]) {
      expect([path, width, await widthsOver(width)]).toEqual([path, width, 0])
      expect(await shown(table)).toEqual(expect.arrayContaining([...wanted]))
    }
    if (path === 'einladungen') {
      await page.goto(`${bgv()}/de/agentur/${path}?status=angenommen`)
      await expect(main(page).getByRole('columnheader', { name: 'Status' })).toBeVisible()
      expect(await shown(table)).not.toContain('Aktionen')
      continue
    }
    await page.goto(bgv() + (await topRow(page).locator('[data-handle]').getAttribute('href')))
    for (const width of [1280, 1440]) {
      expect([`${path}, open`, width, await widthsOver(width)]).toEqual([`${path}, open`, width, 0])
      expect(await shown(table)).toEqual(expect.arrayContaining([...wanted]))
    }
  }
  // English too, and while a decision is pending.
  await page.setViewportSize({ width: 1440, height: 900 })
  const decide = (Aktion: string, orders: readonly string[]) =>
    page.evaluate(
      async ([action, Auftraege]) => {
        const headers = { 'X-Requested-With': 'test', 'Content-Type': 'application/json' }
        const body = JSON.stringify({ Aktion: action, Auftraege, Grund: 'bestandskunde' })
        await fetch('/api/v1/bgv/agentur-konto/auftraege', { method: 'PUT', headers, body })
      },
      [Aktion, orders] as const,
    )
  await page.goto(`${bgv()}/en/agentur/auftraege`)
  const waiting = await page
    .locator('td.dt-check input')
    .evaluateAll((all) => all.slice(0, 2).map((one) => (one as HTMLInputElement).value))
  await decide('ablehnen', waiting.slice(0, 1))
  await decide('freigeben', waiting.slice(1))
  for (const language of ['en', 'de']) {
    await page.goto(`${bgv()}/${language}/agentur/auftraege`)
    await expect(rows(page).getByText(/^(Being declined|Wird nicht anerkannt)$/)).toBeVisible()
    const box = (await page.locator('.dt-box').boundingBox())!
    for (const row of (await rows(page).all()).slice(0, 4)) {
      const amount = (await row.locator('[data-card=amount]').boundingBox())!
      expect(amount.x + amount.width).toBeLessThanOrEqual(box.x + box.width + 1)
    }
    for (const width of [768, 1024, 1280, 1440])
      expect([language, width, await widthsOver(width)]).toEqual([language, width, 0])
  }
  await decide('zuruecknehmen', waiting)
  await page.goto(`${bgv()}/de/agentur/auftraege?spalten=product,employee,cents`)
  await page.setViewportSize({ width: 768, height: 900 })
  expect(await shown('Aufträge')).toEqual(
    expect.arrayContaining(['Produkt', 'Mitarbeiter', 'Prämie']),
  )
})

test('all that match are chosen over all pages, with count and sum in the bar and in the question, and a list that changed is asked about anew', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${bgv()}/de/agentur/auftraege?sortierung=Status&zeilen=25`)
  await logInForAgency(page, korbinian)
  await page.waitForLoadState('networkidle')
  const put = async (path: string, data: object) => {
    const [status, answer] = await page.evaluate(
      async ([to, body]) => {
        const headers = { 'X-Requested-With': 'test', 'Content-Type': 'application/json' }
        const sent = await fetch(`/api/v1/bgv/agentur-konto/auftraege${to}`, {
          method: 'PUT',
          headers,
          body: JSON.stringify(body),
        })
        return [sent.status, await sent.json()] as const
      },
      [path, data] as const,
    )
    expect(status).toBe(200)
    return answer
  }
  const waiting = await put('/freigebbar', {})
  expect(waiting.Anzahl).toBeGreaterThan(1)
  const euros = (cents: number) =>
    (cents / 100).toLocaleString('de-DE', { minimumFractionDigits: 2 }).replace(/\s/g, ' ')

  // A press during reload counts as a second one.
  const settled = () => expect(page.locator('.appear-late.fixed')).toHaveCount(0)

  const bar = main(page).getByRole('group', { name: 'Auswahl' })
  await main(page).getByRole('checkbox', { name: 'Alle dieser Seite auswählen' }).check()
  await bar.getByRole('button', { name: 'Alle wählen, die passen, auf allen Seiten' }).click()
  await expect(bar).toContainText(`${waiting.Anzahl} ausgewählt · ${euros(waiting.ErwartetCent)}`)
  await settled()
  await bar.getByRole('button', { name: 'Auswahl freigeben …' }).click()
  const question = main(page).getByRole('alert')
  await expect(question).toContainText(`${waiting.Anzahl} Aufträge freigeben?`)
  await expect(question).toContainText('auf allen Seiten')
  await expect(question).toContainText(euros(waiting.ErwartetCent))
  // Cancelled, the button that asked has the focus again.
  const ask = bar.getByRole('button', { name: 'Auswahl freigeben …' })
  await expect(question).toBeFocused()
  await expect(page).toHaveTitle(/^\d+ Aufträge freigeben\? – /)
  await page.keyboard.press('Escape')
  await expect(ask).toBeFocused()
  await expect(page).toHaveTitle(/^Aufträge/)
  // What was chosen on this page is kept, the other pages are chosen anew.
  await bar.getByRole('button', { name: 'Alle wählen, die passen, auf allen Seiten' }).click()
  await expect(bar).toContainText(`${waiting.Anzahl} ausgewählt`)
  await settled()
  await ask.press('Enter')
  await expect(question).toContainText('auf allen Seiten')
  await settled()

  // Another user decides about one of them meanwhile.
  const id = await topItem(page.locator('td.dt-check input')).getAttribute('value')
  await put('', { Aktion: 'freigeben', Auftraege: [id] })
  await settled()
  await question.getByRole('button', { name: /Aufträge? freigeben/ }).click()
  await expect(question).toContainText('Die Liste hat sich verändert.')
  await put('', { Aktion: 'zuruecknehmen', Auftraege: [id] })
  await settled()
  await question.getByRole('button', { name: /Aufträge? freigeben/ }).click()
  await expect(question).toContainText(`${waiting.Anzahl} Aufträge freigeben?`)
  await settled()
  await question.getByRole('button', { name: /Aufträge freigeben/ }).click()
  await expect(main(page).getByText(`${waiting.Anzahl} Aufträge werden freigegeben.`)).toBeVisible()
  await settled()
  await main(page).getByRole('button', { name: 'Zurücknehmen' }).click()
  await expect(main(page).getByText(/Entscheidungen sind zurückgenommen/)).toBeVisible()
  expect(await put('/freigebbar', {})).toEqual(waiting)
})

test('an invitation opens beside its list with its story, leads to whom it became, and can be withdrawn there', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${bgv()}/de/agentur/einladungen?status=angenommen`)
  await logInForAgency(page, korbinian)
  await page.waitForLoadState('networkidle')
  const handle = rows(page).nth(2).locator('[data-handle]')
  const name = await handle.textContent()
  const record = main(page).getByRole('region', { name: `Einladung an ${name}` })
  await handle.focus()
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/einladungen\/[0-9a-f-]{36}\?status=angenommen$/)
  const story = record.getByRole('list', { name: 'Verlauf' })
  await expect(story.getByText('Eingeladen', { exact: true })).toBeVisible()
  await expect(story.getByText('Angenommen')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(record).toHaveCount(0)
  await expect(handle).toBeFocused()
  await page.goBack()
  await record.getByRole('link', { name: 'Empfehler ansehen' }).click()
  await expect(main(page).getByRole('region', { name: name! })).toBeVisible()

  await page.setViewportSize({ width: 320, height: 800 })
  await page.goto(`${bgv()}/de/agentur/einladungen?status=offen`)
  const list = main(page).getByRole('table', { name: 'Einladungen', exact: true })
  await list.locator('[data-handle]').last().click()
  const open = main(page).getByRole('region', { name: /^Einladung an/ })
  await expect(list).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  await open.getByRole('link', { name: /zurückziehen/ }).click()
  await open.getByRole('button', { name: 'Zurückziehen' }).click()
  await expect(
    open.locator('.record-head').getByText('Zurückgezogen', { exact: true }),
  ).toBeVisible()
  await expect(open.getByRole('list', { name: 'Verlauf' })).toContainText('Zurückgezogen')
})

test('the address is the state: chips go singly, Back and reload bring them again, and the keys walk the rows', async ({
  page,
}) => {
  await page.goto(`${bgv()}/de/agentur/auftraege?status=Freigegeben&von=2026-01-01&sortierung=Wert`)
  await logInForAgency(page, korbinian)
  const chips = main(page).getByRole('list', { name: 'Aktive Filter' })
  await expect(chips.getByRole('button')).toHaveText(['Status: Freigegeben', 'Von 01.01.2026'])
  await chips.getByRole('link', { name: 'Filter „Von 01.01.2026“ entfernen' }).click()
  await expect(page).toHaveURL(/auftraege\?status=Freigegeben&sortierung=Wert$/)
  await expect(main(page).getByRole('columnheader', { name: 'Prämie' })).toHaveAttribute(
    'aria-sort',
    'descending',
  )
  await page.goBack()
  await expect(chips.getByRole('button')).toHaveCount(2)
  await page.reload()
  await expect(chips.getByRole('button')).toHaveCount(2)
  await page.waitForLoadState('networkidle')
  await chips.getByRole('link', { name: 'Alle löschen' }).click()
  await expect(chips).toHaveCount(0)

  // The slash reaches the search from anywhere; in it, letters are letters.
  await page.keyboard.press('/')
  const search = main(page).getByRole('searchbox')
  await expect(search).toBeFocused()
  await page.keyboard.type('jxqjxq')
  await expect(search).toHaveValue('jxqjxq')
  await expect(main(page).getByText('Kein Eintrag passt')).toBeVisible()
  await search.fill('')
  await expect(page).not.toHaveURL(/suche/)

  // The first j leads to the first row from anywhere except a field.
  const handle = (index: number) => rows(page).nth(index).locator('[data-handle]')
  await expect(topRow(page)).toBeVisible()
  await search.evaluate((field: HTMLInputElement) => field.blur())
  await page.keyboard.press('j')
  await expect(handle(0)).toBeFocused()
  await page.keyboard.press('j')
  await expect(handle(1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('k')
  await expect(handle(1)).toBeFocused()
  await page.keyboard.press('?')
  const help = page.getByRole('dialog', { name: 'Tasten' })
  await expect(help).toContainText('Zeile auswählen')
  await expect(help).toContainText('x und Enter gelten der Zeile, die den Fokus hat.')
  await help.getByRole('checkbox').uncheck()
  await page.keyboard.press('Escape')
  await expect(help).toHaveCount(0)
  await handle(1).focus()
  await page.keyboard.press('j')
  await expect(handle(1)).toBeFocused()
  await page.keyboard.press('ArrowDown')
  await expect(handle(2)).toBeFocused()
  // Switched off, `?` opens nothing; a button does, on every later list as well.
  await page.keyboard.press('?')
  await expect(help).toHaveCount(0)
  await page.reload()
  await page.waitForLoadState('networkidle')
  await main(page).getByText('Ansicht', { exact: true }).click()
  await main(page).getByRole('button', { name: 'Tasten' }).click()
  await help.getByRole('checkbox').check()
  await page.keyboard.press('Escape')
  await expect(main(page).locator('#dt-view summary')).toBeFocused()
  await page.keyboard.press('j')
  await expect(handle(0)).toBeFocused()
})

test('Space marks the focused row and leaves it in sight, and what is selected is said in a region that was there before', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1366, height: 650 })
  await page.goto(`${bgv()}/de/agentur/auftraege?status=Bestaetigt`)
  await logInForAgency(page, korbinian)
  await page.waitForLoadState('networkidle')
  const said = main(page).locator('.dt-selection output')
  await said.evaluate((one) => (one.dataset['before'] = 'yes'))
  await expect(said).toHaveText('')
  expect(await said.evaluate((one) => one.checkVisibility())).toBe(true)
  const waiting = rows(page).filter({ has: page.getByRole('checkbox') })
  const handle = topItem(waiting).locator('[data-handle]')
  await handle.focus()
  const top = await topOf(page)
  await page.keyboard.press('Space')
  await expect(said).toHaveText(/^1 ausgewählt/)
  await expect(said).toHaveAttribute('data-before', 'yes')
  await expect(handle).toBeFocused()
  expect(await topOf(page)).toBe(top)
  await page.keyboard.press('Space')
  await expect(said).toHaveText('')
})

test('rewards of one order, and invitations whose names are erased, have links with names of their own', async ({
  page,
}) => {
  await page.goto(`${bgv()}/de/agentur/praemien?zeilen=100`)
  await logInForAgency(page, korbinian)
  for (const list of ['praemien', 'einladungen']) {
    await page.goto(`${bgv()}/de/agentur/${list}?zeilen=100`)
    await expect(topRow(page)).toBeVisible()
    const names = await page
      .locator('a[data-handle]')
      .evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
    const twice = names.filter((name, at) => names.indexOf(name) !== at)
    expect([list, twice]).toEqual([list, []])
  }
})

test('every link of an order’s record is as large as a finger needs', async ({ page }) => {
  await page.goto(`${bgv()}/de/agentur/auftraege?status=Freigegeben`)
  await logInForAgency(page, korbinian)
  for (const width of [1366, 390]) {
    await page.setViewportSize({ width, height: 844 })
    await page.goto(`${bgv()}/de/agentur/auftraege?status=Freigegeben`)
    await page.waitForLoadState('networkidle')
    await topRow(page).locator('[data-handle]').click()
    const record = page.locator('.desk-record')
    await expect(record.getByRole('list', { name: 'Verlauf' })).toBeVisible()
    const small = await record.locator('a').evaluateAll((all) =>
      all
        .map((one) => ({ text: one.textContent, box: one.getBoundingClientRect() }))
        .filter(({ box }) => box.width < 24 || box.height < 24)
        .map(({ text }) => text),
    )
    expect([width, small]).toEqual([width, []])
  }
})

test('a choice says how many and what they come to, ends with Escape, and outlives sorting', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${bgv()}/de/agentur/auftraege?sortierung=Status`)
  await logInForAgency(page, korbinian)
  const bar = main(page).getByRole('group', { name: 'Auswahl' })
  await expect(bar).toBeHidden()
  // Keys work once the page is hydrated.
  await expect(main(page).getByRole('searchbox')).toBeVisible()
  await page.waitForLoadState('networkidle')
  const waiting = rows(page).filter({ has: page.getByRole('checkbox') })
  await topItem(waiting).locator('[data-handle]').focus()
  const top = await topOf(page)
  await page.keyboard.press('x')
  await expect(bar).toContainText('1 ausgewählt')
  await expect(bar).toContainText('€')
  // Search, filters and rows stay in place: the bar is below them.
  await expect(main(page).getByRole('searchbox')).toBeVisible()
  expect(await topOf(page)).toBe(top)
  await main(page).getByRole('columnheader').getByRole('link', { name: 'Empfehler' }).click()
  await expect(page).toHaveURL(/sortierung=Empfehler/)
  await expect(bar).toContainText('1 ausgewählt')
  await topItem(main(page).locator('tbody input[type=checkbox]:not(:checked)')).check()
  await expect(bar).toContainText(/^2 ausgewählt · \d+,\d\d\s€/)
  await page.keyboard.press('Escape')
  await expect(bar).toBeHidden()
  // More than can be decided at once, as if selected over many pages: the bar says so instead of a sum.
  const list = await page.evaluate(async () => {
    const asked = await fetch('/api/v1/bgv/agentur/auftraege/alle', {
      method: 'PUT',
      headers: { 'X-Requested-With': 'test', 'Content-Type': 'application/json' },
      body: JSON.stringify({ Filter: { Status: 'Bestaetigt' } }),
    })
    return asked.json()
  })
  const [one] = list.Content
  const many = Array.from({ length: 501 }, (_, index) => ({ ...one, Id: `${one.Id}${index}` }))
  await page.route('**/agentur/auftraege/alle', (route) =>
    route.fulfill({ json: { ...list, Content: many } }),
  )
  await main(page).getByRole('columnheader').getByRole('link', { name: 'Status' }).click()
  await expect(rows(page)).toHaveCount(501)
  await main(page).getByRole('checkbox', { name: 'Alle dieser Seite auswählen' }).check()
  await expect(bar).toContainText(/^501 ausgewählt · höchstens 500 auf einmal/)
  await bar.getByRole('button', { name: 'Auswahl freigeben …' }).click()
  await expect(main(page).getByText('Mehr als 500 auf einmal gehen nicht.')).toBeVisible()
})

test('a row opens beside the list with its story: Enter, Escape, Back and its address lead there and back, and phones get a page', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto(`${bgv()}/de/agentur/auftraege?status=Freigegeben`)
  await logInForAgency(page, korbinian)
  // Keys are live: one row is in the tab order.
  await expect(rows(page).nth(1).locator('[data-handle]')).toHaveAttribute('tabindex', '-1')
  const handle = rows(page).nth(5).locator('[data-handle]')
  const number = await handle.textContent()
  const record = main(page).getByRole('region', { name: `Auftrag ${number}` })
  await page.locator('.dt-box').evaluate((box) => box.scrollTo(0, 60))
  await handle.focus()
  await page.keyboard.press('Enter')
  await expect(record.getByRole('heading', { level: 1 })).toBeFocused()
  await expect(page).toHaveURL(/auftraege\/[0-9A-Z]{16}\?status=Freigegeben$/)
  await expect(page).toHaveTitle(new RegExp(`^Auftrag ${number}`))
  // The list is unchanged, and marks the open row.
  expect(await page.locator('.dt-box').evaluate((box) => box.scrollTop)).toBe(60)
  await expect(handle).toHaveAttribute('aria-current', 'true')
  const story = record.getByRole('list', { name: 'Verlauf' })
  await expect(story.getByText('Auftrag freigegeben')).toBeVisible()
  await expect(story.getByText('Eingeladen')).toBeVisible()
  const address = page.url()
  await page.keyboard.press('Escape')
  await expect(record).toHaveCount(0)
  await expect(page).toHaveURL(/auftraege\?status=Freigegeben$/)
  await expect(handle).toBeFocused()
  await page.goBack()
  await expect(record).toBeVisible()
  await page.goBack()
  await expect(record).toHaveCount(0)

  // Right after a reload keys are not live yet: an Escape is kept until they are.
  const late = Promise.withResolvers<void>()
  await page.route('**/assets/*.js', async (route) => {
    await late.promise
    await route.continue()
  })
  await page.goto(address, { waitUntil: 'commit' })
  await expect(record).toBeVisible()
  await page.keyboard.press('Escape')
  late.resolve()
  await expect(record).toHaveCount(0)
  await expect(handle).toBeFocused()
  await page.unroute('**/assets/*.js')

  // From an order to its referrer; the same from a colleague's copied link on a phone.
  await page.goto(address)
  await expect(main(page).getByRole('table')).toBeVisible()
  await page.setViewportSize({ width: 320, height: 800 })
  await expect(main(page).getByRole('table')).toBeHidden()
  expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
  const people = record.getByRole('region', { name: /^Empfehler/ })
  const name = await people.getByRole('link').textContent()
  await people.getByRole('link').click()
  await expect(main(page).getByRole('region', { name: name! })).toBeVisible()
  await main(page).getByRole('link', { name: 'Schließen und zur Liste' }).click()
  await expect(main(page).getByRole('heading', { level: 1, name: 'Empfehler' })).toBeVisible()
})
