import { expect, test } from '@playwright/test'
import { brokenWords, doubleText } from './broken-words.ts'
import { openState, type PageState } from './check-page.ts'
import { mainStates, otherStates, places } from './page-states.ts'
import { useProgrammes } from './use-programmes.ts'

// Every page in every state, as in axe-all.long.spec.ts, with doubled text on phones.

test.describe.configure({ mode: 'parallel' })
test.setTimeout(1_200_000)
test.use({ trace: 'off' })

const { programmes } = useProgrammes()

for (const [index, { tenant }] of places.entries()) {
  for (const language of ['de', 'en'] as const) {
    test(`text at 200 % on phones: no word of ten letters on any page of ${tenant} in ${language} breaks, longer ones only where they are hyphenated, and nothing scrolls sideways`, async ({
      browser,
    }) => {
      const { programme, referrer } = programmes[index]!
      const nobody = await browser.newContext({ locale: 'de-DE', reducedMotion: 'reduce' })
      const found: string[] = []
      const walk = async (person: PageState['as'], context: typeof nobody) => {
        const all = [...mainStates(programme, language), ...otherStates(programme, language)]
        // The shop stands in for the provider's, which is not ours.
        const own = all.filter(({ name }) => name !== 'shop')
        for (const state of own.filter(({ as = 'nobody' }) => as === person)) {
          // A new tab: pending requests of the previous state must not interrupt.
          const page = await context.newPage()
          await page.setViewportSize({ width: 320, height: 640 })
          await openState(page, programme.origin, state)
          await doubleText(page)
          for (const width of [320, 360]) {
            await page.setViewportSize({ width, height: 640 })
            const over = await page.evaluate(
              () => document.scrollingElement!.scrollWidth - document.documentElement.clientWidth,
            )
            if (over > 0) found.push(`${state.name} at ${width} px: ${over} px too wide`)
            for (const word of await brokenWords(page, 'body', 10))
              found.push(`${state.name} at ${width} px: ${word}`)
          }
          await page.close()
        }
      }
      await walk('nobody', nobody)
      await walk('referrer', referrer)
      await nobody.close()
      expect(found).toEqual([])
    })
  }
}
