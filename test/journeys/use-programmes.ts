import { test, type BrowserContext } from '@playwright/test'
import type { TestApp } from '../helpers/app.ts'
import { demoOf } from './journey-steps.ts'
import { asReferrer, places as allPlaces, prepare } from './page-states.ts'
import type { Programme } from './programme.ts'
import { useApp } from './use-app.ts'

type Prepared = { programme: Programme; referrer: BrowserContext }

/** An app for one test file with the programmes of `places`, in order, each with its referrer logged in. */
export function useProgrammes(places = allPlaces): {
  app: Readonly<TestApp>
  programmes: Prepared[]
} {
  const app = useApp()
  const programmes: Prepared[] = []
  test.beforeAll(async ({ browser }) => {
    const started = []
    for (const place of places) started.push(await prepare(app, place))
    await demoOf(app.origin).clock('P31D')
    for (const ready of started) {
      const programme = await ready()
      programmes.push({ programme, referrer: await asReferrer(browser, programme) })
    }
  })
  return { app, programmes }
}
