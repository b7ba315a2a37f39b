import { defineConfig } from 'vitest/config'

// The fault runs: minutes of kill -9 under load, one after another (`npm run test:long`).
export default defineConfig({
  test: {
    include: ['test/long/**/*.test.ts'],
    globalSetup: ['test/helpers/global-setup.ts'],
    fileParallelism: false,
    testTimeout: 900_000,
    hookTimeout: 120_000,
  },
})
