import { defineConfig } from 'vitest/config'
import { BaseSequencer, type TestSpecification } from 'vitest/node'

// Short files that take long. Vitest begins with the largest, and these would run last, on one core alone.
const long = ['reset-connections', 'make-history', 'idle-days', 'figures-agree', 'supervise']

class LongFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const isLong = ({ moduleId }: TestSpecification) =>
      long.some((name) => moduleId.endsWith(`/${name}.test.ts`))
    const sorted = await super.sort(files)
    return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))]
  }
}

export default defineConfig({
  test: {
    include: ['src/**/*.test.ts', 'test/**/*.test.ts'],
    exclude: ['test/journeys/**', 'test/long/**', 'node_modules/**'],
    globalSetup: ['test/helpers/global-setup.ts'],
    // Files share their worker's modules: loading and warming them up again for each cost half of the time. So no file may leave
    // anything behind in a module; what outlives a file is kept by database or by a key of its own.
    isolate: false,
    maxWorkers: 2,
    sequence: { sequencer: LongFirst },
    // A few stories need seconds of one core alone, and the machine may be busy.
    testTimeout: 60_000,
    hookTimeout: 120_000,
    // Only `.ci/run` tries again, as with the journeys.
    retry: Number(process.env['TEST_RETRIES'] ?? 0),
    expect: { poll: { timeout: 30_000 } },
  },
})
