import axe from 'axe-core'
import { expect, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { brokenWords, doubleText } from './broken-words.ts'

/** A page in one state. `path` is below the tenant's origin; `act` leads to the state. */
export type PageState = {
  name: string
  path: string
  as?: 'nobody' | 'referrer'
  next?: string // opened after `path`, which sets a cookie
  heading?: RegExp // identifies the state, if its address can show another
  act?: (page: Page) => Promise<unknown>
}

type Size = { width: number; height: number }

/** `middle`: only looked at for overflow, where axe finds what it finds on a phone and a desk; `hasDark`: also its contrasts where the
 * system is dark; `hasLargeText`: also with doubled text. */
export type Look = { sizes: Size[]; middle?: Size[]; hasDark?: boolean; hasLargeText?: boolean }

// A phone and a desktop; between them a tablet in both orientations. A state is opened at the first size.
const narrow: Size = { width: 320, height: 640 }
const wide: Size = { width: 1440, height: 900 }
export const outerSizes = [narrow, wide]
export const middleSizes = [
  { width: 768, height: 1024 },
  { width: 1024, height: 768 },
]
export const allSizes = [narrow, ...middleSizes, wide]

/** Console output and errors that should not occur. */
function listen(page: Page): string[] {
  const said: string[] = []
  page.on('pageerror', (error) => said.push(`error: ${error.message}`))
  page.on('console', (message) => {
    // The browser also logs an error page's own status.
    const own =
      message.location().url === page.url() && /status of (404|410|400|422)/.test(message.text())
    if (/error|warning/.test(message.type()) && !own)
      said.push(`${message.type()}: ${message.text()}`)
  })
  page.on('request', (request) => {
    const { protocol, host } = new URL(request.url())
    if (
      /^https?:/.test(protocol) &&
      host !== new URL(page.url()).host &&
      !request.isNavigationRequest()
    ) {
      said.push(`asks another host: ${request.url()}`)
    }
  })
  return said
}

/** Resolves when React has hydrated, at once on a page without it. */
export const takenOver = (page: Page) =>
  page.waitForFunction(() => {
    const main = document.querySelector('#root main h1, #root main h2')
    return (
      !document.querySelector('#root') ||
      (main && Object.keys(main).some((key) => key.startsWith('__react')))
    )
  })

/**
 * Runs all axe rules, with axe already in the page. Not by its builder, which injects itself anew and aggregates in another page: five
 * times as slow for the same findings.
 */
const look = (page: Page, rules?: string[]) =>
  page.evaluate(async (only) => {
    const { axe: inPage } = window as unknown as { axe: typeof axe }
    const { violations } = await inPage.run({
      // A mail's frame runs no script, so axe would wait for it in vain.
      iframes: false,
      resultTypes: ['violations'],
      // Off in axe, as WCAG 2.2 alone asks for it.
      ...(only ? { runOnly: only } : { rules: { 'target-size': { enabled: true } } }),
    })
    return violations.map(
      ({ id, impact, nodes }) =>
        `${id} (${impact}): ${nodes.map(({ target }) => target.join(' ')).join(', ')}`,
    )
  }, rules)

/** axe's findings on the page as it is. */
export async function violationsOf(page: Page): Promise<string[]> {
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return look(page)
}

async function overflowAt(page: Page, size: Size): Promise<string[]> {
  await page.setViewportSize(size)
  const overflow = await page.evaluate(
    () => document.scrollingElement!.scrollWidth - document.documentElement.clientWidth,
  )
  return overflow > 0 ? [`${size.width} px: ${overflow} px wider than the window`] : []
}

async function problemsAt(page: Page, size: Size): Promise<string[]> {
  const overflow = await overflowAt(page, size)
  const found = await look(page)
  return [...overflow, ...found.map((problem) => `${size.width} px: ${problem}`)]
}

/** What cannot be read where the system is dark. */
async function darkProblems(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: 'dark' })
  const found = await look(page, ['color-contrast'])
  await page.emulateMedia({ colorScheme: 'light' })
  return found.map((problem) => `dark: ${problem}`)
}

/** With text at 200 % on phones no word of ten letters breaks, longer ones only where they are hyphenated. */
async function largeTextProblems(page: Page): Promise<string[]> {
  await page.setViewportSize(narrow)
  await doubleText(page)
  const problems: string[] = []
  for (const width of [narrow.width, 360]) {
    problems.push(...(await overflowAt(page, { ...narrow, width })))
    const broken = await brokenWords(page, 'body', 10)
    problems.push(...broken.map((word) => `${width} px: ${word}`))
  }
  // The next state may be on this page, by its anchor.
  await doubleText(page, false)
  return problems.map((problem) => `text at 200 %, ${problem}`)
}

/** A mailed link's page presses its one button by itself. */
async function pressed(page: Page): Promise<void> {
  await expect(page.locator('#open-link')).toHaveCount(0)
  await takenOver(page)
}

export async function openState(page: Page, origin: string, state: PageState): Promise<void> {
  await page.goto(`${origin}${state.path}`)
  await takenOver(page)
  await pressed(page)
  if (state.next) {
    await page.goto(`${origin}${state.next}`)
    await takenOver(page)
  }
  if (state.heading)
    await expect(page.getByRole('heading', { level: 1, name: state.heading })).toBeVisible()
  await state.act?.(page)
}

/** One amount in two formats, "15 €" and "15,00 €", suggests a difference. */
async function amountsOf(page: Page): Promise<string[]> {
  const text = (await page.locator('body').innerText()).replaceAll('\u00a0', ' ')
  const first = (forms: RegExp) => forms.exec(text)?.[0]
  const whole = first(/(?<![\d.,])\d{1,3}(?:\.\d{3})* €|€\d{1,3}(?:,\d{3})*(?![\d,]*\.?\d)/)
  const exact = first(/\d,00 €|€[\d,]+\.00/)
  return whole && exact ? [`amounts in two forms: ${whole} and ${exact}`] : []
}

// telko's reward is a Bonus, the others' a Prämie. User messages may say anything.
const otherWords = { de: { telko: /prämi/i, other: /\bbon(us|i)/i }, en: /\bbonus/i }

/** The tenant's word for the reward is used in all visible text, titles and accessible names. */
async function wordsOf(page: Page): Promise<string[]> {
  const shown = await page.evaluate(() => {
    const named = [...document.querySelectorAll('[aria-label],[alt],[placeholder],meta[content]')]
    const attributes = ['aria-label', 'alt', 'placeholder', 'content']
    const hidden = named.flatMap((one) => attributes.map((name) => one.getAttribute(name) ?? ''))
    return [document.title, document.body.innerText, ...hidden].join('\n')
  })
  const language = await page.locator('html').getAttribute('lang')
  const { telko, other } = otherWords.de
  const german = new URL(page.url()).hostname.startsWith('telko.') ? telko : other
  const wrong = new RegExp(
    `.{0,40}(?:${(language === 'en' ? otherWords.en : german).source}).*`,
    'i',
  )
  const found = wrong.exec(shown.replaceAll(/https?:\S+/g, ''))?.[0]
  return found ? [`says the reward by another word: ${found}`] : []
}

/** Opens a state on a phone and checks it there and on larger screens; returns all problems. */
export async function checkPage(
  page: Page,
  origin: string,
  state: PageState,
  { sizes, middle = [], hasDark = false, hasLargeText = false }: Look,
): Promise<string[]> {
  await page.setViewportSize(narrow)
  const said = listen(page)
  const problems: string[] = []
  try {
    await openState(page, origin, state)
    problems.push(...(await amountsOf(page)), ...(await wordsOf(page)))
    await page.evaluate(axe.source)
    for (const size of sizes) problems.push(...(await problemsAt(page, size)))
    if (hasDark) problems.push(...(await darkProblems(page)))
    for (const size of middle) problems.push(...(await overflowAt(page, size)))
    // The shop stands in for the provider's, which is not ours.
    if (hasLargeText && state.name !== 'shop') problems.push(...(await largeTextProblems(page)))
  } catch (error) {
    problems.push(`does not come up: ${error instanceof Error ? error.message : String(error)}`)
  }
  problems.push(...said)
  page.removeAllListeners()
  return problems.map((problem) => `${state.path.split('?')[0]} ${state.name}: ${problem}`)
}

/** Checks anonymous states and, in parallel, those with the cookies of `referrer`; each group in order, since some change later ones. */
export async function checkPages(
  browser: Browser,
  origin: string,
  states: PageState[],
  referrer: BrowserContext,
  how: Look = { sizes: allSizes },
): Promise<void> {
  const nobody = await browser.newContext({ locale: 'de-DE', reducedMotion: 'reduce' })
  const checkAs = async (person: 'nobody' | 'referrer', context: BrowserContext) => {
    const page = await context.newPage()
    const problems: string[] = []
    for (const state of states.filter(({ as = 'nobody' }) => as === person))
      problems.push(...(await checkPage(page, origin, state, how)))
    await page.close()
    return problems
  }
  const found = await Promise.all([checkAs('nobody', nobody), checkAs('referrer', referrer)])
  await nobody.close()
  expect(found.flat()).toEqual([])
}
