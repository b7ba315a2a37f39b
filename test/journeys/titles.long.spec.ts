import { expect, test } from '@playwright/test'
import { openState } from './check-page.ts'
import { mainStates, otherStates, places } from './page-states.ts'
import { useProgrammes } from './use-programmes.ts'

// Every page in every state, as in axe-all.long.spec.ts: a tab is told from all others by its title.

test.describe.configure({ mode: 'parallel' })
test.setTimeout(1_200_000)
test.use({ trace: 'off' })

const { programmes } = useProgrammes()

for (const [index, { tenant }] of places.entries()) {
  for (const language of ['de', 'en'] as const) {
    test(`no two pages of ${tenant} in ${language} have one title, whatever their state`, async ({
      browser,
    }) => {
      const { programme, referrer } = programmes[index]!
      const nobody = await browser.newContext({ locale: 'de-DE', reducedMotion: 'reduce' })
      const pages = new Map<string, Set<string>>()
      for (const state of [
        ...mainStates(programme, language),
        ...otherStates(programme, language),
      ]) {
        const page = await (state.as === 'referrer' ? referrer : nobody).newPage()
        await openState(page, programme.origin, state)
        const title = (await page.title()).replace(/^(Fehler|Error): /, '')
        // A page that is not there is one page, whatever its address.
        const [first] = await page.getByRole('heading', { level: 1 }).allTextContents()
        const isMissing = /^(Diese Seite gibt es nicht|This page does not exist)/.test(first ?? '')
        const path = isMissing ? 'missing' : new URL(page.url()).pathname
        pages.set(title, (pages.get(title) ?? new Set()).add(path))
        await page.close()
      }
      await nobody.close()
      const repeated = [...pages].filter(([, { size }]) => size > 1)
      expect(repeated.map(([title, paths]) => `${title}: ${[...paths].join(', ')}`)).toEqual([])
    })
  }
}
