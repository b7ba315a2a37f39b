import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/journeys/**', 'test/long/**', 'node_modules/**'],
    globalSetup: ['test/helpers/global-setup.ts'],
    // Files share their worker's modules: loading and warming them up again for each cost half of the time. So no file may leave
    // anything behind in a module; what outlives a file is kept by database or by a key of its own.
    isolate: false,
    maxWorkers: 2,
    // A few stories need seconds of one core alone, and the machine may be busy.
    testTimeout: 60_000,
    hookTimeout: 120_000,
  },
})
