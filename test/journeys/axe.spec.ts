import { expect, test } from '@playwright/test'
import { checkPages, outerSizes } from './check-page.ts'
import { mainStates, places as allPlaces } from './page-states.ts'
import { pathsOf } from './programme.ts'
import { useProgrammes } from './use-programmes.ts'

// Two tenants, one language each. The rest, with other sizes, pages and states, is in axe-all.long.spec.ts.
const places = allPlaces.filter(({ tenant }) => tenant !== 'standard')
const languageOf = (tenant: string) => (tenant === 'telko' ? 'en' : 'de')

const { programmes } = useProgrammes(places)

for (const [index, { tenant }] of places.entries()) {
  const language = languageOf(tenant)
  test(`the main pages of ${tenant} in ${language} are accessible, fit and stay quiet`, async ({
    browser,
  }) => {
    const { programme, referrer } = programmes[index]!
    const states = mainStates(programme, language)
    await checkPages(browser, programme.origin, states, referrer, {
      sizes: outerSizes,
      hasDark: true,
    })
  })
}

// Half-way, a desk's menu was too narrow for its text: white on white.
test('for whoever wants less motion a page is as it will be at once when its window grows', async () => {
  const { programme, referrer } = programmes[places.findIndex(({ tenant }) => tenant === 'bgv')]!
  const page = await referrer.newPage()
  await page.setViewportSize({ width: 1024, height: 768 })
  await page.goto(`${programme.origin}${pathsOf(programme, 'de')('AgencyOrderReport')}`)
  await expect(page.locator('.desk')).toBeVisible()
  await page.evaluate(() => {
    addEventListener('transitionrun', ({ propertyName }) => {
      document.documentElement.dataset['moved'] = propertyName
    })
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.evaluate(
    () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))),
  )
  expect(
    await page.evaluate(() => [innerWidth, document.documentElement.dataset['moved']]),
  ).toEqual([1440, undefined])
  await page.close()
})
