import { defineConfig, devices } from '@playwright/test'
import { browserFlags, findBrowser } from './scripts/find-browser.ts'

// Slow tests run with `npm run test:long` only: whole files, and tests with this tag in others.
const isLong = process.env['ZUSPRUCH_LONG'] === '1'
const long = /\.long\.spec\.ts|@long/

// Journeys start the built app themselves (test/helpers/app.ts), each with its own database.
export default defineConfig({
  testDir: 'test/journeys',
  globalSetup: './test/journeys/set-up-demo.ts',
  ...(isLong ? { grep: long } : { grepInvert: long }),
  outputDir: 'test-results/journeys',
  // A third one was tried: both cores are busy, so all of them only wait longer.
  workers: 2,
  fullyParallel: false,
  forbidOnly: true,
  timeout: 120_000,
  expect: { timeout: 15_000 },
  use: {
    ...devices['Desktop Chrome'],
    locale: 'de-DE',
    actionTimeout: 20_000,
    timezoneId: 'Europe/Berlin',
    screenshot: 'only-on-failure',
    // Screenshots and snapshots of every step would take a third of the journeys' CPU; `--trace on` brings them.
    trace: { mode: 'retain-on-failure', screenshots: false, snapshots: false },
    launchOptions: {
      ...findBrowser().launch,
      args: ['--headless', ...browserFlags],
    },
  },
})
