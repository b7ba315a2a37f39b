import { expect, test, type Page } from '@playwright/test'
import { korbinian } from './agency-steps.ts'
import {
  accept,
  buttonOf,
  collectCash,
  confirm,
  demoOf,
  fillLogin,
  openReward,
  originAt,
  recommend,
  register,
  topItem,
} from './journey-steps.ts'
import { useApp } from './use-app.ts'

// The whole way by the accessibility tree alone: roles, names and labels, no selector. What cannot be found so cannot be used by whoever hears the
// pages.

const app = useApp()
const main = (page: Page) => page.getByRole('main')

const line = /^- '?(\w+)(?: "((?:[^"\\]|\\.)*)")?(.*)$/
const controls = ['button', 'link', 'textbox', 'searchbox', 'combobox', 'checkbox', 'radio', 'img']
const single = ['button', 'textbox', 'searchbox', 'combobox']

/** Reads the page as its tree, and expects one headline, headings that skip no level, and names that tell controls apart. */
async function readPage(page: Page, headline: string | RegExp): Promise<void> {
  await expect(main(page).getByRole('heading', { level: 1, name: headline })).toBeVisible()
  const tree = (await main(page).ariaSnapshot()).split('\n').flatMap((text) => {
    const [, role = '', name = '', more = ''] = line.exec(text.trim()) ?? []
    return role ? [{ role, name, level: Number(/\[level=(\d)\]/.exec(more)?.[1] ?? 0) }] : []
  })
  const faults: string[] = []
  const headings = tree.filter(({ role }) => role === 'heading')
  if (headings.filter(({ level }) => level === 1).length !== 1) faults.push('not one headline')
  for (const [at, { name, level }] of headings.entries())
    if (at > 0 && level > headings[at - 1]!.level + 1) faults.push(`"${name}" skips a level`)
  for (const { role, name } of tree)
    if (controls.includes(role) && name === '') faults.push(`a ${role} has no name`)
  const named = tree.filter(({ role }) => single.includes(role)).map(({ name }) => name)
  faults.push(
    ...named.filter((name, at) => named.indexOf(name) !== at).map((name) => `two "${name}"`),
  )
  expect(faults, page.url()).toEqual([])
}

const alma = { first: 'Alma', last: 'Quast', email: 'alma.quast@post.example' }
const bodo = { first: 'Bodo', last: 'Öhler', email: 'bodo.oehler@post.example' }
const password = 'Zugvogel-2026-Nord'

test('by names and roles alone somebody recommends, another accepts, and both collect', async ({
  page,
  browser,
}) => {
  const demo = demoOf(app.origin)
  await page.goto(`${app.origin}/de`)
  await readPage(page, /./)
  await recommend(page, app.origin, alma, /50:50/)
  await readPage(page, /Link ist fertig/)
  const link = await main(page).getByLabel('Dein Empfehlungslink').inputValue()
  await register(page, buttonOf(await demo.mail(alma.email, /jetzt bestätigen/)), password)
  await readPage(page, /^Hallo/)

  const context = await browser.newContext({ locale: 'de-DE' })
  const stranger = await context.newPage()
  await stranger.goto(link)
  await readPage(stranger, /./)
  await accept(stranger, link, bodo)
  await readPage(stranger, /./)
  await confirm(stranger, buttonOf(await demo.mail(bodo.email, /^Bitte bestätige/)))
  await readPage(stranger, /Bestätigt/)
  await stranger.getByRole('link', { name: 'Weiter zum Angebot' }).click()
  await stranger.getByRole('button', { name: 'Vertrag abschließen' }).click()
  await expect(stranger.getByRole('heading', { name: 'Vielen Dank!', exact: true })).toBeVisible()

  await demo.clock('P16D')
  const ready = async (email: string) => buttonOf(await demo.mail(email, /^Deine Prämie ist da/))
  await page.goto(await ready(alma.email))
  await readPage(page, /für dich/)
  await openReward(page, await ready(alma.email), 'Geld aufs Konto: Auszahlen lassen')
  await readPage(page, 'Wohin dürfen wir überweisen?')
  await collectCash(page, { holder: 'Alma Quast', iban: 'DE89 3704 0044 0532 0130 00' })
  await readPage(page, 'Geschafft!')
  await openReward(stranger, await ready(bodo.email), 'Seitenwind Bücher: Gutschein nehmen')
  await readPage(stranger, 'Gutschein von Seitenwind Bücher')
  await stranger.getByRole('button', { name: /^Gutschein über .+ nehmen$/ }).click()
  await readPage(stranger, 'Geschafft!')
  await context.close()
})

test(
  'by names and roles alone an agency finds an order and releases it',
  { tag: '@long' },
  async ({ page }) => {
    test.slow()
    await demoOf(app.origin).history('bgv')
    await page.goto(`${originAt(app.origin, 'bgv')}/de/agentur/start`)
    await readPage(page, /./)
    await fillLogin(page, korbinian)
    await readPage(page, 'Heute')
    await main(page)
      .getByRole('link', { name: /warten auf Freigabe/ })
      .click()
    await readPage(page, 'Aufträge')
    await topItem(main(page).getByRole('checkbox', { name: /^Auftrag/ })).check()
    await main(page).getByRole('button', { name: 'Auswahl freigeben …' }).click()
    await main(page).getByRole('button', { name: 'Auftrag freigeben' }).click()
    await expect(main(page).getByText('Der Auftrag wird freigegeben.')).toBeVisible()
    await readPage(page, 'Aufträge')
  },
)
