import { defineConfig } from 'vitest/config'

// Minutes of kill -9 under load, whole years, other machines (`npm run test:long`). Each has its own data, so two run at a time.
export default defineConfig({
  test: {
    include: ['test/long/**/*.test.ts'],
    globalSetup: ['test/helpers/global-setup.ts'],
    maxWorkers: 2,
    testTimeout: 900_000,
    hookTimeout: 120_000,
  },
})
