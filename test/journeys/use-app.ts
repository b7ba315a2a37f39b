import { test } from '@playwright/test'
import { startApp, type TestApp } from '../helpers/app.ts'

/**
 * An app of its own for the tests of one file: started before them and stopped after them, which also checks the books.
 * To be read in tests alone, since it does not run before.
 */
export function useApp(options: Parameters<typeof startApp>[0] = {}): Readonly<TestApp> {
  let started: TestApp | null = null
  test.beforeAll(async () => {
    started = await startApp(options)
  })
  test.afterAll(() => started?.stop())
  const running = (): TestApp => {
    if (!started) throw new Error('The app of this file does not run yet.')
    return started
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
