import { test, type BrowserContext } from '@playwright/test'
import { startApp, type TestApp } from '../helpers/app.ts'
import { checkPages } from './check-page.ts'
import { demoOf } from './journey-steps.ts'
import { asReferrer, mainStates, places, prepare, type Programme } from './page-states.ts'

let app: TestApp
const programmes: { programme: Programme; referrer: BrowserContext }[] = []
test.beforeAll(async ({ browser }) => {
  app = await startApp()
  const started = []
  for (const place of places) started.push(await prepare(app, place))
  await demoOf(app.origin).clock('P31D')
  for (const ready of started) {
    const programme = await ready()
    programmes.push({ programme, referrer: await asReferrer(browser, programme) })
  }
})
test.afterAll(() => app.stop())

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
