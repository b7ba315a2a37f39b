import { test } from '@playwright/test'
import { startApp } from '../helpers/app.ts'
import { isWhole } from '../helpers/whole.ts'
import { allSizes, checkPages, middleSizes, outerSizes, type PageState } from './check-page.ts'
import { fillLogin } from './journey-steps.ts'
import {
  cancelReferral,
  collect,
  lastStates,
  mainStates,
  otherStates,
  places,
} from './page-states.ts'
import { useProgrammes } from './use-programmes.ts'

// Every page of every tenant in all states: too slow for every commit. axe.spec.ts has the main ones.

// Each worker has its own app, so tests share only the state of earlier ones.
test.describe.configure({ mode: 'parallel' })
test.setTimeout(1_800_000)
// Failures are described in text, and a trace would copy every page at every width.
test.use({ trace: 'off' })

const { app, programmes } = useProgrammes()

const languages = ['de', 'en'] as const
// German has the longer words. What is good with them on a tablet is good in English.
const german = isWhole
  ? { sizes: allSizes, hasDark: true, hasLargeText: true }
  : { sizes: outerSizes, middle: middleSizes, hasDark: true, hasLargeText: true }
// bgv has most pages, German the longer words, and axe.spec.ts the main pages in English; the others are looked at by the whole run.
const leftOut = 'other tenants and English: npm run test:whole'
const looks = { de: german, en: { sizes: outerSizes, hasLargeText: true } }

for (const [index, { tenant }] of places.entries()) {
  for (const language of languages) {
    test(`every page of ${tenant} in ${language} is accessible, fits, also with text at 200 %, and stays quiet`, async ({
      browser,
    }) => {
      test.skip(!isWhole && !(tenant === 'bgv' && language === 'de'), leftOut)
      const { programme, referrer } = programmes[index]!
      const states = [...mainStates(programme, language), ...otherStates(programme, language)]
      await checkPages(browser, programme.origin, states, referrer, looks[language])
    })
  }

  test(`what comes after collecting is as good at ${tenant}`, async ({ browser }) => {
    test.skip(!isWhole && tenant !== 'telko', leftOut)
    const { programme, referrer } = programmes[index]!
    await collect(app, programme)
    for (const language of languages) {
      await checkPages(
        browser,
        programme.origin,
        lastStates(programme, language),
        referrer,
        looks[language],
      )
    }
    await cancelReferral(app, programme.referral)
    const gone: PageState[] = mainStates(programme, 'de').filter(({ name }) => name === 'recipient')
    await checkPages(browser, programme.origin, gone, referrer)
  })
}

test('the pages of demo mode and of the API are accessible, fit and stay quiet', async ({
  browser,
}) => {
  const { referrer } = programmes[0]!
  const states = languages.flatMap((language) => [
    { name: language, path: `/demo?lang=${language}` },
    {
      name: `preview, ${language}`,
      path: `/demo/preview?lang=${language}&tenant=telko&mail=voucher`,
    },
  ])
  await checkPages(browser, app.origin, [...states, { name: 'API', path: '/api/docs' }], referrer)
})

test('the empty personal area of somebody new is as good', async ({ browser }) => {
  const fresh = await startApp()
  const context = await browser.newContext({ locale: 'de-DE' })
  const page = await context.newPage()
  await page.goto(`${fresh.origin}/de/login`)
  await fillLogin(page, places[0]!.account)
  await page.getByRole('heading', { level: 1, name: 'Deine erste Empfehlung wartet' }).waitFor()
  const states: PageState[] = languages.flatMap((language) => [
    { name: 'empty', path: `/${language}/persoenlicherbereich`, as: 'referrer' },
    { name: 'empty', path: `/${language}/meinedaten`, as: 'referrer' },
  ])
  await checkPages(browser, fresh.origin, states, context)
  await fresh.stop()
})
