import { expect, test, type Page } from '@playwright/test'
import { consolePages } from '../../src/contract/console-pages.ts'
import { isWhole } from '../helpers/whole.ts'
import { openState, type PageState } from './check-page.ts'
import { signInAs } from './console-steps.ts'
import { mainStates, otherStates, places } from './page-states.ts'
import { useApp } from './use-app.ts'
import { useProgrammes } from './use-programmes.ts'

// Every page in every state, as in axe-all.long.spec.ts: a tab is told from all others by its title.

test.describe.configure({ mode: 'parallel' })
test.setTimeout(1_200_000)
test.use({ trace: 'off' })

/**
 * Titles with the pages that have them: their address and headline, as one address may have states. A page of a list is one of its own; a page
 * that is not there is one, whatever its address.
 */
class Titles {
  readonly #pages = new Map<string, Set<string>>()

  async note(page: Page): Promise<void> {
    const title = (await page.title()).replace(/^(Fehler|Error): /, '')
    const [first] = await page.getByRole('heading', { level: 1 }).allTextContents()
    const isMissing = /^(Diese Seite gibt es nicht|This page does not exist)/.test(first ?? '')
    const { pathname, searchParams } = new URL(page.url().replace(/\/$/, ''))
    const path = `${pathname} ${searchParams.get('seite') ?? ''}`.trim()
    const shown = isMissing ? 'missing' : `${path} “${first?.trim() ?? ''}”`
    this.#pages.set(title, (this.#pages.get(title) ?? new Set()).add(shown))
  }

  /** @param atLeast titles that there have to be, or the walk saw too little */
  expectOnce(atLeast: number): void {
    const repeated = [...this.#pages].filter(([, { size }]) => size > 1)
    expect(repeated.map(([title, paths]) => `${title}: ${[...paths].join(', ')}`)).toEqual([])
    expect(this.#pages.size).toBeGreaterThan(atLeast)
  }
}

for (const place of places) {
  const { tenant } = place
  test.describe(tenant, () => {
    const { programmes } = useProgrammes([place])
    for (const language of ['de', 'en'] as const) {
      test(`no two pages of ${tenant} in ${language} have one title, whatever their state`, async ({
        browser,
      }) => {
        // bgv has the agencies' pages, telko the sales partners' and the catalogue's.
        const isOne = tenant === (language === 'de' ? 'bgv' : 'telko')
        test.skip(!isWhole && !isOne, 'other tenants: npm run test:whole')
        const { programme, referrer } = programmes[0]!
        const nobody = await browser.newContext({ locale: 'de-DE', reducedMotion: 'reduce' })
        const [known, unknown] = [await referrer.newPage(), await nobody.newPage()]
        const titles = new Titles()
        const walk = async (page: Page, as: PageState['as']) => {
          const states = [...mainStates(programme, language), ...otherStates(programme, language)]
          for (const state of states.filter((one) => (one.as ?? 'nobody') === as)) {
            await openState(page, programme.origin, state)
            await titles.note(page)
          }
        }
        await walk(known, 'referrer')
        await walk(unknown, 'nobody')
        await Promise.all([known.close(), nobody.close()])
        titles.expectOnce(50)
      })
    }
  })
}

test.describe('console', () => {
  const app = useApp({ hasYear: true })

  test('no two pages of the console have one title, at two tenants and with a list on its second page', async ({
    browser,
  }) => {
    const titles = new Titles()
    const page = await signInAs(browser, app.origin, 'Revision')
    const at = app.origin.replace('//localhost', '//betrieb.localhost')
    const paths = Object.values(consolePages)
      .map(({ path }) => path)
      // Without a record's number, and what ends the session.
      .filter((path) => !/:(?!mandant)|^\/abmelden/.test(path))
    for (const path of paths)
      for (const tenant of path.includes(':mandant') ? ['bgv', 'telko'] : [''])
        await see(`${at}/de${path.replace(':mandant', tenant)}`)
    await see(`${at}/de/bgv/protokoll?seite=2`)
    titles.expectOnce(30)
    await page.context().close()

    async function see(address: string) {
      const answer = await page.goto(address)
      // What the role may not see is one page, wherever.
      if (answer?.status() === 200) await titles.note(page)
    }
  })
})
