import { test as base } from '@playwright/test'
import { startApp, type TestApp } from '../helpers/app.ts'
import { checkLedgers } from '../helpers/check-ledgers.ts'
import { demoOf } from './journey-steps.ts'

/**
 * An app for one test file, started before its tests and stopped after them, which also checks the books. Read it inside tests only: it
 * does not run before.
 */
export function useApp(options: Parameters<typeof startApp>[0] = {}): Readonly<TestApp> {
  let started: TestApp | null = null
  base.beforeAll(async () => {
    started = await startApp(options)
    // In the long run the year is there.
    if (options.hasYear) await demoOf(started.origin).history('bgv')
  })
  base.afterAll(() => started?.stop())
  return inTests(() => started)
}

/** For files that share an app: the one of their worker. */
export const test = base.extend<object, { workerApp: TestApp }>({
  workerApp: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright reads from the pattern what a fixture needs
    async ({}, use) => {
      const app = await startApp()
      await use(app)
      await app.stop()
    },
    { scope: 'worker', timeout: 120_000 },
  ],
})

/**
 * One app per worker for files that only add to the demo, with new people: no settings, days, payouts or others' figures. Each file begins
 * an hour later, to avoid earlier limits, and must leave balanced books. Use this module's `test`. The long run changes more, so there each
 * file has its own app.
 */
export function useSharedApp(): Readonly<TestApp> {
  return process.env['ZUSPRUCH_LONG'] === '1' ? useApp() : shareApp()
}

function shareApp(): Readonly<TestApp> {
  let shared: TestApp | null = null
  test.beforeAll(async ({ workerApp }) => {
    shared = workerApp
    await demoOf(shared.origin).clock('PT1H')
  })
  test.afterAll(async ({ workerApp }) => {
    const problems = await checkLedgers(workerApp.dataDir)
    if (problems.length > 0)
      throw new Error(`After these journeys the books do not add up:\n${problems.join('\n')}`)
  })
  return inTests(() => shared)
}

function inTests(find: () => TestApp | null): Readonly<TestApp> {
  const running = (): TestApp => {
    const app = find()
    if (!app) throw new Error('The app of this file does not run yet.')
    return app
  }
  return {
    get origin() {
      return running().origin
    },
    get inboxUrl() {
      return running().inboxUrl
    },
    get dataDir() {
      return running().dataDir
    },
    output: () => running().output(),
    stop: () => running().stop(),
    kill9: () => running().kill9(),
  }
}
