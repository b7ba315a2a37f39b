import { expect, type Locator, type Page } from '@playwright/test'
import { words, type Language } from './words.ts'

export type Mail = {
  To: string
  Subject: string
  Text: string
  Html: string
  Links: string[]
  ReceivedAt: string
}

export const originAt = (origin: string, tenant: string): string =>
  tenant === 'standard' ? origin : origin.replace('localhost', `${tenant}.localhost`)

/** Demo mode's calls that advance a journey, as a person would on /demo. */
export function demoOf(origin: string) {
  const post = async (path: string, body?: unknown) => {
    const answer = await fetch(`${origin}${path}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body ?? {}),
    })
    const text = await answer.text()
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${text}`)
    return JSON.parse(text)
  }
  /** The newest first. */
  const mails = async (to: string): Promise<Mail[]> =>
    (await fetch(`${origin}/demo/mails?to=${encodeURIComponent(to)}`)).json()
  return {
    mails,
    /** The newest mail to an address with this subject, whole or a pattern, and, if given, host; waits for it. @param known so many are older */
    async mail(to: string, subject: string | RegExp, host = '', known = 0): Promise<Mail> {
      let found: Mail | undefined
      const isAbout = ({ Subject }: Mail) =>
        typeof subject === 'string'
          ? Subject.replaceAll('\u00a0', ' ') === subject
          : subject.test(Subject)
      await expect
        .poll(
          async () => {
            const sent = await mails(to)
            const isFrom = (mail: Mail) =>
              mail.Links.some((link) => link.startsWith(`http://${host}`))
            const newer = sent.slice(0, sent.length - known)
            found = newer.find((mail) => isAbout(mail) && isFrom(mail))
            return found !== undefined || sent.map((mail) => mail.Subject)
          },
          { message: `a mail to ${to} with the subject ${subject}`, intervals: [50, 100] },
        )
        .toBe(true)
      return found!
    },
    clock: (advance: string) => post('/demo/clock', { Advance: advance }),
    contract: (tenant: string, body: unknown): Promise<{ Auftragsnummer: string }> =>
      post(`/demo/shop/${tenant}/contract`, body),
    history: (tenant: string) => post(`/demo/history/${tenant}`),
    release: (tenant: string, number: string) =>
      post(`/demo/release/${tenant}`, { Auftragsnummer: number }),
    payout: (tenant: string): Promise<{ Batch: string | null; File?: string }> =>
      post(`/demo/payout/${tenant}`),
    executed: (tenant: string, batch: string) => post(`/demo/payout/${tenant}/${batch}/executed`),
  }
}

/** A mail's button link: the first one to a page with a token. */
export const buttonOf = (mail: Mail): string => {
  const link = mail.Links.find((candidate) => /[?&]t=/.test(candidate))
  if (!link) throw new Error(`no button in "${mail.Subject}": ${mail.Links.join(' ')}`)
  return link
}

type Person = { first: string; last: string; email: string }
type Options = { language?: Language; product?: string }

/** The referral number on the share page. */
export const numberIn = (page: Page): string =>
  /\/([0-9A-Z]{16})(?:[/?#]|$)/i.exec(page.url())?.[1] ?? ''

/** The link on a product's card, by its whole title. */
export const recommendLink = (
  place: Pick<Page, 'getByRole'>,
  product: string,
  language: Language = 'de',
): Locator =>
  // Engines differ in the space before the hidden title.
  place.getByRole('link', {
    name: new RegExp(`^${words[language].recommend} ?: ${RegExp.escape(product)}$`),
  })

/** Fills in the referrer's data and agrees to the terms. */
export async function fillReferrer(
  page: Page,
  person: Person,
  language: Language = 'de',
): Promise<void> {
  const word = words[language]
  await page.getByLabel(word.firstName).fill(person.first)
  await page.getByRole('textbox', { name: word.email }).fill(person.email)
  await page.getByRole('checkbox', { name: word.age }).check()
}

/** From the homepage to the share step; returns the referral's number. */
export async function recommend(
  page: Page,
  origin: string,
  person: Person,
  split: RegExp,
  { language = 'de', product = 'Ökostrom' }: Options = {},
): Promise<string> {
  const word = words[language]
  await page.goto(`${origin}/${language}`)
  await recommendLink(page, product, language).click()
  await page.getByRole('radio', { name: split }).check({ force: true })
  await fillReferrer(page, person, language)
  await page.getByRole('button', { name: word.createLink }).click()
  await expect(page.getByRole('heading', { level: 1, name: word.linkReady })).toBeVisible()
  return numberIn(page)
}

export async function pressOnce(
  page: Page,
  link: string,
  language: Language = 'de',
): Promise<void> {
  await page.goto(link)
  await pressUntil(page, words[language].hello, language)
}

/** Presses the button, unless the page did so by itself: on the device where the address was typed, with script. */
async function pressUntil(page: Page, headline: string | RegExp, language: Language = 'de') {
  const press = page.getByRole('button', { name: words[language].pressOnce })
  await expect(async () => {
    if (await press.isVisible()) await press.click({ timeout: 1_000 })
    const there = page.getByRole('heading', { level: 1, name: headline, exact: true })
    await expect(there).toBeVisible({ timeout: 2_000 })
  }).toPass()
}

/** The same, and chooses the password that is required for money. */
export async function register(
  page: Page,
  link: string,
  password: string,
  language: Language = 'de',
): Promise<void> {
  const word = words[language]
  await pressOnce(page, link, language)
  await page.goto(`${new URL(link).origin}/${language}/passwortabfrage`)
  await page.getByLabel(word.password, { exact: true }).fill(password)
  await page.getByRole('button', { name: word.choosePassword }).click()
  await expect(page.getByRole('heading', { level: 1, name: word.hello })).toBeVisible()
}

/** Subject of the mail to a new user without a referral. */
export const oneClick = /^Willkommen bei .+: nur noch ein Klick$/

/** Presses such a mail's button at a "Sie" tenant: logs in without a password, to an empty area. */
export async function pressFirst(page: Page, mail: Mail): Promise<void> {
  const main = page.getByRole('main')
  await page.goto(buttonOf(mail))
  await pressUntil(page, 'Ihre erste Empfehlung wartet')
  await expect(main.getByText('Bestätigt. Sie sind angemeldet.', { exact: true })).toBeVisible()
}

/** A new password, in the one field that there is for it. */
export async function typePasswordOnce(page: Page, password: string): Promise<void> {
  const main = page.getByRole('main')
  await main.getByLabel('Neues Passwort', { exact: true }).fill(password)
  await expect(main.locator('input[type=password]')).toHaveCount(1)
  await expect(main.getByRole('button', { name: 'Passwort anzeigen' })).toBeVisible()
}

export async function logIn(
  page: Page,
  origin: string,
  person: { email: string; password: string },
  language: Language = 'de',
): Promise<void> {
  await page.goto(`${origin}/${language}/login`)
  await fillLogin(page, person, language)
  await expect(page.getByRole('heading', { level: 1, name: words[language].hello })).toBeVisible()
}

export async function fillLogin(
  page: Page,
  person: { email: string; password: string },
  language: Language = 'de',
): Promise<void> {
  const word = words[language]
  await page.getByRole('textbox', { name: word.loginEmail }).fill(person.email)
  await page.getByLabel(word.password, { exact: true }).fill(person.password)
  await page.getByRole('main').getByRole('button', { name: word.logIn, exact: true }).click()
}

/** A stranger opens the link and fills in its form. */
export async function accept(
  page: Page,
  link: string,
  person: Person,
  language: Language = 'de',
): Promise<void> {
  const word = words[language]
  await page.goto(link)
  await acceptHere(page, person, language)
  await expect(page.getByText(word.pleaseConfirm)).toBeVisible()
}

/** The same on an open recipient page. */
export async function acceptHere(
  page: Page,
  person: Person,
  language: Language = 'de',
): Promise<void> {
  const word = words[language]
  await page.getByRole('link', { name: word.accept, exact: true }).click()
  await page.getByLabel(word.firstName).fill(person.first)
  await page.getByRole('textbox', { name: word.email }).fill(person.email)
  await page.getByRole('button', { name: word.continue, exact: true }).click()
}

export async function confirm(page: Page, link: string, language: Language = 'de'): Promise<void> {
  const word = words[language]
  await page.goto(link)
  await page.getByRole('button', { name: word.confirmEmail }).click()
  await expect(page.getByRole('heading', { name: word.confirmed })).toBeVisible()
}

/** Opens a recipient's or reward's page by its mailed link, whose one button scripts press. */
export async function openMailed(page: Page, link: string, hasScript = true): Promise<void> {
  await page.goto(link)
  if (!hasScript) await page.getByRole('button', { name: 'Seite öffnen' }).click()
  await expect(page).not.toHaveURL(/[?&]t=/)
}

/** Opens the reward page by its mailed link, then one option's page by the whole name of its button. */
export async function openReward(
  page: Page,
  link: string,
  option: string,
  hasScript = true,
): Promise<void> {
  await openMailed(page, link, hasScript)
  await page.getByRole('link', { name: option, exact: true }).click()
}

const codeMails = async (page: Page): Promise<Mail[]> => {
  const { port } = new URL(page.url())
  const mails = (await (await fetch(`http://localhost:${port}/demo/mails`)).json()) as Mail[]
  return mails.filter(({ Subject }) => /^\d{6} /.test(Subject))
}

/** Confirms the address with a mailed code, where the page asks for one before an account. */
export async function proveAddress(page: Page, { isMistyped = false } = {}): Promise<void> {
  const main = page.getByRole('main')
  const send = main.getByRole('button', { name: /^(Code senden|Send the code)$/ })
  await expect(send.or(main.getByLabel('IBAN', { exact: true }))).toBeVisible()
  if ((await send.count()) === 0) return
  const before = (await codeMails(page)).length
  await send.click()
  await expect(main.getByLabel('Code', { exact: true })).toBeVisible()
  if (await page.evaluate(() => matchMedia('(scripting: enabled)').matches))
    await expect(main.getByText(/^(Code gesendet|Code sent)\./)).toBeVisible()
  await expect.poll(async () => (await codeMails(page)).length).toBeGreaterThan(before)
  const [newest] = await codeMails(page)
  if (isMistyped) await mistypeCode(page)
  await main.getByLabel('Code', { exact: true }).fill(newest!.Subject.slice(0, 6))
  await main.getByRole('button', { name: /^(Bestätigen|Confirm)$/ }).click()
  await expect(main.getByLabel('IBAN', { exact: true })).toBeVisible()
}

/** Enter in the field leaves the focus there: what is wrong is said. */
async function mistypeCode(page: Page): Promise<void> {
  const code = page.getByRole('main').getByLabel('Code', { exact: true })
  await code.fill('000000')
  await code.press('Enter')
  await expect(code).toHaveAttribute('aria-invalid', 'true')
  await expect(code).toBeFocused()
  const error = await page.locator('[id$="-code-error"]').innerText()
  const said = page.locator('[aria-live=polite]').filter({ hasText: error.trim() })
  await expect(said).toHaveCount(1)
}

export async function collectCash(
  page: Page,
  account: { holder: string; iban: string },
): Promise<void> {
  const word = words.de
  await proveAddress(page)
  await page.getByLabel(word.holder).fill(account.holder)
  await page.getByLabel('IBAN', { exact: true }).fill(account.iban)
  await page.getByRole('button', { name: word.payMe }).click()
  await expect(page.getByRole('heading', { level: 1, name: word.allDone })).toBeVisible()
}

/** Names of buttons and links in page order. */
export const namesOf = async (items: Locator): Promise<string[]> =>
  (await items.allInnerTexts()).map((name) => name.replace(/\s+/g, ' ').trim())

/** What stands at the top of a list, where its order or any one of it is meant. */
export const topItem = (list: Locator): Locator => list.first()

/** The value beside a term of a list of facts. */
export const factOf = (place: Locator, term: string): Locator =>
  place
    .locator('dl > div')
    .filter({ has: place.page().getByRole('term').getByText(term, { exact: true }) })
    .getByRole('definition')
