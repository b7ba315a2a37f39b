import { test } from '@playwright/test'
import { checkPages } from './check-page.ts'
import { mainStates, places } from './page-states.ts'
import { useProgrammes } from './use-programmes.ts'

const { programmes } = useProgrammes()

for (const [index, { tenant }] of places.entries()) {
  for (const language of ['de', 'en'] as const) {
    test(`the main pages of ${tenant} in ${language} are accessible, fit and stay quiet`, async ({
      browser,
    }) => {
      const { programme, referrer } = programmes[index]!
      await checkPages(browser, programme.origin, mainStates(programme, language), referrer)
    })
  }
}
