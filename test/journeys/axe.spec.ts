import { test } from '@playwright/test'
import { checkPages, outerSizes } from './check-page.ts'
import { mainStates, places } from './page-states.ts'
import { useProgrammes } from './use-programmes.ts'

const { programmes } = useProgrammes()

// One language of each tenant, English once; the other one, and the sizes between, come with all other pages and states
// (axe-all.long.spec.ts).
const languageOf = (tenant: string) => (tenant === 'telko' ? 'en' : 'de')

for (const [index, { tenant }] of places.entries()) {
  const language = languageOf(tenant)
  test(`the main pages of ${tenant} in ${language} are accessible, fit and stay quiet`, async ({
    browser,
  }) => {
    const { programme, referrer } = programmes[index]!
    const states = mainStates(programme, language)
    await checkPages(browser, programme.origin, states, referrer, outerSizes)
  })
}
