import { expect, test, type Page } from '@playwright/test'
import { pagePath } from '../../src/contract/paths.ts'
import { apiOf, proveByApi } from './api-steps.ts'
import { allSizes, checkPages } from './check-page.ts'
import { cancelAfterCheck, holderStates } from './holder-steps.ts'
import { buttonOf, collectCash, demoOf, openReward, type Mail } from './journey-steps.ts'
import { collect } from './page-states.ts'
import type { Programme } from './programme.ts'
import { useProgrammes } from './use-programmes.ts'

test.setTimeout(900_000)

const { app, programmes } = useProgrammes()

const contact = 'Z. Amsel'
const hostOf = ({ origin }: Programme) => new URL(origin).host
const addressOf = ({ place }: Programme) => `zoe.amsel.${place.tenant}@post.example`
const nameOf = ({ place: { account } }: Programme) => `${account.firstName} ${account.lastName}`

/** Both have asked for their money; the bank spells one name otherwise and does not know the other. */
async function askBoth(
  browser: Parameters<typeof cancelAfterCheck>[0]['browser'],
  programme: Programme,
  bankSpells: string,
): Promise<{ question: Mail; wrong: Mail }> {
  const { tenant, cash, account } = programme.place
  const demo = demoOf(app.origin)
  await collect(app, programme)
  const theirs = await demo.mail(addressOf(programme), /(Prämie|Bonus) ist da/, hostOf(programme))
  const api = apiOf(app.origin, tenant)
  const token = new URL(buttonOf(theirs)).searchParams.get('t') ?? ''
  const cookie = await proveByApi(api, demo, addressOf(programme), token, hostOf(programme))
  const Bankdaten = { Kontoinhaber: contact, Iban: 'DE68210501700012345678' }
  await api('PUT', '/praemierung', { PraemieId: cash, Bankdaten }, token, cookie)
  await demo.clock('P28D')
  const names = { close: nameOf(programme), bankSpells, none: contact }
  await cancelAfterCheck({ app, browser, tenant }, names)
  return {
    question: await demo.mail(account.email, /einen Namen/, hostOf(programme)),
    wrong: await demo.mail(addressOf(programme), /nicht überweisen/, hostOf(programme)),
  }
}

const programmeOf = (tenant: string) =>
  programmes.find(({ programme }) => programme.place.tenant === tenant)!

const titled = (page: Page, name: string | RegExp) =>
  expect(page.getByRole('heading', { level: 1, name })).toBeVisible()

const to = ({ origin, routes }: Programme, query: Record<string, string> = {}) =>
  `${origin}${pagePath(routes, 'de', 'HolderQuestion', {}, query)}`

test('whoever confirms the bank’s spelling, and whoever gives another account because their name is wrong, are paid with the next payout', async ({
  browser,
  page,
}) => {
  const { programme, referrer } = programmeOf('standard')
  const demo = demoOf(app.origin)
  const { question, wrong } = await askBoth(browser, programme, 'Lena Marie Sommer')
  expect(question.Text + question.Html).not.toContain('Marie')
  const link = buttonOf(question)
  const token = new URL(link).searchParams.get('t') ?? ''

  for (const language of ['de', 'en'] as const)
    await checkPages(
      browser,
      programme.origin,
      holderStates(programme, language, token),
      referrer,
      { sizes: allSizes },
    )

  // Nobody's link, half a link, the link of the mail before, none.
  for (const forged of ['x'.repeat(43), 'abc', programme.rewardToken]) {
    await page.goto(to(programme, { t: forged }))
    await titled(page, 'Dieser Prämienlink gilt nicht mehr')
    await expect(page.getByRole('main')).not.toContainText('Marie')
  }
  await page.context().clearCookies()
  await page.goto(to(programme))
  await titled(page, 'Zum Bestätigen brauchst du deinen Link')

  await page.goto(link)
  await expect(page).not.toHaveURL(/[?&]t=/)
  await titled(page, 'Heißt das Konto so?')
  const card = page.getByRole('main')
  await expect(card).toContainText('Lena Marie Sommer')
  await expect(card).toContainText('Lena Sommer')
  await expect(card).not.toContainText('0532013000')
  await page.getByRole('button', { name: /verwenden$/ }).click()
  await titled(page, 'Das Geld kommt mit der nächsten Auszahlung')
  await demo.mail(programme.place.account.email, /Namen|überweisen/)
  // Again, and on another device.
  for (const one of [page, await (await browser.newContext()).newPage()]) {
    await one.goto(link)
    await titled(one, 'Das Geld kommt mit der nächsten Auszahlung')
    await one.getByRole('link', { name: 'Weiter zum Stand' }).click()
    await titled(one, /auf dem Weg/)
  }

  await page.context().clearCookies()
  await openReward(page, buttonOf(wrong), 'Geld aufs Konto: Auszahlen lassen')
  await collectCash(page, { holder: 'Zoe Amsel', iban: 'DE44 5001 0517 5407 3249 31' })

  await demo.clock('P28D')
  const next = await demo.payout('standard')
  for (const said of ['Lena Marie Sommer', 'Zoe Amsel', 'DE44500105175407324931'])
    expect(next.File).toContain(said)
  expect(next.File).not.toContain('DE68210501700012345678')
})

test('who is not the one that the bank names gives another account, and is asked nothing more', async ({
  browser,
  page,
}) => {
  const { programme, referrer } = programmeOf('bgv')
  const { question } = await askBoth(browser, programme, 'G. Anders')
  const link = buttonOf(question)
  const token = new URL(link).searchParams.get('t') ?? ''
  await checkPages(browser, programme.origin, holderStates(programme, 'de', token), referrer)

  await page.goto(link)
  await page.getByRole('link', { name: 'Anderes Konto angeben' }).click()
  await expect(page.getByText('Eine Frage zum Namen am Konto')).toBeVisible()
  await page.getByRole('link', { name: 'Überweisung: Auszahlen lassen', exact: true }).click()
  await collectCash(page, { holder: nameOf(programme), iban: 'DE44 5001 0517 5407 3249 31' })
  await page.goto(link)
  await titled(page, 'Das Geld kommt mit der nächsten Auszahlung')
  await demoOf(app.origin).clock('P28D')
  const next = await demoOf(app.origin).payout('bgv')
  expect(next.File).toContain('DE44500105175407324931')
  expect(next.File).not.toContain('G. Anders')
})

test('the question fits and is accessible at a tenant with another word for the reward, with a long name', async ({
  browser,
}) => {
  const { programme, referrer } = programmeOf('telko')
  const { question } = await askBoth(browser, programme, 'Mila-Sophie von und zu Hohenstein')
  const token = new URL(buttonOf(question)).searchParams.get('t') ?? ''
  for (const language of ['de', 'en'] as const)
    await checkPages(browser, programme.origin, holderStates(programme, language, token), referrer)
})
